/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/columns.h>

#include <math.h>

gint64
gscope_gtk_divide_down (gint64 a, gint64 b)
{
  return a / b - (a % b < 0);
}

static gint64
get_last_column (GscopeGtkViewport *self)
{
  return gscope_gtk_divide_down (gscope_gtk_viewport_get_end (self),
                                 gscope_gtk_viewport_get_column_width (self));
}

gint64
gscope_gtk_viewport_get_first_column (GscopeGtkViewport *self)
{
  return get_last_column (self) - ((gint64) gscope_gtk_viewport_get_n_columns (self) - 1);
}

gint64
gscope_gtk_viewport_get_pen_column (GscopeGtkViewport *self)
{
  return gscope_gtk_divide_down (gscope_gtk_viewport_get_pen (self),
                                 gscope_gtk_viewport_get_column_width (self));
}

guint
gscope_gtk_viewport_get_place (GscopeGtkViewport *self, gint64 column)
{
  gint64 n, from;

  n = gscope_gtk_viewport_get_n_columns (self);
  from = gscope_gtk_viewport_get_sweeping (self) ? gscope_gtk_divide_down (
             gscope_gtk_viewport_get_origin (self), gscope_gtk_viewport_get_column_width (self))
                                                 : gscope_gtk_viewport_get_first_column (self);
  return (guint) ((column - from) - gscope_gtk_divide_down (column - from, n) * n);
}

gint64
gscope_gtk_viewport_get_column (GscopeGtkViewport *self, guint x)
{
  gint64 last;
  guint place;

  g_return_val_if_fail (x < gscope_gtk_viewport_get_n_columns (self), 0);

  last = get_last_column (self);
  place = gscope_gtk_viewport_get_place (self, last);
  return last - place + x - (x > place ? gscope_gtk_viewport_get_n_columns (self) : 0);
}

/**
 * gscope_gtk_viewport_x_to_time:
 * @self: a viewport
 * @x: a place in the plot, columns from the left; brought into the plot
 *
 * Gets the time at a place, between columns too.
 *
 * Returns: a time, nanoseconds
 *
 * Since: 1.0
 */
gint64
gscope_gtk_viewport_x_to_time (GscopeGtkViewport *self, double x)
{
  guint n, place;
  gint64 width;

  g_return_val_if_fail (GSCOPE_GTK_IS_VIEWPORT (self), 0);

  n = gscope_gtk_viewport_get_n_columns (self);
  width = gscope_gtk_viewport_get_column_width (self);
  x = CLAMP (x, 0, n);
  place = MIN ((guint) x, n - 1);
  return gscope_gtk_viewport_get_column (self, place) * width + llround ((x - place) * width);
}

/**
 * gscope_gtk_viewport_time_to_x:
 * @self: a viewport
 * @time: a time, nanoseconds
 * @x: (out): where it stands, columns from the left; not set if it is not shown
 *
 * Gets where a time stands.
 *
 * Returns: %TRUE if it is shown
 *
 * Since: 1.0
 */
gboolean
gscope_gtk_viewport_time_to_x (GscopeGtkViewport *self, gint64 time, double *x)
{
  gint64 width, column;

  g_return_val_if_fail (GSCOPE_GTK_IS_VIEWPORT (self), FALSE);
  g_return_val_if_fail (x, FALSE);

  width = gscope_gtk_viewport_get_column_width (self);
  column = gscope_gtk_divide_down (time, width);
  if (column < gscope_gtk_viewport_get_first_column (self) || column > get_last_column (self))
    return FALSE;
  *x = gscope_gtk_viewport_get_place (self, column) + (double) (time - column * width) / width;
  return TRUE;
}
