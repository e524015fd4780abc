/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/view/view.h>

G_BEGIN_DECLS

struct _GscopeGtkMeasureTableFuncs;

#define GSCOPE_GTK_TYPE_MEASURE_TABLE (gscope_gtk_measure_table_get_type ())
GSCOPE_GTK_AVAILABLE_IN_1_0
G_DECLARE_DERIVABLE_TYPE (GscopeGtkMeasureTable, gscope_gtk_measure_table, GSCOPE_GTK,
                          MEASURE_TABLE, GtkWidget)

/**
 * GscopeGtkMeasureTableClass:
 *
 * What kinds of tables differ in, which is the library's own.
 *
 * Since: 1.0
 */
struct _GscopeGtkMeasureTableClass
{
  GtkWidgetClass parent_class;

  /*< private >*/
  const struct _GscopeGtkMeasureTableFuncs *funcs;
  gpointer padding[8];
};

GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeGtkView *gscope_gtk_measure_table_get_view (GscopeGtkMeasureTable *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_measure_table_set_view (GscopeGtkMeasureTable *self, GscopeGtkView *view);
GSCOPE_GTK_AVAILABLE_IN_1_0
char *gscope_gtk_measure_table_get_text (GscopeGtkMeasureTable *self);

G_END_DECLS
