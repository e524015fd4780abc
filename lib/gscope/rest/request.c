/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/rest/private.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/message.h>
#include <gscope/error.h>
#include <gscope/http/problem.h>
#include <gscope/json-private.h>
#include <inttypes.h>

/* Answers. */

void
gscope_request_refuse (GscopeRequest *self, guint status, const GError *error)
{
  gscope_problem_answer (self->message, status, error);
}

void
gscope_request_answer_json (GscopeRequest *self, guint status, JsonObject *object)
{
  gscope_problem_answer_json (self->message, status, object);
}

void
gscope_request_answer_text (GscopeRequest *self, const char *type, char *text, gsize size)
{
  gscope_problem_set_headers (self->message);
  soup_server_message_set_status (self->message, SOUP_STATUS_OK, NULL);
  soup_server_message_set_response (self->message, type, SOUP_MEMORY_TAKE, text, size);
}

/* The query. */

GStrv
gscope_request_get_texts (GscopeRequest *self, const char *name)
{
  const char *query = g_uri_get_query (soup_server_message_get_uri (self->message));
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  char *key, *value;
  GUriParamsIter iter;

  g_uri_params_iter_init (&iter, query ? query : "", -1, "&", G_URI_PARAMS_WWW_FORM);
  while (g_uri_params_iter_next (&iter, &key, &value, NULL))
    {
      if (g_str_equal (key, name) && g_utf8_validate (value, -1, NULL))
        g_strv_builder_add (builder, value);
      g_free (key);
      g_free (value);
    }
  return g_strv_builder_end (builder);
}

char *
gscope_request_get_text (GscopeRequest *self, const char *name)
{
  g_auto (GStrv) texts = gscope_request_get_texts (self, name);

  return g_strdup (texts[0]);
}

gboolean
gscope_request_get_integer (GscopeRequest *self, const char *name, gint64 min, gint64 max,
                            gint64 *number, GError **error)
{
  g_autofree char *text = gscope_request_get_text (self, name);

  if (!text || g_ascii_string_to_signed (text, 10, min, max, number, NULL))
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("“%s” is “%s”. Give a whole number from %" PRId64 " to %" PRId64 "."), name, text,
               min, max);
  return FALSE;
}

JsonObject *
gscope_request_read_json (GscopeRequest *self, GError **error)
{
  g_autoptr (GBytes) body =
      soup_message_body_flatten (soup_server_message_get_request_body (self->message));
  g_autoptr (JsonNode) root = NULL;
  gsize size;
  const char *data = g_bytes_get_data (body, &size);

  root = gscope_json_parse_bounded (data ? data : "", size, GSCOPE_MESSAGE_MAX_VALUES,
                                    GSCOPE_MESSAGE_MAX_CONTAINERS, error);
  if (!root)
    {
      g_prefix_error (error, "%s: ", _ ("The body of the request is not JSON"));
      return NULL;
    }
  if (JSON_NODE_HOLDS_OBJECT (root))
    return json_object_ref (json_node_get_object (root));
  g_set_error (
      error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
      _ ("The body of the request is not a JSON object. Send one as the documentation shows it."));
  return NULL;
}

const char *
gscope_request_choose_type (GscopeRequest *self, const char *const *types)
{
  const char *accept = soup_message_headers_get_list (
      soup_server_message_get_request_headers (self->message), "Accept");
  GSList *liked = accept ? soup_header_parse_quality_list (accept, NULL) : NULL;
  const char *chosen = NULL;

  for (GSList *l = liked; l && !chosen; l = l->next)
    for (gsize i = 0; types[i] && !chosen; i++)
      if (g_ascii_strcasecmp (l->data, types[i]) == 0 || g_str_equal (l->data, "*/*"))
        chosen = types[i];
  soup_header_free_list (liked);
  return chosen ? chosen : types[0];
}

/* Rights. */

gboolean
gscope_request_may_read (GscopeRequest *self, GscopeSource *source)
{
  return gscope_rights_check (self->agent->rights, self->principal, GSCOPE_ACCESS_READ,
                              gscope_offer_get_name (source), NULL);
}

typedef struct
{
  GscopeRequest *request;
  GscopeOfferFunc func;
  gpointer data;
} Reader;

static void
read_source (GscopeScope *scope, GscopeSource *source, gpointer data)
{
  const Reader *reader = data;
  const char *name = gscope_offer_get_name (source);

  if (gscope_offer_is_listed (source)
      && gscope_offer_find (reader->request->agent->scopes, name, NULL) == source
      && gscope_request_may_read (reader->request, source))
    reader->func (scope, source, reader->data);
}

void
gscope_request_for_each_source (GscopeRequest *self, GscopeOfferFunc func, gpointer data)
{
  Reader reader = { self, func, data };

  gscope_offer_for_each (self->agent->scopes, read_source, &reader);
}

void
gscope_request_drain (GscopeRequest *self)
{
  GListModel *scopes = G_LIST_MODEL (self->agent->scopes);

  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      gscope_scope_drain (scope);
    }
}
