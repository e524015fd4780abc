/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

typedef enum
{
  TCP_METRIC_CWND,
  TCP_METRIC_SSTHRESH,
  TCP_METRIC_SRTT,
  TCP_METRIC_RTTVAR,
  TCP_METRIC_UNACKED,
  TCP_METRIC_SACKED,
  TCP_METRIC_LOST,
  TCP_METRIC_RETRANSMITS,
  TCP_METRIC_NOTSENT,
  TCP_METRIC_SNDBUF_USED,
  TCP_METRIC_SNDBUF_LIMIT,
  TCP_METRIC_PACING_RATE,
  TCP_METRIC_DELIVERY_RATE,
  TCP_METRIC_CONGESTION_STATE,
  TCP_METRIC_BLOCKED,
  TCP_METRIC_SENDER_DELAY,
  TCP_METRIC_NETWORK_DELAY,
  TCP_METRIC_RECEIVER_DELAY,
  TCP_METRIC_LATENCY,
} TcpMetric;

#define TCP_N_METRICS (TCP_METRIC_LATENCY + 1)

/* A flow's signal, and the place of its number in the kernel's answer. */
typedef struct
{
  const char *name;
  const char *role;
  const char *unit;
  const char *description;
  double max;

  /* The attribute (INET_DIAG_...), offset and size of the number in it, and the factor to the unit
   * above. Numbers below `least`, and from `none` on, mean no value. A metric of size 0 is computed
   * from others (delay.h). */
  guint16 attribute;
  guint16 offset;
  guint16 size;
  double factor;
  guint64 least;
  guint64 none;
} TcpMetricInfo;

const TcpMetricInfo *tcp_metric_get_info (TcpMetric metric);
/* Returns NaN if the attribute is too short, as in older kernels. */
double tcp_metric_read (TcpMetric metric, const guint8 *payload, gsize length);
