/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/analysis/sampler.h>
#include <gscope/analysis/segments.h>
#include <gscope/analysis/window-private.h>
#include <gscope/trace/trace.h>

#include <kiss_fftr.h>
#include <math.h>
#include <stdlib.h>

/* A windowed Fourier transform of real numbers, of a fixed length. No other file uses the FFT
 * library. One thread at a time may use a transform. */
typedef struct
{
  gsize size;
  double *weights;
  /* the window's response to a mean of 1 in the bins within its reach */
  double *leakage;
  guint reach;
  double *input;
  kiss_fft_scalar *scaled;
  kiss_fft_cpx *output;
  kiss_fftr_cfg plan;
} Transform;

static void
fill_leakage (Transform *self, GscopeSpectrumWindow window)
{
  double gain = gscope_spectrum_window_get_gain (window) * (double) self->size;

  for (guint i = 0; i < self->reach; i++)
    self->leakage[i] =
        (i % 2 == 0 ? gain : -gain) * gscope_spectrum_window_get_response (window, i);
}

/* Creates a transform; the size is even. */
static Transform *
transform_new (GscopeSpectrumWindow window, gsize size)
{
  Transform *self = g_new (Transform, 1);

  self->size = size;
  self->weights = g_new (double, size);
  gscope_spectrum_window_fill (window, self->weights, size);
  self->reach = gscope_spectrum_window_get_reach (window);
  self->leakage = g_new (double, self->reach);
  fill_leakage (self, window);
  self->input = g_new (double, size);
  self->scaled = g_new (kiss_fft_scalar, size);
  self->output = g_new (kiss_fft_cpx, size / 2 + 1);
  self->plan = kiss_fftr_alloc ((int) size, FALSE, NULL, NULL);
  return self;
}

static void
transform_free (Transform *self)
{
  kiss_fftr_free (self->plan);
  g_free (self->output);
  g_free (self->scaled);
  g_free (self->input);
  g_free (self->leakage);
  g_free (self->weights);
  g_free (self);
}

static double
find_mean (Transform *self)
{
  double sum = 0;

  for (gsize i = 0; i < self->size; i++)
    sum += self->input[i];
  return sum / (double) self->size;
}

static double
find_swing (Transform *self, double mean)
{
  double swing = 0;

  for (gsize i = 0; i < self->size; i++)
    {
      double distance = fabs (self->input[i] - mean);

      swing = distance > swing ? distance : swing;
    }
  return swing;
}

/* Transforms the input, which does not change, into bins 0 to size / 2 of the output. The FFT library computes with single
 * precision, so the mean is removed and the rest is divided by its swing, which the function returns. */
static double
transform_without (Transform *self, double mean)
{
  double swing = find_swing (self, mean);
  double scale = swing > 0 ? swing : 1;

  for (gsize i = 0; i < self->size; i++)
    self->scaled[i] = (kiss_fft_scalar) ((self->input[i] - mean) / scale * self->weights[i]);
  kiss_fftr (self->plan, self->scaled, self->output);
  return scale;
}

/* Computes the squared magnitudes of bins 0 to size / 2 of the input. */
static void
transform_run (Transform *self, double *squares)
{
  double mean = find_mean (self), scale = transform_without (self, mean);

  for (gsize i = 0; i <= self->size / 2; i++)
    {
      double real = self->output[i].r * scale + (i < self->reach ? mean * self->leakage[i] : 0);
      double imaginary = self->output[i].i * scale;

      squares[i] = real * real + imaginary * imaginary;
    }
}

/* A regular grid of times: point i is at anchor + i * step, rounded to a nanosecond. */
typedef struct
{
  gint64 anchor;
  double step;
} Grid;

/* Result of filling a grid. */
typedef enum
{
  RESAMPLED,
  RESAMPLE_WAITS,
  RESAMPLE_BROKEN,
} Resampling;

static gint64
grid_get_time (const Grid *grid, guint64 i)
{
  return grid->anchor + (gint64) ((double) i * grid->step + 0.5);
}

