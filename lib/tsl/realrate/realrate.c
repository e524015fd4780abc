/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/realrate/realrate.h>

#include <math.h>

/**
 * tsl_realrate_init:
 * @self: a controller
 * @proportion: the initial proportion, assigned until the first sample; positive
 * @gain: the gain if it is known, for example from the last run; 0 if not
 *
 * Initializes a controller at time 0 and time-stamp 0 (dissertation, section 5.1.3.1: the gain is 0
 * initially, a proportion above 0 starts its estimation, and the gain of the last run shortens the
 * start-up).
 *
 * Since: 1.0
 */
void
tsl_realrate_init (TslRealrate *self, double proportion, double gain)
{
  g_return_if_fail (self && proportion > 0 && gain >= 0);

  *self = (TslRealrate){ .proportion = proportion, .gain = gain };
}

/* Equation 5.5. */
static void
follow_delay (TslRealrate *self, const TslRealrateLaw *law, gint64 period)
{
  double proportion = self->gain * (1 + law->alpha * self->delay / period);

  self->proportion = CLAMP (proportion, law->min, law->max);
}

/* Without a gain the thread's need is unknown. */
static gboolean
is_to_catch_up (const TslRealrate *self, const TslRealrateLaw *law)
{
  return law->rule == TSL_REALRATE_RULE_CATCH_UP && self->gain > 0 && self->delay > 0;
}

/**
 * tsl_realrate_step:
 * @self: a controller
 * @law: its constants
 * @period: the sampling period in nanoseconds, see [func@realrate_choose_period]
 * @time: time since the beginning in nanoseconds
 * @time_stamp: progress since the beginning in nanoseconds
 *
 * Samples the progress and computes the proportion: equations 5.4 and 5.5 of the dissertation with
 * its two boundary conditions. Without progress the gain does not change, and the law's rule
 * determines the proportion. The proportion stays within the law's bounds. The controller uses the
 * measured time between two samples, so a late sample causes no error.
 *
 * Returns: the proportion from now on
 *
 * Since: 1.0
 */
double
tsl_realrate_step (TslRealrate *self, const TslRealrateLaw *law, gint64 period, gint64 time,
                   gint64 time_stamp)
{
  gint64 passed = time - self->time, progress = time_stamp - self->time_stamp;

  g_return_val_if_fail (period > 0 && passed > 0, self->proportion);

  self->time = time;
  self->time_stamp = time_stamp;
  self->delay = time - law->buffer - time_stamp;
  self->real_rate = progress / (double) passed;
  self->is_held = progress <= 0;
  if (!self->is_held)
    self->gain = (1 - law->beta) * self->gain + law->beta * self->proportion / self->real_rate;
  if (!self->is_held || is_to_catch_up (self, law))
    follow_delay (self, law, period);
  return self->proportion;
}

/**
 * tsl_realrate_assign:
 * @self: a controller
 * @proportion: the proportion that the thread actually gets; positive
 *
 * Sets the proportion that the thread actually gets if it differs from the result of the last
 * step, because of an overload or because the kernel refused it. The next step estimates the gain
 * from it.
 *
 * Since: 1.0
 */
void
tsl_realrate_assign (TslRealrate *self, double proportion)
{
  g_return_if_fail (self && proportion > 0);

  self->proportion = proportion;
}

/**
 * tsl_realrate_choose_period:
 * @granularity: the time-stamps' granularity in nanoseconds
 * @k: minimum number of time-stamps in a sampling period; 3 to 5 give the least delay
 * @thread_period: the thread's period in nanoseconds; 0 for none
 *
 * Computes the sampling period: k times the granularity, rounded up to a multiple of the thread's
 * period (dissertation, equation 5.6), because progress within a period is not uniform.
 *
 * Returns: the sampling period in nanoseconds
 *
 * Since: 1.0
 */
gint64
tsl_realrate_choose_period (gint64 granularity, double k, gint64 thread_period)
{
  gint64 least = llround (granularity * k);

  g_return_val_if_fail (granularity > 0 && k > 0 && thread_period >= 0, 1);

  if (thread_period == 0)
    return MAX (least, 1);
  return (least + thread_period - 1) / thread_period * thread_period;
}
