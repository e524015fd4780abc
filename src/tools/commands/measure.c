/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "command.h"
#include "output.h"
#include "session.h"
#include "status.h"

#include <glib/gi18n.h>
#include <math.h>

#define DEFAULT_DURATION (10 * GSCOPE_SEC)
/* How often samples are taken. */
#define PERIOD (50 * GSCOPE_MSEC)
#define DIGITS 5

typedef struct
{
  ToolsSession session;
  /* GscopeMeasurement, and GscopeSignal */
  GArray *measurements;
  GPtrArray *signals;
} Measure;

static char *
list_names (GEnumClass *names)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < names->n_values; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", names->values[i].value_nick);
  return g_string_free (text, FALSE);
}

/* Reads names with commas between them. */
static gboolean
read_measurements (const char *text, GArray *measurements, GError **error)
{
  g_autoptr (GEnumClass) names = g_type_class_ref (GSCOPE_TYPE_MEASUREMENT);
  g_auto (GStrv) words = g_strsplit (text, ",", -1);

  for (guint i = 0; words[i]; i++)
    {
      const GEnumValue *value = g_enum_get_value_by_nick (names, words[i]);
      g_autofree char *known = value ? NULL : list_names (names);
      GscopeMeasurement measurement = value ? value->value : 0;

      if (!value)
        {
          g_set_error (error, TOOLS_ERROR, TOOLS_WRONG_USAGE,
                       _ ("“%s” is not a measurement. Choose from: %s."), words[i], known);
          return FALSE;
        }
      g_array_append_val (measurements, measurement);
    }
  return TRUE;
}

/* The measurements of two signals compare the first one with each of the others. */
static gboolean
check_others (Measure *self, GError **error)
{
  for (guint i = 0; i < self->measurements->len; i++)
    {
      GscopeMeasurement measurement = g_array_index (self->measurements, GscopeMeasurement, i);

      if (self->signals->len > 1 || !gscope_measurement_needs_other (measurement))
        continue;
      g_set_error (error, TOOLS_ERROR, TOOLS_WRONG_USAGE,
                   _ ("“%s” compares two signals. Write the second one after the first."),
                   gscope_measurement_get_title (measurement));
      return FALSE;
    }
  return TRUE;
}

static double
compute (GscopeMeasurement measurement, GscopeSignal *signal, GscopeSignal *other)
{
  g_autoptr (GscopeWorkspaceMeasurement) usual =
      gscope_workspace_measurement_new (gscope_signal_get_full_name (signal), measurement);
  const GscopeMeasurementSettings settings = {
    .percentile = usual->percentile,
    .tolerance = usual->tolerance,
    .holds = gscope_signal_get_line_mode (signal) == GSCOPE_LINE_MODE_STEPS,
  };
  GscopeTrace *trace = gscope_signal_get_trace (signal);
  guint64 first = gscope_trace_get_first (trace), end = gscope_trace_get_end (trace);

  if (first == end)
    return NAN;
  return gscope_measurement_compute (measurement, &settings, gscope_trace_get_time (trace, first),
                                     gscope_trace_get_time (trace, end - 1) + 1, trace,
                                     other ? gscope_signal_get_trace (other) : NULL);
}

static void
append_line (GString *text, GscopeMeasurement measurement, GscopeSignal *signal, double value)
{
  g_autofree char *clean = tools_text_clean (gscope_signal_get_unit (signal));
  g_autofree char *unit = gscope_measurement_dup_unit (measurement, clean);
  g_autofree char *number =
      isfinite (value) ? gscope_quantity_format (value, unit, DIGITS) : g_strdup ("–");

  g_string_append_printf (text, "%s: %s: %s\n", gscope_signal_get_full_name (signal),
                          gscope_measurement_get_title (measurement), number);
}

static void
append_object (JsonArray *array, GscopeMeasurement measurement, GscopeSignal *signal, double value)
{
  g_autoptr (GEnumClass) names = g_type_class_ref (GSCOPE_TYPE_MEASUREMENT);
  g_autofree char *unit =
      gscope_measurement_dup_unit (measurement, gscope_signal_get_unit (signal));
  GscopeTrace *trace = gscope_signal_get_trace (signal);
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "signal", gscope_signal_get_full_name (signal));
  json_object_set_string_member (object, "measurement",
                                 g_enum_get_value (names, (int) measurement)->value_nick);
  tools_output_set_number (object, "value", value);
  json_object_set_string_member (object, "unit", unit);
  json_object_set_int_member (
      object, "samples", (gint64) (gscope_trace_get_end (trace) - gscope_trace_get_first (trace)));
  json_array_add_object_element (array, object);
}

/* A measurement of two signals is one of each signal after the first, with the first. */
static gboolean
write_values (Measure *self, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < self->signals->len; i++)
    for (guint k = 0; k < self->measurements->len; k++)
      {
        GscopeMeasurement measurement = g_array_index (self->measurements, GscopeMeasurement, k);
        gboolean compares = gscope_measurement_needs_other (measurement);
        GscopeSignal *signal = self->signals->pdata[i];
        double value;

        if (compares && i == 0)
          continue;
        value = compares ? compute (measurement, self->signals->pdata[0], signal)
                         : compute (measurement, signal, NULL);
        append_line (text, measurement, signal, value);
        append_object (array, measurement, signal, value);
      }
  if (self->session.options->json)
    return tools_output_write_json (json_node_init_array (json_node_alloc (), array), TRUE, error);
  json_array_unref (array);
  return tools_output_write (text->str, error);
}

static gboolean
on_tick (gpointer data, gboolean is_last, GError **error)
{
  Measure *self = data;

  gscope_scope_drain (self->session.scope);
  return !is_last || write_values (self, error);
}

static gboolean
find_signals (Measure *self, GError **error)
{
  const ToolsOptions *options = self->session.options;

  for (guint i = 1; options->arguments[i]; i++)
    if (!tools_session_add_signals (&self->session, options->arguments[i], self->signals, error))
      return FALSE;
  if (!check_others (self, error))
    return FALSE;
  for (guint i = 0; i < self->signals->len; i++)
    gscope_signal_lease (self->signals->pdata[i], 0);
  return TRUE;
}

gboolean
tools_measure (const ToolsOptions *options, GError **error)
{
  g_autoptr (GArray) measurements = g_array_new (FALSE, FALSE, sizeof (GscopeMeasurement));
  g_autoptr (GPtrArray) signals = g_ptr_array_new_with_free_func (g_object_unref);
  Measure self = { .measurements = measurements, .signals = signals };
  ToolsOptions timed = *options;
  gboolean done;

  if (!read_measurements (options->arguments[0], measurements, error))
    return FALSE;
  if (timed.duration == 0)
    timed.duration = DEFAULT_DURATION;
  tools_session_init (&self.session, &timed);
  done = find_signals (&self, error)
         && tools_session_run (&self.session, PERIOD, on_tick, &self, error);
  /* those that the trace has dropped since the start were not measured */
  for (guint i = 0; i < signals->len; i++)
    tools_output_report_losses (
        signals->pdata[i], gscope_trace_get_first (gscope_signal_get_trace (signals->pdata[i])));
  tools_session_clear (&self.session);
  return done;
}
