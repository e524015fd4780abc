/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/captures.h>
#include <gscope-gtk/plot/scene.h>

#include <math.h>

/* The ranges of the lanes, which follow the visible values. */

GscopeGtkRange *
gscope_gtk_scene_get_range (GscopeGtkScene *self, const char *key)
{
  GscopeGtkRange *range = g_hash_table_lookup (self->ranges, key);

  if (range)
    return range;
  range = g_new (GscopeGtkRange, 1);
  *range = (GscopeGtkRange) GSCOPE_GTK_RANGE_INIT;
  g_hash_table_insert (self->ranges, g_strdup (key), range);
  return range;
}

static void
extend (double *min, double *max, double low, double high)
{
  *min = MIN (*min, low);
  *max = MAX (*max, high);
}

/* The initial transient that ranges ignore: its longest time, and its largest part of the visible
 * time. */
#define START (3 * GSCOPE_SEC)
#define START_PART 4

/* Returns the time from which visible values count for the range. A signal that began in view
 * begins with a transient, for example a queue that fills, which is ignored once there are enough
 * later values. A history may have samples before the trace. */
static gint64
skip_start (const GscopeTimeline *timeline, gint64 begin, gint64 end)
{
  guint64 first = gscope_trace_get_first (timeline->trace);
  GscopeSample sample;
  gint64 oldest;

  if (gscope_trace_get_end (timeline->trace) == first)
    return begin;
  oldest = gscope_trace_get_time (timeline->trace, first);
  if (oldest <= begin || oldest >= end
      || gscope_timeline_find_before (timeline, oldest, 0, &sample))
    return begin;
  return oldest + MIN (START, (end - oldest) / START_PART);
}

/* Gets the extent of a signal's visible values, and its own range if it has one. */
static void
measure_signal (GscopeGtkScene *self, GscopeGtkViewSignal *signal, double *min, double *max)
{
  GscopeTimeline timeline;
  gint64 begin, end;
  double low, high;

  gscope_gtk_scene_get_timeline (self, gscope_gtk_view_signal_get_signal (signal), &timeline);
  gscope_gtk_scene_get_window (self, &begin, &end);
  gscope_gtk_painter_get_extent (&timeline, skip_start (&timeline, begin, end), end + 1, &low,
                                 &high);
  extend (min, max, low, high);
}

typedef gboolean (*RangeFunc) (GscopeGtkRange *range, double min, double max, gint64 time);

static gboolean
fit_range (GscopeGtkRange *range, double min, double max, gint64 time)
{
  gscope_gtk_range_fit (range, min, max);
  return TRUE;
}

/* The budget below a row has a range from zero on, which its line fills. */
static gboolean
update_below (GscopeGtkScene *self, GscopeGtkViewSignal *below, RangeFunc func, gint64 now)
{
  const char *name = gscope_signal_get_full_name (gscope_gtk_view_signal_get_signal (below));
  g_autofree char *key = g_strconcat ("below:", name, NULL);
  GscopeGtkRange *range = gscope_gtk_scene_get_range (self, key);
  double min = 0, max = -INFINITY;
  gboolean changed;

  if (!gscope_gtk_view_signal_get_auto_range (below))
    return FALSE;
  measure_signal (self, below, &min, &max);
  changed = func (range, min, max, now);
  gscope_gtk_view_signal_show_range (below, range->min, range->max);
  return changed;
}

static gboolean
update_rows (GscopeGtkScene *self, const GscopeGtkScale *scale, RangeFunc func, gint64 now)
{
  gboolean changed = FALSE;

  for (guint i = 0; i < scale->below->len; i++)
    if (scale->below->pdata[i])
      changed |= update_below (self, scale->below->pdata[i], func, now);
  return changed;
}

/* Signals with their own range fix the scale; otherwise it follows the values. */
static gboolean
update_scale (GscopeGtkScene *self, GscopeGtkScale *scale, RangeFunc func, gint64 now)
{
  double fixed_min = INFINITY, fixed_max = -INFINITY, min = INFINITY, max = -INFINITY;
  double old_min = scale->min, old_max = scale->max;

  if (scale->states)
    return update_rows (self, scale, func, now);
  for (guint i = 0; i < scale->signals->len; i++)
    {
      GscopeGtkViewSignal *signal = scale->signals->pdata[i];
      double low, high;

      if (gscope_gtk_view_signal_get_auto_range (signal))
        {
          measure_signal (self, signal, &min, &max);
          continue;
        }
      gscope_gtk_view_signal_get_range (signal, &low, &high);
      extend (&fixed_min, &fixed_max, low, high);
    }
  if (fixed_max > fixed_min)
    extend (&fixed_min, &fixed_max, min, max);
  else
    func (scale->range, min, max, now);
  scale->min = fixed_max > fixed_min ? fixed_min : scale->range->min;
  scale->max = fixed_max > fixed_min ? fixed_max : scale->range->max;
  for (guint i = 0; i < scale->signals->len; i++)
    gscope_gtk_view_signal_show_range (scale->signals->pdata[i], scale->min, scale->max);
  return scale->min != old_min || scale->max != old_max;
}

static gboolean
update_overlaid (GscopeGtkScene *self, GscopeGtkScale *ruler, GscopeGtkViewSignal *signal,
                 RangeFunc func, gint64 now)
{
  const char *name = gscope_signal_get_full_name (gscope_gtk_view_signal_get_signal (signal));
  g_autofree char *key = g_strconcat ("signal:", name, NULL);
  GscopeGtkRange *range = gscope_gtk_scene_get_range (self, key);
  double min = INFINITY, max = -INFINITY, low, high;
  gboolean changed = FALSE;

  if (gscope_gtk_view_signal_get_auto_range (signal))
    {
      measure_signal (self, signal, &min, &max);
      changed = func (range, min, max, now);
      gscope_gtk_view_signal_show_range (signal, range->min, range->max);
    }
  gscope_gtk_view_signal_get_range (signal, &low, &high);
  if (signal == self->selected || signal == ruler->signals->pdata[0])
    {
      changed |= ruler->min != low || ruler->max != high;
      ruler->min = low;
      ruler->max = high;
    }
  return changed;
}

static gboolean
update_ranges (GscopeGtkScene *self, RangeFunc func, gint64 now)
{
  gboolean changed = FALSE;

  for (guint i = 0; i < self->lanes->len; i++)
    {
      GscopeGtkSceneLane *lane = &g_array_index (self->lanes, GscopeGtkSceneLane, i);

      if (self->layout == GSCOPE_VIEW_OVERLAY && !lane->scales[0].states)
        for (guint s = 0; s < lane->scales[0].signals->len; s++)
          changed |= update_overlaid (self, &lane->scales[0], lane->scales[0].signals->pdata[s],
                                      func, now);
      else
        for (guint s = 0; s < lane->n_scales; s++)
          changed |= update_scale (self, &lane->scales[s], func, now);
    }
  return changed;
}

gboolean
gscope_gtk_scene_follow (GscopeGtkScene *self, gint64 now)
{
  return update_ranges (self, gscope_gtk_range_follow, now);
}

void
gscope_gtk_scene_fit (GscopeGtkScene *self)
{
  update_ranges (self, fit_range, 0);
}
