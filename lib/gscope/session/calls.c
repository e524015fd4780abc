/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/session/calls.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <gscope/session/offer.h>
#include <gscope/session/present.h>

enum
{
  /* Most markers of a client in a second. */
  MAX_MARKS = 16,
  /* Pictures within a second. */
  MAX_PICTURES = 2,
  /* In Base64, a message has room for it. */
  MAX_PICTURE_BYTES = 720 * 1024,
};

typedef struct
{
  GscopeCalls *calls;
  const GscopeSessionHost *host;
  const GscopePrincipal *principal;
} Caller;

gboolean
gscope_calls_has (GscopeVerb verb)
{
  return verb == GSCOPE_VERB_MARK || verb == GSCOPE_VERB_PICTURE || verb == GSCOPE_VERB_GET;
}

static gboolean
check_call (JsonObject *call, GscopeMessageKind kind, gint64 *id, GscopeVerb *verb, GError **error)
{
  *verb = GSCOPE_VERB_START;
  if (kind == GSCOPE_MESSAGE_CALL
      && (!gscope_json_get_integer (call, "id", 0, G_MAXUINT32, id, error)
          || !gscope_message_get_verb (call, verb, error)))
    return FALSE;
  if (gscope_calls_has (*verb))
    return TRUE;
  g_set_error (
      error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
      _ ("a message arrived out of order: a list of sources takes only the calls “mark”, “picture” "
         "and “get”"));
  return FALSE;
}

/* Returns whether few enough calls came within the last second. */
static gboolean
count_call (GscopeCallCount *count, guint max, gint64 now)
{
  if (now - count->since >= GSCOPE_SEC)
    *count = (GscopeCallCount){ now, 0 };
  return ++count->n <= max;
}

static gboolean
mark (const Caller *self, JsonObject *call, GError **error)
{
  gint64 now = gscope_clock_get_time (gscope_session_host_get_clock (self->host));
  g_autofree char *full_detail = NULL;
  const char *label, *detail;

  if (!gscope_rights_check (self->host->rights, self->principal, GSCOPE_ACCESS_WRITE,
                            GSCOPE_OFFER_MARKERS, error)
      || !gscope_json_get_text (call, "label", GSCOPE_MESSAGE_MAX_WORD, &label, error)
      || !gscope_json_get_text (call, "detail", GSCOPE_MESSAGE_MAX_WORD, &detail, error))
    return FALSE;
  if (!*label)
    return gscope_json_refuse (error, "label", _ ("this is empty"));
  if (!count_call (&self->calls->marks, MAX_MARKS, now))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                   _ ("there were %d markers within a second; wait a second"), MAX_MARKS);
      return FALSE;
    }
  full_detail = g_strjoin (*detail ? ", " : "", self->principal->name, detail, NULL);
  gscope_offer_mark (self->host->scopes, now, label, full_detail);
  return TRUE;
}

/* Returns a picture of the program's window in Base64. */
static char *
take_picture (const Caller *self, GError **error)
{
  gint64 now = gscope_clock_get_time (gscope_session_host_get_clock (self->host));
  g_autoptr (GBytes) picture = NULL;

  if (!gscope_rights_check (self->host->rights, self->principal, GSCOPE_ACCESS_READ,
                            GSCOPE_OFFER_PICTURE, error))
    return NULL;
  if (!count_call (&self->calls->pictures, MAX_PICTURES, now))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                   _ ("there were %d pictures within a second; wait a second"), MAX_PICTURES);
      return NULL;
    }
  picture = self->host->take_picture (self->host->data);
  if (!picture)
    g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                         _ ("this agent has no window that could be drawn; ask a window of Gscope "
                            "that other programs may use"));
  else if (g_bytes_get_size (picture) > MAX_PICTURE_BYTES)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                 _ ("the picture has %zu bytes; %d are allowed; make the window smaller"),
                 g_bytes_get_size (picture), MAX_PICTURE_BYTES);
  else
    return g_base64_encode (g_bytes_get_data (picture, NULL), g_bytes_get_size (picture));
  return NULL;
}

/* Values may be long texts. */
static GBytes *
get (const Caller *self, guint32 id, JsonObject *call)
{
  GscopeAnswer answer = { 0 };
  g_autoptr (GError) refusal = NULL;
  g_autoptr (GBytes) message = NULL;

  gscope_present_read (self->host, self->principal, call, &answer, &refusal);
  message = gscope_message_new_answer (id, &answer, refusal);
  if (g_bytes_get_size (message) <= GSCOPE_CARRIER_MAX_MESSAGE)
    return g_steal_pointer (&message);
  g_set_error_literal (&refusal, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                       _ ("the values are longer than a message; ask for fewer at once"));
  return gscope_message_new_answer (id, &(GscopeAnswer){ 0 }, refusal);
}

GBytes *
gscope_calls_run (GscopeCalls *self, const GscopeSessionHost *host,
                  const GscopePrincipal *principal, guint32 id, GscopeVerb verb, JsonObject *call)
{
  const Caller caller = { self, host, principal };
  g_autofree char *picture = NULL;
  g_autoptr (GError) refusal = NULL;

  if (verb == GSCOPE_VERB_GET)
    return get (&caller, id, call);
  if (verb == GSCOPE_VERB_PICTURE)
    picture = take_picture (&caller, &refusal);
  else
    mark (&caller, call, &refusal);
  return gscope_message_new_answer (id, &(GscopeAnswer){ .picture = picture }, refusal);
}

GBytes *
gscope_calls_take (GscopeCalls *self, const GscopeSessionHost *host,
                   const GscopePrincipal *principal, GBytes *message, GError **error)
{
  gint64 id;
  GscopeMessageKind kind;
  GscopeVerb verb;
  g_autoptr (JsonObject) call = gscope_message_parse (message, &kind, error);

  if (!call || !check_call (call, kind, &id, &verb, error))
    return NULL;
  return gscope_calls_run (self, host, principal, (guint32) id, verb, call);
}
