/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/tables/cursor-table.h>
#include <gscope-gtk/tables/measure-table-private.h>
#include <gscope-gtk/view/objects.h>

#include <glib/gi18n-lib.h>

/**
 * GscopeGtkCursorTable:
 *
 * What the two cursors of a view measure: their times, the interval between them, and for each signal
 * that is not hidden its values at both, their difference, and mean, minimum, maximum and standard
 * deviation of the samples from one to the other.
 *
 * It is hidden while the view has less than two cursors, and follows them while the view is live. A
 * button copies the table as text.
 *
 * ## CSS nodes
 *
 * A table has one node, `gscope-cursor-table`, over a box and a grid of labels.
 *
 * Since: 1.0
 */
struct _GscopeGtkCursorTable
{
  GscopeGtkMeasureTable parent_instance;
};

G_DEFINE_FINAL_TYPE (GscopeGtkCursorTable, gscope_gtk_cursor_table, GSCOPE_GTK_TYPE_MEASURE_TABLE)

static double
get_a (const GscopeGtkMeasure *self)
{
  return self->a;
}

static double
get_b (const GscopeGtkMeasure *self)
{
  return self->b;
}

static double
get_difference (const GscopeGtkMeasure *self)
{
  return self->b - self->a;
}

static const GscopeGtkMeasureColumn columns[] = {
  { N_ ("At A"), get_a, GSCOPE_GTK_MEASURE_VALUE },
  { N_ ("At B"), get_b, GSCOPE_GTK_MEASURE_VALUE },
  { N_ ("B − A"), get_difference, GSCOPE_GTK_MEASURE_CHANGE },
  { N_ ("Mean A–B"), gscope_gtk_measure_get_mean, GSCOPE_GTK_MEASURE_VALUE },
  { N_ ("Minimum A–B"), gscope_gtk_measure_get_min, GSCOPE_GTK_MEASURE_VALUE },
  { N_ ("Maximum A–B"), gscope_gtk_measure_get_max, GSCOPE_GTK_MEASURE_VALUE },
  { N_ ("Deviation A–B"), gscope_gtk_measure_get_deviation, GSCOPE_GTK_MEASURE_VALUE },
};

static gboolean
get_interval (GscopeGtkView *view, gint64 *a, gint64 *b)
{
  return gscope_gtk_view_get_cursors (view, a, b) == GSCOPE_GTK_N_CURSORS;
}

static char *
format_interval (GscopeGtkView *view)
{
  const GscopeGtkAnnotations *annotations =
      gscope_gtk_painting_get_annotations (gscope_gtk_view_get_objects (view)->painting);
  g_autofree char *a =
      gscope_gtk_chrome_format_clock (annotations, annotations->cursors->times[0], 3);
  g_autofree char *b =
      gscope_gtk_chrome_format_clock (annotations, annotations->cursors->times[1], 3);
  g_autofree char *interval = gscope_gtk_chrome_format_interval (annotations);
  g_autofree char *rate = gscope_gtk_chrome_format_rate (annotations);

  return g_strdup_printf ("A %s   B %s   Δ %s   1/Δ %s", a, b, interval, rate);
}

static void
link_view (GscopeGtkMeasureTable *self, GscopeGtkView *view)
{
  g_signal_connect_swapped (view, "cursors-changed", G_CALLBACK (gscope_gtk_measure_table_update),
                            self);
  g_signal_connect_swapped (view, "arranged", G_CALLBACK (gscope_gtk_measure_table_update), self);
}

static const GscopeGtkMeasureTableFuncs funcs = {
  N_ ("Cursors"), columns, G_N_ELEMENTS (columns), get_interval, format_interval, link_view,
};

static void
gscope_gtk_cursor_table_class_init (GscopeGtkCursorTableClass *klass)
{
  GSCOPE_GTK_MEASURE_TABLE_CLASS (klass)->funcs = &funcs;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "gscope-cursor-table");
}

static void
gscope_gtk_cursor_table_init (GscopeGtkCursorTable *self)
{
}

/**
 * gscope_gtk_cursor_table_new:
 * @view: (nullable): a view
 *
 * Creates a table of what a view's cursors measure.
 *
 * Returns: (transfer floating): the table
 *
 * Since: 1.0
 */
GtkWidget *
gscope_gtk_cursor_table_new (GscopeGtkView *view)
{
  return g_object_new (GSCOPE_GTK_TYPE_CURSOR_TABLE, "view", view, NULL);
}
