/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/gscope.h>
#include <math.h>

/* Signals with known answers: 1000 samples a second from time 0 on. */

#define STEP GSCOPE_MSEC
#define DAMPING 0.2

typedef double (*Shape) (double time);

static double
sine (double t)
{
  return 1 + 2 * sin (2 * G_PI * 5 * t);
}

/* 5 Hz, 30 ms later */
static double
late_sine (double t)
{
  return 7 * sin (2 * G_PI * 5 * (t - 0.03));
}

static double
early_sine (double t)
{
  return 7 * sin (2 * G_PI * 5 * (t + 0.03));
}

static double
cosine (double t)
{
  return cos (2 * G_PI * 5 * t);
}

static double
negative (double t)
{
  return -3 * sine (t);
}

/* From 0 to 10 in 100 ms, 300 ms there, back in 200 ms, and 400 ms at 0. */
static double
pulses (double t)
{
  t = fmod (t, 1);
  if (t < 0.4)
    return 0;
  if (t < 0.5)
    return (t - 0.4) / 0.1 * 10;
  if (t < 0.8)
    return 10;
  return 10 - (t - 0.8) / 0.2 * 10;
}

static double
ramp (double t)
{
  return 3 * t - 1;
}

static double
constant (double t)
{
  return 4;
}

/* The step response of a system of second order, at 1 s. */
static double
ringing (double t)
{
  double root = sqrt (1 - DAMPING * DAMPING), phase = 20 * (t - 1);

  if (t < 1)
    return 0;
  return 1 - exp (-DAMPING * phase) * (cos (root * phase) + DAMPING / root * sin (root * phase));
}

static GscopeTrace *
make_trace (Shape shape, guint n)
{
  GscopeTrace *trace = gscope_trace_new ();

  for (guint i = 0; i < n; i++)
    {
      gint64 time = i * STEP;
      double value = shape ((double) time / GSCOPE_SEC);

      gscope_trace_append (trace, &time, &value, 1);
    }
  return trace;
}

static double
measure (GscopeMeasurement measurement, Shape shape, Shape other, guint n)
{
  g_autoptr (GscopeTrace) trace = make_trace (shape, n);
  g_autoptr (GscopeTrace) second = other ? make_trace (other, n) : NULL;

  return gscope_measurement_compute (measurement, NULL, 0, n * STEP, trace, second);
}

/* A transition is whole: the half one at the begin of the sine does not count. Each with the difference that its definition allows: modes of a histogram of 100 bins are within 1 % of a sine's ends. */
static const struct
{
  GscopeMeasurement measurement;
  Shape shape;
  Shape other;
  guint n;
  double expected;
  double error;
} cases[] = {
  { GSCOPE_MEASUREMENT_MEAN, sine, NULL, 1000, 1, 1e-12 },
  { GSCOPE_MEASUREMENT_RMS, sine, NULL, 1000, 1.7320508075688772, 1e-12 },
  { GSCOPE_MEASUREMENT_MINIMUM, sine, NULL, 1000, -1, 1e-12 },
  { GSCOPE_MEASUREMENT_MAXIMUM, sine, NULL, 1000, 3, 1e-12 },
  { GSCOPE_MEASUREMENT_PEAK_TO_PEAK, sine, NULL, 1000, 4, 1e-12 },
  { GSCOPE_MEASUREMENT_PERCENTILE, ramp, NULL, 1001, 0.5, 1e-12 },
  { GSCOPE_MEASUREMENT_SLOPE, ramp, NULL, 1000, 3, 1e-12 },
  { GSCOPE_MEASUREMENT_SLOPE, constant, NULL, 1000, 0, 1e-12 },
  { GSCOPE_MEASUREMENT_INTEGRAL, ramp, NULL, 2001, 4, 1e-12 },
  { GSCOPE_MEASUREMENT_COUNT, sine, NULL, 2000, 9, 0 },
  { GSCOPE_MEASUREMENT_COUNT, constant, NULL, 1000, 0, 0 },
  { GSCOPE_MEASUREMENT_FREQUENCY, sine, NULL, 2000, 5, 1e-6 },
  { GSCOPE_MEASUREMENT_PERIOD, sine, NULL, 2000, 0.2, 1e-6 },
  { GSCOPE_MEASUREMENT_DUTY, sine, NULL, 2000, 50, 0.2 },
  { GSCOPE_MEASUREMENT_RISE_TIME, sine, NULL, 2000, 0.05903344706, 0.001 },
  { GSCOPE_MEASUREMENT_FALL_TIME, sine, NULL, 2000, 0.05903344706, 0.001 },
  { GSCOPE_MEASUREMENT_PERIOD, pulses, NULL, 5000, 1, 1e-9 },
  { GSCOPE_MEASUREMENT_DUTY, pulses, NULL, 5000, 45, 1e-3 },
  { GSCOPE_MEASUREMENT_RISE_TIME, pulses, NULL, 5000, 0.08, 1e-4 },
  { GSCOPE_MEASUREMENT_FALL_TIME, pulses, NULL, 5000, 0.16, 1e-4 },
  { GSCOPE_MEASUREMENT_OVERSHOOT, pulses, NULL, 5000, 0, 0.1 },
  { GSCOPE_MEASUREMENT_OVERSHOOT, ringing, NULL, 8000, 52.6621, 0.5 },
  { GSCOPE_MEASUREMENT_DELAY, sine, late_sine, 2000, 0.03, 1e-4 },
  { GSCOPE_MEASUREMENT_PHASE, sine, late_sine, 2000, 54, 0.2 },
  { GSCOPE_MEASUREMENT_DELAY, sine, early_sine, 2000, 0.17, 1e-4 },
  { GSCOPE_MEASUREMENT_PHASE, sine, early_sine, 2000, -54, 0.2 },
  { GSCOPE_MEASUREMENT_CORRELATION, sine, late_sine, 2000, 0.5877852522924731, 1e-9 },
  { GSCOPE_MEASUREMENT_CORRELATION, sine, cosine, 2000, 0, 1e-9 },
  { GSCOPE_MEASUREMENT_CORRELATION, sine, negative, 2000, -1, 1e-12 },
  { GSCOPE_MEASUREMENT_LAG, sine, late_sine, 2000, 0.03, 1e-4 },
  { GSCOPE_MEASUREMENT_LAG, sine, early_sine, 2000, -0.03, 1e-4 },
};

