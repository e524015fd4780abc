/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/measure/measurement.h>

#include <glib/gi18n-lib.h>
#include <gscope/math/units.h>
#include <gscope/measure/pair.h>
#include <gscope/measure/pulse.h>
#include <math.h>
#include <stdlib.h>

/* The samples and settings of a measurement. The second signal is read only where it is needed. */
typedef struct
{
  const GscopeMeasurementSettings *settings;
  gint64 begin;
  gint64 end;
  GscopeTrace *trace;
  GscopeTrace *other;
  GscopeMeasurePoints points;
  GscopeMeasurePulses pulses;
} Subject;

typedef enum
{
  UNIT_SAME,
  UNIT_RATE,
  UNIT_INTEGRAL,
  /* the unit of the row */
  UNIT_OWN,
} UnitRule;

typedef struct
{
  const char *title;
  const char *description;
  double (*compute) (const Subject *subject);
  UnitRule rule;
  const char *unit;
  gboolean needs_pulses;
  gboolean needs_other;
} Row;

typedef struct
{
  guint64 n;
  double sum;
  double squares;
  double min;
  double max;
} Sums;

static Sums
sum_up (const GscopeMeasurePoints *points)
{
  Sums sums = { .min = INFINITY, .max = -INFINITY };

  for (gsize i = 0; i < points->n; i++)
    {
      double value = points->values[i];

      if (isnan (value))
        continue;
      sums.n++;
      sums.sum += value;
      sums.squares += value * value;
      sums.min = MIN (sums.min, value);
      sums.max = MAX (sums.max, value);
    }
  return sums;
}

static double
compute_mean (const Subject *subject)
{
  Sums sums = sum_up (&subject->points);

  return sums.n > 0 ? sums.sum / (double) sums.n : NAN;
}

static double
compute_rms (const Subject *subject)
{
  Sums sums = sum_up (&subject->points);

  return sums.n > 0 ? sqrt (sums.squares / (double) sums.n) : NAN;
}

static double
compute_minimum (const Subject *subject)
{
  Sums sums = sum_up (&subject->points);

  return sums.n > 0 ? sums.min : NAN;
}

static double
compute_maximum (const Subject *subject)
{
  Sums sums = sum_up (&subject->points);

  return sums.n > 0 ? sums.max : NAN;
}

