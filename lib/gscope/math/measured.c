/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/math/formula.h>
#include <gscope/math/functions.h>

#include <glib/gi18n-lib.h>
#include <gscope/trace/gap.h>
#include <math.h>

/* Measurements as functions: they measure the samples of the latest time again with the samples that come. */

enum
{
  /* Measurements in the time of a window. */
  N_STEPS = 16,
  /* the same of a lag, which takes a thousand times as long */
  N_LAG_STEPS = 2,
  /* A step is a number of microseconds: in shorter windows, each sample is measured. */
  STEP_UNIT = 1000,
};

typedef struct
{
  /* the samples of the first argument, and of the second one of a pair; NULL before the first sample */
  GscopeTrace *trace;
  GscopeTrace *other;
  /* the bytes of the budget that they have */
  gsize taken;
  gboolean is_full;
  /* the step in which the result was measured */
  gint64 step;
  gboolean has_result;
  double result;
} State;

static void
clear_samples (GscopeMathOperation *self)
{
  State *state = self->state;

  g_clear_pointer (&state->trace, gscope_trace_unref);
  g_clear_pointer (&state->other, gscope_trace_unref);
  if (state->taken > 0)
    *self->budget += state->taken;
  *state = (State){ 0 };
}

/* Drops old samples. */
static void
trim (GscopeTrace *trace, gint64 begin)
{
  gint64 oldest;

  while (gscope_trace_get_oldest (trace, &oldest) && oldest < begin)
    gscope_trace_evict (trace);
}

/* Takes the memory of the samples from the budget. If that is too much, there are no results up to the next gap. */
static void
update_budget (GscopeMathOperation *self)
{
  State *state = self->state;
  gsize bytes = gscope_trace_get_bytes (state->trace)
                + (state->other ? gscope_trace_get_bytes (state->other) : 0);

  if (bytes > *self->budget + state->taken)
    {
      clear_samples (self);
      state->is_full = TRUE;
      return;
    }
  *self->budget = *self->budget + state->taken - bytes;
  state->taken = bytes;
}

static void
add_sample (GscopeMathOperation *self, gint64 time, double x, const double *y)
{
  State *state = self->state;

  if (!state->trace)
    state->trace = gscope_trace_new ();
  gscope_trace_append (state->trace, &time, &x, 1);
  trim (state->trace, time - self->window);
  if (y && !state->other)
    state->other = gscope_trace_new ();
  if (y)
    {
      gscope_trace_append (state->other, &time, y, 1);
      trim (state->other, time - self->window);
    }
  update_budget (self);
}

/* Without a sample at the time, the result holds. */
static double
measure (GscopeMathOperation *self, gint64 time, double percentile, gboolean is_fresh)
{
  State *state = self->state;
  GscopeMeasurement measurement = self->function->measurement;
  const GscopeMeasurementSettings settings = { percentile, 2, TRUE };
  gint64 n_steps = measurement == GSCOPE_MEASUREMENT_LAG ? N_LAG_STEPS : N_STEPS;
  gint64 length = self->window / n_steps / STEP_UNIT * STEP_UNIT;
  gint64 step = length > 0 ? time / length : time;

  if (state->is_full)
    return gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);
  if (!state->has_result || (is_fresh && step != state->step))
    state->result = gscope_measurement_compute (measurement, &settings, time - self->window + 1,
                                                time + 1, state->trace, state->other);
  if (!state->has_result || is_fresh)
    state->step = step;
  state->has_result = TRUE;
  return isnan (state->result) ? gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE) : state->result;
}

static void
compute_measured (GscopeMathOperation *self, const GscopeMathRows *rows, const double *const *in,
                  double *out)
{
  State *state = self->state;
  gboolean is_pair = gscope_measurement_needs_other (self->function->measurement);
  gboolean has_percentile = self->function->measurement == GSCOPE_MEASUREMENT_PERCENTILE;

  for (gsize i = 0; i < rows->n; i++)
    {
      double x = in[0][i], second = is_pair || has_percentile ? in[1][i] : 0;
      gboolean is_fresh = !rows->fresh || !state->trace || (rows->fresh[i] & self->inputs);

      if (isnan (x) || isnan (second))
        {
          clear_samples (self);
          out[i] = isnan (x) ? x : second;
          continue;
        }
      if (is_fresh && !state->is_full)
        add_sample (self, rows->times[i], x, is_pair ? &second : NULL);
      out[i] = measure (self, rows->times[i], second, is_fresh);
    }
}

#define MEASURED(function, args, id, written, about)                                               \
  {                                                                                                \
    .name = function, .n_args = args, .unit = GSCOPE_MATH_UNIT_MEASURED, .func = compute_measured, \
    .state_size = sizeof (State), .clear = clear_samples, .has_window = TRUE,                      \
    .signature = written, .description = about, .measurement = id                                  \
  }

