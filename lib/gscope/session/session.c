/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/session/session.h>

#include <glib/gi18n-lib.h>
#include <gscope/access/permits.h>
#include <gscope/carrier/message.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <gscope/remote/program-private.h>
#include <gscope/session/calls.h>
#include <gscope/session/offer.h>
#include <gscope/session/policy.h>
#include <main-source.h>

/* How long a client may take to say what it wants. */
#define PATIENCE (10 * GSCOPE_SEC)

/* The scope of a source that belongs to one connection: its delay is the largest one of the ready-made workspaces, for
 * samples that threads read out of the kernel now and then,
 * its budget for samples that were not sent. */
#define OWN_DELAY (500 * GSCOPE_MSEC)
#define OWN_BUDGET (16 * 1024 * 1024)

/* The most bytes that a client may send before polkit has answered, and the bytes that a message counts as besides its own. */
#define MAX_EARLY (64 * 1024)
#define EARLY_COST 64

struct _GscopeSession
{
  const GscopeSessionHost *host;
  GscopeCarrier *carrier;
  GscopePrincipal *principal;
  GSource *patience;

  /* the right to what the client is connected to; NULL at first */
  char *path;
  GscopeAccess access;

  /* one of these, once the client has said what it wants */
  GscopeServer *server;
  GscopeSource *source;
  gboolean is_listing;
  /* of the server */
  GscopeSessionUser user;
  /* lists and sources whose changes are reported here */
  GPtrArray *watched;
  GscopeCalls calls;

  /* the source that runs for this connection */
  GscopeScope *own_scope;
  GscopeSource *own_source;
  /* of a user without the right to run it, for whom polkit is asked: the grants, and what the source is */
  GscopePermits *permits;
  char *type;
  char *name;
  /* before polkit has answered: the messages that came, and the timer of the signs of life */
  GPtrArray *early;
  gsize early_size;
  GSource *beat;
};

GscopeClock *
gscope_session_host_get_clock (const GscopeSessionHost *host)
{
  g_autoptr (GscopeScope) scope = g_list_model_get_item (G_LIST_MODEL (host->scopes), 0);

  return scope ? gscope_scope_get_clock (scope) : gscope_clock_get_system ();
}

/* Calls a function when the sources that the agent offers change. */

static void
watch (GscopeSession *self, gpointer object, const char *signal, void (*func) (GscopeSession *))
{
  g_ptr_array_add (self->watched, g_object_ref (object));
  g_signal_connect_swapped (object, signal, G_CALLBACK (func), self);
}

static void
unwatch_offer (GscopeSession *self)
{
  for (guint i = 0; i < self->watched->len; i++)
    g_signal_handlers_disconnect_by_data (self->watched->pdata[i], self);
  g_ptr_array_set_size (self->watched, 0);
}

static void
watch_offer (GscopeSession *self, void (*func) (GscopeSession *))
{
  GListModel *scopes = G_LIST_MODEL (self->host->scopes);

  unwatch_offer (self);
  watch (self, scopes, "items-changed", func);
  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      watch (self, gscope_scope_get_sources (scope), "items-changed", func);
    }
}

static void
drop_question (GscopeSession *self)
{
  g_clear_pointer (&self->beat, main_source_drop);
  g_clear_pointer (&self->early, g_ptr_array_unref);
}

static void
on_own_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GscopeScope) scope = data;

  gscope_scope_remove_source (scope, GSCOPE_SOURCE (object));
}

/* Stops the source of this connection, which puts back what it turned. */
static void
end_own_source (GscopeSession *self)
{
  if (self->own_source && gscope_source_get_started (self->own_source))
    gscope_source_stop_async (self->own_source, NULL, on_own_stopped,
                              g_object_ref (self->own_scope));
  else if (self->own_source)
    gscope_scope_remove_source (self->own_scope, self->own_source);
  g_clear_object (&self->own_source);
  g_clear_object (&self->own_scope);
}

void
gscope_session_free (GscopeSession *self)
{
  g_clear_pointer (&self->patience, main_source_drop);
  unwatch_offer (self);
  g_ptr_array_unref (self->watched);
  if (self->server)
    {
      g_signal_handlers_disconnect_by_data (self->server, self);
      gscope_server_close (self->server);
    }
  g_clear_object (&self->server);
  g_clear_object (&self->source);
  end_own_source (self);
  drop_question (self);
  g_clear_pointer (&self->permits, gscope_permits_free);
  g_free (self->type);
  g_free (self->name);
  g_signal_handlers_disconnect_by_data (self->carrier, self);
  gscope_carrier_close (self->carrier);
  g_object_unref (self->carrier);
  gscope_principal_unref (self->principal);
  g_free (self->path);
  g_free (self);
}

