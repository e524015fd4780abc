/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/rest/private.h>

#include <glib/gi18n-lib.h>
#include <gscope/control/describe.h>
#include <gscope/enums.h>
#include <gscope/error.h>
#include <gscope/json-private.h>

/* A part of a long list. */
typedef struct
{
  GscopeRequest *request;
  GPatternSpec *pattern;
  gint64 offset;
  gint64 limit;
  gint64 total;
  JsonArray *items;
} Page;

void
gscope_rest_get_sources (GscopeRequest *request)
{
  const GscopeSessionHost *agent = request->agent;

  gscope_request_answer_json (
      request, SOUP_STATUS_OK,
      gscope_offer_describe (agent->scopes, agent->rights, request->principal));
}

static gboolean
begin_page (Page *page, GscopeRequest *request, GError **error)
{
  g_autofree char *pattern = gscope_request_get_text (request, "name");

  *page = (Page){ .request = request, .limit = GSCOPE_REST_MAX_ITEMS };
  if (!gscope_request_get_integer (request, "offset", 0, G_MAXINT64, &page->offset, error)
      || !gscope_request_get_integer (request, "limit", 0, GSCOPE_REST_MAX_ITEMS, &page->limit,
                                      error))
    return FALSE;
  page->pattern = g_pattern_spec_new (pattern ? pattern : "*");
  page->items = json_array_new ();
  return TRUE;
}

/* Counts an item; returns whether it is on the page. */
static gboolean
count_item (Page *page, const char *name)
{
  gint64 position;

  if (!g_pattern_spec_match_string (page->pattern, name))
    return FALSE;
  position = page->total++;
  return position >= page->offset && position - page->offset < page->limit;
}

/* Answers with the items that a function adds to the page. */
static void
answer_list (GscopeRequest *request, const char *member, GscopeOfferFunc add)
{
  g_autoptr (GError) error = NULL;
  JsonObject *object;
  Page page;

  if (!begin_page (&page, request, &error))
    {
      gscope_request_refuse (request, 0, error);
      return;
    }
  gscope_request_for_each_source (request, add, &page);
  g_pattern_spec_free (page.pattern);
  object = json_object_new ();
  json_object_set_array_member (object, member, page.items);
  json_object_set_int_member (object, "total", page.total);
  gscope_request_answer_json (request, SOUP_STATUS_OK, object);
}

static void
add_names (JsonObject *object, GscopeSource *source, const char *full_name)
{
  json_object_set_string_member (object, "full-name", full_name);
  json_object_set_string_member (object, "source", gscope_offer_get_name (source));
}

/* Signals. */

static JsonObject *
describe_latest (const GscopeSample *sample)
{
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "time_ns", sample->time);
  gscope_json_set_finite (object, "value", sample->value);
  return object;
}

static JsonObject *
describe_losses (GscopeSignal *signal)
{
  g_autoptr (GEnumClass) causes = g_type_class_ref (GSCOPE_TYPE_LOSS);
  JsonObject *object = json_object_new ();

  for (guint i = 0; i < GSCOPE_N_LOSSES; i++)
    {
      guint64 lost = gscope_signal_get_lost (signal, i);

      if (lost > 0)
        json_object_set_int_member (object, g_enum_get_value (causes, (int) i)->value_nick,
                                    (gint64) MIN (lost, G_MAXINT64));
    }
  return object;
}

static JsonObject *
describe_signal (GscopeSource *source, GscopeSignal *signal)
{
  g_autofree char *full_name = gscope_offer_name_signal (source, signal);
  JsonObject *object = gscope_describe_signal (signal, 0);
  GscopeSample latest;

  json_object_remove_member (object, "id");
  add_names (object, source, full_name);
  if (gscope_signal_get_latest (signal, &latest))
    json_object_set_object_member (object, "latest", describe_latest (&latest));
  json_object_set_int_member (object, "samples",
                              (gint64) gscope_trace_get_end (gscope_signal_get_trace (signal)));
  json_object_set_object_member (object, "losses", describe_losses (signal));
  return object;
}

static void
add_signals (GscopeScope *scope, GscopeSource *source, gpointer data)
{
  GListModel *signals = gscope_source_get_signals (source);
  Page *page = data;

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (signals, i);
      g_autofree char *full_name = gscope_offer_name_signal (source, signal);

      if (count_item (page, full_name))
        json_array_add_object_element (page->items, describe_signal (source, signal));
    }
}

void
gscope_rest_get_signals (GscopeRequest *request)
{
  gscope_request_drain (request);
  answer_list (request, "signals", add_signals);
}

/* Parameters. */

JsonObject *
gscope_request_describe_parameter (GscopeRequest *self, GscopeSource *source,
                                   GscopeParameter *parameter)
{
  g_autofree char *full_name = gscope_offer_name_parameter (source, parameter);
  JsonObject *object = gscope_describe_parameter (parameter);

  add_names (object, source, full_name);
  json_object_set_int_member (object, "revision",
                              (gint64) gscope_parameter_get_revision (parameter));
  json_object_set_boolean_member (object, "writable",
                                  gscope_rights_check (self->agent->rights, self->principal,
                                                       GSCOPE_ACCESS_WRITE, full_name, NULL));
  return object;
}

static void
add_parameters (GscopeScope *scope, GscopeSource *source, gpointer data)
{
  GListModel *parameters = gscope_source_get_parameters (source);
  Page *page = data;

  for (guint i = 0; i < g_list_model_get_n_items (parameters); i++)
    {
      g_autoptr (GscopeParameter) parameter = g_list_model_get_item (parameters, i);
      g_autofree char *full_name = gscope_offer_name_parameter (source, parameter);

      if (count_item (page, full_name))
        json_array_add_object_element (
            page->items, gscope_request_describe_parameter (page->request, source, parameter));
    }
}

void
gscope_rest_get_parameters (GscopeRequest *request)
{
  answer_list (request, "parameters", add_parameters);
}

/* Health. */

typedef struct
{
  guint by_state[GSCOPE_SOURCE_STATE_TROUBLE + 1];
} Health;

static void
count_state (GscopeScope *scope, GscopeSource *source, gpointer data)
{
  Health *health = data;

  health->by_state[gscope_source_get_state (source)]++;
}

void
gscope_rest_get_health (GscopeRequest *request)
{
  g_autoptr (GEnumClass) states = g_type_class_ref (GSCOPE_TYPE_SOURCE_STATE);
  JsonObject *object = json_object_new ();
  JsonObject *sources = json_object_new ();
  Health health = { { 0 } };

  gscope_request_for_each_source (request, count_state, &health);
  for (guint i = 0; i < G_N_ELEMENTS (health.by_state); i++)
    json_object_set_int_member (sources, g_enum_get_value (states, (int) i)->value_nick,
                                health.by_state[i]);
  json_object_set_string_member (
      object, "status", health.by_state[GSCOPE_SOURCE_STATE_TROUBLE] > 0 ? "trouble" : "ok");
  json_object_set_string_member (object, "version", GSCOPE_VERSION);
  json_object_set_int_member (object, "clients",
                              request->agent->count_clients (request->agent->data));
  json_object_set_int_member (object, "event-streams", gscope_rest_events_count (request->events));
  json_object_set_object_member (object, "sources", sources);
  gscope_request_answer_json (request, SOUP_STATUS_OK, object);
}
