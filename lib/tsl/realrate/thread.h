/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/realrate/progress.h>
#include <tsl/realrate/realrate.h>

G_BEGIN_DECLS

/**
 * TslRealrateThread:
 *
 * A thread whose proportion of a processor is controlled by its progress. A
 * [struct@RealrateScheduler] owns it.
 *
 * It publishes as mechanism “real-rate” the gauges `time-stamp` (s), `real-rate`, `delay` (ms),
 * `gain` (%), `proportion` (%), `hold`, `overload` and `period` (ms), the counters `samples` and
 * `refused`, and the knobs `alpha`, `beta`, `p0` (%), `k`, `priority`, `buffer` (ms) and `rule` (a
 * [enum@RealrateRule]). Changing `p0` restarts the controller.
 *
 * Since: 1.0
 */
typedef struct _TslRealrateThread TslRealrateThread;

/**
 * TslRealrateSettings:
 * @law: the controller's constants
 * @initial: the initial proportion of the first run; 1 is one processor
 * @k: minimum number of time-stamps in a sampling period
 * @thread_period: the thread's period in nanoseconds; 0 for the sampling period
 * @priority: importance of the thread in an overload, from 0 to 100 for the most important
 *
 * The settings of a controlled thread.
 *
 * Since: 1.0
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
 * The settings that the dissertation recommends.
 *
 * Since: 1.0
 */
#define TSL_REALRATE_SETTINGS_USUAL                                                                \
  ((TslRealrateSettings){ .law = TSL_REALRATE_LAW_USUAL, .initial = 0.05, .k = 4, .priority = 50 })

TSL_AVAILABLE_IN_1_0
gboolean tsl_realrate_thread_check (TslRealrateThread *self);
TSL_AVAILABLE_IN_1_0
gboolean tsl_realrate_thread_is_suspended (TslRealrateThread *self);
TSL_AVAILABLE_IN_1_0
double tsl_realrate_thread_get_proportion (TslRealrateThread *self);
TSL_AVAILABLE_IN_1_0
const TslRealrate *tsl_realrate_thread_get_state (TslRealrateThread *self);

G_END_DECLS
