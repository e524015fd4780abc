/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/paint/states.h>
#include <gscope-gtk/plot/captures.h>
#include <gscope-gtk/plot/columns.h>
#include <gscope-gtk/plot/scene.h>
#include <gscope-gtk/plot/state-lane.h>

#include <math.h>

enum
{
  MARKER_RAIL = 52,
  /* with the interval between two cursors */
  INTERVAL_RAIL = 76,
  /* height of the rail in a low view */
  LOW_MARKER_RAIL = 12,
  LOW_VIEW = 320,
  INTEGRITY_RAIL = 16,
  TIME_RULER = 26,
  LANE_GAP = 6,
  /* lanes that would be lower than this take a second unit on the right instead */
  LOW_LANE = 84,
  MIN_TICK_DISTANCE = 22,
  /* a row of states needs no more */
  MAX_ROW = 40,
  /* the weight of a lane of lines among the lanes; one of states weighs a row more than it has */
  LINES_WEIGHT = 3,
  /* a lane has its title, keys and values in a head above its traces, unless it is very low */
  HEAD = 20,
  MIN_LANE_FOR_HEAD = 44,
  /* between the lane's frame and the ends of its range */
  PADDING = 4,
  /* per cent of all lanes' height */
  LEAD_SHARE = 60,
  /* width of the blank area ahead of the pen */
  WIPED = 8,
};

int
gscope_gtk_scene_get_room (const GscopeGtkScene *self, int pixels)
{
  return (int) round (pixels * self->text_scale);
}

static void
lane_clear (gpointer data)
{
  GscopeGtkSceneLane *lane = data;

  for (guint i = 0; i < lane->n_scales; i++)
    {
      g_ptr_array_unref (lane->scales[i].signals);
      g_clear_pointer (&lane->scales[i].below, g_ptr_array_unref);
      g_clear_pointer (&lane->scales[i].rows, g_array_unref);
      g_clear_pointer (&lane->scales[i].overlaid, g_array_unref);
      g_free (lane->scales[i].states);
    }
}

static void
stamp_free (gpointer data)
{
  GscopeGtkStamp *stamp = data;

  g_free (stamp->alpha);
  g_free (stamp);
}

void
gscope_gtk_scene_init (GscopeGtkScene *self)
{
  *self = (GscopeGtkScene){ .device_scale = 1, .text_scale = 1 };
  self->viewport = gscope_gtk_viewport_new ();
  self->palette = gscope_gtk_palette_get (FALSE);
  self->lanes = g_array_new (FALSE, TRUE, sizeof (GscopeGtkSceneLane));
  g_array_set_clear_func (self->lanes, lane_clear);
  self->ranges = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->stamps = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, stamp_free);
  self->looks = g_ptr_array_new_with_free_func (g_free);
  self->raster_lanes = g_array_new (FALSE, TRUE, sizeof (GscopeGtkLane));
  self->strokes = g_array_new (FALSE, TRUE, sizeof (GscopeGtkStroke));
  self->rows = g_array_new (FALSE, TRUE, sizeof (int));
  self->captures = gscope_gtk_shown_captures_new ();
  self->flags = g_new0 (GscopeGtkRulerFlags, 1);
}

void
gscope_gtk_scene_clear (GscopeGtkScene *self)
{
  g_object_unref (self->viewport);
  g_array_unref (self->lanes);
  g_hash_table_unref (self->ranges);
  g_hash_table_unref (self->stamps);
  g_ptr_array_unref (self->looks);
  g_array_unref (self->raster_lanes);
  g_array_unref (self->strokes);
  g_array_unref (self->rows);
  gscope_gtk_coverage_clear (&self->coverage);
  gscope_gtk_shown_captures_free (self->captures);
  g_free (self->flags);
}

