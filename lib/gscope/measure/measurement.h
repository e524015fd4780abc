/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/trace/trace.h>

G_BEGIN_DECLS

/**
 * GscopeMeasurement:
 * @GSCOPE_MEASUREMENT_MEAN: the mean of the samples
 * @GSCOPE_MEASUREMENT_RMS: the root of the mean square of the samples
 * @GSCOPE_MEASUREMENT_MINIMUM: the smallest sample
 * @GSCOPE_MEASUREMENT_MAXIMUM: the largest sample
 * @GSCOPE_MEASUREMENT_PEAK_TO_PEAK: the difference of the largest and the smallest sample
 * @GSCOPE_MEASUREMENT_PERCENTILE: the value below which a part of the samples is, with linear interpolation
 *   between two samples
 * @GSCOPE_MEASUREMENT_SLOPE: the slope of the line with the least squared distances, per second
 * @GSCOPE_MEASUREMENT_INTEGRAL: the integral over time in seconds: trapezoids, or rectangles where values hold; gaps add
 *   nothing
 * @GSCOPE_MEASUREMENT_COUNT: the number of positive-going transitions
 * @GSCOPE_MEASUREMENT_FREQUENCY: the reciprocal of the period, Hz
 * @GSCOPE_MEASUREMENT_PERIOD: the mean time between transitions of the same polarity, s
 * @GSCOPE_MEASUREMENT_DUTY: the duty factor: the part of the whole periods that positive pulses take, %
 * @GSCOPE_MEASUREMENT_RISE_TIME: the mean transition duration of positive-going transitions, from the 10 % to the 90 %
 *   reference level, s
 * @GSCOPE_MEASUREMENT_FALL_TIME: the same of negative-going transitions, s
 * @GSCOPE_MEASUREMENT_OVERSHOOT: the largest excess over the high state after positive-going transitions, in % of the
 *   amplitude
 * @GSCOPE_MEASUREMENT_SETTLING: the settling duration of the last transition: from its mid-reference instant until
 *   the values stay within the tolerance of the state, s
 * @GSCOPE_MEASUREMENT_DELAY: the mean time from a positive-going transition to the next one of the other signal, s
 * @GSCOPE_MEASUREMENT_PHASE: the delay in degrees of the period, more than -180 and up to 180: negative if the other signal is ahead
 * @GSCOPE_MEASUREMENT_CORRELATION: Pearson's correlation with the other signal, from -1 to 1, at up to 4096 instants
 * @GSCOPE_MEASUREMENT_LAG: the time by which the other signal is later, where the correlation is greatest, s; at most a quarter of
 *   the interval, of which at most 2049 lags are compared
 *
 * A measurement of a signal in an interval.
 *
 * Pulses are measured as IEEE Std 181-2011 defines: the low and the high state are the modes of a histogram of two halves, the amplitude
 * is their difference, and the reference levels are at 10 %, 50 % and 90 % of it. A transition goes from beyond one
 * outer reference level to beyond the other, so that noise makes none. Instants are interpolated linearly.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_MEASUREMENT_MEAN,
  GSCOPE_MEASUREMENT_RMS,
  GSCOPE_MEASUREMENT_MINIMUM,
  GSCOPE_MEASUREMENT_MAXIMUM,
  GSCOPE_MEASUREMENT_PEAK_TO_PEAK,
  GSCOPE_MEASUREMENT_PERCENTILE,
  GSCOPE_MEASUREMENT_SLOPE,
  GSCOPE_MEASUREMENT_INTEGRAL,
  GSCOPE_MEASUREMENT_COUNT,
  GSCOPE_MEASUREMENT_FREQUENCY,
  GSCOPE_MEASUREMENT_PERIOD,
  GSCOPE_MEASUREMENT_DUTY,
  GSCOPE_MEASUREMENT_RISE_TIME,
  GSCOPE_MEASUREMENT_FALL_TIME,
  GSCOPE_MEASUREMENT_OVERSHOOT,
  GSCOPE_MEASUREMENT_SETTLING,
  GSCOPE_MEASUREMENT_DELAY,
  GSCOPE_MEASUREMENT_PHASE,
  GSCOPE_MEASUREMENT_CORRELATION,
  GSCOPE_MEASUREMENT_LAG,
} GscopeMeasurement;

/**
 * GSCOPE_N_MEASUREMENTS:
 *
 * The number of measurements.
 *
 * Since: 1.0
 */
#define GSCOPE_N_MEASUREMENTS (GSCOPE_MEASUREMENT_LAG + 1)

/**
 * GscopeMeasurementSettings:
 * @percentile: the part of the samples below the percentile, %
 * @tolerance: the distance from a state within which a signal has settled, % of the amplitude
 * @holds: whether values hold until the next sample, instead of going there in a line
 *
 * How signals are measured.
 *
 * Since: 1.0
 */
typedef struct
{
  double percentile;
  double tolerance;
  gboolean holds;
} GscopeMeasurementSettings;

GSCOPE_AVAILABLE_IN_1_0
const char *gscope_measurement_get_title (GscopeMeasurement self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_measurement_get_label (GscopeMeasurement self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_measurement_get_description (GscopeMeasurement self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_measurement_needs_other (GscopeMeasurement self);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_measurement_dup_unit (GscopeMeasurement self, const char *unit);
GSCOPE_AVAILABLE_IN_1_0
double
gscope_measurement_compute (GscopeMeasurement self, const GscopeMeasurementSettings *settings,
                            gint64 begin, gint64 end, GscopeTrace *trace, GscopeTrace *other);
GSCOPE_AVAILABLE_IN_1_0
void
gscope_measurement_compute_async (GscopeMeasurement self, const GscopeMeasurementSettings *settings,
                                  gint64 begin, gint64 end, GscopeTrace *trace, GscopeTrace *other,
                                  GCancellable *cancellable, GAsyncReadyCallback callback,
                                  gpointer user_data);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_measurement_compute_finish (GAsyncResult *result, double *value, GError **error);

G_END_DECLS