/* Computes the values at n points of a grid from `first` on: the last sample at or before a point,
 * or a linear interpolation. Returns that it waits while the trace ends before the last point.
 * Where the trace is broken, *broken is the time of the sample without a value. */
static Resampling
resample (GscopeTrace *trace, const Grid *grid, guint64 first, gboolean hold, double *values,
          gsize n, gint64 *broken)
{
  guint64 end = gscope_trace_get_end (trace);
  GscopeSampler sampler;

  if (gscope_trace_get_first (trace) == end
      || gscope_trace_get_time (trace, end - 1) < grid_get_time (grid, first + n - 1))
    return RESAMPLE_WAITS;

  gscope_sampler_start (&sampler, trace, hold, grid_get_time (grid, first));
  for (gsize i = 0; i < n; i++)
    {
      gint64 time = grid_get_time (grid, first + i);

      values[i] = gscope_sampler_get (&sampler, time);
      if (G_LIKELY (!isnan (values[i])))
        continue;
      *broken = isnan (sampler.before.value) ? time : sampler.after.time;
      return RESAMPLE_BROKEN;
    }
  return RESAMPLED;
}

static int
compare (const void *a, const void *b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* Returns the mean of the spacings that differ by at most half from the median: exact for regular
 * sampling, close to it with jitter, and independent of gaps and bursts. */
static double
average_spacing (gint64 *spacings, gsize n)
{
  gint64 median, sum = 0, count = 0;

  if (n == 0)
    return 0;

  qsort (spacings, n, sizeof *spacings, compare);
  median = spacings[n / 2];
  for (gsize i = 0; i < n; i++)
    if (ABS (spacings[i] - median) <= median / 2)
      {
        sum += spacings[i];
        count++;
      }
  return (double) sum / (double) count;
}

/* Returns the typical spacing of n samples from a position on, in nanoseconds; 0 if there are
 * fewer. */
static double
resample_find_step (GscopeTrace *trace, guint64 position, gsize n)
{
  g_autofree gint64 *spacings = g_new (gint64, n);
  gsize n_spacings = 0;

  if (gscope_trace_get_end (trace) - position < n)
    return 0;

  for (gsize i = 1; i < n; i++)
    {
      gint64 spacing = gscope_trace_get_time (trace, position + i)
                       - gscope_trace_get_time (trace, position + i - 1);

      if (spacing > 0 && !isnan (gscope_trace_get_value (trace, position + i)))
        spacings[n_spacings++] = spacing;
    }
  return average_spacing (spacings, n_spacings);
}

enum
{
  /* Number of spacings from which the grid's step is computed. */
  MAX_SPACINGS = 1024,
};

/* The next segment begins at point `index` of the grid. Without a grid, its first sample is
 * searched from the time `next` on. */
struct _GscopeSegments
{
  GscopeTrace *trace;
  /* of a pair: the output, on the grid of the input `trace`; otherwise NULL */
  GscopeTrace *other;
  gboolean other_holds;
  Transform *other_transform;
  GscopeSpectrumSettings settings;
  Transform *transform;
  double scale;
  gsize hop;

  gint64 next;
  gboolean is_anchored;
  Grid grid;
  guint64 index;
  guint64 n_broken;
};

GscopeSegments *
gscope_segments_new (GscopeTrace *trace, const GscopeSpectrumSettings *settings)
{
  GscopeSegments *self = g_new0 (GscopeSegments, 1);
  double gain = gscope_spectrum_window_get_gain (settings->window) * (double) settings->size;

  self->trace = gscope_trace_ref (trace);
  self->settings = *settings;
  self->transform = transform_new (settings->window, settings->size);
  self->scale = 1 / (gain * gain);
  self->hop = MAX (1, settings->size - (gsize) ((double) settings->size * settings->overlap));
  gscope_segments_start (self, G_MININT64);
  return self;
}

GscopeSegments *
gscope_segments_new_pair (GscopeTrace *input, GscopeTrace *output, gboolean output_holds,
                          const GscopeSpectrumSettings *settings)
{
  GscopeSegments *self = gscope_segments_new (input, settings);

  self->other = gscope_trace_ref (output);
  self->other_holds = output_holds;
  self->other_transform = transform_new (settings->window, settings->size);
  return self;
}

void
gscope_segments_free (GscopeSegments *self)
{
  if (self->other)
    {
      transform_free (self->other_transform);
      gscope_trace_unref (self->other);
    }
  transform_free (self->transform);
  gscope_trace_unref (self->trace);
  g_free (self);
}

void
gscope_segments_start (GscopeSegments *self, gint64 begin)
{
  self->next = begin;
  self->is_anchored = FALSE;
  self->n_broken = 0;
  self->grid.step = self->settings.rate > 0 ? GSCOPE_SEC / self->settings.rate : 0;
}

/* Finds the first sample from `next` on that has a value. */
static gboolean
find_value (GscopeTrace *trace, gint64 next, guint64 *position)
{
  guint64 end = gscope_trace_get_end (trace);

  *position = gscope_trace_find (trace, next);
  while (*position < end && isnan (gscope_trace_get_value (trace, *position)))
    (*position)++;
  return *position < end;
}

/* Anchors the grid at the first sample that has a value; of a pair, at the later one of both first samples, and with the
 * smaller one of both steps, so that neither signal loses frequencies. */
static gboolean
find_anchor (GscopeSegments *self)
{
  gsize n = MIN (self->settings.size, MAX_SPACINGS);
  guint64 position, other;

  if (!find_value (self->trace, self->next, &position)
      || (self->other && !find_value (self->other, self->next, &other)))
    return FALSE;

  self->grid.anchor = gscope_trace_get_time (self->trace, position);
  if (self->other)
    self->grid.anchor = MAX (self->grid.anchor, gscope_trace_get_time (self->other, other));
  if (self->grid.step == 0)
    {
      double step = resample_find_step (self->trace, position, n);
      double other_step = self->other ? resample_find_step (self->other, other, n) : step;

      self->grid.step = MIN (step, other_step);
    }
  self->index = 0;
  self->is_anchored = self->grid.step > 0;
  return self->is_anchored;
}

static void
break_off (GscopeSegments *self, gint64 time)
{
  self->n_broken++;
  self->next = time + 1;
  self->is_anchored = FALSE;
}

/* Returns whether a trace evicted samples that the segment needs. */
static gboolean
is_gone (GscopeSegments *self, GscopeTrace *trace)
{
  guint64 first = gscope_trace_get_first (trace);

  return first < gscope_trace_get_end (trace)
         && grid_get_time (&self->grid, self->index) < gscope_trace_get_time (trace, first);
}

static gboolean
is_any_gone (GscopeSegments *self)
{
  return is_gone (self, self->trace) || (self->other && is_gone (self, self->other));
}

static Resampling
fill_inputs (GscopeSegments *self, gint64 *broken)
{
  gsize size = self->settings.size;
  Resampling result = resample (self->trace, &self->grid, self->index, self->settings.hold,
                                self->transform->input, size, broken);

  if (result != RESAMPLED || !self->other)
    return result;
  return resample (self->other, &self->grid, self->index, self->other_holds,
                   self->other_transform->input, size, broken);
}

static Resampling
fill_next (GscopeSegments *self, gint64 end)
{
  gsize size = self->settings.size;
  gint64 broken;
  Resampling result;

  if (self->is_anchored && is_any_gone (self))
    break_off (self, grid_get_time (&self->grid, self->index));
  if (!self->is_anchored && !find_anchor (self))
    return RESAMPLE_WAITS;
  if (grid_get_time (&self->grid, self->index + size - 1) >= end)
    return RESAMPLE_WAITS;

  result = fill_inputs (self, &broken);
  if (result == RESAMPLE_BROKEN)
    break_off (self, broken);
  return result;
}

/* The power of a negative frequency is added to the positive frequency. */
static void
scale_powers (GscopeSegments *self, double *powers)
{
  gsize last = self->settings.size / 2;

  for (gsize i = 0; i <= last; i++)
    powers[i] *= 2 * self->scale;
  powers[0] /= 2;
  powers[last] /= 2;
}

/* Fills the inputs of the transforms with the next unbroken segment. */
static gboolean
find_next (GscopeSegments *self, gint64 end)
{
  Resampling result;

  do
    result = fill_next (self, end);
  while (result == RESAMPLE_BROKEN);
  return result == RESAMPLED;
}

gboolean
gscope_segments_next (GscopeSegments *self, gint64 end, double *powers, gint64 *middle)
{
  if (!find_next (self, end))
    return FALSE;

  transform_run (self->transform, powers);
  scale_powers (self, powers);
  *middle = grid_get_time (&self->grid, self->index + self->settings.size / 2);
  self->index += self->hop;
  return TRUE;
}

gboolean
gscope_segments_next_pair (GscopeSegments *self, gint64 end, GscopePairPower *powers)
{
  const kiss_fft_cpx *x = self->transform->output, *y = self->other_transform->output;
  double x_scale, y_scale;

  if (!find_next (self, end))
    return FALSE;

  x_scale = transform_without (self->transform, find_mean (self->transform));
  y_scale = transform_without (self->other_transform, find_mean (self->other_transform));
  for (gsize i = 0; i <= self->settings.size / 2; i++)
    {
      double x_real = x[i].r * x_scale, x_imaginary = x[i].i * x_scale;
      double y_real = y[i].r * y_scale, y_imaginary = y[i].i * y_scale;

      powers[i] = (GscopePairPower){
        .input = x_real * x_real + x_imaginary * x_imaginary,
        .output = y_real * y_real + y_imaginary * y_imaginary,
        .real = x_real * y_real + x_imaginary * y_imaginary,
        .imaginary = x_real * y_imaginary - x_imaginary * y_real,
      };
    }
  self->index += self->hop;
  return TRUE;
}

void
gscope_segments_keep_last (GscopeSegments *self, gint64 end, guint n)
{
  guint64 last = gscope_trace_get_end (self->trace);
  guint64 kept = self->settings.size + (guint64) n * self->hop;
  gint64 begin;

  if (last == gscope_trace_get_first (self->trace) || (!self->is_anchored && !find_anchor (self)))
    return;

  end = CLAMP (end, self->grid.anchor, gscope_trace_get_time (self->trace, last - 1));
  begin = end - (gint64) ((double) kept * self->grid.step);
  if (begin > grid_get_time (&self->grid, self->index))
    self->index =
        (guint64) ((double) (begin - self->grid.anchor) / self->grid.step) / self->hop * self->hop;
}

guint64
gscope_segments_get_n_broken (GscopeSegments *self)
{
  return self->n_broken;
}

double
gscope_segments_get_rate (GscopeSegments *self)
{
  return self->grid.step > 0 ? GSCOPE_SEC / self->grid.step : 0;
}

static double
to_linear (GscopeSegments *self, gsize bin, double power)
{
  const GscopeSpectrumSettings *settings = &self->settings;
  gboolean is_sine = bin > 0 && 2 * bin < settings->size;

  switch (settings->scale)
    {
    case GSCOPE_SPECTRUM_SCALE_AMPLITUDE:
      return sqrt (is_sine ? 2 * power : power);
    case GSCOPE_SPECTRUM_SCALE_DENSITY:
      return power * (double) settings->size
             / (gscope_segments_get_rate (self)
                * gscope_spectrum_window_get_bandwidth (settings->window));
    case GSCOPE_SPECTRUM_SCALE_POWER:
      break;
    }
  return power;
}

double
gscope_segments_to_scale (GscopeSegments *self, gsize bin, double power)
{
  const GscopeSpectrumSettings *settings = &self->settings;
  double value = to_linear (self, bin, power);
  double factor = settings->scale == GSCOPE_SPECTRUM_SCALE_AMPLITUDE ? 20 : 10;

  return settings->decibels ? factor * log10 (value / settings->reference) : value;
}
