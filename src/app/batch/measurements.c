/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "batch/measurements.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <running.h>

#define DIGITS 4

typedef struct
{
  const GscopeWorkspaceMeasurement *description;
  /* the length of each interval, and the begin of the next one */
  gint64 length;
  gint64 begin;
  gboolean has_begun;
  double value;
  GscopeRunning statistics;
} Row;

struct _AppMeasurements
{
  AppSession *session;
  GArray *rows;
};

static void
add_rows (AppMeasurements *self, const GscopeWorkspaceView *view)
{
  for (guint i = 0; i < view->measurements->len; i++)
    {
      const GscopeWorkspaceMeasurement *description = view->measurements->pdata[i];
      Row row = { .description = description, .length = view->span, .value = NAN };

      if (description->over == GSCOPE_MEASUREMENT_SPAN_LATEST)
        row.length = description->latest;
      else if (description->over != GSCOPE_MEASUREMENT_SPAN_VIEW)
        continue;
      if (row.length > 0)
        g_array_append_val (self->rows, row);
    }
}

AppMeasurements *
app_measurements_new (AppSession *session)
{
  AppMeasurements *self = g_new0 (AppMeasurements, 1);
  GPtrArray *views = gscope_workspace_get_views (app_session_get_workspace (session));

  self->session = session;
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  for (guint i = 0; i < views->len; i++)
    add_rows (self, views->pdata[i]);
  return self;
}

void
app_measurements_free (AppMeasurements *self)
{
  g_array_unref (self->rows);
  g_free (self);
}

gboolean
app_measurements_is_empty (AppMeasurements *self)
{
  return self->rows->len == 0;
}

static double
measure (AppMeasurements *self, const Row *row, GscopeSignal *signal, gint64 end)
{
  const char *name = row->description->other;
  GscopeSignal *other = name ? app_session_find_signal (self->session, name, NULL) : NULL;
  GscopeMeasurementSettings settings = { row->description->percentile, row->description->tolerance,
                                         gscope_signal_get_line_mode (signal)
                                             == GSCOPE_LINE_MODE_STEPS };

  return gscope_measurement_compute (row->description->measurement, &settings, row->begin, end,
                                     gscope_signal_get_trace (signal),
                                     other ? gscope_signal_get_trace (other) : NULL);
}

/* Until one length of time has passed, the value covers the shorter time. */
static void
update_row (AppMeasurements *self, Row *row)
{
  GscopeScope *scope;
  GscopeSignal *signal = app_session_find_signal (self->session, row->description->signal, &scope);
  gint64 pen = signal ? gscope_scope_get_pen (scope) : 0;

  if (!signal)
    return;
  if (!row->has_begun)
    row->begin = pen;
  row->has_begun = TRUE;
  for (; pen - row->begin >= row->length; row->begin += row->length)
    {
      row->value = measure (self, row, signal, row->begin + row->length);
      gscope_running_add (&row->statistics, row->value);
    }
  if (row->statistics.n == 0)
    row->value = measure (self, row, signal, pen);
}

void
app_measurements_update (AppMeasurements *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    update_row (self, &g_array_index (self->rows, Row, i));
}

static char *
format (AppMeasurements *self, const Row *row, double value)
{
  GscopeSignal *signal = app_session_find_signal (self->session, row->description->signal, NULL);
  g_autofree char *unit = gscope_measurement_dup_unit (
      row->description->measurement, signal ? gscope_signal_get_unit (signal) : "");

  return isfinite (value) ? gscope_quantity_format (value, unit, DIGITS) : g_strdup ("–");
}

static void
print_row (AppMeasurements *self, const Row *row)
{
  const GscopeRunning *statistics = &row->statistics;
  g_autofree char *title = gscope_workspace_measurement_dup_title (row->description);
  g_autofree char *value = format (self, row, row->value);
  g_autofree char *mean = format (self, row, statistics->mean);
  g_autofree char *min = format (self, row, statistics->min);
  g_autofree char *max = format (self, row, statistics->max);
  g_autofree char *deviation = NULL;

  g_print ("  %s: %s: %s", row->description->signal, title, value);
  if (statistics->n > 0)
    {
      deviation = format (self, row, gscope_running_get_deviation (statistics));
      /* Translators: the statistics of a measurement */
      g_print (ngettext (" (mean %s, deviation %s, %s to %s, %" PRIu64 " value)",
                         " (mean %s, deviation %s, %s to %s, %" PRIu64 " values)",
                         (gulong) statistics->n),
               mean, deviation, min, max, statistics->n);
    }
  g_print ("\n");
}

void
app_measurements_print (AppMeasurements *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    print_row (self, &g_array_index (self->rows, Row, i));
}

static void
add_number (JsonBuilder *builder, const char *member, double value)
{
  json_builder_set_member_name (builder, member);
  if (isfinite (value))
    json_builder_add_double_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

static void
describe_row (JsonBuilder *builder, const Row *row)
{
  const GscopeRunning *statistics = &row->statistics;
  g_autofree char *title = gscope_workspace_measurement_dup_title (row->description);

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "signal");
  json_builder_add_string_value (builder, row->description->signal);
  json_builder_set_member_name (builder, "title");
  json_builder_add_string_value (builder, title);
  add_number (builder, "value", row->value);
  add_number (builder, "mean", statistics->n > 0 ? statistics->mean : NAN);
  add_number (builder, "deviation",
              statistics->n > 0 ? gscope_running_get_deviation (statistics) : NAN);
  add_number (builder, "min", statistics->n > 0 ? statistics->min : NAN);
  add_number (builder, "max", statistics->n > 0 ? statistics->max : NAN);
  json_builder_set_member_name (builder, "count");
  json_builder_add_int_value (builder, (gint64) statistics->n);
  json_builder_end_object (builder);
}

JsonNode *
app_measurements_describe (AppMeasurements *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_array (builder);
  for (guint i = 0; i < self->rows->len; i++)
    describe_row (builder, &g_array_index (self->rows, Row, i));
  json_builder_end_array (builder);
  return json_builder_get_root (builder);
}
