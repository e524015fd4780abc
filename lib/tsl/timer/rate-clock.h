/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/timer/firm-timer.h>

G_BEGIN_DECLS

/**
 * TslRateClock:
 *
 * Rate-based clocking with firm timers: causes events, such as sending packets, at a mean target
 * interval and never at less than a minimum interval.
 *
 * Since: 1.0
 */
typedef struct _TslRateClock TslRateClock;

/**
 * TslRateFunc:
 * @time: the present time, in nanoseconds on the timers' clock
 * @user_data: data that was passed with the function
 *
 * Called for each event.
 *
 * Returns: %FALSE to end the train of events
 *
 * Since: 1.0
 */
typedef gboolean (*TslRateFunc) (gint64 time, gpointer user_data);

TSL_AVAILABLE_IN_1_0
TslRateClock *tsl_rate_clock_new (TslTimers *timers, TslPage *page, const char *group,
                                  TslRateFunc func, gpointer user_data);
TSL_AVAILABLE_IN_1_0
void tsl_rate_clock_free (TslRateClock *self);
TSL_AVAILABLE_IN_1_0
void tsl_rate_clock_set_intervals (TslRateClock *self, gint64 target, gint64 minimum);
TSL_AVAILABLE_IN_1_0
void tsl_rate_clock_begin (TslRateClock *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TslRateClock, tsl_rate_clock_free)

G_END_DECLS
