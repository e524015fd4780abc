/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/captures.h>
#include <gscope-gtk/plot/scene.h>

#include <math.h>

/* The ranges of the lanes, which follow the visible values. */

GscopeGtkRange *
gscope_gtk_scene_get_range (GscopeGtkScene *self, const char *name, gboolean logarithmic)
{
  g_autofree char *key = g_strconcat (logarithmic ? "log:" : "", name, NULL);
  GscopeGtkRange *range = g_hash_table_lookup (self->ranges, key);

  if (range)
    return range;
  range = g_new (GscopeGtkRange, 1);
  *range = (GscopeGtkRange) GSCOPE_GTK_RANGE_INIT;
  if (logarithmic)
    *range = (GscopeGtkRange){ 1, 10, range->roomy_since, TRUE };
  g_hash_table_insert (self->ranges, g_steal_pointer (&key), range);
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

/* Extends a range to a signal's visible values, and to its least range if it has one. */
static void
measure_signal (GscopeGtkScene *self, GscopeGtkViewSignal *signal, gboolean positive, double *min,
                double *max)
{
  GscopeTimeline timeline;
  gint64 begin, end;
  double low, high;

  gscope_gtk_scene_get_timeline (self, gscope_gtk_view_signal_get_signal (signal), &timeline);
  gscope_gtk_scene_get_window (self, &begin, &end);
  gscope_gtk_painter_get_extent (&timeline, skip_start (&timeline, begin, end), end + 1, positive,
                                 &low, &high);
  extend (min, max, low, high);
  if (gscope_gtk_view_signal_get_least_range (signal, &low, &high) && (!positive || low > 0))
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
  GscopeGtkRange *range = gscope_gtk_scene_get_range (self, key, FALSE);
  double min = 0, max = -INFINITY;
  gboolean changed;

  if (!gscope_gtk_view_signal_get_auto_range (below))
    return FALSE;
  measure_signal (self, below, FALSE, &min, &max);
  changed = func (range, min, max, now);
  gscope_gtk_view_signal_show_mapping (below, &(GscopeGtkMapping){ range->min, range->max, FALSE });
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

/* Returns whether the values of a signal decide an end of its axis: a logarithmic one has no place for an end of 0. */
static gboolean
follows_values (GscopeGtkViewSignal *signal, gboolean logarithmic)
{
  double low, high;

  if (gscope_gtk_view_signal_get_auto_range (signal))
    return TRUE;
  gscope_gtk_view_signal_get_range (signal, &low, &high);
  return logarithmic && low <= 0;
}

static void
add_own_range (GscopeGtkViewSignal *signal, gboolean logarithmic, double *min, double *max)
{
  double low, high;

  if (gscope_gtk_view_signal_get_auto_range (signal))
    return;
  gscope_gtk_view_signal_get_range (signal, &low, &high);
  if (!logarithmic || low > 0)
    extend (min, max, low, high);
  else if (high > 0)
    *max = MAX (*max, high);
}

/* Updates the mapping of signals that share an axis. Signals with their own range fix it; otherwise it follows the
 * values. Returns whether it changed. */
static gboolean
update_mapping (GscopeGtkScene *self, gpointer *signals, guint n, GscopeGtkRange *range,
                GscopeGtkMapping *mapping, RangeFunc func, gint64 now)
{
  double fixed_min = INFINITY, fixed_max = -INFINITY, min = INFINITY, max = -INFINITY;
  const GscopeGtkMapping old = *mapping;

  mapping->logarithmic = range->logarithmic;
  for (guint i = 0; i < n; i++)
    {
      if (follows_values (signals[i], range->logarithmic))
        measure_signal (self, signals[i], range->logarithmic, &min, &max);
      add_own_range (signals[i], range->logarithmic, &fixed_min, &fixed_max);
    }
  if (fixed_max > fixed_min)
    extend (&fixed_min, &fixed_max, min, max);
  else
    func (range, min, max, now);
  mapping->max = isfinite (fixed_max) ? fixed_max : range->max;
  mapping->min = isfinite (fixed_min) ? fixed_min : range->min;
  if (isfinite (fixed_max) && !isfinite (fixed_min))
    mapping->min = MIN (range->min, fixed_max / 10);
  for (guint i = 0; i < n; i++)
    gscope_gtk_view_signal_show_mapping (signals[i], mapping);
  return !gscope_gtk_mapping_equal (mapping, &old);
}

static gboolean
update_scale (GscopeGtkScene *self, GscopeGtkScale *scale, RangeFunc func, gint64 now)
{
  if (scale->states)
    return update_rows (self, scale, func, now);
  return update_mapping (self, scale->signals->pdata, scale->signals->len, scale->range,
                         &scale->mapping, func, now);
}

/* Lists a signal and those that are compared with it, which have its range. */
static GPtrArray *
list_compared (const GscopeGtkScale *scale, GscopeGtkViewSignal *signal)
{
  GPtrArray *signals = g_ptr_array_new ();

  g_ptr_array_add (signals, signal);
  for (guint i = 0; i < scale->signals->len; i++)
    if (gscope_gtk_view_signal_get_compared (scale->signals->pdata[i]) == signal)
      g_ptr_array_add (signals, scale->signals->pdata[i]);
  return signals;
}

static void
overlaid_clear (gpointer data)
{
  g_ptr_array_unref (((GscopeGtkOverlaid *) data)->signals);
}

void
gscope_gtk_scene_overlay (GscopeGtkScene *self, GscopeGtkScale *scale)
{
  scale->overlaid = g_array_new (FALSE, FALSE, sizeof (GscopeGtkOverlaid));
  g_array_set_clear_func (scale->overlaid, overlaid_clear);
  for (guint i = 0; i < scale->signals->len; i++)
    {
      GscopeGtkViewSignal *signal = scale->signals->pdata[i];
      GscopeGtkViewSignal *compared = gscope_gtk_view_signal_get_compared (signal);
      const char *name = gscope_signal_get_full_name (gscope_gtk_view_signal_get_signal (signal));
      g_autofree char *key = g_strconcat ("signal:", name, NULL);
      GscopeGtkOverlaid overlaid;

      if (compared && g_ptr_array_find (scale->signals, compared, NULL))
        continue;
      overlaid.signals = list_compared (scale, signal);
      overlaid.range =
          gscope_gtk_scene_get_range (self, key, gscope_gtk_scene_is_logarithmic (self, signal));
      g_array_append_val (scale->overlaid, overlaid);
    }
}

static gboolean
update_overlaid (GscopeGtkScene *self, GscopeGtkScale *ruler, RangeFunc func, gint64 now)
{
  gboolean changed = FALSE;

  for (guint i = 0; i < ruler->overlaid->len; i++)
    {
      const GscopeGtkOverlaid *overlaid = &g_array_index (ruler->overlaid, GscopeGtkOverlaid, i);
      GscopeGtkViewSignal *signal = overlaid->signals->pdata[0];
      GscopeGtkMapping mapping = gscope_gtk_view_signal_get_placement (signal)->mapping;

      changed |= update_mapping (self, overlaid->signals->pdata, overlaid->signals->len,
                                 overlaid->range, &mapping, func, now);
      if (i == 0 || (self->selected && g_ptr_array_find (overlaid->signals, self->selected, NULL)))
        ruler->mapping = mapping;
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

      if (lane->scales[0].overlaid)
        changed |= update_overlaid (self, &lane->scales[0], func, now);
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