static void
end (GscopeSession *self)
{
  self->host->ended (self->host->data, self);
}

void
gscope_session_fail (GscopeSession *self, const GError *error)
{
  g_autoptr (GBytes) message = gscope_message_new_error (error);

  gscope_carrier_send (self->carrier, message);
  end (self);
}

const GscopePrincipal *
gscope_session_get_principal (GscopeSession *self)
{
  return self->principal;
}

gboolean
gscope_session_check (GscopeSession *self, GError **error)
{
  /* polkit was asked instead of the rights */
  if (self->permits && !gscope_rights_get_read_only (self->host->rights))
    return TRUE;
  return !self->path
         || gscope_rights_check (self->host->rights, self->principal, self->access, self->path,
                                 error);
}

static gboolean
obtain_right (GscopeSession *self, GscopeAccess access, const char *path, GError **error)
{
  self->access = access;
  self->path = g_strdup (path);
  return gscope_session_check (self, error);
}

/* The list of sources. */

/* The list is sent whole: sources change rarely, and there are few. */
static void
send_sources (GscopeSession *self)
{
  gscope_message_send (
      self->carrier, GSCOPE_MESSAGE_SOURCES,
      gscope_offer_describe (self->host->scopes, self->host->rights, self->principal));
}

static void
watch_source (GscopeScope *scope, GscopeSource *source, gpointer data)
{
  watch (data, source, "notify::state", send_sources);
  watch (data, source, "notify::status", send_sources);
  if (*gscope_source_get_name (source))
    return;
  watch (data, gscope_source_get_signals (source), "items-changed", send_sources);
  watch (data, gscope_source_get_parameters (source), "items-changed", send_sources);
}

static void
update_list (GscopeSession *self)
{
  watch_offer (self, update_list);
  gscope_offer_for_each (self->host->scopes, watch_source, self);
  send_sources (self);
}

static void
list_sources (GscopeSession *self)
{
  self->is_listing = TRUE;
  gscope_message_send (self->carrier, GSCOPE_MESSAGE_HELLO,
                       gscope_message_create_hello (gscope_session_host_get_clock (self->host)));
  update_list (self);
}

static gboolean
take_call (GscopeSession *self, GBytes *message, GError **error)
{
  g_autoptr (GBytes) answer =
      gscope_calls_take (&self->calls, self->host, self->principal, message, error);

  if (answer)
    gscope_carrier_send (self->carrier, answer);
  return answer != NULL;
}

/* Polkit. */

static GVariant *
describe_request (const char *type, const char *name, const char *parameter)
{
  GVariantBuilder details;

  g_variant_builder_init (&details, G_VARIANT_TYPE ("a{ss}"));
  g_variant_builder_add (&details, "{ss}", "type", type);
  g_variant_builder_add (&details, "{ss}", "source", name);
  if (parameter)
    g_variant_builder_add (&details, "{ss}", "parameter", parameter);
  return g_variant_builder_end (&details);
}

/* Returns the action that a demand of a source needs; NULL if no action allows it. */
static const char *
find_action (GscopeSource *source, const GscopeDemand *demand)
{
  if (demand->action || demand->kind != GSCOPE_DEMAND_KIND_STEER)
    return demand->action;
  return GSCOPE_SOURCE_GET_CLASS (source)->action;
}

static void
authorize (gpointer data, GPtrArray *demands, GTask *new_task)
{
  GscopeSession *self = ((GscopeSessionUser *) data)->data;
  g_autoptr (GTask) task = new_task;
  g_autoptr (GPtrArray) actions = g_ptr_array_new ();
  const char *parameter = NULL;

  for (guint i = 0; i < demands->len; i++)
    {
      const GscopeDemand *demand = demands->pdata[i];
      const char *action = find_action (self->own_source, demand);

      if (!action)
        {
          g_task_return_new_error (task, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE,
                                   _ ("The agent does not use “%s” for other users. Run the source "
                                      "in your own program."),
                                   demand->detail);
          return;
        }
      g_ptr_array_add (actions, (gpointer) action);
      parameter = demand->parameter;
    }
  g_ptr_array_add (actions, NULL);
  gscope_permits_ask (
      self->permits, (const char *const *) actions->pdata,
      describe_request (self->type, gscope_source_get_name (self->own_source), parameter),
      g_steal_pointer (&task));
}

static void
on_server_closed (GscopeServer *server, const GError *error, GscopeSession *self)
{
  end (self);
}