static void
test_known (void)
{
  gboolean is_covered[GSCOPE_N_MEASUREMENTS] = { [GSCOPE_MEASUREMENT_SETTLING] = TRUE };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      double value = measure (cases[i].measurement, cases[i].shape, cases[i].other, cases[i].n);

      is_covered[cases[i].measurement] = TRUE;
      g_test_message ("%u: %s %.9g", i, gscope_measurement_get_title (cases[i].measurement), value);
      g_assert_cmpfloat (fabs (value - cases[i].expected), <=, cases[i].error);
    }
  for (guint i = 0; i < GSCOPE_N_MEASUREMENTS; i++)
    g_assert_true (is_covered[i]);
}

/* The settling of a system of second order, from its formula. */
static void
test_settling (void)
{
  double middle = 1, settled = 1;

  while (ringing (middle) < 0.5)
    middle += 1e-6;
  for (double t = 1; t < 8; t += 1e-5)
    if (fabs (ringing (t) - 1) > 0.02)
      settled = t;
  g_assert_cmpfloat (
      fabs (measure (GSCOPE_MEASUREMENT_SETTLING, ringing, NULL, 8000) - (settled - middle)), <,
      0.01);
  g_assert_true (isnan (measure (GSCOPE_MEASUREMENT_SETTLING, ringing, NULL, 1100)));
}

/* A measurement without the samples that it needs has no value. */
static void
test_unknown (void)
{
  for (guint i = 0; i < GSCOPE_N_MEASUREMENTS; i++)
    {
      double none = measure (i, sine, sine, 0), flat = measure (i, constant, constant, 100);
      gboolean has_value = i <= GSCOPE_MEASUREMENT_COUNT;

      g_assert_true (isnan (none) || (i == GSCOPE_MEASUREMENT_COUNT && none == 0));
      g_assert_true (isnan (flat) == !has_value);
      g_assert_true (!gscope_measurement_needs_other (i) || isnan (measure (i, sine, NULL, 1000)));
      g_assert_true (*gscope_measurement_get_title (i) && *gscope_measurement_get_description (i));
    }
}

/* Without the samples from 1.05 s to 1.18 s. */
static GscopeTrace *
make_broken_trace (Shape shape)
{
  GscopeTrace *trace = gscope_trace_new ();

  for (guint i = 0; i < 4000; i++)
    {
      gint64 time = i * STEP;
      double value = shape ((double) time / GSCOPE_SEC);

      if (i == 1050)
        gscope_trace_append_gap (trace, time, GSCOPE_GAP_CAUSE_SILENT);
      else if (i < 1050 || i > 1180)
        gscope_trace_append (trace, &time, &value, 1);
    }
  return trace;
}

