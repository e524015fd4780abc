/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/session/request.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <gscope/session/calls.h>
#include <gscope/session/offer.h>
#include <gscope/session/past.h>
#include <gscope/session/policy.h>
#include <gscope/session/rate.h>
#include <gscope/session/reply-carrier.h>
#include <gscope/share/server-calls.h>
#include <main-source.h>

enum
{
  MAX_REQUEST = 64 * 1024,
  MAX_TOKEN = 512,
  /* Most requests that are not answered yet, of all and of one asker. */
  MAX_PENDING = 256,
  MAX_PENDING_EACH = 64,
};

struct _GscopeRequests
{
  const GscopeSessionHost *host;
  GscopeSessionRate *rate;
  /* Request */
  GPtrArray *pending;
  /* frees the answered ones */
  GSource *sweep;
  /* the calls to the agent itself within the last second, of all askers */
  GscopeCalls calls;
};

typedef struct
{
  /* NULL after the end of the requests */
  GscopeRequests *owner;
  GscopeAsker asker;
  char *name;
  gint64 id;
  gboolean is_answered;
  GscopePrincipal *principal;
  /* of a call */
  GscopeSource *source;
  GscopeSessionUser user;
  GscopeServerPolicy policy;
  GscopeCarrier *carrier;
  GscopeServerCalls *calls;
  /* of a query */
  GscopePast *past;
} Request;

static void
request_free (Request *self)
{
  g_clear_pointer (&self->calls, gscope_server_calls_free);
  if (self->carrier)
    gscope_carrier_close (self->carrier);
  g_clear_object (&self->carrier);
  g_clear_object (&self->source);
  g_clear_pointer (&self->past, gscope_past_free);
  g_clear_pointer (&self->principal, gscope_principal_unref);
  self->asker.free (self->asker.data);
  g_free (self->name);
  g_free (self);
}

/* A query whose recordings are being read is freed when they have been. */
static void
request_end (gpointer data)
{
  Request *self = data;

  self->owner = NULL;
  if (!self->past || self->is_answered)
    request_free (self);
}

/* Answers. An answer comes from within a call of the request, which therefore is freed later. */

static gboolean
on_sweep (gpointer data)
{
  GscopeRequests *self = data;

  g_clear_pointer (&self->sweep, g_source_unref);
  for (guint i = self->pending->len; i > 0; i--)
    if (((Request *) self->pending->pdata[i - 1])->is_answered)
      g_ptr_array_remove_index_fast (self->pending, i - 1);
  return G_SOURCE_REMOVE;
}

static void
sweep_later (GscopeRequests *self)
{
  if (self->sweep)
    return;
  self->sweep = g_idle_source_new ();
  g_source_set_priority (self->sweep, G_PRIORITY_DEFAULT);
  g_source_set_static_name (self->sweep, "[gscope] requests");
  g_source_set_callback (self->sweep, on_sweep, self, NULL);
  g_source_attach (self->sweep, g_main_context_get_thread_default ());
}

static void
answer (gpointer data, GBytes *message)
{
  Request *self = data;

  if (self->is_answered || !self->owner)
    return;
  self->is_answered = TRUE;
  self->asker.answer (self->asker.data, message);
  sweep_later (self->owner);
}

/* A request whose id is not known is answered with the error alone. */
static void
refuse (Request *self, const GError *error)
{
  g_autoptr (GBytes) message =
      self->id >= 0 ? gscope_message_new_answer ((guint32) self->id, &(GscopeAnswer){ 0 }, error)
                    : gscope_message_new_error (error);

  answer (self, message);
}

/* Queries. */

/* Absent members leave the number alone. */
static gboolean
read_number (JsonObject *query, const char *member, gint64 min, gint64 max, gint64 *number,
             GError **error)
{
  return !json_object_has_member (query, member)
         || gscope_json_get_integer (query, member, min, max, number, error);
}

