/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The state of a TCP socket that MIN_BUF uses: values of TCP_INFO, and the congestion control. */

#define TSL_TCP_CC_SIZE 16

typedef struct
{
  gboolean is_connected;
  /* packets */
  guint cwnd;
  guint unacked;
  guint sacked;
  /* bytes */
  guint mss;
  guint notsent;
  /* nanoseconds */
  gint64 srtt;
} TslTcpState;

gboolean tsl_tcp_state_read (TslTcpState *self, int fd, GError **error);
/* Packets that the send buffer may hold under MIN_BUF; packets that it holds; packets not sent
 * yet. */
double tsl_tcp_state_get_limit (const TslTcpState *self, double a, double b);
double tsl_tcp_state_get_level (const TslTcpState *self);
double tsl_tcp_state_get_blocked (const TslTcpState *self);

gboolean tsl_tcp_get_cc (int fd, char name[TSL_TCP_CC_SIZE]);
/* Refuses algorithms that would defeat MIN_BUF or that the kernel lacks; the error lists the
 * available ones. */
gboolean tsl_tcp_set_cc (int fd, const char *name, GError **error);
/* Returns whether this algorithm limits the data in flight only by its congestion window. */
gboolean tsl_tcp_is_window_based (const char *name);
/* Returns whether a socket's algorithm is window-based; the error names it and lists the available
 * ones. */
gboolean tsl_tcp_check_window_based (int fd, GError **error);
/* Returns 0 if fd is not a socket. */
guint64 tsl_tcp_get_cookie (int fd);
