/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/chrome/measure.h>
#include <gscope-gtk/tables/measure-table.h>
#include <gscope-gtk/view/picture.h>

/* The operations of each kind of table. */
typedef struct _GscopeGtkMeasureTableFuncs
{
  const char *title;
  const GscopeGtkMeasureColumn *columns;
  guint n_columns;
  /* FALSE where there is nothing to measure; the table is hidden then */
  gboolean (*get_interval) (GscopeGtkView *view, gint64 *a, gint64 *b);
  char *(*format_interval) (GscopeGtkView *view);
  /* Follows what it depends on: the view and its viewport, with the table as data. */
  void (*link) (GscopeGtkMeasureTable *self, GscopeGtkView *view);
} GscopeGtkMeasureTableFuncs;

void gscope_gtk_measure_table_update (GscopeGtkMeasureTable *self);
/* As text in a picture, in what is allocated to it. */
void gscope_gtk_measure_table_draw_picture (GtkWidget *self, const GscopeGtkDrawing *drawing);