static gboolean
read_interval (GscopePast *past, JsonObject *query, GError **error)
{
  GscopePastInterval interval = gscope_past_get_default_interval (past);

  interval.has_from = json_object_has_member (query, "from_ns");
  if (!read_number (query, "seconds", 1, 1000000000, &interval.seconds, error)
      || !read_number (query, "to_ns", -GSCOPE_PAST_LATEST, GSCOPE_PAST_LATEST, &interval.to, error)
      || !read_number (query, "from_ns", -GSCOPE_PAST_LATEST, interval.to - 1, &interval.from,
                       error)
      || !read_number (query, "columns", 1, GSCOPE_PAST_MAX_COLUMNS / gscope_past_count (past),
                       &interval.columns, error))
    return FALSE;
  gscope_past_set_interval (past, &interval);
  return TRUE;
}

static void
on_read (gpointer data)
{
  Request *self = data;
  JsonObject *object;
  g_autoptr (GBytes) message = NULL;

  if (!self->owner)
    {
      request_free (self);
      return;
    }
  object = json_object_new ();
  json_object_set_int_member (object, "id", self->id);
  gscope_past_describe (self->past, object);
  message = gscope_message_new (GSCOPE_MESSAGE_ANSWER, object);
  answer (self, message);
}

static gboolean
run_query (Request *self, JsonObject *query, GError **error)
{
  g_auto (GStrv) names = gscope_json_get_names (query, "signals", GSCOPE_PAST_MAX_SIGNALS, error);
  g_autoptr (GscopePast) past = names ? gscope_past_new (self->owner->host, self->principal,
                                                         (const char *const *) names, error)
                                      : NULL;

  if (!past || !read_interval (past, query, error))
    return FALSE;
  self->past = g_steal_pointer (&past);
  gscope_past_read (self->past, on_read, self);
  return TRUE;
}

/* Calls. */

static gboolean
check_verb (JsonObject *call, GscopeVerb verb, GError **error)
{
  if (verb != GSCOPE_VERB_CHECK && verb != GSCOPE_VERB_APPLY && verb != GSCOPE_VERB_APPLY_ALL)
    g_set_error_literal (
        error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
        _ ("a request is “get”, “check”, “apply”, “apply-all”, “mark” or “picture”; "
           "open a connection for other calls"));
  else if (gscope_json_get_flag (call, "lease"))
    g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                         _ ("a request has no connection at whose end the former value could "
                            "return; open a connection, or write without a lease"));
  else
    return TRUE;
  return FALSE;
}

static gboolean
find_source (Request *self, const char *name, GError **error)
{
  const GscopeSessionHost *host = self->owner->host;
  GscopeSource *source = *name ? gscope_offer_find (host->scopes, name, NULL) : NULL;

  if (!gscope_rights_check (host->rights, self->principal, GSCOPE_ACCESS_READ, name, error))
    return FALSE;
  if (!source)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                   _ ("The agent has no source “%s”. List its sources to see which it has."), name);
      return FALSE;
    }
  self->source = g_object_ref (source);
  return TRUE;
}

/* Records a write that was refused before its source could take note of it. */
static void
note_denial (Request *self, const char *source, JsonObject *call, const GError *error)
{
  g_autoptr (GVariant) asked = gscope_json_get_value (call, "value", NULL);
  g_autofree char *path = NULL;
  const char *name;

  if (!gscope_json_get_text (call, "parameter", GSCOPE_MESSAGE_MAX_WORD, &name, NULL))
    name = "";
  path = *name ? g_strdup_printf ("%s/%s", source, name) : g_strdup (source);
  gscope_journal_entry_end (gscope_journal_entry_begin (self->owner->host->journal, self->principal,
                                                        path, NULL, asked, NULL),
                            NULL, error);
}

/* Runs a call to a source. */
static gboolean
run_source_call (Request *self, JsonObject *call, GscopeVerb verb, GError **error)
{
  g_autoptr (GError) denial = NULL;
  const char *source;

  if (!check_verb (call, verb, error)
      || !gscope_json_get_text (call, "source", GSCOPE_MESSAGE_MAX_WORD, &source, error))
    return FALSE;
  if (!find_source (self, source, &denial))
    {
      if (verb != GSCOPE_VERB_CHECK)
        note_denial (self, source, call, denial);
      g_propagate_error (error, g_steal_pointer (&denial));
      return FALSE;
    }
  self->user = (GscopeSessionUser){ self->owner->host, self->principal, self->source, NULL };
  self->policy = gscope_session_user_get_policy (&self->user, TRUE);
  self->carrier = gscope_reply_carrier_new (answer, self);
  self->calls = gscope_server_calls_new (self->source, self->carrier, &self->policy);
  return gscope_server_calls_run (self->calls, call, error);
}

