/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/version.h>

G_BEGIN_DECLS

/**
 * TslRealrateRule:
 * @TSL_REALRATE_RULE_CATCH_UP: the gain does not change; a thread that is behind gets the proportion
 *   that equation 5.5 computes from this gain
 * @TSL_REALRATE_RULE_HOLD: neither the gain nor the proportion changes, as in the dissertation
 *
 * The controller's rule for a sampling period without progress. A thread that was far ahead has the
 * minimum proportion, with which it needs many periods for any progress; under the dissertation's
 * rule it falls behind meanwhile.
 *
 * Since: 1.0
 */
typedef enum
{
  TSL_REALRATE_RULE_CATCH_UP,
  TSL_REALRATE_RULE_HOLD,
} TslRealrateRule;

/**
 * TslRealrateLaw:
 * @alpha: feedback of the delay; stable between 0 and 2
 * @beta: weight of the newest gain estimate, above 0 and at most 1
 * @min: the minimum proportion, above 0 so that progress can be measured
 * @max: the maximum proportion
 * @buffer: how far the progress should stay behind real time, in nanoseconds: a supply of items in
 *   the thread's queue, so that the thread rarely waits for the queue; it does not count as delay
 * @rule: the rule for a sampling period without progress
 *
 * The constants of the real-rate controller. Proportions are from 0 to 1; 1 is one processor.
 *
 * Since: 1.0
 */
typedef struct
{
  double alpha;
  double beta;
  double min;
  double max;
  gint64 buffer;
  TslRealrateRule rule;
} TslRealrateLaw;

/**
 * TSL_REALRATE_LAW_USUAL:
 *
 * The constants that the dissertation recommends for time-stamps of a quarter of the sampling period.
 *
 * Since: 1.0
 */
#define TSL_REALRATE_LAW_USUAL                                                                     \
  ((TslRealrateLaw){ .alpha = 0.125, .beta = 0.5, .min = 0.001, .max = 0.9 })

/**
 * TslRealrate:
 * @proportion: the proportion assigned at the last sample
 * @gain: the estimated proportion that a real rate of 1 needs
 * @real_rate: progress divided by time, between the last two samples
 * @delay: how far the progress is behind its set point, in nanoseconds; negative if it is ahead
 * @is_held: whether the last sampling period had no progress, so that the gain did not change
 *
 * The state of the real-rate controller of one thread. It is plain memory, so that simulations can
 * use the controller without threads.
 *
 * Since: 1.0
 */
typedef struct
{
  double proportion;
  double gain;
  double real_rate;
  gint64 delay;
  gboolean is_held;

  /*< private >*/
  gint64 time;
  gint64 time_stamp;
} TslRealrate;

TSL_AVAILABLE_IN_1_0
void tsl_realrate_init (TslRealrate *self, double proportion, double gain);
TSL_AVAILABLE_IN_1_0
double tsl_realrate_step (TslRealrate *self, const TslRealrateLaw *law, gint64 period, gint64 time,
                          gint64 time_stamp);
TSL_AVAILABLE_IN_1_0
void tsl_realrate_assign (TslRealrate *self, double proportion);
TSL_AVAILABLE_IN_1_0
gint64 tsl_realrate_choose_period (gint64 granularity, double k, gint64 thread_period);

G_END_DECLS
