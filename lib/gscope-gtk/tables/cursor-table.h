/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/tables/measure-table.h>

G_BEGIN_DECLS

#define GSCOPE_GTK_TYPE_CURSOR_TABLE (gscope_gtk_cursor_table_get_type ())
GSCOPE_GTK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeGtkCursorTable, gscope_gtk_cursor_table, GSCOPE_GTK, CURSOR_TABLE,
                      GscopeGtkMeasureTable)

GSCOPE_GTK_AVAILABLE_IN_1_0
GtkWidget *gscope_gtk_cursor_table_new (GscopeGtkView *view);

G_END_DECLS
