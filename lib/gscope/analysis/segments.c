/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/analysis/resample.h>
#include <gscope/analysis/segments.h>
#include <gscope/analysis/transform.h>

#include <math.h>

enum
{
  /* Number of spacings from which the grid's step is computed. */
  MAX_SPACINGS = 1024,
};

/* The next segment begins at point `index` of the grid. Without a grid, its first sample is
 * searched from the position `next` on. */
struct _GscopeSegments
{
  GscopeTrace *trace;
  GscopeSpectrumSettings settings;
  GscopeTransform *transform;
  double scale;
  gsize hop;

  gint64 next;
  gboolean is_anchored;
  GscopeGrid grid;
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
  self->transform = gscope_transform_new (settings->window, settings->size);
  self->scale = 1 / (gain * gain);
  self->hop = MAX (1, settings->size - (gsize) ((double) settings->size * settings->overlap));
  gscope_segments_start (self, G_MININT64);
  return self;
}

void
gscope_segments_free (GscopeSegments *self)
{
  gscope_transform_free (self->transform);
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

/* Anchors the grid at the first sample that has a value. */
static gboolean
find_anchor (GscopeSegments *self)
{
  guint64 position = gscope_trace_find (self->trace, self->next);
  guint64 end = gscope_trace_get_end (self->trace);

  while (position < end && isnan (gscope_trace_get_value (self->trace, position)))
    position++;
  if (position == end)
    return FALSE;

  if (self->grid.step == 0)
    self->grid.step =
        gscope_resample_find_step (self->trace, position, MIN (self->settings.size, MAX_SPACINGS));
  self->grid.anchor = gscope_trace_get_time (self->trace, position);
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

/* Returns whether samples that the segment needs were evicted. */
static gboolean
is_gone (GscopeSegments *self)
{
  guint64 first = gscope_trace_get_first (self->trace);

  return first < gscope_trace_get_end (self->trace)
         && gscope_grid_get_time (&self->grid, self->index)
                < gscope_trace_get_time (self->trace, first);
}

static GscopeResampling
fill_next (GscopeSegments *self, gint64 end)
{
  gsize size = self->settings.size;
  gint64 broken;
  GscopeResampling result;

  if (self->is_anchored && is_gone (self))
    break_off (self, gscope_grid_get_time (&self->grid, self->index));
  if (!self->is_anchored && !find_anchor (self))
    return GSCOPE_RESAMPLE_WAITS;
  if (gscope_grid_get_time (&self->grid, self->index + size - 1) >= end)
    return GSCOPE_RESAMPLE_WAITS;

  result = gscope_resample (self->trace, &self->grid, self->index, self->settings.hold,
                            gscope_transform_get_input (self->transform), size, &broken);
  if (result == GSCOPE_RESAMPLE_BROKEN)
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

gboolean
gscope_segments_next (GscopeSegments *self, gint64 end, double *powers, gint64 *middle)
{
  GscopeResampling result;

  do
    result = fill_next (self, end);
  while (result == GSCOPE_RESAMPLE_BROKEN);
  if (result == GSCOPE_RESAMPLE_WAITS)
    return FALSE;

  gscope_transform_run (self->transform, powers);
  scale_powers (self, powers);
  *middle = gscope_grid_get_time (&self->grid, self->index + self->settings.size / 2);
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
  if (begin > gscope_grid_get_time (&self->grid, self->index))
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
    case GSCOPE_SPECTRUM_AMPLITUDE:
      return sqrt (is_sine ? 2 * power : power);
    case GSCOPE_SPECTRUM_DENSITY:
      return power * (double) settings->size
             / (gscope_segments_get_rate (self)
                * gscope_spectrum_window_get_bandwidth (settings->window));
    case GSCOPE_SPECTRUM_POWER:
      break;
    }
  return power;
}

double
gscope_segments_to_scale (GscopeSegments *self, gsize bin, double power)
{
  const GscopeSpectrumSettings *settings = &self->settings;
  double value = to_linear (self, bin, power);
  double factor = settings->scale == GSCOPE_SPECTRUM_AMPLITUDE ? 20 : 10;

  return settings->decibels ? factor * log10 (value / settings->reference) : value;
}