void
gscope_gtk_scene_get_window (const GscopeGtkScene *self, gint64 *begin, gint64 *end)
{
  *end = gscope_gtk_viewport_get_end (self->viewport);
  *begin = *end - gscope_gtk_viewport_get_span (self->viewport);
}

gboolean
gscope_gtk_scene_is_sweeping (const GscopeGtkScene *self)
{
  return gscope_gtk_viewport_get_sweeping (self->viewport);
}

gboolean
gscope_gtk_scene_is_graded (const GscopeGtkScene *self)
{
  return self->settings && gscope_view_settings_is_on (self->settings, "phosphor");
}

static GscopeGtkScale *
add_scale (GscopeGtkScene *self, GscopeGtkSceneLane *lane, const char *unit, const char *key,
           gboolean logarithmic)
{
  GscopeGtkScale *scale = &lane->scales[lane->n_scales++];

  *scale = (GscopeGtkScale){ .unit = unit, .signals = g_ptr_array_new () };
  scale->range = gscope_gtk_scene_get_range (self, key, logarithmic);
  scale->mapping = (GscopeGtkMapping){ scale->range->min, scale->range->max, logarithmic };
  return scale;
}

static GscopeGtkScale *
find_scale (GscopeGtkScene *self, const char *unit, gboolean logarithmic, const char *states)
{
  for (guint i = 0; i < self->lanes->len; i++)
    {
      GscopeGtkSceneLane *lane = &g_array_index (self->lanes, GscopeGtkSceneLane, i);

      for (guint s = 0; s < lane->n_scales; s++)
        if (g_strcmp0 (lane->scales[s].unit, unit) == 0
            && lane->scales[s].mapping.logarithmic == logarithmic
            && g_strcmp0 (lane->scales[s].states, states) == 0)
          return &lane->scales[s];
    }
  return NULL;
}

static GscopeGtkSceneLane *
add_lane (GscopeGtkScene *self)
{
  g_array_set_size (self->lanes, self->lanes->len + 1);
  return &g_array_index (self->lanes, GscopeGtkSceneLane, self->lanes->len - 1);
}

gboolean
gscope_gtk_scene_is_logarithmic (const GscopeGtkScene *self, GscopeGtkViewSignal *signal)
{
  GscopeValueAxis axis = gscope_gtk_view_signal_get_value_axis (signal);

  if (axis == GSCOPE_VALUE_AXIS_AS_VIEW)
    return self->settings && gscope_view_settings_is_on (self->settings, "logarithmic-axes");
  return axis == GSCOPE_VALUE_AXIS_LOGARITHMIC;
}

/* Returns the scale of a unit: in a lane of its own, or, if lanes would become low, on the right
 * side of the last lane. The unit "", a pure number, differs from an unknown unit. */
static GscopeGtkScale *
place_unit (GscopeGtkScene *self, const char *unit, gboolean logarithmic, gboolean pairs)
{
  GscopeGtkSceneLane *lane = NULL;
  GscopeGtkScale *scale = find_scale (self, unit, logarithmic, NULL);
  g_autofree char *key = g_strconcat (unit ? "unit:" : "no unit", unit, NULL);

  if (scale)
    return scale;
  if (pairs && self->lanes->len > 0)
    lane = &g_array_index (self->lanes, GscopeGtkSceneLane, self->lanes->len - 1);
  if (!lane || lane->n_scales == GSCOPE_GTK_MAX_SCALES || lane->scales[0].states)
    lane = add_lane (self);
  return add_scale (self, lane, unit, key, logarithmic);
}

/* Adds a signal of states to the lane of its group, with the budget that belongs to it. */
static void
place_states (GscopeGtkScene *self, GListModel *signals, GscopeGtkViewSignal *signal)
{
  g_autofree char *group = gscope_gtk_state_lane_dup_title (signal);
  GscopeGtkScale *scale = find_scale (self, NULL, FALSE, group);

  if (!scale)
    {
      scale = add_scale (self, add_lane (self), NULL, "states", FALSE);
      scale->states = g_steal_pointer (&group);
      scale->below = g_ptr_array_new ();
    }
  g_ptr_array_add (scale->signals, signal);
  g_ptr_array_add (scale->below, gscope_gtk_state_lane_find_budget (signals, signal));
}

