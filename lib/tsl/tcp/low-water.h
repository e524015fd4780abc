/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/guard/guard.h>
#include <tsl/page/page.h>

G_BEGIN_DECLS

/**
 * TslLowWater:
 *
 * A limit of the unsent data in the send buffer of another process's TCP socket. The kernel reports
 * the socket as writable only while less than `max (1, ((A - 1) * cwnd + B) * mss)` bytes are
 * unsent (TCP_NOTSENT_LOWAT). It works for unmodified programs that write when poll() or epoll
 * reports a writable socket, or whose writes block.
 *
 * Since: 1.0
 */
typedef struct _TslLowWater TslLowWater;

TSL_AVAILABLE_IN_1_0
gboolean tsl_low_water_find_socket (guint64 inode, guint *pid, int *fd, GError **error);
TSL_AVAILABLE_IN_1_0
TslLowWater *tsl_low_water_new (guint pid, int fd, guint64 cookie, double a, double b,
                                TslPage *page, TslGuard *guard, GError **error);
TSL_AVAILABLE_IN_1_0
void tsl_low_water_free (TslLowWater *self);

TSL_AVAILABLE_IN_1_0
void tsl_low_water_set_limit (TslLowWater *self, double a, double b);
TSL_AVAILABLE_IN_1_0
gboolean tsl_low_water_set_congestion_control (TslLowWater *self, const char *name, GError **error);
TSL_AVAILABLE_IN_1_0
gboolean tsl_low_water_update (TslLowWater *self, GError **error);
TSL_AVAILABLE_IN_1_0
gboolean tsl_low_water_is_there (TslLowWater *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TslLowWater, tsl_low_water_free)

G_END_DECLS
