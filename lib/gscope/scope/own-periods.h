/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/scope/poll-group.h>

/* The polled signals of a scope that have periods of their own, in a group a period. They are read by
 * the shared poller, whatever their source is: words, and functions that any thread may call. */
typedef struct _GscopeOwnPeriods GscopeOwnPeriods;

GscopeOwnPeriods *gscope_own_periods_new (GscopeClock *clock, GSource *drain);
void gscope_own_periods_free (GscopeOwnPeriods *self);

/* As gscope_poll_group_set_members(); a group that has no signal left goes. */
void gscope_own_periods_set_members (GscopeOwnPeriods *self, GPtrArray *signals, gboolean running);
void gscope_own_periods_for_each (GscopeOwnPeriods *self, void (*func) (GscopePollGroup *));
void gscope_own_periods_drain (GscopeOwnPeriods *self, gint64 now);
guint64 gscope_own_periods_get_lost_ticks (GscopeOwnPeriods *self);
