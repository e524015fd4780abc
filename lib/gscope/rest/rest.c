/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/rest/private.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/http/http.h>
#include <gscope/http/problem.h>
#include <gscope/session/rate.h>
#include <schema-resources.h>
#include <string.h>

#define NAME "/{name}"
#define OPENAPI "/org/gscope/openapi.json"

typedef struct
{
  GscopeRestRow row;
  GscopeRestFunc func;
} Resource;

static const Resource resources[] = {
  { { "GET", "/v1/sources" }, gscope_rest_get_sources },
  { { "GET", "/v1/signals" }, gscope_rest_get_signals },
  { { "GET", "/v1/parameters" }, gscope_rest_get_parameters },
  { { "GET", "/v1/parameters" NAME }, gscope_rest_get_parameter },
  { { "PUT", "/v1/parameters" NAME }, gscope_rest_put_parameter },
  { { "GET", "/v1/markers" }, gscope_rest_get_markers },
  { { "POST", "/v1/markers" }, gscope_rest_post_marker },
  { { "GET", "/v1/query" }, gscope_rest_get_query },
  { { "GET", "/v1/health" }, gscope_rest_get_health },
  { { "GET", "/v1/events" }, gscope_rest_get_events },
  { { "GET", "/v1/openapi.json" }, gscope_rest_get_openapi },
  { { "GET", "/metrics" }, gscope_rest_get_metrics },
};

struct _GscopeRest
{
  const GscopeSessionHost *agent;
  GscopeHttp *http;
  GscopeRestEvents *events;
  GscopeSessionRate *rate;
  guint32 run;
};

GArray *
gscope_rest_list (void)
{
  GArray *rows = g_array_new (TRUE, FALSE, sizeof (GscopeRestRow));

  for (gsize i = 0; i < G_N_ELEMENTS (resources); i++)
    g_array_append_val (rows, resources[i].row);
  return rows;
}

/* Returns the name in a path, which is empty if the resource has none; NULL if the path does not match. */
static const char *
match_path (const char *pattern, const char *path)
{
  gsize size = strlen (pattern);

  if (!g_str_has_suffix (pattern, NAME))
    return g_str_equal (pattern, path) ? "" : NULL;
  size -= strlen (NAME) - 1;
  return strncmp (pattern, path, size) == 0 && path[size] ? path + size : NULL;
}

static void
refuse (GscopeRequest *request, guint status, const char *message)
{
  g_autoptr (GError) error = g_error_new_literal (GSCOPE_ERROR, GSCOPE_ERROR_INVALID, message);

  gscope_request_refuse (request, status, error);
}

static void
refuse_method (GscopeRequest *request, const char *allowed)
{
  soup_message_headers_replace (soup_server_message_get_response_headers (request->message),
                                "Allow", allowed);
  refuse (request, SOUP_STATUS_METHOD_NOT_ALLOWED,
          _ ("Use a method that the header Allow of this answer names."));
}

static void
refuse_path (GscopeRequest *request, const char *path)
{
  g_autoptr (GError) error = g_error_new (
      GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
      _ ("There is no resource “%s”. Read /v1/openapi.json to see which there are."), path);

  gscope_request_refuse (request, 0, error);
}

/* Returns the function of a resource; NULL if it was refused. HEAD is GET without a body, which libsoup leaves out. */
static GscopeRestFunc
find_resource (GscopeRequest *request)
{
  const char *path = g_uri_get_path (soup_server_message_get_uri (request->message));
  const char *method = soup_server_message_get_method (request->message);
  g_autoptr (GString) allowed = g_string_new (NULL);

  if (g_str_equal (method, "HEAD"))
    method = "GET";
  for (gsize i = 0; i < G_N_ELEMENTS (resources); i++)
    {
      const GscopeRestRow *row = &resources[i].row;

      request->name = match_path (row->path, path);
      if (request->name && g_str_equal (row->method, method))
        return resources[i].func;
      if (request->name)
        g_string_append_printf (allowed, "%s%s", allowed->len > 0 ? ", " : "", row->method);
    }
  if (allowed->len > 0)
    refuse_method (request, allowed->str);
  else
    refuse_path (request, path);
  return NULL;
}

/* A page of another site cannot send JSON without leave. */
static gboolean
check_body (GscopeRequest *request)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (request->message);
  const char *method = soup_server_message_get_method (request->message);
  const char *type = soup_message_headers_get_content_type (headers, NULL);

  if (soup_server_message_get_request_body (request->message)->length > GSCOPE_REST_MAX_BODY)
    refuse (request, SOUP_STATUS_REQUEST_ENTITY_TOO_LARGE, _ ("Send at most 64 KiB."));
  else if ((g_str_equal (method, "PUT") || g_str_equal (method, "POST"))
           && (!type || g_ascii_strcasecmp (type, "application/json") != 0))
    refuse (request, SOUP_STATUS_UNSUPPORTED_MEDIA_TYPE,
            _ ("Send JSON, with the header “Content-Type: application/json”."));
  else
    return TRUE;
  return FALSE;
}

static void
on_request (gpointer data, const GscopeHttpRequest *http_request)
{
  GscopeRest *self = data;
  GscopeRequest request = { .agent = self->agent,
                            .http = self->http,
                            .events = self->events,
                            .message = http_request->message,
                            .principal = http_request->principal,
                            .run = self->run };
  gint64 wait = gscope_session_rate_take (self->rate, request.principal->name);
  GscopeRestFunc func;

  if (wait > 0)
    {
      gscope_problem_set_wait (request.message, wait);
      refuse (&request, 429, _ ("Send at most 50 requests a second."));
      return;
    }
  func = find_resource (&request);
  if (func && check_body (&request))
    func (&request);
}

GscopeRest *
gscope_rest_new (const GscopeSessionHost *agent, GscopeHttp *http)
{
  GscopeRest *self = g_new0 (GscopeRest, 1);

  self->agent = agent;
  self->http = http;
  self->events = gscope_rest_events_new (agent);
  self->rate = gscope_session_rate_new (gscope_session_host_get_clock (agent));
  self->run = g_random_int ();
  for (gsize i = 0; i < G_N_ELEMENTS (resources); i++)
    {
      const char *path = resources[i].row.path;

      if (!g_str_has_suffix (path, NAME)
          && (i == 0 || !g_str_equal (path, resources[i - 1].row.path)))
        gscope_http_add_handler (http, path, on_request, self);
    }
  return self;
}

void
gscope_rest_free (GscopeRest *self)
{
  gscope_rest_events_free (self->events);
  gscope_session_rate_free (self->rate);
  g_free (self);
}

void
gscope_rest_get_events (GscopeRequest *request)
{
  const char *after = soup_message_headers_get_one (
      soup_server_message_get_request_headers (request->message), "Last-Event-ID");
  g_autoptr (GError) error = NULL;

  if (g_str_equal (soup_server_message_get_method (request->message), "HEAD"))
    refuse_method (request, "GET");
  else if (!gscope_rest_events_add (request->events, request->message, request->principal, after,
                                    &error))
    gscope_request_refuse (request, SOUP_STATUS_SERVICE_UNAVAILABLE, error);
  else
    gscope_http_keep (request->message);
}

void
gscope_rest_get_openapi (GscopeRequest *request)
{
  g_autoptr (GBytes) bytes = g_resource_lookup_data (gscope_schema_get_resource (), OPENAPI,
                                                     G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);

  gscope_request_answer_text (request, "application/json", g_memdup2 (data, size), size);
}