/* Returns whether a signal has a place of its own, and not below a row of states. */
static gboolean
has_place (GListModel *signals, GscopeGtkViewSignal *signal)
{
  return !gscope_gtk_view_signal_get_hidden (signal)
         && !gscope_gtk_state_lane_is_below (signals, signal);
}

/* Signals of one unit have two rulers if some of them are on logarithmic axes. */
static guint
count_units (const GscopeGtkScene *self, GListModel *signals)
{
  g_autoptr (GHashTable) units = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (signals, i);
      const char *unit = gscope_gtk_view_signal_get_unit (signal);
      gboolean logarithmic = gscope_gtk_scene_is_logarithmic (self, signal);

      if (has_place (signals, signal))
        g_hash_table_add (units,
                          g_strconcat (logarithmic ? "log:" : "", unit ? unit : "unknown", NULL));
    }
  return g_hash_table_size (units);
}

static void
form_lanes (GscopeGtkScene *self, GListModel *signals, int height)
{
  gboolean pairs =
      (int) count_units (self, signals) * gscope_gtk_scene_get_room (self, LOW_LANE) > height;

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (signals, i);
      GscopeGtkScale *scale;

      if (!has_place (signals, signal))
        continue;
      if (gscope_gtk_state_lane_takes (signal))
        {
          place_states (self, signals, signal);
          continue;
        }
      scale = place_unit (self, gscope_gtk_view_signal_get_unit (signal),
                          gscope_gtk_scene_is_logarithmic (self, signal), pairs);
      g_ptr_array_add (scale->signals, signal);
    }
}

/* Forms one lane in which each signal has its own range; the ruler belongs to the selected signal. */
static void
form_overlay (GscopeGtkScene *self, GListModel *signals)
{
  GscopeGtkSceneLane *lane = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (signals, i);

      if (!has_place (signals, signal) || gscope_gtk_state_lane_takes (signal))
        continue;
      if (!lane)
        {
          lane = add_lane (self);
          add_scale (self, lane, NULL, "", FALSE);
        }
      g_ptr_array_add (lane->scales[0].signals, signal);
      if (signal == self->selected || lane->scales[0].signals->len == 1)
        lane->scales[0].unit = gscope_gtk_view_signal_get_unit (signal);
    }
  if (lane)
    gscope_gtk_scene_overlay (self, &lane->scales[0]);
  /* bars do not overlap: they have lanes below */
  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (signals, i);

      if (!gscope_gtk_view_signal_get_hidden (signal) && gscope_gtk_state_lane_takes (signal))
        place_states (self, signals, signal);
    }
}

gboolean
gscope_gtk_scene_has_rows (const GscopeGtkScene *self)
{
  for (guint i = 0; i < self->lanes->len; i++)
    if (g_array_index (self->lanes, GscopeGtkSceneLane, i).scales[0].states)
      return TRUE;
  return FALSE;
}

/* Returns how high a lane may become: as high as its rows need. */
static int
get_max_height (const GscopeGtkScene *self, const GscopeGtkSceneLane *lane)
{
  const GscopeGtkScale *scale = &lane->scales[0];

  if (!scale->states)
    return G_MAXINT;
  /* bars are as high with small texts */
  return gscope_gtk_scene_get_room (self, HEAD)
         + MAX (MAX_ROW, gscope_gtk_scene_get_room (self, MAX_ROW)) * (int) scale->signals->len;
}

/* Returns the part of the height that a lane gets, compared with other lanes: rows of states are about
 * as high in all lanes. */
