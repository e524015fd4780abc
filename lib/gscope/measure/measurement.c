/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/measure/measurement.h>

#include <glib/gi18n-lib.h>
#include <gscope/control/units.h>
#include <gscope/measure/compute.h>
#include <math.h>
#include <stdlib.h>

/* The samples that are measured, with their pulses where they are needed. */
typedef struct
{
  const GscopeMeasureInput *input;
  const GscopeMeasurePoints *points;
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
  const char *label;
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
  Sums sums = sum_up (subject->points);

  return sums.n > 0 ? sums.sum / (double) sums.n : NAN;
}

static double
compute_rms (const Subject *subject)
{
  Sums sums = sum_up (subject->points);

  return sums.n > 0 ? sqrt (sums.squares / (double) sums.n) : NAN;
}

static double
compute_minimum (const Subject *subject)
{
  Sums sums = sum_up (subject->points);

  return sums.n > 0 ? sums.min : NAN;
}

static double
compute_maximum (const Subject *subject)
{
  Sums sums = sum_up (subject->points);

  return sums.n > 0 ? sums.max : NAN;
}

static double
compute_peak_to_peak (const Subject *subject)
{
  Sums sums = sum_up (subject->points);

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
  const GscopeMeasurePoints *points = subject->points;
  g_autofree double *sorted = g_new (double, points->n);
  double place;
  gsize n = 0, below;

  for (gsize i = 0; i < points->n; i++)
    if (!isnan (points->values[i]))
      sorted[n++] = points->values[i];
  if (n == 0)
    return NAN;
  qsort (sorted, n, sizeof *sorted, compare);
  place = CLAMP (subject->input->settings.percentile, 0, 100) / 100 * (double) (n - 1);
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

  for (gsize i = 0; i < subject->points->n; i++)
    {
      double t = subject->points->times[i], x = subject->points->values[i], distance = t - time;

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
  const GscopeMeasurePoints *points = subject->points;
  double sum = 0;
  gboolean is_known = FALSE;

  for (gsize i = 0; i + 1 < points->n; i++)
    {
      double before = points->values[i], after = points->values[i + 1];

      if (isnan (before) || (isnan (after) && !subject->input->settings.holds))
        continue;
      is_known = TRUE;
      sum += (points->times[i + 1] - points->times[i])
             * (subject->input->settings.holds ? before : (before + after) / 2);
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
  return gscope_measure_pulses_get_overshoot (&subject->pulses, subject->points);
}

static double
compute_settling (const Subject *subject)
{
  return gscope_measure_pulses_get_settling (&subject->pulses, subject->points,
                                             subject->input->settings.tolerance);
}

static double
compute_delay (const Subject *subject)
{
  g_auto (GscopeMeasurePulses) pulses = { 0 };

  gscope_measure_pulses_find (&pulses, &subject->input->other);
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
  const GscopeMeasurePair *pair = subject->input->pair;

  return pair ? gscope_measure_pair_get_correlation (pair) : NAN;
}

static double
compute_lag (const Subject *subject)
{
  const GscopeMeasurePair *pair = subject->input->pair;

  return pair ? gscope_measure_pair_get_lag (pair) : NAN;
}

static const Row rows[GSCOPE_N_MEASUREMENTS] = {
  [GSCOPE_MEASUREMENT_MEAN] = { NC_ ("measurement", "Mean"), N_ ("mean"),
                                N_ ("The mean of the samples"), compute_mean },
  [GSCOPE_MEASUREMENT_RMS] = { NC_ ("measurement", "RMS"), N_ ("RMS"),
                               N_ ("The root of the mean square of the samples"), compute_rms },
  [GSCOPE_MEASUREMENT_MINIMUM] = { NC_ ("measurement", "Minimum"), N_ ("min"),
                                   N_ ("The smallest sample"), compute_minimum },
  [GSCOPE_MEASUREMENT_MAXIMUM] = { NC_ ("measurement", "Maximum"), N_ ("max"),
                                   N_ ("The largest sample"), compute_maximum },
  [GSCOPE_MEASUREMENT_PEAK_TO_PEAK] = { NC_ ("measurement", "Peak to Peak"), N_ ("p-p"),
                                        N_ ("The difference of the largest and the smallest "
                                            "sample"),
                                        compute_peak_to_peak },
  [GSCOPE_MEASUREMENT_PERCENTILE] = { NC_ ("measurement", "Percentile"), N_ ("p"),
                                      N_ ("The value below which a part of the samples is"),
                                      compute_percentile },
  [GSCOPE_MEASUREMENT_SLOPE] = { NC_ ("measurement", "Slope"), N_ ("slope"),
                                 N_ ("The slope of the line with the least squares"), compute_slope,
                                 UNIT_RATE },
  [GSCOPE_MEASUREMENT_INTEGRAL] = { NC_ ("measurement", "Integral"), N_ ("integral"),
                                    N_ ("The integral over time"), compute_integral,
                                    UNIT_INTEGRAL },
  [GSCOPE_MEASUREMENT_COUNT] = { NC_ ("measurement", "Count"), N_ ("count"),
                                 N_ ("The number of positive-going transitions"), compute_count,
                                 UNIT_OWN, "", TRUE },
  [GSCOPE_MEASUREMENT_FREQUENCY] = { NC_ ("measurement", "Frequency"), N_ ("freq"),
                                     N_ ("The reciprocal of the period"), compute_frequency,
                                     UNIT_OWN, "Hz", TRUE },
  [GSCOPE_MEASUREMENT_PERIOD] = { NC_ ("measurement", "Period"), N_ ("period"),
                                  N_ ("The mean time between transitions of the same polarity"),
                                  compute_period, UNIT_OWN, "s", TRUE },
  [GSCOPE_MEASUREMENT_DUTY] = { NC_ ("measurement", "Duty Factor"), N_ ("duty"),
                                N_ ("The part of the periods that positive pulses take"),
                                compute_duty, UNIT_OWN, "%", TRUE },
  [GSCOPE_MEASUREMENT_RISE_TIME] = { NC_ ("measurement", "Rise Time"), N_ ("rise"),
                                     N_ ("The mean duration of positive-going transitions from "
                                         "10 % to 90 %"),
                                     compute_rise_time, UNIT_OWN, "s", TRUE },
  [GSCOPE_MEASUREMENT_FALL_TIME] = { NC_ ("measurement", "Fall Time"), N_ ("fall"),
                                     N_ ("The mean duration of negative-going transitions from "
                                         "90 % to 10 %"),
                                     compute_fall_time, UNIT_OWN, "s", TRUE },
  [GSCOPE_MEASUREMENT_OVERSHOOT] = { NC_ ("measurement", "Overshoot"), N_ ("overshoot"),
                                     N_ ("The largest excess over the high state, in parts of the "
                                         "amplitude"),
                                     compute_overshoot, UNIT_OWN, "%", TRUE },
  [GSCOPE_MEASUREMENT_SETTLING] = { NC_ ("measurement", "Settling"), N_ ("settling"),
                                    N_ ("The time from the last transition until the values stay "
                                        "near the state"),
                                    compute_settling, UNIT_OWN, "s", TRUE },
  [GSCOPE_MEASUREMENT_DELAY] = { NC_ ("measurement", "Delay"), N_ ("delay"),
                                 N_ ("The mean time to the next positive-going transition of the "
                                     "other signal"),
                                 compute_delay, UNIT_OWN, "s", TRUE, TRUE },
  [GSCOPE_MEASUREMENT_PHASE] = { NC_ ("measurement", "Phase"), N_ ("phase"),
                                 N_ ("The delay in degrees of the period"), compute_phase, UNIT_OWN,
                                 "°", TRUE, TRUE },
  [GSCOPE_MEASUREMENT_CORRELATION] = { NC_ ("measurement", "Correlation"), N_ ("corr"),
                                       N_ ("Pearson's correlation with the other signal"),
                                       compute_correlation, UNIT_OWN, "", FALSE, TRUE },
  [GSCOPE_MEASUREMENT_LAG] = { NC_ ("measurement", "Lag"), N_ ("lag"),
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

  return g_dpgettext2 (GETTEXT_PACKAGE, "measurement", get_row (self)->title);
}

/**
 * gscope_measurement_get_label:
 * @self: a measurement
 *
 * Gets the short text that is before a value.
 *
 * Returns: a translated text
 *
 * Since: 1.0
 */
const char *
gscope_measurement_get_label (GscopeMeasurement self)
{
  g_return_val_if_fail (self < GSCOPE_N_MEASUREMENTS, NULL);

  return _ (get_row (self)->label);
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

gboolean
gscope_measure_needs_pair (GscopeMeasurement measurement)
{
  return get_row (measurement)->needs_other && !get_row (measurement)->needs_pulses;
}

double
gscope_measure_compute (const GscopeMeasureInput *input)
{
  const Row *row = get_row (input->measurement);
  Subject subject = { .input = input, .points = &input->points };
  double value;

  if (row->needs_pulses)
    gscope_measure_pulses_find (&subject.pulses, subject.points);
  value = row->compute (&subject);
  gscope_measure_pulses_clear (&subject.pulses);
  return value;
}
