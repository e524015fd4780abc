/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/plot/viewport.h>

/* The columns of a viewport, which are device pixels of the plot on a grid that is anchored in time: which of them is
 * where in the plot. */

/* Returns a / b, rounded down for times before 0 too. */
gint64 gscope_gtk_divide_down (gint64 a, gint64 b);
/* Sets the width of the plot. The latest time that is shown stays. */
void gscope_gtk_viewport_set_n_columns (GscopeGtkViewport *self, guint n);
/* Moves the pen to the newest time of the scopes, or says where it will be once it is not held any more. */
void gscope_gtk_viewport_set_pen (GscopeGtkViewport *self, gint64 pen);
/* Zooms about a place to the next span of 1, 2 or 5 times a power of ten nanoseconds; from a
 * minute on of minutes, hours and days. */
void gscope_gtk_viewport_zoom_step (GscopeGtkViewport *self, int direction, double x);
/* Gets the column of the earliest time that is shown. That one and the n - 1 that follow it are
 * shown, in whatever order. */
gint64 gscope_gtk_viewport_get_first_column (GscopeGtkViewport *self);
/* Gets the column that the pen is in, which may be right of a window that shows the past. */
gint64 gscope_gtk_viewport_get_pen_column (GscopeGtkViewport *self);
/* Gets whether the pen moves, or is held, within the plot: in sweep mode, while live. Otherwise
 * columns are in the order of time. */
gboolean gscope_gtk_viewport_get_sweeping (GscopeGtkViewport *self);
/* Gets the time from which sweeps are counted. */
gint64 gscope_gtk_viewport_get_origin (GscopeGtkViewport *self);
/* Sets the time from which sweeps are counted: one begins at the left edge at that time. */
void gscope_gtk_viewport_set_origin (GscopeGtkViewport *self, gint64 origin);
/* Gets the place in the plot of a column, or of one that is a whole number of plots away,
 * columns from the left. */
guint gscope_gtk_viewport_get_place (GscopeGtkViewport *self, gint64 column);
/* Gets the column at a place. While sweeping, the columns right of the pen are one sweep older
 * than the columns left of it. */
gint64 gscope_gtk_viewport_get_column (GscopeGtkViewport *self, guint x);
