/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/page/page.h>

G_BEGIN_DECLS

/**
 * TSL_MAX_OVERSHOOT:
 *
 * The maximum overshoot that another process may request: 5 ms, in nanoseconds.
 *
 * Since: 1.0
 */
#define TSL_MAX_OVERSHOOT (5 * G_GINT64_CONSTANT (1000000))

/**
 * TslTimers:
 *
 * The firm timers of a thread. A timer fires at the first check point after its deadline: in an
 * iteration of an event loop, or when the program calls [method@Timers.check]. If there is no check
 * point within the timer's overshoot, the kernel's timer causes one. With an overshoot of 0 timers
 * are hard timers, with a very large one soft timers.
 *
 * Since: 1.0
 */
typedef struct _TslTimers TslTimers;

/**
 * TslTimer:
 *
 * A firm timer, one-shot or periodic.
 *
 * Since: 1.0
 */
typedef struct _TslTimer TslTimer;

/**
 * TslTimerFunc:
 * @timer: the timer, which may be set, cancelled or freed
 * @deadline: the deadline that has passed, in nanoseconds
 * @user_data: data that was passed with the function
 *
 * Called when a timer fires.
 *
 * Since: 1.0
 */
typedef void (*TslTimerFunc) (TslTimer *timer, gint64 deadline, gpointer user_data);

/**
 * TslClockFunc:
 * @user_data: data that was passed with the function
 *
 * Reads a clock.
 *
 * Returns: a monotonic time in nanoseconds
 *
 * Since: 1.0
 */
typedef gint64 (*TslClockFunc) (gpointer user_data);

TSL_AVAILABLE_IN_1_0
TslTimers *tsl_timers_new (TslPage *page, const char *group, GError **error);
TSL_AVAILABLE_IN_1_0
TslTimers *tsl_timers_new_with_clock (TslPage *page, const char *group, TslClockFunc clock,
                                      gpointer user_data);
TSL_AVAILABLE_IN_1_0
void tsl_timers_free (TslTimers *self);
TSL_AVAILABLE_IN_1_0
gint64 tsl_timers_get_time (TslTimers *self);
TSL_AVAILABLE_IN_1_0
void tsl_timers_set_overshoot (TslTimers *self, gint64 overshoot);
TSL_AVAILABLE_IN_1_0
guint tsl_timers_check (TslTimers *self);
TSL_AVAILABLE_IN_1_0
int tsl_timers_get_fd (TslTimers *self);
TSL_AVAILABLE_IN_1_0
gint64 tsl_timers_get_hard_time (TslTimers *self);
TSL_AVAILABLE_IN_1_0
GSource *tsl_timers_create_source (TslTimers *self);

TSL_AVAILABLE_IN_1_0
TslTimer *tsl_timer_new (TslTimers *timers, TslTimerFunc func, gpointer user_data);
TSL_AVAILABLE_IN_1_0
void tsl_timer_free (TslTimer *self);
TSL_AVAILABLE_IN_1_0
void tsl_timer_set (TslTimer *self, gint64 deadline, gint64 period);
TSL_AVAILABLE_IN_1_0
void tsl_timer_cancel (TslTimer *self);
TSL_AVAILABLE_IN_1_0
gboolean tsl_timer_is_set (TslTimer *self);
TSL_AVAILABLE_IN_1_0
void tsl_timer_set_overshoot (TslTimer *self, gint64 overshoot);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TslTimers, tsl_timers_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TslTimer, tsl_timer_free)

G_END_DECLS