static void
serve (GscopeSession *self, GscopeScope *scope, GscopeSource *source, gboolean is_shared,
       GBytes *hello)
{
  GscopeServerPolicy policy;

  self->user = (GscopeSessionUser){ self->host, self->principal, source, self };
  policy = gscope_session_user_get_policy (&self->user, is_shared);
  policy.authorize = self->permits ? authorize : NULL;
  g_signal_handlers_disconnect_by_data (self->carrier, self);
  self->server = gscope_server_new_for_carrier (scope, source, self->carrier, &policy);
  g_signal_connect (self->server, "closed", G_CALLBACK (on_server_closed), self);
  if (hello)
    gscope_server_take (self->server, hello);
}

/* Ends the session when its source has gone. */
static void
check_source (GscopeSession *self)
{
  const char *name = gscope_offer_get_name (self->source);
  g_autoptr (GError) error = NULL;

  if (gscope_offer_find (self->host->scopes, name, NULL) == self->source)
    {
      watch_offer (self, check_source);
      return;
    }
  error = g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                       _ ("The source “%s” was removed from the agent."), name);
  gscope_session_fail (self, error);
}

static gboolean
serve_shared (GscopeSession *self, const char *name, GBytes *hello, GError **error)
{
  GscopeSource *source;
  GscopeScope *scope;

  if (!obtain_right (self, GSCOPE_ACCESS_READ, name, error))
    return FALSE;
  source = gscope_offer_find (self->host->scopes, name, &scope);
  if (!source)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
                   _ ("The agent has no source “%s”. List its sources to see which it has."), name);
      return FALSE;
    }
  self->source = g_object_ref (source);
  watch_offer (self, check_source);
  serve (self, scope, source, TRUE, hello);
  return TRUE;
}

/* Records that somebody may not run a source of a type. */
static void
note_denial (GscopeSession *self, const char *type, const GError *error)
{
  gscope_journal_entry_end (
      gscope_journal_entry_begin (self->host->journal, self->principal, type, NULL, NULL, NULL),
      NULL, error);
}

/* Makes and serves the source of this connection. */
static gboolean
run_own (GscopeSession *self, const char *type, const char *name, GBytes *hello, GError **error)
{
  self->own_source =
      gscope_registry_create (self->host->registry, type, *name ? name : type, NULL, error);
  if (!self->own_source)
    return FALSE;
  if (self->permits && GSCOPE_IS_PROGRAM_REMOTE (self->own_source))
    gscope_program_remote_set_user (GSCOPE_PROGRAM_REMOTE (self->own_source),
                                    self->principal->peer->uid);
  self->own_scope = gscope_scope_new ();
  gscope_scope_set_delay (self->own_scope, OWN_DELAY);
  gscope_scope_set_budget (self->own_scope, OWN_BUDGET);
  gscope_scope_add_source (self->own_scope, self->own_source);
  gscope_scope_start (self->own_scope);
  serve (self, self->own_scope, self->own_source, FALSE, hello);
  return TRUE;
}

/* The signs of life let the client wait while somebody authenticates. */
static gboolean
on_beat (gpointer data)
{
  gscope_message_send (((GscopeSession *) data)->carrier, GSCOPE_MESSAGE_BEAT, json_object_new ());
  return G_SOURCE_CONTINUE;
}

/* Each message may end the session. */
static void
take_early (GscopeSession *self)
{
  g_autoptr (GPtrArray) early = g_steal_pointer (&self->early);
  g_autoptr (GscopeServer) server = NULL;
  g_autoptr (GError) error = NULL;

  drop_question (self);
  if (!run_own (self, self->type, self->name, NULL, &error))
    {
      gscope_session_fail (self, error);
      return;
    }
  server = g_object_ref (self->server);
  for (guint i = 0; i < early->len; i++)
    gscope_server_take (server, early->pdata[i]);
}

static void
on_permitted (GObject *object, GAsyncResult *result, gpointer data)
{
  GscopeSession *self = data;
  g_autoptr (GError) error = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error))
    take_early (self);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      note_denial (self, self->type, error);
      gscope_session_fail (self, error);
    }
}

static void
ask (GscopeSession *self, const char *action, const char *type, const char *name, GBytes *hello)
{
  const char *const actions[] = { action, NULL };

  self->permits = gscope_permits_new (self->principal);
  self->type = g_strdup (type);
  self->name = g_strdup (name);
  self->early = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_ptr_array_add (self->early, g_bytes_ref (hello));
  self->beat = gscope_clock_create_timeout (gscope_session_host_get_clock (self->host),
                                            GSCOPE_MESSAGE_BEAT_INTERVAL);
  g_source_set_static_name (self->beat, "[gscope] question");
  g_source_set_callback (self->beat, on_beat, self, NULL);
  g_source_attach (self->beat, g_main_context_get_thread_default ());
  gscope_permits_ask (self->permits, actions, describe_request (type, *name ? name : type, NULL),
                      g_task_new (NULL, NULL, on_permitted, self));
}

