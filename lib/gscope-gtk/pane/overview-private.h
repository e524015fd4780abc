/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/pane/overview-picture.h>
#include <gscope-gtk/pane/overview.h>
#include <gscope-gtk/view/picture.h>

void gscope_gtk_overview_draw_picture (gpointer overview, const GscopeGtkDrawing *drawing);
/* Returns the number of times that the traces were drawn. */
guint gscope_gtk_overview_count_drawings (GscopeGtkOverview *self);
/* Gets the places of the window, logical pixels from the left of the widget. */
void gscope_gtk_overview_get_window (GscopeGtkOverview *self, double *begin, double *end);
/* Returns the time at a place, logical pixels from the left of the widget. */
gint64 gscope_gtk_overview_get_time (GscopeGtkOverview *self, double x);
/* Moves the window to a latest time; of a recording, the playhead moves along if it is before that. */
void gscope_gtk_overview_move_window (GscopeGtkOverview *self, gint64 end);
/* Moves the beginning or the end of the window, and keeps the opposite edge. */
void gscope_gtk_overview_set_begin (GscopeGtkOverview *self, gint64 begin);
void gscope_gtk_overview_set_end (GscopeGtkOverview *self, gint64 end);

/* overview-input.c */
void gscope_gtk_overview_class_init_input (GtkWidgetClass *klass);
void gscope_gtk_overview_init_input (GscopeGtkOverview *self);
