/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/paint/palette.h>
#include <gtk/gtk.h>

/* The surroundings of a widget that draws itself. */

/* The palette for what is drawn on the widget's background: light or dark, by its `color`, and of high contrast if the stylesheet
 * or the theme is. */
const GscopeGtkPalette *gscope_gtk_surroundings_get_palette (GtkWidget *widget);

/* Calls func (toplevel, pspec, widget) when the state of the widget's window changes, from map to
 * unmap. */
void gscope_gtk_surroundings_watch (GtkWidget *widget, GCallback func);
void gscope_gtk_surroundings_unwatch (GtkWidget *widget, GCallback func);
/* Returns whether the widget may be visible: its window is not minimized. */
gboolean gscope_gtk_surroundings_can_see (GtkWidget *widget);
/* Returns whether each frame paints the whole window, however little of it has changed: GTK's software renderer does so on
 * Wayland. */
gboolean gscope_gtk_surroundings_paints_all (GtkWidget *widget);