/* A gap is no value, no time, and no part of a period or a delay. */
static void
test_gaps (void)
{
  g_autoptr (GscopeTrace) trace = make_broken_trace (sine), other = make_broken_trace (late_sine);
  const GscopeMeasurementSettings holds = { .percentile = 100, .holds = TRUE };
  gint64 end = 4000 * STEP;

  g_assert_cmpfloat (
      fabs (gscope_measurement_compute (GSCOPE_MEASUREMENT_PERIOD, NULL, 0, end, trace, NULL)
            - 0.2),
      <, 1e-6);
  g_assert_cmpfloat (
      fabs (gscope_measurement_compute (GSCOPE_MEASUREMENT_PERCENTILE, &holds, 0, end, trace, NULL)
            - 3),
      <, 1e-9);
  g_assert_cmpfloat (
      fabs (gscope_measurement_compute (GSCOPE_MEASUREMENT_DELAY, NULL, 0, end, trace, other)
            - 0.03),
      <, 1e-4);
  g_assert_cmpfloat (
      fabs (gscope_measurement_compute (GSCOPE_MEASUREMENT_LAG, NULL, 0, end, trace, other) - 0.03),
      <, 1e-4);
  g_assert_true (
      gscope_measurement_compute (GSCOPE_MEASUREMENT_INTEGRAL, &holds, 0, end, trace, NULL) < 4);
}

static void
test_units (void)
{
  static const struct
  {
    GscopeMeasurement measurement;
    const char *unit;
    const char *expected;
  } units[] = {
    { GSCOPE_MEASUREMENT_MEAN, "V", "V" },       { GSCOPE_MEASUREMENT_MEAN, NULL, "" },
    { GSCOPE_MEASUREMENT_SLOPE, "V", "V/s" },    { GSCOPE_MEASUREMENT_INTEGRAL, "Mb/s", "Mb" },
    { GSCOPE_MEASUREMENT_FREQUENCY, "V", "Hz" }, { GSCOPE_MEASUREMENT_COUNT, "V", "" },
    { GSCOPE_MEASUREMENT_PHASE, "V", "°" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      g_autofree char *unit = gscope_measurement_dup_unit (units[i].measurement, units[i].unit);

      g_assert_cmpstr (unit, ==, units[i].expected);
    }
}

static void
on_measured (GObject *source, GAsyncResult *result, gpointer data)
{
  g_set_object ((GAsyncResult **) data, result);
}

static void
start (GscopeMeasurement measurement, GscopeTrace *trace, guint n, GCancellable *cancellable,
       GAsyncResult **result)
{
  gscope_measurement_compute_async (measurement, NULL, 0, n * STEP, trace, trace, cancellable,
                                    on_measured, result);
}

/* In slices and in a thread, every value is the same, although the trace goes on meanwhile. The lag takes long; it is read as the
 * correlation is. */
static void
test_async (void)
{
  enum
  {
    N = 70000,
  };
  g_autoptr (GscopeTrace) trace = make_trace (sine, N);

  for (guint i = 0; i < GSCOPE_MEASUREMENT_LAG; i++)
    {
      double now = gscope_measurement_compute (i, NULL, 0, N * STEP, trace, trace), value = 7;
      gint64 later = N * STEP + gscope_trace_get_end (trace) * STEP;
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (GError) error = NULL;

      start (i, trace, N, NULL, &result);
      gscope_trace_append (trace, &later, &value, 1);
      while (!result)
        g_main_context_iteration (NULL, TRUE);
      g_assert_true (gscope_measurement_compute_finish (result, &value, &error));
      g_assert_no_error (error);
      g_assert_true (value == now || (isnan (value) && isnan (now)));
    }
}

static void
test_cancel (void)
{
  g_autoptr (GscopeTrace) trace = make_trace (sine, 1000);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  double value = 0;

  start (GSCOPE_MEASUREMENT_MEAN, trace, 1000, cancellable, &result);
  g_cancellable_cancel (cancellable);
  while (!result)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (gscope_measurement_compute_finish (result, &value, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_true (isnan (value));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/measurement/known", test_known);
  g_test_add_func ("/measurement/settling", test_settling);
  g_test_add_func ("/measurement/unknown", test_unknown);
  g_test_add_func ("/measurement/gaps", test_gaps);
  g_test_add_func ("/measurement/units", test_units);
  g_test_add_func ("/measurement/async", test_async);
  g_test_add_func ("/measurement/cancel", test_cancel);
  return g_test_run ();
}
