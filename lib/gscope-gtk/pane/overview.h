/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/view/view.h>

G_BEGIN_DECLS

#define GSCOPE_GTK_TYPE_OVERVIEW (gscope_gtk_overview_get_type ())
GSCOPE_GTK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeGtkOverview, gscope_gtk_overview, GSCOPE_GTK, OVERVIEW, GtkWidget)

GSCOPE_GTK_AVAILABLE_IN_1_0
GtkWidget *gscope_gtk_overview_new (GscopeGtkView *view);
GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeGtkView *gscope_gtk_overview_get_view (GscopeGtkOverview *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_overview_set_view (GscopeGtkOverview *self, GscopeGtkView *view);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_overview_get_interval (GscopeGtkOverview *self, gint64 *begin, gint64 *end);

G_END_DECLS