static gboolean
run_call (Request *self, JsonObject *call, GError **error)
{
  g_autoptr (GBytes) message = NULL;
  GscopeVerb verb;

  if (!gscope_message_get_verb (call, &verb, error))
    return FALSE;
  if (!gscope_calls_has (verb))
    return run_source_call (self, call, verb, error);
  message = gscope_calls_run (&self->owner->calls, self->owner->host, self->principal,
                              (guint32) self->id, verb, call);
  answer (self, message);
  return TRUE;
}

/* What comes. */

static JsonObject *
parse (Request *self, GBytes *message, GscopeMessageKind *kind, GError **error)
{
  g_autoptr (JsonObject) object = gscope_message_parse (message, kind, error);
  gint64 id;

  if (!object || !gscope_json_get_integer (object, "id", 0, G_MAXUINT32, &id, error))
    return NULL;
  self->id = id;
  if (*kind == GSCOPE_MESSAGE_CALL || *kind == GSCOPE_MESSAGE_QUERY)
    return g_steal_pointer (&object);
  g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                       _ ("a request is a “call” or a “query”; open a connection for other "
                          "messages"));
  return NULL;
}

static gboolean
run (Request *self, GBytes *message, GError **error)
{
  GscopeMessageKind kind;
  g_autoptr (JsonObject) object = parse (self, message, &kind, error);
  const char *token;

  if (!object || !gscope_json_get_text (object, "token", MAX_TOKEN, &token, error))
    return FALSE;
  self->principal = self->asker.identify (self->asker.data, token, error);
  if (!self->principal)
    return FALSE;
  return kind == GSCOPE_MESSAGE_CALL ? run_call (self, object, error)
                                     : run_query (self, object, error);
}

static guint
count_pending (GscopeRequests *self, const char *name)
{
  guint n = 0;

  for (guint i = 0; i < self->pending->len; i++)
    {
      const Request *request = self->pending->pdata[i];

      n += !request->is_answered && (!name || g_str_equal (request->name, name));
    }
  return n;
}

static gboolean
check_limits (GscopeRequests *self, GBytes *message, const char *name, GError **error)
{
  if (gscope_session_rate_take (self->rate, name) > 0)
    g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                         _ ("Send at most 50 requests a second."));
  else if (g_bytes_get_size (message) > MAX_REQUEST)
    g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT, _ ("Send at most 64 KiB."));
  else if (count_pending (self, name) >= MAX_PENDING_EACH)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                 _ ("%d of your requests wait for an answer. Wait until some are answered."),
                 MAX_PENDING_EACH);
  else if (count_pending (self, NULL) >= MAX_PENDING)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                 _ ("%d requests of all users wait for an answer. Try again later."), MAX_PENDING);
  else
    return TRUE;
  return FALSE;
}

void
gscope_requests_take (GscopeRequests *self, GBytes *message, const GscopeAsker *asker)
{
  Request *request = g_new0 (Request, 1);
  g_autoptr (GError) error = NULL;
  gboolean is_allowed = check_limits (self, message, asker->name, &error);

  request->owner = self;
  request->asker = *asker;
  request->name = g_strdup (asker->name);
  request->id = -1;
  g_ptr_array_add (self->pending, request);
  if (!is_allowed || !run (request, message, &error))
    refuse (request, error);
}

GscopeRequests *
gscope_requests_new (const GscopeSessionHost *host, GscopeClock *clock)
{
  GscopeRequests *self = g_new0 (GscopeRequests, 1);

  self->host = host;
  self->rate = gscope_session_rate_new (clock);
  self->pending = g_ptr_array_new_with_free_func (request_end);
  return self;
}

void
gscope_requests_free (GscopeRequests *self)
{
  g_clear_pointer (&self->sweep, main_source_drop);
  g_ptr_array_unref (self->pending);
  gscope_session_rate_free (self->rate);
  g_free (self);
}
