/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/view/private.h>

/**
 * gscope_gtk_view_pick:
 * @self: a view
 * @x: logical pixels from its left
 * @y: logical pixels from its top
 * @time: (out): nanoseconds on the scopes' clock
 * @value: (out): by the left ruler of the lane
 *
 * Finds the time and the value at a place of the plot. Belongs to the main thread.
 *
 * Returns: whether the place is in a lane; if not, neither is set
 */
gboolean
gscope_gtk_view_pick (GscopeGtkView *self, double x, double y, gint64 *time, double *value)
{
  GscopeGtkScene *scene = &self->scene;
  GscopeGtkSceneLane *lane = gscope_gtk_scene_find_lane (scene, y);
  double column = gscope_gtk_view_to_column (self, x);

  if (!lane || column < 0 || column >= gscope_gtk_viewport_get_n_columns (scene->viewport))
    return FALSE;
  *time = gscope_gtk_viewport_x_to_time (scene->viewport, column);
  *value = gscope_gtk_scene_y_to_value (lane, &lane->scales[0], y - scene->plot.y);
  return TRUE;
}
