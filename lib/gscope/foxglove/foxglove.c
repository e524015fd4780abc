/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/foxglove/foxglove.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/web-socket.h>
#include <gscope/error.h>
#include <gscope/foxglove/message.h>
#include <gscope/foxglove/session.h>
#include <gscope/http/problem.h>
#include <gscope/rest/watch.h>

struct _GscopeFoxglove
{
  const GscopeSessionHost *agent;
  GscopeFoxgloveFuncs funcs;
  gboolean is_open;
  GscopeFoxgloveHost host;
  char *id;
  GPtrArray *sessions;
  /* NULL without sessions */
  GscopeFoxgloveChannels *channels;
  GscopeRestWatch *watch;
};

/* Sessions. */

static void
update_sessions (gpointer data)
{
  GscopeFoxglove *self = data;

  for (guint i = 0; i < self->sessions->len; i++)
    gscope_foxglove_session_update (self->sessions->pdata[i]);
}

static void
on_event (gpointer data, const char *kind, const char *source, JsonObject *object)
{
  GscopeFoxglove *self = data;

  if (!g_str_equal (kind, "parameter"))
    return;
  for (guint i = 0; i < self->sessions->len; i++)
    gscope_foxglove_session_note (self->sessions->pdata[i],
                                  json_object_get_string_member (object, "full-name"));
}

/* Nothing is watched for nobody. */
static void
rest (GscopeFoxglove *self)
{
  if (self->sessions->len > 0)
    return;
  g_clear_pointer (&self->watch, gscope_rest_watch_free);
  g_clear_pointer (&self->channels, gscope_foxglove_channels_free);
}

static void
on_ended (gpointer data, GscopeFoxgloveSession *session)
{
  GscopeFoxglove *self = data;

  g_ptr_array_remove_fast (self->sessions, session);
  rest (self);
  self->funcs.changed (self->funcs.data);
}

static void
add_session (GscopeFoxglove *self, GscopeCarrier *carrier, GscopePrincipal *principal)
{
  if (!self->channels)
    {
      self->channels = gscope_foxglove_channels_new (self->agent, update_sessions, self);
      self->watch = gscope_rest_watch_new (self->agent, on_event, self);
    }
  self->host = (GscopeFoxgloveHost){ self->agent, self->channels, self->id, on_ended, self };
  g_ptr_array_add (self->sessions, gscope_foxglove_session_new (&self->host, carrier, principal));
  self->funcs.changed (self->funcs.data);
}

/* Requests. */

typedef struct
{
  GscopeFoxglove *foxglove;
  GscopePrincipal *principal;
} Arrival;

static void
arrival_free (gpointer data)
{
  Arrival *arrival = data;

  g_clear_pointer (&arrival->principal, gscope_principal_unref);
  g_free (arrival);
}

static void
on_carrier (SoupServerMessage *message, GscopeCarrier *carrier, gpointer data)
{
  Arrival *arrival = data;

  gscope_http_keep (message);
  if (arrival->foxglove->is_open)
    add_session (arrival->foxglove, carrier, g_steal_pointer (&arrival->principal));
}

static gboolean
check_request (GscopeFoxglove *self, const GscopeHttpRequest *request, guint *status,
               GError **error)
{
  *status = SOUP_STATUS_NOT_FOUND;
  if (!self->is_open || !g_str_equal (request->path, GSCOPE_DOOR_TOKEN_PATH))
    {
      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                           _ ("This agent does not serve Foxglove here. Its owner can turn that on "
                              "with the key “foxglove” of the configuration."));
      return FALSE;
    }
  *status = SOUP_STATUS_SERVICE_UNAVAILABLE;
  return self->funcs.check_room (self->funcs.data, request->principal, error);
}

static void
on_request (gpointer data, const GscopeHttpRequest *request)
{
  static const char *const protocols[] = { GSCOPE_FOXGLOVE_PROTOCOL, GSCOPE_FOXGLOVE_SDK_PROTOCOL,
                                           NULL };
  GscopeFoxglove *self = data;
  g_autoptr (GError) error = NULL;
  Arrival *arrival;
  guint status;

  if (!check_request (self, request, &status, &error))
    {
      gscope_problem_answer (request->message, status, error);
      return;
    }
  arrival = g_new (Arrival, 1);
  *arrival = (Arrival){ self, gscope_principal_ref (request->principal) };
  if (gscope_web_socket_accept (request->message, protocols, on_carrier, arrival, arrival_free))
    return;
  error = g_error_new_literal (GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                               _ ("/foxglove is a WebSocket with the subprotocol "
                                  "foxglove.websocket.v1 or foxglove.sdk.v1."));
  gscope_problem_answer (request->message, 0, error);
}

/* The whole. */

GscopeFoxglove *
gscope_foxglove_new (const GscopeSessionHost *agent, GscopeHttp *http,
                     const GscopeFoxgloveFuncs *funcs)
{
  GscopeFoxglove *self = g_new0 (GscopeFoxglove, 1);

  self->agent = agent;
  self->funcs = *funcs;
  self->id = g_uuid_string_random ();
  self->sessions = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_foxglove_session_free);
  gscope_http_add_handler (http, GSCOPE_DOOR_TOKEN_PATH, on_request, self);
  return self;
}

void
gscope_foxglove_end (GscopeFoxglove *self)
{
  g_ptr_array_set_size (self->sessions, 0);
  rest (self);
}

void
gscope_foxglove_free (GscopeFoxglove *self)
{
  gscope_foxglove_end (self);
  g_ptr_array_unref (self->sessions);
  g_free (self->id);
  g_free (self);
}

void
gscope_foxglove_set_open (GscopeFoxglove *self, gboolean is_open)
{
  guint n = self->sessions->len;

  self->is_open = is_open;
  if (is_open || n == 0)
    return;
  gscope_foxglove_end (self);
  self->funcs.changed (self->funcs.data);
}

void
gscope_foxglove_update (GscopeFoxglove *self)
{
  update_sessions (self);
}

guint
gscope_foxglove_count (GscopeFoxglove *self)
{
  return self->sessions->len;
}
