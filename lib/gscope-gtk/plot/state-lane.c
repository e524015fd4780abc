/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/state-lane.h>

#include <gscope-gtk/paint/looks.h>

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

void
gscope_gtk_state_lane_place_row (GscopeGtkScene *self, const GscopeGtkSceneLane *lane, guint i,
                                 GscopeGtkStroke *stroke)
{
  const GPtrArray *signals = lane->scales[0].signals;
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (signals->pdata[i]);
  double height = lane->height * self->device_scale / signals->len;
  GscopeGtkLooks *looks =
      gscope_gtk_looks_new (signal, self->palette, stroke->color, self->device_scale, self->stamps);

  /* the states may have changed since the lanes were formed */
  stroke->looks = looks;
  stroke->row_top = (int) (i * height);
  stroke->row_height = (int) height;
  if (looks)
    g_ptr_array_add (self->looks, looks);
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
