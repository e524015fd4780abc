/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/analysis/analysis-view.h>

G_BEGIN_DECLS

#define GSCOPE_GTK_TYPE_XY_VIEW (gscope_gtk_xy_view_get_type ())
GSCOPE_GTK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeGtkXyView, gscope_gtk_xy_view, GSCOPE_GTK, XY_VIEW,
                      GscopeGtkAnalysisView)

GSCOPE_GTK_AVAILABLE_IN_1_0
GtkWidget *gscope_gtk_xy_view_new (GscopeGtkView *view);
GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeGtkViewSignal *gscope_gtk_xy_view_get_x (GscopeGtkXyView *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_xy_view_set_x (GscopeGtkXyView *self, GscopeGtkViewSignal *x);

G_END_DECLS
