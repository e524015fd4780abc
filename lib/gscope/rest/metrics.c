/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/rest/private.h>

#include <glib/gi18n-lib.h>
#include <gscope/enums.h>
#include <gscope/rest/metric-name.h>
#include <gscope/text/decimal.h>
#include <math.h>

#define TYPE "application/openmetrics-text; version=1.0.0; charset=utf-8"
#define PREFIX "gscope_signal_"

enum
{
  MAX_SIGNALS = 4096,
};

/* A line, and the family of metrics that it belongs to. */
typedef struct
{
  char *family;
  char *unit;
  char *line;
} Series;

typedef struct
{
  GPtrArray *series;
  guint n_left_out;
} Collection;

static void
series_free (gpointer data)
{
  Series *series = data;

  g_free (series->family);
  g_free (series->unit);
  g_free (series->line);
  g_free (series);
}

static void
append_number (GString *text, double value)
{
  char number[GSCOPE_DECIMAL_DOUBLE_SIZE];

  g_string_append_len (text, number, gscope_decimal_write_double (number, value) - number);
}

/* Signals. */

static Series *
describe_signal (GscopeSource *source, GscopeSignal *signal, double value)
{
  Series *series = g_new0 (Series, 1);
  const char *unit = gscope_signal_get_unit (signal) ? gscope_signal_get_unit (signal) : "";
  const char *group = gscope_signal_get_group (signal) ? gscope_signal_get_group (signal) : "";
  g_autoptr (GString) line = g_string_new ("{source=");

  series->unit = gscope_metric_name_unit (unit);
  series->family = gscope_metric_name (PREFIX, gscope_signal_get_name (signal), unit);
  gscope_metric_append_label (line, gscope_offer_get_name (source));
  g_string_append (line, ",group=");
  gscope_metric_append_label (line, group);
  g_string_append (line, ",signal=");
  gscope_metric_append_label (line, gscope_signal_get_name (signal));
  g_string_append (line, "} ");
  append_number (line, value);
  series->line = g_strdup (line->str);
  return series;
}

static void
add_signals (GscopeScope *scope, GscopeSource *source, gpointer data)
{
  GListModel *signals = gscope_source_get_signals (source);
  Collection *collection = data;

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (signals, i);
      GscopeSample latest;

      if (gscope_signal_get_ended (signal) || !gscope_signal_get_latest (signal, &latest)
          || !isfinite (latest.value))
        continue;
      if (collection->series->len < MAX_SIGNALS)
        g_ptr_array_add (collection->series, describe_signal (source, signal, latest.value));
      else
        collection->n_left_out++;
    }
}

static int
compare_series (gconstpointer a, gconstpointer b)
{
  const Series *one = *(Series *const *) a, *other = *(Series *const *) b;

  return strcmp (one->family, other->family);
}

/* Families that differ in their units but have one name have no unit. */
static const char *
get_common_unit (GPtrArray *series, guint begin)
{
  const Series *first = series->pdata[begin];

  for (guint i = begin; i < series->len; i++)
    {
      const Series *other = series->pdata[i];

      if (!g_str_equal (other->family, first->family))
        break;
      if (!g_str_equal (other->unit, first->unit))
        return "";
    }
  return first->unit;
}

static void
append_head (GString *text, const char *family, const char *type, const char *unit,
             const char *help)
{
  g_string_append_printf (text, "# TYPE %s %s\n", family, type);
  if (*unit)
    g_string_append_printf (text, "# UNIT %s %s\n", family, unit);
  g_string_append_printf (text, "# HELP %s %s\n", family, help);
}

static void
append_series (GString *text, GPtrArray *series)
{
  const char *family = "";

  g_ptr_array_sort (series, compare_series);
  for (guint i = 0; i < series->len; i++)
    {
      const Series *one = series->pdata[i];

      if (!g_str_equal (one->family, family))
        append_head (text, one->family, "gauge", get_common_unit (series, i),
                     _ ("The latest value of the signal."));
      family = one->family;
      g_string_append_printf (text, "%s%s\n", one->family, one->line);
    }
}

