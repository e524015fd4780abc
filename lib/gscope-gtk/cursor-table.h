/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/view.h>

G_BEGIN_DECLS

#define GSCOPE_GTK_TYPE_CURSOR_TABLE (gscope_gtk_cursor_table_get_type ())
GSCOPE_GTK_EXPORT G_DECLARE_FINAL_TYPE (GscopeGtkCursorTable, gscope_gtk_cursor_table, GSCOPE_GTK,
                                        CURSOR_TABLE, GtkWidget)

GSCOPE_GTK_EXPORT GtkWidget *gscope_gtk_cursor_table_new (GscopeGtkView *view);
GSCOPE_GTK_EXPORT GscopeGtkView *gscope_gtk_cursor_table_get_view (GscopeGtkCursorTable *self);
GSCOPE_GTK_EXPORT void
gscope_gtk_cursor_table_set_view (GscopeGtkCursorTable *self, GscopeGtkView *view);
GSCOPE_GTK_EXPORT char *gscope_gtk_cursor_table_get_text (GscopeGtkCursorTable *self);

G_END_DECLS
