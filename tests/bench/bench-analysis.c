/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"

#include <gscope/gscope.h>
#include <kiss_fftr.h>
#include <math.h>
#include <string.h>

/* Measures the cost of a picture of a million samples while 1000 new ones arrive, compared with
 * plain transforms and plain loops over the same samples. */
enum
{
  SIZE = 4096,
  N_SEGMENTS = 64,
  N_SAMPLES = 1000000,
  N_NEW = 1000,
  N_COLUMNS = 1600,
  N_BINS = 256,
  N_POINTS = 4096,
};

typedef struct
{
  GscopeSignal *signal;
  GscopeTrace *trace;
  GscopeStatistics *statistics;
  GscopeSpectrum *spectrum;
  GscopeHistogram *histogram;
  gint64 time;
  double *values;
  kiss_fft_scalar *input;
  kiss_fft_cpx *output;
  kiss_fftr_cfg plan;
  float *weights;
  GscopeXyPoint *points;
  volatile double sink;
} Bench;

static double
get_value (gint64 i)
{
  return sin (1e-3 * (double) i) + 1e-3 * (double) (i * 7919 % 1000);
}

static void
append (Bench *self, gsize n)
{
  for (gsize i = 0; i < n; i++, self->time++)
    self->values[i] = get_value (self->time);
  gscope_trace_append_regular (self->trace, (self->time - (gint64) n) * 1000, 1000, self->values,
                               n);
}

static void
make_spectrum (gpointer data)
{
  Bench *self = data;

  gscope_spectrum_start (self->spectrum, (self->time - N_SEGMENTS * SIZE) * 1000);
  self->sink = gscope_spectrum_update (self->spectrum, G_MAXINT64);
}

/* Transforms alone, of numbers that stand ready. */
static void
transform_plainly (gpointer data)
{
  Bench *self = data;

  for (guint i = 0; i < N_SEGMENTS; i++)
    kiss_fftr (self->plan, self->input + i * SIZE, self->output);
  self->sink = self->output[1].r;
}

static void
measure_moving (gpointer data)
{
  Bench *self = data;
  GscopeMeasures measures;

  append (self, N_NEW);
  gscope_statistics_measure (self->statistics, (self->time - N_SAMPLES) * 1000, G_MAXINT64,
                             &measures);
  self->sink = measures.deviation;
}

static void
measure_once (gpointer data)
{
  Bench *self = data;
  g_autoptr (GscopeStatistics) statistics = gscope_statistics_new (self->signal);
  GscopeMeasures measures;

  gscope_statistics_measure (statistics, (self->time - N_SAMPLES) * 1000, G_MAXINT64, &measures);
  self->sink = measures.deviation;
}

/* The mean alone, of as many values. */
static void
sum_plainly (gpointer data)
{
  Bench *self = data;
  double sum = 0;

  for (gsize i = 0; i < N_SAMPLES; i++)
    sum += self->values[i];
  self->sink = sum;
}

static void
count_histogram (gpointer data)
{
  Bench *self = data;

  gscope_histogram_count (self->histogram, self->trace, (self->time - N_SAMPLES) * 1000,
                          G_MAXINT64);
}

static void
get_density (gpointer data)
{
  Bench *self = data;
  gint64 width = N_SAMPLES / N_COLUMNS * 1000;

  gscope_trace_get_density (self->trace, (self->time - N_SAMPLES) * 1000, width, N_COLUMNS, -1, 2,
                            FALSE, N_BINS, self->weights);
}

static void
count_plainly (gpointer data)
{
  Bench *self = data;

  memset (self->weights, 0, N_BINS * sizeof *self->weights);
  for (gsize i = 0; i < N_SAMPLES; i++)
    self->weights[(gsize) ((self->values[i] + 1) * (N_BINS / 3.5))]++;
}

static void
get_curve (gpointer data)
{
  Bench *self = data;

  self->sink =
      gscope_xy_get_points (self->trace, FALSE, self->trace, FALSE, (self->time - N_SAMPLES) * 1000,
                            G_MAXINT64, self->points, N_POINTS);
}

static void
set_up (Bench *self)
{
  GscopeSpectrumSettings settings;

  *self = (Bench){ .signal = gscope_signal_new_buffered ("x"),
                   .histogram = gscope_histogram_new (N_BINS, FALSE) };
  self->trace = gscope_signal_get_trace (self->signal);
  self->statistics = gscope_statistics_new (self->signal);
  self->values = g_new (double, N_SAMPLES);
  self->weights = g_new (float, N_COLUMNS *N_BINS);
  self->points = g_new (GscopeXyPoint, N_POINTS);
  self->input = g_new (kiss_fft_scalar, N_SEGMENTS * SIZE);
  for (gsize i = 0; i < N_SEGMENTS * SIZE; i++)
    self->input[i] = (kiss_fft_scalar) get_value ((gint64) i);
  self->output = g_new (kiss_fft_cpx, SIZE / 2 + 1);
  self->plan = kiss_fftr_alloc (SIZE, FALSE, NULL, NULL);
  gscope_spectrum_settings_init (&settings);
  settings.size = SIZE;
  settings.overlap = 0;
  self->spectrum = gscope_spectrum_new (self->trace, &settings);
  append (self, N_SAMPLES);
  append (self, N_SAMPLES);
}

static void
tear_down (Bench *self)
{
  gscope_spectrum_unref (self->spectrum);
  gscope_statistics_unref (self->statistics);
  gscope_histogram_unref (self->histogram);
  g_object_unref (self->signal);
  kiss_fftr_free (self->plan);
  g_free (self->input);
  g_free (self->output);
  g_free (self->values);
  g_free (self->weights);
  g_free (self->points);
}

int
main (void)
{
  Bench self;

  set_up (&self);
  bench_ratio ("spectrum of 64 segments of 4096", make_spectrum, "plain transforms",
               transform_plainly, &self, 4);
  bench_ratio ("statistics of 10^6 samples, 10^3 new", measure_moving, "plain sum", sum_plainly,
               &self, 1);
  bench_ratio ("statistics of 10^6 samples, all new", measure_once, "plain sum", sum_plainly, &self,
               15);
  bench_ratio ("histogram of 10^6 samples", count_histogram, "plain count", count_plainly, &self,
               3);
  bench_ratio ("density of 1600 columns x 256 bins", get_density, "plain count", count_plainly,
               &self, 3);
  bench_ratio ("xy of 10^6 pairs", get_curve, "plain sum", sum_plainly, &self, 40);
  tear_down (&self);
  return bench_end ();
}
