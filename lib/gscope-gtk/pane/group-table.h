/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/view/view.h>

G_BEGIN_DECLS

#define GSCOPE_GTK_TYPE_GROUP_TABLE (gscope_gtk_group_table_get_type ())
GSCOPE_GTK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeGtkGroupTable, gscope_gtk_group_table, GSCOPE_GTK, GROUP_TABLE,
                      GtkWidget)

GSCOPE_GTK_AVAILABLE_IN_1_0
GtkWidget *gscope_gtk_group_table_new (void);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_group_table_set_description (GscopeGtkGroupTable *self,
                                             GscopeWorkspaceView *description);
GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeWorkspaceView *gscope_gtk_group_table_describe (GscopeGtkGroupTable *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_group_table_add_scope (GscopeGtkGroupTable *self, GscopeScope *scope);
GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeGtkView *gscope_gtk_group_table_get_view (GscopeGtkGroupTable *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
const char *gscope_gtk_group_table_get_selected (GscopeGtkGroupTable *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
gboolean gscope_gtk_group_table_select (GscopeGtkGroupTable *self, const char *group);

G_END_DECLS