static int
get_weight (const GscopeGtkSceneLane *lane)
{
  const GscopeGtkScale *scale = &lane->scales[0];

  return scale->states ? (int) scale->signals->len + 1 : LINES_WEIGHT;
}

static gboolean
has_signal (const GscopeGtkSceneLane *lane, const char *name)
{
  for (guint s = 0; s < lane->n_scales; s++)
    for (guint i = 0; i < lane->scales[s].signals->len; i++)
      {
        GscopeSignal *signal =
            gscope_gtk_view_signal_get_signal (lane->scales[s].signals->pdata[i]);

        if (g_str_equal (gscope_signal_get_full_name (signal), name))
          return TRUE;
      }
  return FALSE;
}

/* Returns the number of the lead lane; the number of lanes where there is none. */
static int
find_lead (const GscopeGtkScene *self)
{
  int n = self->lanes->len;
  g_autofree char *lead = NULL;

  if (!self->settings)
    return n;
  g_object_get (self->settings, "lead", &lead, NULL);
  for (int i = 0; i < n; i++)
    if (has_signal (&g_array_index (self->lanes, GscopeGtkSceneLane, i), lead))
      return i;
  return n;
}

/* Returns the height of the lead lane. The others keep the height of a low lane, where they have it. */
static int
choose_lead_height (const GscopeGtkScene *self, int height, int n)
{
  int least = (n - 1) * MIN (height / n, gscope_gtk_scene_get_room (self, LOW_LANE));

  return MIN (MAX (height / n, height * LEAD_SHARE / 100), height - least);
}

static void
place_lanes (GscopeGtkScene *self)
{
  int n = self->lanes->len, lead = find_lead (self), top = 0;
  int left = self->plot.height - (n - 1) * LANE_GAP;
  int lead_height = lead < n ? choose_lead_height (self, left, n) : 0;
  int weights = 0;

  left -= lead_height;
  for (int i = 0; i < n; i++)
    if (i != lead)
      weights += get_weight (&g_array_index (self->lanes, GscopeGtkSceneLane, i));
  for (int i = 0; i < n; i++)
    {
      GscopeGtkSceneLane *lane = &g_array_index (self->lanes, GscopeGtkSceneLane, i);

      int part = i == lead ? lead_height : left * get_weight (lane) / weights;
      int height = MAX (1, MIN (part, get_max_height (self, lane)));

      lane->head = height < gscope_gtk_scene_get_room (self, MIN_LANE_FOR_HEAD)
                       ? 0
                       : gscope_gtk_scene_get_room (self, HEAD);
      lane->top = top + lane->head;
      lane->height = height - lane->head;
      lane->text_scale = self->text_scale;
      if (i != lead)
        {
          left -= height;
          weights -= get_weight (lane);
        }
      top += height + LANE_GAP;
    }
}

static int
choose_marker_rail (const GscopeGtkScene *self, int height)
{
  if (height < LOW_VIEW)
    return LOW_MARKER_RAIL;
  return gscope_gtk_scene_get_room (self, self->has_interval ? INTERVAL_RAIL : MARKER_RAIL);
}

void
gscope_gtk_scene_arrange (GscopeGtkScene *self, GListModel *signals, int width, int height)
{
  int left, right;

  self->width = width;
  self->height = height;
  self->marker_rail = choose_marker_rail (self, height);
  self->ruler_top = height - gscope_gtk_scene_get_room (self, TIME_RULER);
  self->integrity_top = self->ruler_top - INTEGRITY_RAIL;
  g_array_set_size (self->lanes, 0);
  if (self->layout == GSCOPE_VIEW_LAYOUT_OVERLAY)
    form_overlay (self, signals);
  else
    form_lanes (self, signals, self->integrity_top - self->marker_rail);
  gscope_gtk_scene_get_margins (self, &left, &right);
  left = MAX (left, self->least_left);
  right = MAX (right, self->least_right);
  self->plot = (cairo_rectangle_int_t){ left, self->marker_rail, MAX (16, width - left - right),
                                        MAX (1, self->integrity_top - self->marker_rail) };
  place_lanes (self);
  gscope_gtk_viewport_set_n_columns (self->viewport, self->plot.width * self->device_scale);
}

