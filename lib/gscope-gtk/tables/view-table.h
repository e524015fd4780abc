/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/view/view.h>

G_BEGIN_DECLS

#define GSCOPE_GTK_TYPE_VIEW_TABLE (gscope_gtk_view_table_get_type ())
GSCOPE_GTK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeGtkViewTable, gscope_gtk_view_table, GSCOPE_GTK, VIEW_TABLE, GtkWidget)

GSCOPE_GTK_AVAILABLE_IN_1_0
GtkWidget *gscope_gtk_view_table_new (GscopeGtkView *view);
GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeGtkView *gscope_gtk_view_table_get_view (GscopeGtkViewTable *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_table_set_view (GscopeGtkViewTable *self, GscopeGtkView *view);
GSCOPE_GTK_AVAILABLE_IN_1_0
char *gscope_gtk_view_table_get_text (GscopeGtkViewTable *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_table_copy (GscopeGtkViewTable *self);

G_END_DECLS