static double
compute_peak_to_peak (const Subject *subject)
{
  Sums sums = sum_up (&subject->points);

  return sums.n > 0 ? sums.max - sums.min : NAN;
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
compute_percentile (const Subject *subject)
{
  g_autofree double *sorted = g_new (double, subject->points.n);
  double place;
  gsize n = 0, below;

  for (gsize i = 0; i < subject->points.n; i++)
    if (!isnan (subject->points.values[i]))
      sorted[n++] = subject->points.values[i];
  if (n == 0)
    return NAN;
  qsort (sorted, n, sizeof *sorted, compare);
  place = CLAMP (subject->settings->percentile, 0, 100) / 100 * (double) (n - 1);
  below = MIN ((gsize) place, n - 1);
  return sorted[below]
         + (place - (double) below) * (sorted[MIN (below + 1, n - 1)] - sorted[below]);
}

/* The moments are about the running means, which do not cancel. */
static double
compute_slope (const Subject *subject)
{
  double time = 0, value = 0, squares = 0, products = 0;
  guint64 n = 0;

  for (gsize i = 0; i < subject->points.n; i++)
    {
      double t = subject->points.times[i], x = subject->points.values[i], distance = t - time;

      if (isnan (x))
        continue;
      n++;
      time += distance / (double) n;
      value += (x - value) / (double) n;
      squares += distance * (t - time);
      products += distance * (x - value);
    }
  return squares > 0 ? products / squares : NAN;
}

static double
compute_integral (const Subject *subject)
{
  const GscopeMeasurePoints *points = &subject->points;
  double sum = 0;
  gboolean is_known = FALSE;

  for (gsize i = 0; i + 1 < points->n; i++)
    {
      double before = points->values[i], after = points->values[i + 1];

      if (isnan (before) || (isnan (after) && !subject->settings->holds))
        continue;
      is_known = TRUE;
      sum += (points->times[i + 1] - points->times[i])
             * (subject->settings->holds ? before : (before + after) / 2);
    }
  return is_known ? sum : NAN;
}

static double
compute_count (const Subject *subject)
{
  const GArray *transitions = subject->pulses.transitions;
  guint n = 0;

  for (guint i = 0; i < transitions->len; i++)
    n += g_array_index (transitions, GscopeMeasureTransition, i).is_rise;
  return n;
}

static double
compute_period (const Subject *subject)
{
  return gscope_measure_pulses_get_period (&subject->pulses);
}

static double
compute_frequency (const Subject *subject)
{
  return 1 / compute_period (subject);
}

static double
compute_duty (const Subject *subject)
{
  return gscope_measure_pulses_get_duty (&subject->pulses);
}

static double
compute_rise_time (const Subject *subject)
{
  return gscope_measure_pulses_get_duration (&subject->pulses, TRUE);
}

static double
compute_fall_time (const Subject *subject)
{
  return gscope_measure_pulses_get_duration (&subject->pulses, FALSE);
}

static double
compute_overshoot (const Subject *subject)
{
  return gscope_measure_pulses_get_overshoot (&subject->pulses, &subject->points);
}

static double
compute_settling (const Subject *subject)
{
  return gscope_measure_pulses_get_settling (&subject->pulses, &subject->points,
                                             subject->settings->tolerance);
}

static double
compute_delay (const Subject *subject)
{
  g_auto (GscopeMeasurePoints) points = { 0 };
  g_auto (GscopeMeasurePulses) pulses = { 0 };

  gscope_measure_points_read (&points, subject->other, subject->begin, subject->end);
  gscope_measure_pulses_find (&pulses, &points);
  return gscope_measure_pulses_get_delay (&subject->pulses, &pulses);
}

static double
compute_phase (const Subject *subject)
{
  double turns = compute_delay (subject) / compute_period (subject);

  return 360 * (turns - ceil (turns - 0.5));
}

static double
compute_correlation (const Subject *subject)
{
  return gscope_measure_correlation (subject->trace, subject->other, subject->begin, subject->end,
                                     subject->settings->holds);
}

static double
compute_lag (const Subject *subject)
{
  return gscope_measure_lag (subject->trace, subject->other, subject->begin, subject->end,
                             subject->settings->holds);
}

static const Row rows[GSCOPE_N_MEASUREMENTS] = {
  [GSCOPE_MEASUREMENT_MEAN] = { N_ ("Mean"), N_ ("The mean of the samples"), compute_mean },
  [GSCOPE_MEASUREMENT_RMS] = { N_ ("RMS"), N_ ("The root of the mean square of the samples"),
                               compute_rms },
  [GSCOPE_MEASUREMENT_MINIMUM] = { N_ ("Minimum"), N_ ("The smallest sample"), compute_minimum },
  [GSCOPE_MEASUREMENT_MAXIMUM] = { N_ ("Maximum"), N_ ("The largest sample"), compute_maximum },
  [GSCOPE_MEASUREMENT_PEAK_TO_PEAK] = { N_ ("Peak to Peak"),
                                        N_ ("The difference of the largest and the smallest "
                                            "sample"),
                                        compute_peak_to_peak },
  [GSCOPE_MEASUREMENT_PERCENTILE] = { N_ ("Percentile"),
                                      N_ ("The value below which a part of the samples is"),
                                      compute_percentile },
  [GSCOPE_MEASUREMENT_SLOPE] = { N_ ("Slope"), N_ ("The slope of the line with the least squares"),
                                 compute_slope, UNIT_RATE },
  [GSCOPE_MEASUREMENT_INTEGRAL] = { N_ ("Integral"), N_ ("The integral over time"),
                                    compute_integral, UNIT_INTEGRAL },
  [GSCOPE_MEASUREMENT_COUNT] = { N_ ("Count"), N_ ("The number of positive-going transitions"),
                                 compute_count, UNIT_OWN, "", TRUE },
  [GSCOPE_MEASUREMENT_FREQUENCY] = { N_ ("Frequency"), N_ ("The reciprocal of the period"),
                                     compute_frequency, UNIT_OWN, "Hz", TRUE },
  [GSCOPE_MEASUREMENT_PERIOD] = { N_ ("Period"),
                                  N_ ("The mean time between transitions of the same polarity"),
                                  compute_period, UNIT_OWN, "s", TRUE },
  [GSCOPE_MEASUREMENT_DUTY] = { N_ ("Duty Factor"),
                                N_ ("The part of the periods that positive pulses take"),
                                compute_duty, UNIT_OWN, "%", TRUE },
  [GSCOPE_MEASUREMENT_RISE_TIME] = { N_ ("Rise Time"),
                                     N_ ("The mean duration of positive-going transitions from "
                                         "10 % to 90 %"),
                                     compute_rise_time, UNIT_OWN, "s", TRUE },
  [GSCOPE_MEASUREMENT_FALL_TIME] = { N_ ("Fall Time"),
                                     N_ ("The mean duration of negative-going transitions from "
                                         "90 % to 10 %"),
                                     compute_fall_time, UNIT_OWN, "s", TRUE },
  [GSCOPE_MEASUREMENT_OVERSHOOT] = { N_ ("Overshoot"),
                                     N_ ("The largest excess over the high state, in parts of the "
                                         "amplitude"),
                                     compute_overshoot, UNIT_OWN, "%", TRUE },
  [GSCOPE_MEASUREMENT_SETTLING] = { N_ ("Settling"),
                                    N_ ("The time from the last transition until the values stay "
                                        "near the state"),
                                    compute_settling, UNIT_OWN, "s", TRUE },
  [GSCOPE_MEASUREMENT_DELAY] = { N_ ("Delay"),
                                 N_ ("The mean time to the next positive-going transition of the "
                                     "other signal"),
                                 compute_delay, UNIT_OWN, "s", TRUE, TRUE },
  [GSCOPE_MEASUREMENT_PHASE] = { N_ ("Phase"), N_ ("The delay in degrees of the period"),
                                 compute_phase, UNIT_OWN, "°", TRUE, TRUE },
  [GSCOPE_MEASUREMENT_CORRELATION] = { N_ ("Correlation"),
                                       N_ ("Pearson's correlation with the other signal"),
                                       compute_correlation, UNIT_OWN, "", FALSE, TRUE },
  [GSCOPE_MEASUREMENT_LAG] = { N_ ("Lag"),
                               N_ ("The time by which the other signal is later, where the "
                                   "correlation is greatest"),
                               compute_lag, UNIT_OWN, "s", FALSE, TRUE },
};

static const Row *
get_row (GscopeMeasurement self)
{
  return &rows[self];
}

/**
 * gscope_measurement_get_title:
 * @self: a measurement
 *
 * Gets the title for users.
 *
 * Returns: a translated text
 *
 * Since: 1.0
 */
const char *
gscope_measurement_get_title (GscopeMeasurement self)
{
  g_return_val_if_fail (self < GSCOPE_N_MEASUREMENTS, NULL);

  return _ (get_row (self)->title);
}

/**
 * gscope_measurement_get_description:
 * @self: a measurement
 *
 * Gets what is measured.
 *
 * Returns: a translated text
 *
 * Since: 1.0
 */
const char *
gscope_measurement_get_description (GscopeMeasurement self)
{
  g_return_val_if_fail (self < GSCOPE_N_MEASUREMENTS, NULL);

  return _ (get_row (self)->description);
}

/**
 * gscope_measurement_needs_other:
 * @self: a measurement
 *
 * Determines whether two signals are compared.
 *
 * Returns: %TRUE if a second signal is needed
 *
 * Since: 1.0
 */
gboolean
gscope_measurement_needs_other (GscopeMeasurement self)
{
  g_return_val_if_fail (self < GSCOPE_N_MEASUREMENTS, FALSE);

  return get_row (self)->needs_other;
}

/**
 * gscope_measurement_dup_unit:
 * @self: a measurement
 * @unit: (nullable): the unit of the signal; %NULL for a pure number
 *
 * Gets the unit of the result.
 *
 * Returns: (transfer full): the unit; an empty text for a pure number
 *
 * Since: 1.0
 */
char *
gscope_measurement_dup_unit (GscopeMeasurement self, const char *unit)
{
  g_return_val_if_fail (self < GSCOPE_N_MEASUREMENTS, NULL);

  unit = unit ? unit : "";
  switch (get_row (self)->rule)
    {
    case UNIT_SAME:
      return g_strdup (unit);
    case UNIT_RATE:
      return gscope_math_unit_divide (unit, "s");
    case UNIT_INTEGRAL:
      return gscope_math_unit_multiply (unit, "s");
    case UNIT_OWN:
      return g_strdup (get_row (self)->unit);
    }
  g_return_val_if_reached (NULL);
}

/**
 * gscope_measurement_compute:
 * @self: a measurement
 * @settings: (nullable): how to measure; %NULL for the median, 2 % and lines
 * @begin: the begin of the interval, nanoseconds
 * @end: the end of the interval, after its last sample, nanoseconds
 * @trace: the samples of the signal
 * @other: (nullable): the samples of the other signal, for those that need one
 *
 * Measures a signal in an interval, in the main thread. It reads all samples, at most the newest 16 million.
 *
 * Returns: the value, in the unit of gscope_measurement_dup_unit(); not-a-number if it is not known: without samples, transitions or
 *   the other signal
 *
 * Since: 1.0
 */
double
gscope_measurement_compute (GscopeMeasurement self, const GscopeMeasurementSettings *settings,
                            gint64 begin, gint64 end, GscopeTrace *trace, GscopeTrace *other)
{
  static const GscopeMeasurementSettings usual = { .percentile = 50, .tolerance = 2 };
  g_auto (GscopeMeasurePoints) points = { 0 };
  g_auto (GscopeMeasurePulses) pulses = { 0 };
  Subject subject = { settings ? settings : &usual, begin, end, trace, other, points, pulses };

  g_return_val_if_fail (self < GSCOPE_N_MEASUREMENTS, NAN);
  g_return_val_if_fail (trace, NAN);

  if (get_row (self)->needs_other && !other)
    return NAN;
  gscope_measure_points_read (&points, trace, begin, end);
  if (get_row (self)->needs_pulses)
    gscope_measure_pulses_find (&pulses, &points);
  subject.points = points;
  subject.pulses = pulses;
  return get_row (self)->compute (&subject);
}
