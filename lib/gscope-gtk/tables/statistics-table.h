/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/tables/measure-table.h>

G_BEGIN_DECLS

#define GSCOPE_GTK_TYPE_STATISTICS_TABLE (gscope_gtk_statistics_table_get_type ())
GSCOPE_GTK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeGtkStatisticsTable, gscope_gtk_statistics_table, GSCOPE_GTK,
                      STATISTICS_TABLE, GscopeGtkMeasureTable)

GSCOPE_GTK_AVAILABLE_IN_1_0
GtkWidget *gscope_gtk_statistics_table_new (GscopeGtkView *view);

G_END_DECLS
