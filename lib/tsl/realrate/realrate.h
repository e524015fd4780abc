/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/export.h>

G_BEGIN_DECLS

/**
 * TslRealrateRule:
 * @TSL_REALRATE_CATCH_UP: the gain stays; a thread that is behind gets what equation 5.5 computes from it
 * @TSL_REALRATE_HOLD: gain and proportion stay, as in the dissertation
 *
 * What follows from a sampling period without progress. A thread that was far ahead has the least proportion,
 * which takes many periods to make progress with: under the dissertation's rule it falls behind meanwhile.
 */
typedef enum
{
  TSL_REALRATE_CATCH_UP,
  TSL_REALRATE_HOLD,
} TslRealrateRule;

/**
 * TslRealrateLaw:
 * @alpha: how strongly delay is answered; stable between 0 and 2
 * @beta: weight of the newest estimate of the gain, above 0 and at most 1
 * @min: the least proportion that is assigned, so that progress can be seen
 * @max: the greatest proportion that is assigned
 * @buffer: how many nanoseconds progress is to stay behind time, which is no delay: what a thread finds in
 *   its queue, so that it is not the queue that it waits for
 * @rule: what follows from a sampling period without progress
 *
 * The constants of the real-rate controller. Proportions are parts of one processor, from 0 to 1.
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
 */
#define TSL_REALRATE_LAW_USUAL                                                                     \
  ((TslRealrateLaw){ .alpha = 0.125, .beta = 0.5, .min = 0.001, .max = 0.9 })

/**
 * TslRealrate:
 * @proportion: what is assigned from the last sample on
 * @gain: the estimated proportion that a real rate of 1 takes
 * @real_rate: progress per time between the last two samples
 * @delay: by how many nanoseconds progress is behind what it should be; negative if it is ahead
 * @is_held: whether there was no progress, so that the gain stayed
 *
 * The state of the real-rate controller of one thread: plain memory, so that simulations and programs
 * use the same controller.
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

TSL_EXPORT void tsl_realrate_init (TslRealrate *self, double proportion, double gain);
TSL_EXPORT double tsl_realrate_step (TslRealrate *self, const TslRealrateLaw *law, gint64 period,
                                     gint64 time, gint64 time_stamp);
TSL_EXPORT void tsl_realrate_assign (TslRealrate *self, double proportion);
TSL_EXPORT gint64 tsl_realrate_choose_period (gint64 granularity, double k, gint64 thread_period);

G_END_DECLS
