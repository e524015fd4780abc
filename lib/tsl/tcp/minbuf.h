/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <sys/types.h>
#include <tsl/page/page.h>

G_BEGIN_DECLS

/**
 * TSL_MINBUF_MAX_A:
 *
 * The maximum of A: congestion windows in the send buffer.
 *
 * Since: 1.0
 */
#define TSL_MINBUF_MAX_A 16.0

/**
 * TSL_MINBUF_MAX_B:
 *
 * The maximum of B: packets in the send buffer in addition to A congestion windows.
 *
 * Since: 1.0
 */
#define TSL_MINBUF_MAX_B 1000.0

/**
 * TSL_MINBUF_MAX_DELAY:
 *
 * The maximum target delay of the tuning of A and B: 10 s, in nanoseconds.
 *
 * Since: 1.0
 */
#define TSL_MINBUF_MAX_DELAY G_GINT64_CONSTANT (10000000000)

/**
 * TslMinbuf:
 *
 * A gate for a TCP socket, which keeps unsent data in the program, where it can still be changed or
 * dropped, instead of in the send buffer. The send buffer holds at most `A * cwnd + B + sacked`
 * packets; with A = 1 and B = 0, only packets in flight (MIN_BUF, Goel 2003, section 4.4).
 *
 * Since: 1.0
 */
typedef struct _TslMinbuf TslMinbuf;

TSL_AVAILABLE_IN_1_0
TslMinbuf *tsl_minbuf_new (int fd, double a, double b, TslPage *page, GError **error);
TSL_AVAILABLE_IN_1_0
void tsl_minbuf_free (TslMinbuf *self);

TSL_AVAILABLE_IN_1_0
void tsl_minbuf_set_limit (TslMinbuf *self, double a, double b);
TSL_AVAILABLE_IN_1_0
void tsl_minbuf_get_limit (TslMinbuf *self, double *a, double *b);
TSL_AVAILABLE_IN_1_0
void tsl_minbuf_set_delay (TslMinbuf *self, gint64 delay);
TSL_AVAILABLE_IN_1_0
gint64 tsl_minbuf_get_delay (TslMinbuf *self);

TSL_AVAILABLE_IN_1_0
gboolean tsl_minbuf_get_room (TslMinbuf *self, guint *n_packets, GError **error);
TSL_AVAILABLE_IN_1_0
gssize tsl_minbuf_write (TslMinbuf *self, const void *data, gsize size);
TSL_AVAILABLE_IN_1_0
gint64 tsl_minbuf_get_wait (TslMinbuf *self, short *events);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TslMinbuf, tsl_minbuf_free)

G_END_DECLS
