/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/realrate/progress.h>
#include <tsl/realrate/realrate.h>

G_BEGIN_DECLS

/**
 * TslRealrateThread:
 *
 * A thread whose proportion of a processor follows its progress. Its [struct@RealrateScheduler] owns it.
 *
 * It publishes as mechanism “real-rate” the gauges `time-stamp` (s), `real-rate`, `delay` (ms), `gain`
 * (%), `proportion` (%), `hold`, `overload` and `period` (ms), the counters `samples` and `refused`, and
 * the knobs `alpha`, `beta`, `p0` (%), `k`, `priority`, `buffer` (ms) and `rule` (a [enum@RealrateRule]). Turning `p0`
 * starts the controller again.
 */
typedef struct _TslRealrateThread TslRealrateThread;

/**
 * TslRealrateSettings:
 * @law: the controller's constants
 * @initial: the proportion that the first run begins with, as a part of one processor
 * @k: how many time-stamps a sampling period has at least
 * @thread_period: the thread's period in nanoseconds; 0 if that is the sampling period
 * @priority: how important it is in an overload; greater is more important, from 0 to 100
 *
 * How a thread is controlled.
 */
typedef struct
{
  TslRealrateLaw law;
  double initial;
  double k;
  gint64 thread_period;
  int priority;
} TslRealrateSettings;

/**
 * TSL_REALRATE_SETTINGS_USUAL:
 *
 * What the dissertation recommends.
 */
#define TSL_REALRATE_SETTINGS_USUAL                                                                \
  ((TslRealrateSettings){ .law = TSL_REALRATE_LAW_USUAL, .initial = 0.05, .k = 4, .priority = 50 })

TSL_EXPORT gboolean tsl_realrate_thread_check (TslRealrateThread *self);
TSL_EXPORT double tsl_realrate_thread_get_proportion (TslRealrateThread *self);
TSL_EXPORT const TslRealrate *tsl_realrate_thread_get_state (TslRealrateThread *self);
TSL_EXPORT gint64 tsl_realrate_thread_get_period (TslRealrateThread *self);
TSL_EXPORT gboolean tsl_realrate_thread_is_overloaded (TslRealrateThread *self);

G_END_DECLS
