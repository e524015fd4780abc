/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/rest/private.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/message.h>
#include <gscope/control/describe.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <gscope/source/private.h>

/* A marker with a subject belongs to the source of which the subject's name begins with the name; a note without a
 * subject to everybody. */
static gboolean
may_see (GscopeRequest *request, GscopeMarker *marker)
{
  g_auto (GStrv) parts = NULL;

  if (!*gscope_marker_get_subject (marker))
    return TRUE;
  parts = g_strsplit (gscope_marker_get_subject (marker), "/", 2);
  return gscope_rights_check (request->agent->rights, request->principal, GSCOPE_ACCESS_READ,
                              parts[0], NULL);
}

/* Adds the markers of an interval that the client may see. Notes, which all scopes have, are taken from one. */
static void
collect (GscopeRequest *request, GscopeScope *scope, gboolean has_notes, gint64 from, gint64 to,
         GPtrArray *markers)
{
  GscopeMarkerList *list = gscope_scope_get_markers (scope);
  guint end = gscope_marker_list_find (list, to);

  for (guint i = gscope_marker_list_find (list, from); i < end; i++)
    {
      g_autoptr (GscopeMarker) marker = g_list_model_get_item (G_LIST_MODEL (list), i);

      if ((has_notes || gscope_marker_get_kind (marker) != GSCOPE_MARKER_KIND_NOTE)
          && may_see (request, marker))
        g_ptr_array_add (markers, g_steal_pointer (&marker));
    }
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  gint64 one = gscope_marker_get_time (*(GscopeMarker *const *) a);
  gint64 other = gscope_marker_get_time (*(GscopeMarker *const *) b);

  return (one > other) - (one < other);
}

/* Describes the newest markers, the oldest of them first. */
static JsonObject *
describe_newest (GPtrArray *markers, guint limit)
{
  JsonObject *object = json_object_new ();
  JsonArray *array = json_array_new ();

  g_ptr_array_sort (markers, compare_times);
  for (guint i = markers->len - MIN (markers->len, limit); i < markers->len; i++)
    json_array_add_object_element (
        array, gscope_describe_marker (markers->pdata[i], &gscope_describe_message_limits));
  json_object_set_array_member (object, "markers", array);
  return object;
}

void
gscope_rest_get_markers (GscopeRequest *request)
{
  GListModel *scopes = G_LIST_MODEL (request->agent->scopes);
  g_autoptr (GPtrArray) markers = g_ptr_array_new_with_free_func (g_object_unref);
  gint64 from = G_MININT64, to = G_MAXINT64, limit = GSCOPE_REST_MAX_ITEMS;
  g_autoptr (GError) error = NULL;

  if (!gscope_request_get_integer (request, "from_ns", G_MININT64, G_MAXINT64, &from, &error)
      || !gscope_request_get_integer (request, "to_ns", G_MININT64, G_MAXINT64, &to, &error)
      || !gscope_request_get_integer (request, "limit", 0, GSCOPE_REST_MAX_ITEMS, &limit, &error))
    {
      gscope_request_refuse (request, 0, error);
      return;
    }
  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      collect (request, scope, i == 0, from, to, markers);
    }
  gscope_request_answer_json (request, SOUP_STATUS_OK, describe_newest (markers, (guint) limit));
}

/* The marker that a client sends. */
typedef struct
{
  const char *source;
  const char *label;
  const char *detail;
  gint64 time;
} Posted;

static gboolean
read_posted (JsonObject *body, gint64 now, Posted *posted, GError **error)
{
  posted->time = now;
  if (!gscope_json_get_text (body, "source", GSCOPE_MESSAGE_MAX_WORD, &posted->source, error)
      || !gscope_json_get_text (body, "label", GSCOPE_MESSAGE_MAX_WORD, &posted->label, error)
      || !gscope_json_get_text (body, "detail", GSCOPE_MESSAGE_MAX_WORD, &posted->detail, error)
      || (json_object_has_member (body, "time_ns")
          && !gscope_json_get_integer (body, "time_ns", G_MININT64, now, &posted->time, error)))
    return FALSE;
  if (*posted->label)
    return TRUE;
  return gscope_json_refuse (error, "label", _ ("this is empty"));
}

static GscopeSource *
find_source (GscopeRequest *request, const char *name, GError **error)
{
  GscopeSource *source = gscope_offer_find (request->agent->scopes, name, NULL);

  if (source && gscope_request_may_read (request, source))
    return source;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
               _ ("The agent has no source “%s”. List its sources to see which it has."), name);
  return NULL;
}

/* A marker of a source is an event there, which viewers of the source show. Without a source it is a note in the
 * agent's scope. */
static GscopeMarker *
add_marker (GscopeRequest *request, const Posted *posted, GError **error)
{
  GListStore *scopes = request->agent->scopes;
  g_autofree char *detail =
      g_strjoin (*posted->detail ? ", " : "", request->principal->name, posted->detail, NULL);
  GscopeSource *source;

  if (*posted->source)
    {
      source = find_source (request, posted->source, error);
      if (!source)
        return NULL;
      gscope_source_mark_at (source, posted->time, posted->label, detail);
      return gscope_marker_new (posted->time, GSCOPE_MARKER_KIND_EVENT, posted->source,
                                posted->label, detail);
    }
  gscope_offer_mark (scopes, posted->time, posted->label, detail);
  return gscope_marker_new (posted->time, GSCOPE_MARKER_KIND_NOTE, NULL, posted->label, detail);
}

void
gscope_rest_post_marker (GscopeRequest *request)
{
  const GscopeSessionHost *agent = request->agent;
  gint64 now = gscope_clock_get_time (gscope_session_host_get_clock (agent));
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonObject) body = NULL;
  g_autoptr (GscopeMarker) marker = NULL;
  Posted posted;

  if (gscope_rights_check (agent->rights, request->principal, GSCOPE_ACCESS_WRITE,
                           GSCOPE_OFFER_MARKERS, &error))
    body = gscope_request_read_json (request, &error);
  if (body && read_posted (body, now, &posted, &error))
    marker = add_marker (request, &posted, &error);
  if (marker)
    gscope_request_answer_json (request, SOUP_STATUS_CREATED,
                                gscope_describe_marker (marker, &gscope_describe_message_limits));
  else
    gscope_request_refuse (request, 0, error);
}
