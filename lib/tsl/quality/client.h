/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/page/page.h>

G_BEGIN_DECLS

/**
 * TSL_QOS_MECHANISM:
 *
 * The mechanism of the cells in which applications register with a QoS manager.
 *
 * Since: 1.0
 */
#define TSL_QOS_MECHANISM "quality"

/**
 * TslQosClient:
 *
 * An application that a QoS manager in another process steers. It registers its range of levels in
 * its page: the gauges “minimum”, “desired” and “increment” in per cent of a processor, and “period”
 * in milliseconds. The knob “level” takes the manager's offers; 0 means that the manager asks the
 * application to use no reserve of its.
 *
 * The client has no thread: the application calls [method@QosClient.take] where it can change its
 * level. One thread at a time may use it.
 *
 * Since: 1.0
 */
typedef struct _TslQosClient TslQosClient;

/**
 * TslQosRange:
 * @minimum: the level below which the application cannot run; greater than 0
 * @desired: the highest level that is of use
 * @increment: the difference of two levels; 0 for none between the minimum and the desired one
 * @period: the period of its reserve, in nanoseconds
 *
 * The levels at which an application can work. Levels are in processors.
 *
 * Since: 1.0
 */
typedef struct
{
  double minimum;
  double desired;
  double increment;
  gint64 period;
} TslQosRange;

TSL_AVAILABLE_IN_1_0
TslQosClient *tsl_qos_client_new (TslPage *page, const char *name, const TslQosRange *range);
TSL_AVAILABLE_IN_1_0
void tsl_qos_client_free (TslQosClient *self);
TSL_AVAILABLE_IN_1_0
gboolean tsl_qos_client_take (TslQosClient *self, double *level);
TSL_AVAILABLE_IN_1_0
void tsl_qos_client_answer (TslQosClient *self, double level);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TslQosClient, tsl_qos_client_free)

G_END_DECLS
