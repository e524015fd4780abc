/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/measure.h>
#include <gscope-gtk/ruler.h>

#include <glib/gi18n-lib.h>
#include <math.h>

#define DIGITS 4

double
gscope_gtk_measure_read (GscopeGtkViewSignal *signal, gint64 time)
{
  GscopeTrace *trace = gscope_signal_get_trace (gscope_gtk_view_signal_get_signal (signal));
  guint64 position = gscope_trace_find (trace, time + 1);
  gsize n_gaps;

  if (position == gscope_trace_get_first (trace))
    return NAN;
  gscope_trace_get_gaps (trace, time, time + 1, &n_gaps);
  return n_gaps > 0 ? NAN : gscope_trace_get_value (trace, position - 1);
}

void
gscope_gtk_measure (GscopeGtkViewSignal *signal, gint64 a, gint64 b, GscopeGtkMeasure *measure)
{
  GscopeStatistics *statistics = gscope_gtk_view_signal_get_statistics (signal);

  measure->a = gscope_gtk_measure_read (signal, a);
  measure->b = gscope_gtk_measure_read (signal, b);
  gscope_statistics_measure (statistics, MIN (a, b), MAX (a, b) + 1, &measure->between);
}

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

static double
get_mean (const GscopeGtkMeasure *self)
{
  return self->between.mean;
}

static double
get_min (const GscopeGtkMeasure *self)
{
  return self->between.min;
}

static double
get_max (const GscopeGtkMeasure *self)
{
  return self->between.max;
}

static double
get_deviation (const GscopeGtkMeasure *self)
{
  return self->between.deviation;
}

static const struct
{
  const char *title;
  double (*get) (const GscopeGtkMeasure *self);
  gboolean is_signed;
} columns[] = {
  { N_ ("At A"), get_a, FALSE },
  { N_ ("At B"), get_b, FALSE },
  { N_ ("B − A"), get_difference, TRUE },
  { N_ ("Mean A–B"), get_mean, FALSE },
  { N_ ("Minimum A–B"), get_min, FALSE },
  { N_ ("Maximum A–B"), get_max, FALSE },
  { N_ ("Deviation A–B"), get_deviation, FALSE },
};

guint
gscope_gtk_measure_get_n_columns (void)
{
  return G_N_ELEMENTS (columns);
}

const char *
gscope_gtk_measure_get_title (guint column)
{
  return _ (columns[column].title);
}

char *
gscope_gtk_measure_format (const GscopeGtkMeasure *self, guint column, const char *unit)
{
  double value = columns[column].get (self);
  g_autofree char *text = NULL;

  if (!isfinite (value))
    return g_strdup ("–");
  text = gscope_gtk_format_value (value, unit, DIGITS);
  return g_strconcat (columns[column].is_signed && value > 0 ? "+" : "", text, NULL);
}