static gboolean
take_early_message (GscopeSession *self, GBytes *message, GError **error)
{
  self->early_size += g_bytes_get_size (message) + EARLY_COST;
  if (self->early_size <= MAX_EARLY)
    {
      g_ptr_array_add (self->early, g_bytes_ref (message));
      return TRUE;
    }
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
               _ ("more than %d bytes came before polkit has answered"), MAX_EARLY);
  return FALSE;
}

/* Returns the action for which a user without the right is asked; NULL if there is none. */
static const char *
find_type_action (GscopeSession *self, const char *type)
{
  GscopeSourceClass *klass =
      g_type_class_ref (gscope_registry_get_gtype (self->host->registry, type));
  const char *action = klass->action;

  g_type_class_unref (klass);
  return action;
}

static gboolean
serve_own (GscopeSession *self, const char *type, const char *name, GBytes *hello, GError **error)
{
  gboolean may_ask = self->host->asks_polkit && self->principal->peer
                     && !gscope_rights_get_read_only (self->host->rights);
  g_autoptr (GError) refusal = NULL;
  const char *action;

  if (!obtain_right (self, GSCOPE_ACCESS_CREATE, type, &refusal) && !may_ask)
    {
      note_denial (self, type, refusal);
      g_propagate_error (error, g_steal_pointer (&refusal));
      return FALSE;
    }
  if (!gscope_registry_has_type (self->host->registry, type))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                   _ ("The agent has no type of source “%s”. Install its plugin there."), type);
      return FALSE;
    }
  if (!refusal)
    return run_own (self, type, name, hello, error);
  action = find_type_action (self, type);
  if (action)
    {
      ask (self, action, type, name, hello);
      return TRUE;
    }
  g_set_error (
      error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE,
      _ ("The agent does not run “%s” for other users, as it needs no privilege. Run it in "
         "your own program."),
      type);
  return FALSE;
}

/* The first message. */

static gboolean
begin (GscopeSession *self, GBytes *message, GError **error)
{
  const char *source, *type, *name;
  GscopeMessageKind kind;
  g_autoptr (JsonObject) hello = gscope_message_parse (message, &kind, error);

  if (!hello)
    return FALSE;
  if (kind != GSCOPE_MESSAGE_HELLO)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("a message arrived out of order: the first has to be “hello”"));
      return FALSE;
    }
  if (!gscope_message_check_hello (hello, error)
      || !gscope_json_get_text (hello, "source", GSCOPE_MESSAGE_MAX_WORD, &source, error)
      || !gscope_json_get_text (hello, "type", GSCOPE_MESSAGE_MAX_WORD, &type, error)
      || !gscope_json_get_text (hello, "name", GSCOPE_MESSAGE_MAX_WORD, &name, error))
    return FALSE;
  if (*source)
    return serve_shared (self, source, message, error);
  if (*type)
    return serve_own (self, type, name, message, error);
  list_sources (self);
  return TRUE;
}

static void
on_received (GscopeCarrier *carrier, GBytes *message, GscopeSession *self)
{
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&self->patience, main_source_drop);
  if (self->early        ? !take_early_message (self, message, &error)
      : self->is_listing ? !take_call (self, message, &error)
                         : !begin (self, message, &error))
    gscope_session_fail (self, error);
}

static void
on_closed (GscopeCarrier *carrier, const GError *error, GscopeSession *self)
{
  end (self);
}

static gboolean
on_patience (gpointer data)
{
  GscopeSession *self = data;
  g_autoptr (GError) error =
      g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_LIMIT, _ ("no “hello” came within %d seconds"),
                   (int) (PATIENCE / GSCOPE_SEC));

  gscope_session_fail (self, error);
  return G_SOURCE_REMOVE;
}

GscopeSession *
gscope_session_new (const GscopeSessionHost *host, GscopeCarrier *carrier,
                    GscopePrincipal *principal)
{
  GscopeSession *self = g_new0 (GscopeSession, 1);

  self->host = host;
  self->carrier = g_object_ref (carrier);
  self->watched = g_ptr_array_new_with_free_func (g_object_unref);
  self->principal = principal;
  g_signal_connect (carrier, "received", G_CALLBACK (on_received), self);
  g_signal_connect (carrier, "closed", G_CALLBACK (on_closed), self);
  self->patience = gscope_clock_create_timeout (gscope_session_host_get_clock (host), PATIENCE);
  g_source_set_static_name (self->patience, "[gscope] first message");
  g_source_set_callback (self->patience, on_patience, self, NULL);
  g_source_attach (self->patience, g_main_context_get_thread_default ());
  return self;
}

void
gscope_session_review (GscopeSession *self)
{
  if (self->server)
    gscope_server_review (self->server);
}

void
gscope_session_update_list (GscopeSession *self)
{
  if (self->is_listing)
    send_sources (self);
}
