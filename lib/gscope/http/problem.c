/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/http/problem.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/message.h>
#include <gscope/clock/clock.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <string.h>

/* A kind of problem. The type is a URI that programs compare; nothing is there to read. */
typedef struct
{
  guint status;
  const char *type;
  const char *title;
} Problem;

#define TYPE(name) "tag:gscope,2026:" name

/* By code of GscopeError. */
static const Problem by_code[] = {
  [GSCOPE_ERROR_INVALID] = { 400, TYPE ("invalid"), N_ ("The request is not valid") },
  [GSCOPE_ERROR_NOT_FOUND] = { 404, TYPE ("not-found"), N_ ("The agent has no such thing") },
  [GSCOPE_ERROR_EXISTS] = { 409, TYPE ("exists"), N_ ("The name is taken") },
  [GSCOPE_ERROR_REFUSED] = { 422, TYPE ("refused"), N_ ("The source refuses this") },
  [GSCOPE_ERROR_SUPERSEDED] = { 409, TYPE ("superseded"), N_ ("A newer write replaced this one") },
  [GSCOPE_ERROR_PRIVILEGE] = { 403, TYPE ("privilege"), N_ ("This is not allowed") },
  [GSCOPE_ERROR_UNSUPPORTED] = { 501, TYPE ("unsupported"), N_ ("The agent cannot do this") },
  [GSCOPE_ERROR_LIMIT] = { 429, TYPE ("limit"), N_ ("A limit is reached") },
  [GSCOPE_ERROR_TOKEN] = { 401, TYPE ("unknown"), N_ ("The agent does not know who asks") },
  [GSCOPE_ERROR_CERTIFICATE] = { 401, TYPE ("unknown"), N_ ("The agent does not know who asks") },
};

static const Problem by_status[] = {
  { 401, TYPE ("unknown"), N_ ("The agent does not know who asks") },
  { 405, TYPE ("method"), N_ ("The resource has no such method") },
  { 412, TYPE ("stale"), N_ ("The value was changed meanwhile") },
  { 413, TYPE ("too-long"), N_ ("The request is too long") },
  { 415, TYPE ("media-type"), N_ ("The request has another media type") },
  { 421, TYPE ("name"), N_ ("The agent has another name") },
  { 429, TYPE ("limit"), N_ ("A limit is reached") },
  { 503, TYPE ("busy"), N_ ("The agent is busy") },
};

static const Problem failed = { 500, TYPE ("failed"), N_ ("The agent failed") };

/* The row of a status, or of a code if the status is 0. */
static const Problem *
find_problem (guint status, const GError *error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (by_status); i++)
    if (by_status[i].status == status)
      return &by_status[i];
  if (error->domain == GSCOPE_ERROR && (guint) error->code < G_N_ELEMENTS (by_code))
    return &by_code[error->code];
  return &failed;
}

void
gscope_problem_set_headers (SoupServerMessage *message)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);

  soup_message_headers_replace (headers, "Cache-Control", "no-store");
  soup_message_headers_replace (headers, "X-Content-Type-Options", "nosniff");
}

static void
answer (SoupServerMessage *message, guint status, const char *type, JsonObject *object)
{
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), object);
  char *text = json_to_string (node, FALSE);

  json_object_unref (object);
  gscope_problem_set_headers (message);
  /* libsoup has no phrase for these two */
  soup_server_message_set_status (message, status,
                                  status == 421   ? "Misdirected Request"
                                  : status == 429 ? "Too Many Requests"
                                                  : NULL);
  /* libsoup puts a page of its own there when a WebSocket's handshake is wrong */
  soup_message_body_truncate (soup_server_message_get_response_body (message));
  soup_server_message_set_response (message, type, SOUP_MEMORY_TAKE, text, strlen (text));
}

void
gscope_problem_answer_json (SoupServerMessage *message, guint status, JsonObject *object)
{
  answer (message, status, "application/json", object);
}

/* The header has whole seconds. */
void
gscope_problem_set_wait (SoupServerMessage *message, gint64 wait)
{
  g_autofree char *seconds =
      g_strdup_printf ("%" G_GINT64_FORMAT, (wait + GSCOPE_SEC - 1) / GSCOPE_SEC);

  soup_message_headers_replace (soup_server_message_get_response_headers (message), "Retry-After",
                                seconds);
}

void
gscope_problem_answer (SoupServerMessage *message, guint status, const GError *error)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);
  const Problem *problem = find_problem (status, error);
  guint chosen = status ? status : problem->status;
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "type", problem->type);
  json_object_set_string_member (object, "title", g_dgettext (GETTEXT_PACKAGE, problem->title));
  json_object_set_int_member (object, "status", chosen);
  gscope_json_set_text (object, "detail", error->message, GSCOPE_MESSAGE_MAX_TEXT);
  /* a problem ends the connection */
  soup_message_headers_replace (headers, "Connection", "close");
  if (chosen == 401)
    soup_message_headers_replace (headers, "WWW-Authenticate", "Bearer");
  if (chosen == SOUP_STATUS_SERVICE_UNAVAILABLE)
    gscope_problem_set_wait (message, GSCOPE_SEC);
  answer (message, chosen, "application/problem+json", object);
}
