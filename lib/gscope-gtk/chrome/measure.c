/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/chrome/measure.h>
#include <gscope-gtk/plot/ruler.h>

#include <math.h>

#define DIGITS 4

double
gscope_gtk_measure_read (GscopeGtkViewSignal *signal, gint64 time)
{
  GscopeTimeline timeline;
  GscopeSample sample;

  gscope_signal_get_timeline (gscope_gtk_view_signal_get_signal (signal), &timeline);
  return gscope_timeline_find_before (&timeline, time + 1, 0, &sample) ? sample.value : NAN;
}

double
gscope_gtk_measure_read_newest (GscopeGtkViewSignal *entry, gint64 time)
{
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (entry);
  GscopeTimeline timeline;
  GscopeSample newest, sample;

  if (!gscope_signal_get_latest (signal, &newest))
    return NAN;
  gscope_signal_get_timeline (signal, &timeline);
  return newest.time > time && gscope_timeline_find_before (&timeline, time + 1, 0, &sample)
             ? sample.value
             : newest.value;
}

void
gscope_gtk_measure (GscopeGtkViewSignal *signal, gint64 a, gint64 b, GscopeGtkMeasure *measure)
{
  GscopeStatistics *statistics = gscope_gtk_view_signal_get_statistics (signal);
  gint64 error = gscope_signal_get_time_error (gscope_gtk_view_signal_get_signal (signal));

  measure->a = gscope_gtk_measure_read (signal, a);
  measure->b = gscope_gtk_measure_read (signal, b);
  measure->time_error = error > 0 ? (double) error / GSCOPE_SEC : NAN;
  gscope_statistics_measure (statistics, MIN (a, b), MAX (a, b) + 1, &measure->between);
}

double
gscope_gtk_measure_get_mean (const GscopeGtkMeasure *self)
{
  return self->between.mean;
}

double
gscope_gtk_measure_get_min (const GscopeGtkMeasure *self)
{
  return self->between.min;
}

double
gscope_gtk_measure_get_max (const GscopeGtkMeasure *self)
{
  return self->between.max;
}

double
gscope_gtk_measure_get_deviation (const GscopeGtkMeasure *self)
{
  return self->between.deviation;
}

char *
gscope_gtk_measure_format (const GscopeGtkMeasure *self, const GscopeGtkMeasureColumn *column,
                           const char *unit)
{
  double value = column->get (self);
  g_autofree char *text = NULL;

  if (!isfinite (value))
    return g_strdup ("–");
  switch (column->kind)
    {
    case GSCOPE_GTK_MEASURE_VALUE:
      return gscope_quantity_format (value, unit, DIGITS);
    case GSCOPE_GTK_MEASURE_RATE:
      return gscope_quantity_format (value, "/s", DIGITS);
    case GSCOPE_GTK_MEASURE_FREQUENCY:
      return gscope_quantity_format (value, "Hz", DIGITS);
    case GSCOPE_GTK_MEASURE_COUNT:
      return gscope_quantity_format_number (value, 0);
    case GSCOPE_GTK_MEASURE_TIME_ERROR:
      text = gscope_quantity_format (value, "s", 2);
      return g_strconcat ("± ", text, NULL);
    case GSCOPE_GTK_MEASURE_CHANGE:
      break;
    }
  text = gscope_quantity_format (value, unit, DIGITS);
  return g_strconcat (value > 0 ? "+" : "", text, NULL);
}
