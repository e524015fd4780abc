/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/ruler.h>
#include <gscope-gtk/tables/measure-table-private.h>
#include <gscope-gtk/tables/statistics-table.h>

#include <glib/gi18n-lib.h>

#define INTERVAL_MSEC 250

/**
 * GscopeGtkStatisticsTable:
 *
 * A table of the statistics of a view's visible time: for each visible signal the minimum, maximum,
 * mean, standard deviation and last value of the samples, their number and rate, the frequency at
 * which the signal rises through its mean, the number of lost samples, and for a signal of another machine how far the
 * times of its samples can be from the truth.
 *
 * While it is visible, it is updated at most four times a second.
 *
 * ## CSS nodes
 *
 * A table has one node, `gscope-statistics-table`, over a box and a grid of labels.
 *
 * Since: 1.0
 */
struct _GscopeGtkStatisticsTable
{
  GscopeGtkMeasureTable parent_instance;

  guint timeout_id;
};

G_DEFINE_FINAL_TYPE (GscopeGtkStatisticsTable, gscope_gtk_statistics_table,
                     GSCOPE_GTK_TYPE_MEASURE_TABLE)

static double
get_last (const GscopeGtkMeasure *self)
{
  return self->between.last;
}

static double
get_rate (const GscopeGtkMeasure *self)
{
  return self->between.rate;
}

static double
get_frequency (const GscopeGtkMeasure *self)
{
  return self->between.frequency;
}

static double
get_count (const GscopeGtkMeasure *self)
{
  return (double) self->between.count;
}

static double
get_lost (const GscopeGtkMeasure *self)
{
  return (double) self->between.lost;
}

static double
get_time_error (const GscopeGtkMeasure *self)
{
  return self->time_error;
}

static const GscopeGtkMeasureColumn columns[] = {
  { N_ ("Minimum"), gscope_gtk_measure_get_min, GSCOPE_GTK_MEASURE_VALUE },
  { N_ ("Maximum"), gscope_gtk_measure_get_max, GSCOPE_GTK_MEASURE_VALUE },
  { N_ ("Mean"), gscope_gtk_measure_get_mean, GSCOPE_GTK_MEASURE_VALUE },
  { N_ ("Deviation"), gscope_gtk_measure_get_deviation, GSCOPE_GTK_MEASURE_VALUE },
  { N_ ("Last"), get_last, GSCOPE_GTK_MEASURE_VALUE },
  { N_ ("Rate"), get_rate, GSCOPE_GTK_MEASURE_RATE },
  { N_ ("Frequency"), get_frequency, GSCOPE_GTK_MEASURE_FREQUENCY },
  { N_ ("Samples"), get_count, GSCOPE_GTK_MEASURE_COUNT },
  { N_ ("Lost"), get_lost, GSCOPE_GTK_MEASURE_COUNT },
  { N_ ("Time Error"), get_time_error, GSCOPE_GTK_MEASURE_TIME_ERROR },
};

static gboolean
get_interval (GscopeGtkView *view, gint64 *a, gint64 *b)
{
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (view);

  *b = gscope_gtk_viewport_get_end (viewport);
  *a = *b - gscope_gtk_viewport_get_span (viewport) + 1;
  return TRUE;
}

static char *
format_interval (GscopeGtkView *view)
{
  gint64 span = gscope_gtk_viewport_get_span (gscope_gtk_view_get_viewport (view));
  g_autofree char *text = gscope_quantity_format ((double) span / GSCOPE_SEC, "s", 4);

  /* Translators: an interval of time */
  return g_strdup_printf (_ ("of the %s in view"), text);
}

static gboolean
on_timeout (gpointer data)
{
  GSCOPE_GTK_STATISTICS_TABLE (data)->timeout_id = 0;
  gscope_gtk_measure_table_update (data);
  return G_SOURCE_REMOVE;
}

/* Limits the rate of updates to a readable one. */
static void
schedule (GscopeGtkStatisticsTable *self)
{
  if (self->timeout_id == 0 && gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->timeout_id = g_timeout_add (INTERVAL_MSEC, on_timeout, self);
}

/* A view is arranged during size allocation, when labels must not change. */
static void
link_view (GscopeGtkMeasureTable *self, GscopeGtkView *view)
{
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (view);

  g_signal_connect_swapped (view, "arranged", G_CALLBACK (schedule), self);
  g_signal_connect_swapped (viewport, "pen-moved", G_CALLBACK (schedule), self);
  g_signal_connect_swapped (viewport, "changed", G_CALLBACK (schedule), self);
}

static const GscopeGtkMeasureTableFuncs funcs = {
  N_ ("Statistics"), columns, G_N_ELEMENTS (columns), get_interval, format_interval, link_view,
};

static void
gscope_gtk_statistics_table_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (gscope_gtk_statistics_table_parent_class)->map (widget);
  schedule (GSCOPE_GTK_STATISTICS_TABLE (widget));
}

static void
gscope_gtk_statistics_table_dispose (GObject *object)
{
  g_clear_handle_id (&GSCOPE_GTK_STATISTICS_TABLE (object)->timeout_id, g_source_remove);
  G_OBJECT_CLASS (gscope_gtk_statistics_table_parent_class)->dispose (object);
}

static void
gscope_gtk_statistics_table_class_init (GscopeGtkStatisticsTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = gscope_gtk_statistics_table_dispose;
  GTK_WIDGET_CLASS (klass)->map = gscope_gtk_statistics_table_map;
  GSCOPE_GTK_MEASURE_TABLE_CLASS (klass)->funcs = &funcs;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "gscope-statistics-table");
}

static void
gscope_gtk_statistics_table_init (GscopeGtkStatisticsTable *self)
{
}

/**
 * gscope_gtk_statistics_table_new:
 * @view: (nullable): a view
 *
 * Creates a table of the statistics of a view.
 *
 * Returns: (transfer floating): the table
 *
 * Since: 1.0
 */
GtkWidget *
gscope_gtk_statistics_table_new (GscopeGtkView *view)
{
  return g_object_new (GSCOPE_GTK_TYPE_STATISTICS_TABLE, "view", view, NULL);
}