static double
get_padding (const GscopeGtkSceneLane *lane)
{
  return MIN (PADDING, lane->height / 8.0);
}

/* Chooses ticks that are round numbers in the prefixed unit: 1 KiB, not 1000 B. */
static void
choose_even_ticks (const GscopeGtkMapping *mapping, const char *unit, guint max_ticks,
                   GscopeGtkTicks *ticks)
{
  double factor;

  gscope_gtk_choose_prefix (mapping->min, mapping->max, unit, &factor);
  gscope_gtk_ticks_choose (ticks, mapping->min / factor, mapping->max / factor, max_ticks);
  ticks->first *= factor;
  ticks->step *= factor;
}

GArray *
gscope_gtk_scene_list_ticks (const GscopeGtkSceneLane *lane, const GscopeGtkMapping *mapping,
                             const char *unit, double *step)
{
  double distance = MIN_TICK_DISTANCE * lane->text_scale;
  GArray *list;
  GscopeGtkTicks ticks;

  if (gscope_gtk_mapping_has_decades (mapping))
    return gscope_gtk_list_decades (mapping->min, mapping->max, lane->height, distance);
  list = g_array_new (FALSE, FALSE, sizeof (GscopeGtkTick));
  choose_even_ticks (mapping, unit, MAX (2, (int) (lane->height / distance)), &ticks);
  for (guint i = 0; i < ticks.n; i++)
    {
      GscopeGtkTick tick = { ticks.first + i * ticks.step, FALSE };

      g_array_append_val (list, tick);
    }
  *step = ticks.step;
  return list;
}

double
gscope_gtk_scene_value_to_y (const GscopeGtkSceneLane *lane, const GscopeGtkMapping *mapping,
                             double value)
{
  double padding = get_padding (lane);

  return lane->top + padding
         + (lane->height - 2 * padding) * (1 - gscope_gtk_mapping_to_part (mapping, value));
}

double
gscope_gtk_scene_y_to_value (const GscopeGtkSceneLane *lane, const GscopeGtkMapping *mapping,
                             double y)
{
  double padding = get_padding (lane);

  return gscope_gtk_mapping_to_value (mapping,
                                      1 - (y - lane->top - padding) / (lane->height - 2 * padding));
}

/* Extends a range by the padding of a lane, so that it reaches from frame to frame. */
static void
include_padding (const GscopeGtkSceneLane *lane, GscopeGtkMapping *mapping)
{
  double padding = get_padding (lane);

  gscope_gtk_mapping_move (mapping, 0, lane->height / (lane->height - 2 * padding));
}

static GArray *
list_rows (const GscopeGtkScene *self, const GscopeGtkSceneLane *lane, const GscopeGtkScale *scale)
{
  double step;
  g_autoptr (GArray) ticks =
      gscope_gtk_scene_list_ticks (lane, &scale->mapping, scale->unit, &step);
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (int));

  for (guint i = 0; i < ticks->len; i++)
    {
      const GscopeGtkTick *tick = &g_array_index (ticks, GscopeGtkTick, i);
      int row = floor (gscope_gtk_scene_value_to_y (lane, &scale->mapping, tick->value)
                       * self->device_scale);

      if (!tick->is_minor)
        g_array_append_val (rows, row);
    }
  return rows;
}

static void
add_rows (GscopeGtkScene *self, GscopeGtkSceneLane *lane)
{
  GscopeGtkScale *scale = &lane->scales[0];

  if (scale->states)
    return;
  if (!scale->rows || !gscope_gtk_mapping_equal (&scale->rows_mapping, &scale->mapping))
    {
      g_clear_pointer (&scale->rows, g_array_unref);
      scale->rows = list_rows (self, lane, scale);
      scale->rows_mapping = scale->mapping;
    }
  g_array_append_vals (self->rows, scale->rows->data, scale->rows->len);
}