const GscopeMathFunction gscope_math_measured_functions[] = {
  MEASURED ("peak_to_peak", 2, GSCOPE_MEASUREMENT_PEAK_TO_PEAK, "peak_to_peak(x, time)",
            N_ ("The difference of the largest and the smallest sample of the latest time.")),
  MEASURED ("percentile", 3, GSCOPE_MEASUREMENT_PERCENTILE, "percentile(x, percent, time)",
            N_ ("The value below which this part of the samples of the latest time is.")),
  MEASURED ("slope", 2, GSCOPE_MEASUREMENT_SLOPE, "slope(x, time)",
            N_ ("The slope of the line with the least squares over the latest time.")),
  MEASURED ("area", 2, GSCOPE_MEASUREMENT_INTEGRAL, "area(x, time)",
            N_ ("The integral over the latest time.")),
  MEASURED ("rises", 2, GSCOPE_MEASUREMENT_COUNT, "rises(x, time)",
            N_ ("The number of positive-going transitions in the latest time.")),
  MEASURED ("frequency", 2, GSCOPE_MEASUREMENT_FREQUENCY, "frequency(x, time)",
            N_ ("The reciprocal of the period over the latest time.")),
  MEASURED ("period", 2, GSCOPE_MEASUREMENT_PERIOD, "period(x, time)",
            N_ ("The mean period over the latest time.")),
  MEASURED ("duty", 2, GSCOPE_MEASUREMENT_DUTY, "duty(x, time)",
            N_ ("The part of the periods that positive pulses take over the latest time, in %.")),
  MEASURED ("rise_time", 2, GSCOPE_MEASUREMENT_RISE_TIME, "rise_time(x, time)",
            N_ ("The mean duration of positive-going transitions in the latest time.")),
  MEASURED ("fall_time", 2, GSCOPE_MEASUREMENT_FALL_TIME, "fall_time(x, time)",
            N_ ("The mean duration of negative-going transitions in the latest time.")),
  MEASURED ("overshoot", 2, GSCOPE_MEASUREMENT_OVERSHOOT, "overshoot(x, time)",
            N_ ("The largest excess over the high state in the latest time, in %.")),
  MEASURED ("settling", 2, GSCOPE_MEASUREMENT_SETTLING, "settling(x, time)",
            N_ ("The settling time of the last transition in the latest time.")),
  MEASURED ("time_to", 3, GSCOPE_MEASUREMENT_DELAY, "time_to(x, y, time)",
            N_ ("The mean time from a rise of x to the next rise of y in the latest time.")),
  MEASURED ("phase", 3, GSCOPE_MEASUREMENT_PHASE, "phase(x, y, time)",
            N_ ("The same in degrees of the period of x.")),
  MEASURED ("correlation", 3, GSCOPE_MEASUREMENT_CORRELATION, "correlation(x, y, time)",
            N_ ("Pearson's correlation over the latest time.")),
  MEASURED ("lag", 3, GSCOPE_MEASUREMENT_LAG, "lag(x, y, time)",
            N_ ("The time by which y is later, where the correlation is greatest.")),
  { NULL },
};

static const char *
find_name (GscopeMeasurement measurement)
{
  static const char *const plain[GSCOPE_N_MEASUREMENTS] = {
    [GSCOPE_MEASUREMENT_MEAN] = "mean",
    [GSCOPE_MEASUREMENT_RMS] = "rms",
    [GSCOPE_MEASUREMENT_MINIMUM] = "min",
    [GSCOPE_MEASUREMENT_MAXIMUM] = "max",
  };
  const GscopeMathFunction *row = gscope_math_measured_functions;

  if (plain[measurement])
    return plain[measurement];
  while (row->name && row->measurement != measurement)
    row++;
  return row->name;
}

static char *
write_time (gint64 time)
{
  if (time % GSCOPE_SEC == 0)
    return g_strdup_printf ("%" G_GINT64_FORMAT "s", time / GSCOPE_SEC);
  if (time % GSCOPE_MSEC == 0)
    return g_strdup_printf ("%" G_GINT64_FORMAT "ms", time / GSCOPE_MSEC);
  return g_strdup_printf ("%" G_GINT64_FORMAT "ns", time);
}

/**
 * gscope_math_write_measurement:
 * @measurement: a measurement
 * @signal: the full name of the signal
 * @other: (nullable): the full name of the other signal, for measurements that need one
 * @percentile: the part of the samples below the percentile, %
 * @time: how much time is measured, nanoseconds
 *
 * Writes the expression whose value at each time is a measurement of the latest time before.
 *
 * Returns: (transfer full) (nullable): the expression; %NULL if the other signal is missing
 *
 * Since: 1.0
 */
char *
gscope_math_write_measurement (GscopeMeasurement measurement, const char *signal, const char *other,
                               double percentile, gint64 time)
{
  gboolean is_pair;
  g_autofree char *x = NULL, *second = NULL, *window = NULL;
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_return_val_if_fail (measurement < GSCOPE_N_MEASUREMENTS, NULL);
  g_return_val_if_fail (signal && time > 0, NULL);

  is_pair = gscope_measurement_needs_other (measurement);
  if (is_pair && !other)
    return NULL;
  x = gscope_math_quote_name (signal);
  window = write_time (time);
  if (is_pair)
    second = gscope_math_quote_name (other);
  else if (measurement == GSCOPE_MEASUREMENT_PERCENTILE)
    second = g_strdup (g_ascii_dtostr (number, sizeof number, percentile));
  return second ? g_strdup_printf ("%s(%s, %s, %s)", find_name (measurement), x, second, window)
                : g_strdup_printf ("%s(%s, %s)", find_name (measurement), x, window);
}
