/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/state-lane.h>

#include <gscope-gtk/paint/looks.h>

#include <math.h>
#include <string.h>

#define BUDGET "budget"

enum
{
  /* logical pixels of a row that its budget takes, and those of them that stay free; in low rows a quarter */
  BELOW = 10,
  BELOW_GAP = 2,
  BELOW_PART = 4,
};

gboolean
gscope_gtk_state_lane_takes (GscopeGtkViewSignal *signal)
{
  gsize n;

  gscope_signal_get_states (gscope_gtk_view_signal_get_signal (signal), &n);
  return n > 0;
}

char *
gscope_gtk_state_lane_dup_title (GscopeGtkViewSignal *entry)
{
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (entry);
  g_auto (GStrv) parts = g_strsplit (gscope_signal_get_full_name (signal), "/", 3);
  const char *title = gscope_signal_get_group_title (signal);

  if (!title && g_strv_length (parts) == 3)
    title = parts[1];
  return g_strdup (title ? title : "");
}

static gboolean
is_budget (GscopeGtkViewSignal *entry)
{
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (entry);

  return g_strcmp0 (gscope_signal_get_role (signal), BUDGET) == 0
         && !gscope_gtk_state_lane_takes (entry);
}

/* Splits the full name of a signal into source, group and name. Returns the length of the source; -1 without a group. The
 * signals of a scope itself have no source. */
static gssize
split_name (GscopeGtkViewSignal *entry, const char **full_name, const char **name)
{
  const char *slash;

  *full_name = gscope_signal_get_full_name (gscope_gtk_view_signal_get_signal (entry));
  slash = strrchr (*full_name, '/');
  if (!slash)
    return -1;
  *name = slash + 1;
  slash = g_strrstr_len (*full_name, slash - *full_name, "/");
  return slash ? slash - *full_name : 0;
}

static gboolean
belong_together (GscopeGtkViewSignal *budget, GscopeGtkViewSignal *row)
{
  const char *a, *b, *a_name = NULL, *b_name = NULL;
  gssize a_length = split_name (budget, &a, &a_name), b_length = split_name (row, &b, &b_name);

  return a_length >= 0 && a_length == b_length && strncmp (a, b, a_length) == 0
         && g_str_equal (a_name, b_name);
}

GscopeGtkViewSignal *
gscope_gtk_state_lane_find_budget (GListModel *signals, GscopeGtkViewSignal *row)
{
  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (signals, i);

      if (is_budget (entry) && !gscope_gtk_view_signal_get_hidden (entry)
          && belong_together (entry, row))
        return entry;
    }
  return NULL;
}

gboolean
gscope_gtk_state_lane_is_below (GListModel *signals, GscopeGtkViewSignal *entry)
{
  for (guint i = 0; is_budget (entry) && i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeGtkViewSignal) row = g_list_model_get_item (signals, i);

      if (gscope_gtk_state_lane_takes (row) && !gscope_gtk_view_signal_get_hidden (row)
          && belong_together (entry, row))
        return TRUE;
    }
  return FALSE;
}

/* Returns the height of a row in device pixels. */
static double
get_row_height (const GscopeGtkScene *self, const GscopeGtkSceneLane *lane)
{
  return lane->height * self->device_scale / lane->scales[0].signals->len;
}

/* Returns how many device pixels of a row its budget takes. */
static int
get_below_height (const GscopeGtkScene *self, const GscopeGtkSceneLane *lane)
{
  return (int) MIN (BELOW * self->device_scale, get_row_height (self, lane) / BELOW_PART);
}

void
gscope_gtk_state_lane_place_row (GscopeGtkScene *self, const GscopeGtkSceneLane *lane, guint i,
                                 GscopeGtkStroke *stroke)
{
  const GPtrArray *signals = lane->scales[0].signals;
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (signals->pdata[i]);
  double height = get_row_height (self, lane);
  GscopeGtkLooks *looks =
      gscope_gtk_looks_new (signal, self->palette, stroke->color, self->device_scale, self->stamps);

  /* the states may have changed since the lanes were formed */
  stroke->looks = looks;
  stroke->row_top = (int) (i * height);
  stroke->row_height = (int) height;
  if (lane->scales[0].below->pdata[i])
    stroke->row_height -= get_below_height (self, lane);
  if (looks)
    g_ptr_array_add (self->looks, looks);
}

/* Stretches the range so that its part from `low` to `high` is at the foot of the row. */
static void
stretch_range (GscopeGtkStroke *stroke, double lane_height, double top, double bottom, double low,
               double high)
{
  double pixel = (high - low) / MAX (1, bottom - top);

  stroke->mapping.max = high + top * pixel;
  stroke->mapping.min = stroke->mapping.max - (lane_height - 1) * pixel;
}

void
gscope_gtk_state_lane_place_below (GscopeGtkScene *self, const GscopeGtkSceneLane *lane, guint i,
                                   GscopeGtkStroke *stroke)
{
  double height = get_row_height (self, lane), bottom = floor ((i + 1) * height);
  double top = bottom - get_below_height (self, lane), low, high;

  gscope_gtk_view_signal_get_range (lane->scales[0].below->pdata[i], &low, &high);
  stretch_range (stroke, round (lane->height * self->device_scale), top,
                 bottom - BELOW_GAP * self->device_scale, low, high);
}

GscopeGtkViewSignal *
gscope_gtk_scene_find_below (const GscopeGtkScene *self, GscopeGtkViewSignal *row)
{
  for (guint i = 0; i < self->lanes->len; i++)
    {
      const GscopeGtkScale *scale = &g_array_index (self->lanes, GscopeGtkSceneLane, i).scales[0];
      guint at;

      if (scale->states && g_ptr_array_find (scale->signals, row, &at))
        return scale->below->pdata[at];
    }
  return NULL;
}

GscopeGtkViewSignal *
gscope_gtk_scene_find_row (const GscopeGtkScene *self, const GscopeGtkSceneLane *lane, double y)
{
  const GscopeGtkScale *scale = &lane->scales[0];
  double inside = y - self->plot.y - lane->top;

  if (!scale->states || inside < 0 || inside >= lane->height)
    return NULL;
  return scale->signals->pdata[(guint) (inside / lane->height * scale->signals->len)];
}