static void
init_stroke (const GscopeGtkScene *self, GscopeGtkViewSignal *entry, GscopeGtkStroke *stroke)
{
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (entry);

  *stroke = (GscopeGtkStroke){
    .trace = gscope_signal_get_trace (signal),
    .history = gscope_signal_get_history (signal),
    .mode = gscope_gtk_view_signal_get_line_mode (entry),
    .ended = gscope_signal_get_ended (signal),
  };
  stroke->color = gscope_gtk_view_signal_resolve (entry, self->palette, &stroke->dashed);
}

static void
add_row (GscopeGtkScene *self, const GscopeGtkSceneLane *lane, guint i)
{
  GscopeGtkViewSignal *below = lane->scales[0].below->pdata[i];
  GscopeGtkStroke stroke;

  init_stroke (self, lane->scales[0].signals->pdata[i], &stroke);
  gscope_gtk_state_lane_place_row (self, lane, i, &stroke);
  g_array_append_val (self->strokes, stroke);
  if (!below)
    return;
  init_stroke (self, below, &stroke);
  gscope_gtk_state_lane_place_below (self, lane, i, &stroke);
  g_array_append_val (self->strokes, stroke);
}

static void
add_line (GscopeGtkScene *self, const GscopeGtkSceneLane *lane, GscopeGtkViewSignal *entry)
{
  GscopeGtkStroke stroke;

  init_stroke (self, entry, &stroke);
  stroke.mapping = gscope_gtk_view_signal_get_mapping (entry);
  include_padding (lane, &stroke.mapping);
  gscope_gtk_scene_add_captures (self, &stroke, gscope_gtk_view_signal_get_signal (entry));
  g_array_append_val (self->strokes, stroke);
}

static void
add_strokes (GscopeGtkScene *self, const GscopeGtkSceneLane *lane)
{
  for (guint s = 0; s < lane->n_scales; s++)
    for (guint i = 0; i < lane->scales[s].signals->len; i++)
      if (lane->scales[s].states)
        add_row (self, lane, i);
      else
        add_line (self, lane, lane->scales[s].signals->pdata[i]);
}

/* Sets pointers only after the arrays are complete, because arrays move while they grow. */
static void
fill_raster_lanes (GscopeGtkScene *self)
{
  const GscopeGtkStroke *strokes;
  const int *rows;

  g_array_set_size (self->raster_lanes, 0);
  g_array_set_size (self->strokes, 0);
  g_array_set_size (self->rows, 0);
  g_ptr_array_set_size (self->looks, 0);
  for (guint i = 0; i < self->lanes->len; i++)
    {
      GscopeGtkSceneLane *lane = &g_array_index (self->lanes, GscopeGtkSceneLane, i);
      int top = round (lane->top * self->device_scale);
      int bottom = round ((lane->top + lane->height) * self->device_scale);
      GscopeGtkLane raster = { .top = top, .height = bottom - top };
      guint n_rows = self->rows->len, n_strokes = self->strokes->len;

      add_rows (self, lane);
      add_strokes (self, lane);
      raster.n_rows = self->rows->len - n_rows;
      raster.n_strokes = self->strokes->len - n_strokes;
      g_array_append_val (self->raster_lanes, raster);
    }
  rows = (const int *) self->rows->data;
  strokes = (const GscopeGtkStroke *) self->strokes->data;
  for (guint i = 0; i < self->raster_lanes->len; i++)
    {
      GscopeGtkLane *raster = &g_array_index (self->raster_lanes, GscopeGtkLane, i);

      raster->rows = rows;
      raster->strokes = strokes;
      rows += raster->n_rows;
      strokes += raster->n_strokes;
    }
}

