/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/timer/firm-timer.h>

G_BEGIN_DECLS

/**
 * TslRateClock:
 *
 * Rate-based clocking on firm timers: events, such as packets, at a target interval on average, and never
 * at less than a minimum interval.
 */
typedef struct _TslRateClock TslRateClock;

/**
 * TslRateFunc:
 * @time: the time now, in nanoseconds on the timers' clock
 * @user_data: what was given with the function
 *
 * Called for each event.
 *
 * Returns: %FALSE if the train of events ends here
 */
typedef gboolean (*TslRateFunc) (gint64 time, gpointer user_data);

TSL_EXPORT TslRateClock *tsl_rate_clock_new (TslTimers *timers, TslPage *page, const char *group,
                                             TslRateFunc func, gpointer user_data);
TSL_EXPORT void tsl_rate_clock_free (TslRateClock *self);
TSL_EXPORT void tsl_rate_clock_set_intervals (TslRateClock *self, gint64 target, gint64 minimum);
TSL_EXPORT void tsl_rate_clock_begin (TslRateClock *self);
TSL_EXPORT void tsl_rate_clock_end (TslRateClock *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TslRateClock, tsl_rate_clock_free)

G_END_DECLS
