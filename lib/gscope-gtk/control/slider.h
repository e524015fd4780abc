/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>
#include <gtk/gtk.h>

/* A slider for a numeric parameter. It writes, with the writer "slider", while it is dragged, which
 * counts as one write; arrow keys move it by the parameter's step. */
#define GSCOPE_GTK_TYPE_SLIDER (gscope_gtk_slider_get_type ())
G_DECLARE_FINAL_TYPE (GscopeGtkSlider, gscope_gtk_slider, GSCOPE_GTK, SLIDER, GtkScale)

/* Returns whether a parameter has a range that a slider can cover. */
gboolean gscope_gtk_slider_suits (GscopeParameter *parameter);
GtkWidget *gscope_gtk_slider_new (GscopeParameter *parameter);

/* The handlers of a press and a release. */
void gscope_gtk_slider_begin_drag (GscopeGtkSlider *self);
void gscope_gtk_slider_end_drag (GscopeGtkSlider *self);