int
gscope_gtk_scene_get_wiped (const GscopeGtkScene *self)
{
  return WIPED * self->device_scale;
}

double
gscope_gtk_scene_get_line_width (const GscopeGtkScene *self)
{
  return self->palette->line_width * self->device_scale;
}

int
gscope_gtk_scene_get_plot_height (const GscopeGtkScene *self)
{
  return round (self->plot.height * self->device_scale);
}

void
gscope_gtk_scene_get_plot (GscopeGtkScene *self, GscopeGtkPlot *plot)
{
  gint64 begin, end;

  gscope_gtk_scene_get_window (self, &begin, &end);
  fill_raster_lanes (self);
  *plot = (GscopeGtkPlot){
    .lanes = (const GscopeGtkLane *) self->raster_lanes->data,
    .n_lanes = self->raster_lanes->len,
    .height = gscope_gtk_scene_get_plot_height (self),
    .column_width = gscope_gtk_viewport_get_column_width (self->viewport),
    .pen = end,
    .line_width = gscope_gtk_scene_get_line_width (self),
    .background = self->palette->background,
    .plot = self->palette->plot,
    .grid = self->palette->grid,
    .frame = self->palette->frame,
    .phosphor = gscope_gtk_scene_is_graded (self),
    .coverage = &self->coverage,
  };
}

/* Draws a run of columns between two positions in the plot, if it is not empty. */
static void
draw_run (GscopeGtkScene *self, const GscopeGtkPlot *plot, int begin, int end, gboolean faded,
          GscopeGtkRunFunc func, gpointer data)
{
  if (begin < end)
    func (plot, gscope_gtk_viewport_get_column (self->viewport, begin), end - begin, begin, faded,
          data);
}

void
gscope_gtk_scene_draw_runs (GscopeGtkScene *self, const GscopeGtkPlot *plot, int x, int n,
                            GscopeGtkRunFunc func, gpointer data)
{
  GscopeGtkPlot blank = *plot;
  int n_columns = gscope_gtk_viewport_get_n_columns (self->viewport);
  int end = MIN (x + n, n_columns), pen = n_columns - 1, wiped;

  if (gscope_gtk_scene_is_sweeping (self))
    pen = (int) gscope_gtk_viewport_get_place (self->viewport,
                                               gscope_gtk_viewport_get_pen_column (self->viewport));
  wiped = pen + gscope_gtk_scene_get_wiped (self);
  blank.pen = G_MININT64;
  draw_run (self, plot, x, MIN (end, pen + 1), FALSE, func, data);
  draw_run (self, &blank, MAX (x, pen + 1), MIN (end, wiped + 1), TRUE, func, data);
  draw_run (self, plot, MAX (x, wiped + 1), end, TRUE, func, data);
}

typedef struct
{
  int x;
  guint32 *pixels;
  gsize stride;
} Image;

static void
draw_pixels (const GscopeGtkPlot *plot, gint64 column, int n, int x, gboolean faded, gpointer data)
{
  const Image *image = data;

  gscope_gtk_raster_strip (plot, column, n, faded, image->pixels + (x - image->x), image->stride);
}

void
gscope_gtk_scene_draw_columns (GscopeGtkScene *self, const GscopeGtkPlot *plot, int x, int n,
                               guint32 *pixels, gsize stride)
{
  Image image = { x, pixels, stride };

  gscope_gtk_scene_draw_runs (self, plot, x, n, draw_pixels, &image);
}

GscopeGtkSceneLane *
gscope_gtk_scene_find_lane (const GscopeGtkScene *self, double y)
{
  for (guint i = 0; i < self->lanes->len; i++)
    {
      GscopeGtkSceneLane *lane = &g_array_index (self->lanes, GscopeGtkSceneLane, i);
      double inside = y - self->plot.y - lane->top;

      if (inside >= -lane->head && inside < lane->height)
        return lane;
    }
  return NULL;
}