/* The agent's own figures. */

static void
append_figure (GString *text, const char *name, const char *type, const char *help, guint64 value)
{
  append_head (text, name, type, g_str_has_suffix (name, "_bytes") ? "bytes" : "", help);
  g_string_append_printf (text, "%s%s %" G_GUINT64_FORMAT "\n", name,
                          g_str_equal (type, "counter") ? "_total" : "", value);
}

static void
append_losses (GString *text, const char *name, const char *help, const guint64 *counts)
{
  g_autoptr (GEnumClass) causes = g_type_class_ref (GSCOPE_TYPE_LOSS);

  append_head (text, name, "counter", "", help);
  for (guint i = 0; i < GSCOPE_N_LOSSES; i++)
    g_string_append_printf (text, "%s_total{cause=\"%s\"} %" G_GUINT64_FORMAT "\n", name,
                            g_enum_get_value (causes, (int) i)->value_nick, counts[i]);
}

static void
append_agent (GString *text, GscopeRequest *request, guint n_left_out)
{
  const GscopeSessionHost *agent = request->agent;
  GListModel *scopes = G_LIST_MODEL (agent->scopes);
  GscopeTally tally = { { 0 }, 0 };

  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);
      GscopeTally one;

      gscope_scope_get_tally (scope, &one);
      gscope_tally_add (&tally, &one);
    }
  append_head (text, "gscope_agent", "info", "", _ ("The agent."));
  g_string_append (text, "gscope_agent_info{version=\"" GSCOPE_VERSION "\"} 1\n");
  append_figure (text, "gscope_agent_clients", "gauge", _ ("Connections of viewers."),
                 agent->count_clients (agent->data));
  append_figure (
      text, "gscope_agent_refused_connections", "counter",
      _ ("Connections over TCP of which there were too many, or whose handshake took too "
         "long."),
      gscope_http_count_refused (request->http));
  append_figure (text, "gscope_agent_event_streams", "gauge", _ ("Readers of events."),
                 gscope_rest_events_count (request->events));
  append_figure (text, "gscope_agent_cut_event_streams", "counter",
                 _ ("Readers of events that stopped reading."),
                 gscope_rest_events_count_cut (request->events));
  append_figure (text, "gscope_agent_leases", "gauge", _ ("Signals that viewers lease."),
                 agent->figures->n_leases);
  append_figure (text, "gscope_agent_sent_samples", "counter",
                 _ ("Samples that were sent to viewers."), agent->figures->n_samples);
  append_figure (text, "gscope_agent_sent_bytes", "counter",
                 _ ("Bytes of messages of samples that were sent to viewers."),
                 agent->figures->n_bytes);
  append_losses (text, "gscope_agent_lost_samples",
                 _ ("Samples that did not reach the agent's traces."), tally.counts);
  append_losses (text, "gscope_agent_unsent_samples",
                 _ ("Samples in the traces that did not reach a viewer who leased them."),
                 agent->figures->lost);
  append_figure (text, "gscope_agent_left_out_signals", "gauge",
                 _ ("Signals that are not in this text, which has room for 4096."), n_left_out);
}

void
gscope_rest_get_metrics (GscopeRequest *request)
{
  g_autoptr (GPtrArray) series = g_ptr_array_new_with_free_func (series_free);
  Collection collection = { series, 0 };
  GString *text = g_string_new (NULL);
  gsize size;

  gscope_request_drain (request);
  gscope_request_for_each_source (request, add_signals, &collection);
  append_series (text, series);
  append_agent (text, request, collection.n_left_out);
  g_string_append (text, "# EOF\n");
  size = text->len;
  gscope_request_answer_text (request, TYPE, g_string_free (text, FALSE), size);
}
