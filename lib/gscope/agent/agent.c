/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/agent/private.h>
#include <main-source.h>

#include <glib/gi18n-lib.h>
#include <gscope/access/user.h>
#include <gscope/error.h>
#include <gscope/foxglove/foxglove.h>
#include <gscope/rest/rest.h>
#include <gscope/session/offer.h>
#include <gscope/session/session.h>
#include <property.h>
#include <unistd.h>

enum
{
  DEFAULT_MAX_CLIENTS = 1024,
  DEFAULT_MAX_PER_USER = 256,
};

/**
 * GscopeAgent:
 *
 * Offers the sources of a scope to other programs, on this machine or on others: their signals,
 * their parameters and their history. A [class@AgentSource] represents such a source in another
 * program.
 *
 * ```c
 * g_autoptr (GscopeAgent) agent = gscope_agent_new (scope, "unix:", &error);
 * ```
 *
 * Samples stay in the traces of this program. Only the samples of signals that somebody leases are
 * sent: see [method@Signal.lease].
 *
 * At first, only the user who runs the program, and root, may connect, and may do everything.
 * [method@Agent.allow] allows more.
 *
 * An agent lives in the main context in which it was created.
 *
 * Since: 1.0
 */
struct _GscopeAgent
{
  GObject parent_instance;

  GscopeRights *rights;
  GscopeJournal *journal;
  GscopeSessionHost host;
  GscopeFeedFigures figures;
  guint max_clients;
  guint max_per_user;
  /* NULL until they are needed */
  GscopeNetwork *network;
  GscopeRest *rest;
  GscopeFoxglove *foxglove;
  /* made by gscope_agent_listeners_new() */
  GPtrArray *listeners;
  GPtrArray *sessions;
  /* looks whether all sessions are still allowed */
  GSource *review;
  /* from gscope_agent_close_async() on; the task until it is answered, and what notices that it is cancelled */
  gboolean is_closed;
  GTask *closing;
  GSource *cancelled;
};

enum
{
  PROBLEM,
  RENEWED,
  PICTURE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (GscopeAgent, gscope_agent, G_TYPE_OBJECT)

static void
gscope_agent_dispose (GObject *object)
{
  GscopeAgent *self = GSCOPE_AGENT (object);

  g_clear_pointer (&self->review, main_source_drop);
  g_ptr_array_set_size (self->listeners, 0);
  g_ptr_array_set_size (self->sessions, 0);
  if (self->foxglove)
    gscope_foxglove_end (self->foxglove);
  g_clear_pointer (&self->network, gscope_network_free);
  g_clear_pointer (&self->rest, gscope_rest_free);
  g_clear_pointer (&self->foxglove, gscope_foxglove_free);
  g_clear_object (&self->host.ring);
  g_clear_object (&self->host.scopes);
  G_OBJECT_CLASS (gscope_agent_parent_class)->dispose (object);
}

static void
gscope_agent_finalize (GObject *object)
{
  GscopeAgent *self = GSCOPE_AGENT (object);

  g_ptr_array_unref (self->listeners);
  g_strfreev (self->host.groups);
  g_ptr_array_unref (self->sessions);
  gscope_rights_free (self->rights);
  gscope_journal_end (self->journal);
  G_OBJECT_CLASS (gscope_agent_parent_class)->finalize (object);
}

static void
install_signals (GscopeAgentClass *klass)
{
  /**
   * GscopeAgent::problem:
   * @self: the agent
   * @text: a sentence for the agent's owner
   *
   * Emitted when something is wrong that no call of a function can report, for example with a file of tokens that was
   * changed.
   *
   * Since: 1.0
   */
  signals[PROBLEM] = g_signal_new ("problem", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  /**
   * GscopeAgent::renewed:
   * @self: the agent
   *
   * Emitted when the agent has another certificate, because the file of its certificate has changed. See
   * [method@Agent.dup_fingerprint].
   *
   * Since: 1.0
   */
  signals[RENEWED] = g_signal_new ("renewed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);

  /**
   * GscopeAgent::picture:
   * @self: the agent
   *
   * Emitted when a client asks for a picture of the window in which the program shows its sources.
   *
   * Returns: (transfer full) (nullable): the picture as PNG data; %NULL without a window
   *
   * Since: 1.0
   */
  signals[PICTURE] = g_signal_new ("picture", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   g_signal_accumulator_first_wins, NULL, NULL, G_TYPE_BYTES, 0);
}

static void
gscope_agent_class_init (GscopeAgentClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gscope_agent_dispose;
  object_class->finalize = gscope_agent_finalize;

  /**
   * GscopeAgent:journal-lost: (getter get_journal_lost)
   *
   * The number of writes that have no record in the journal, because it could not be written.
   *
   * Since: 1.0
   */
  property_add (object_class, uint64, "journal-lost", gscope_agent_get_journal_lost, NULL, 0,
                G_MAXUINT64, 0);
  /**
   * GscopeAgent:journal-problem: (getter get_journal_problem)
   *
   * Why records of writes are not written; %NULL if they are.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "journal-problem", gscope_agent_get_journal_problem, NULL,
                NULL);
  /**
   * GscopeAgent:asks-polkit: (getter get_asks_polkit) (setter set_asks_polkit)
   *
   * Whether polkit is asked about users of this machine who have no right to have this agent run a source.
   *
   * Since: 1.0
   */
  property_add (object_class, boolean, "asks-polkit", gscope_agent_get_asks_polkit,
                gscope_agent_set_asks_polkit, FALSE);
  /**
   * GscopeAgent:n-clients: (getter get_n_clients)
   *
   * The number of connections.
   *
   * Since: 1.0
   */
  property_add (object_class, uint, "n-clients", gscope_agent_get_n_clients, NULL, 0, G_MAXUINT, 0);
  /**
   * GscopeAgent:read-only: (getter get_read_only) (setter set_read_only)
   *
   * Whether nobody may write parameters or have the agent run sources, whatever else is allowed.
   *
   * Since: 1.0
   */
  property_add (object_class, boolean, "read-only", gscope_agent_get_read_only,
                gscope_agent_set_read_only, FALSE);
  install_signals (klass);
}

static void
on_journal_changed (gpointer data)
{
  g_object_notify (data, "journal-problem");
}

/* Sessions. */

static void
on_ended (gpointer data, GscopeSession *session)
{
  GscopeAgent *self = data;

  g_ptr_array_remove_fast (self->sessions, session);
  g_object_notify (G_OBJECT (self), "n-clients");
}

static GBytes *
take_picture (gpointer data)
{
  GBytes *picture = NULL;

  g_signal_emit (data, signals[PICTURE], 0, &picture);
  return picture;
}

static guint
count_clients (gpointer data)
{
  const GscopeAgent *self = data;

  return self->sessions->len + (self->foxglove ? gscope_foxglove_count (self->foxglove) : 0);
}

void
gscope_agent_add_client (gpointer data, GscopeCarrier *carrier, GscopePrincipal *principal)
{
  GscopeAgent *self = data;

  g_ptr_array_add (self->sessions, gscope_session_new (&self->host, carrier, principal));
  g_object_notify (G_OBJECT (self), "n-clients");
}

static void
limit_network (GscopeAgent *self)
{
  gscope_http_set_limits (gscope_network_get_http (self->network), self->max_clients,
                          self->max_per_user);
}

void
gscope_agent_set_room (GscopeAgent *self, guint clients, guint clients_per_user)
{
  self->max_clients = clients;
  self->max_per_user = clients_per_user;
  if (self->network)
    limit_network (self);
}

guint
gscope_agent_get_max_clients (GscopeAgent *self)
{
  return self->max_clients;
}

/* Those who come by a Unix socket or a NATS server have no address for which there is a limit. */
static guint
count_user (GscopeAgent *self, const GscopePrincipal *principal)
{
  guint n = 0;

  for (guint i = 0; !principal->has_address && i < self->sessions->len; i++)
    {
      const GscopePrincipal *other = gscope_session_get_principal (self->sessions->pdata[i]);

      n += !other->has_address && g_str_equal (other->name, principal->name);
    }
  return n;
}

gboolean
gscope_agent_check_room (gpointer data, const GscopePrincipal *principal, GError **error)
{
  GscopeAgent *self = data;
  guint n = count_user (self, principal);

  if (self->is_closed)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                 _ ("This agent ends. Connect again when it has started."));
  else if (n >= self->max_per_user)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                 g_dngettext (GETTEXT_PACKAGE,
                              "This agent has %u connection of “%s” already, and takes no more. "
                              "Close it.",
                              "This agent has %u connections of “%s” already, and takes no more. "
                              "Close one of them.",
                              n),
                 n, principal->name);
  else if (count_clients (self) >= self->max_clients)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                 g_dngettext (GETTEXT_PACKAGE,
                              "This agent has %u connection already, and takes no more. Try again "
                              "later.",
                              "This agent has %u connections already, and takes no more. Try again "
                              "later.",
                              count_clients (self)),
                 count_clients (self));
  else
    return TRUE;
  return FALSE;
}

static gboolean
check_principal (GscopeAgent *self, GscopeSession *session, GError **error)
{
  return !self->network
         || gscope_door_recheck (gscope_network_get_door (self->network),
                                 gscope_session_get_principal (session), error);
}

/* Ending a session may end others. */
void
gscope_agent_review (GscopeAgent *self)
{
  guint i = 0;

  while (i < self->sessions->len)
    {
      GscopeSession *session = self->sessions->pdata[i];
      g_autoptr (GError) error = NULL;

      if (check_principal (self, session, &error) && gscope_session_check (session, &error))
        {
          gscope_session_review (session);
          i++;
          continue;
        }
      gscope_session_fail (session, error);
      i = 0;
    }
  if (self->network)
    gscope_http_review (gscope_network_get_http (self->network));
}

static gboolean
on_review (gpointer data)
{
  GscopeAgent *self = data;

  g_clear_pointer (&self->review, g_source_unref);
  gscope_agent_review (self);
  for (guint i = 0; i < self->sessions->len; i++)
    gscope_session_update_list (self->sessions->pdata[i]);
  if (self->foxglove)
    gscope_foxglove_update (self->foxglove);
  return G_SOURCE_REMOVE;
}

void
gscope_agent_review_later (GscopeAgent *self)
{
  if (self->review)
    return;
  self->review = g_idle_source_new ();
  g_source_set_static_name (self->review, "[gscope] rights");
  g_source_set_callback (self->review, on_review, self, NULL);
  g_source_attach (self->review, g_main_context_get_thread_default ());
}

static void
allow_everything (GscopeAgent *self, const char *principal)
{
  for (guint access = 0; access < GSCOPE_N_ACCESSES; access++)
    gscope_rights_allow (self->rights, principal, access, "*");
}

void
gscope_agent_allow_owner (GscopeAgent *self)
{
  g_autofree char *user = gscope_user_get_principal (getuid ());

  allow_everything (self, "user:root");
  allow_everything (self, user);
}

static void
gscope_agent_init (GscopeAgent *self)
{
  self->max_clients = DEFAULT_MAX_CLIENTS;
  self->max_per_user = DEFAULT_MAX_PER_USER;
  self->rights = gscope_rights_new ();
  self->journal = gscope_journal_new (on_journal_changed, self);
  gscope_journal_set_socket (self->journal, GSCOPE_AGENT_JOURNAL_SOCKET);
  gscope_agent_allow_owner (self);
  self->listeners = gscope_agent_listeners_new ();
  self->sessions = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_session_free);
  self->host = (GscopeSessionHost){
    .scopes = g_list_store_new (GSCOPE_TYPE_SCOPE),
    .registry = gscope_registry_get_default (),
    .rights = self->rights,
    .journal = self->journal,
    .ended = on_ended,
    .count_clients = count_clients,
    .take_picture = take_picture,
    .figures = &self->figures,
    .data = self,
  };
}

static void
on_network_changed (gpointer data)
{
  gscope_agent_review (data);
}

static void
on_network_renewed (gpointer data)
{
  g_signal_emit (data, signals[RENEWED], 0);
}

void
gscope_agent_report (gpointer data, const GError *error)
{
  g_signal_emit (data, signals[PROBLEM], 0, error->message);
}

static void
on_viewers_changed (gpointer data)
{
  g_object_notify (data, "n-clients");
}

static void
open_network (GscopeAgent *self)
{
  const GscopeFoxgloveFuncs viewer_funcs = { gscope_agent_check_room, on_viewers_changed, self };
  const GscopeNetworkFuncs funcs = { gscope_agent_add_client, gscope_agent_check_room,
                                     on_network_changed,      on_network_renewed,
                                     gscope_agent_report,     self };

  self->network = gscope_network_new (&funcs, gscope_session_host_get_clock (&self->host));
  self->rest = gscope_rest_new (&self->host, gscope_network_get_http (self->network));
  self->foxglove =
      gscope_foxglove_new (&self->host, gscope_network_get_http (self->network), &viewer_funcs);
  limit_network (self);
}

GscopeNetwork *
gscope_agent_get_network (GscopeAgent *self)
{
  if (!self->network)
    open_network (self);
  return self->network;
}

GscopeFoxglove *
gscope_agent_get_foxglove (GscopeAgent *self)
{
  if (!self->network)
    open_network (self);
  return self->foxglove;
}

GscopeDoor *
gscope_agent_find_door (gpointer data)
{
  GscopeAgent *self = data;

  return self->network ? gscope_network_get_door (self->network) : NULL;
}

GPtrArray *
gscope_agent_get_listeners (GscopeAgent *self)
{
  return self->listeners;
}

GscopeSessionHost *
gscope_agent_get_host (GscopeAgent *self)
{
  return &self->host;
}

/**
 * gscope_agent_add_scope:
 * @self: an agent
 * @scope: a scope
 *
 * Offers the sources of one more scope. Where several sources have one name, clients get the first. Signals and
 * parameters that the program adds itself, without a source, belong to a source that has the name of the program, see
 * [func@GLib.get_prgname]: clients find the signal `level` of the program `pump` as `pump/level`. The second such
 * scope is `pump-2`.
 *
 * Since: 1.0
 */
void
gscope_agent_add_scope (GscopeAgent *self, GscopeScope *scope)
{
  g_return_if_fail (GSCOPE_IS_AGENT (self));
  g_return_if_fail (GSCOPE_IS_SCOPE (scope));

  gscope_offer_name_scope (self->host.scopes, scope);
  g_list_store_append (self->host.scopes, scope);
}

/**
 * gscope_agent_remove_scope:
 * @self: an agent
 * @scope: a scope that was added
 *
 * Offers the sources of a scope no longer. Connections to them end.
 *
 * Since: 1.0
 */
void
gscope_agent_remove_scope (GscopeAgent *self, GscopeScope *scope)
{
  guint position;

  g_return_if_fail (GSCOPE_IS_AGENT (self));
  g_return_if_fail (GSCOPE_IS_SCOPE (scope));

  if (g_list_store_find (self->host.scopes, scope, &position))
    g_list_store_remove (self->host.scopes, position);
}

/**
 * gscope_agent_new:
 * @scope: (nullable): the scope whose sources are offered; %NULL for none at first
 * @address: (nullable): where to listen, see [method@Agent.listen]; %NULL to listen nowhere
 * @error: why it does not listen
 *
 * Creates an agent.
 *
 * Returns: (transfer full): an agent; %NULL if it cannot listen
 *
 * Since: 1.0
 */
GscopeAgent *
gscope_agent_new (GscopeScope *scope, const char *address, GError **error)
{
  g_autoptr (GscopeAgent) self = NULL;

  g_return_val_if_fail (!scope || GSCOPE_IS_SCOPE (scope), NULL);

  self = g_object_new (GSCOPE_TYPE_AGENT, NULL);
  if (scope)
    {
      gscope_journal_set_clock (self->journal, gscope_scope_get_clock (scope));
      gscope_agent_add_scope (self, scope);
    }
  if (address && !gscope_agent_listen (self, address, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * gscope_agent_get_n_clients: (get-property n-clients)
 * @self: an agent
 *
 * Counts the connections.
 *
 * Returns: their number
 *
 * Since: 1.0
 */
guint
gscope_agent_get_n_clients (GscopeAgent *self)
{
  g_return_val_if_fail (GSCOPE_IS_AGENT (self), 0);

  return count_clients (self);
}

/* The end. */

static void
answer_close (gpointer data)
{
  GscopeAgent *self = data;
  g_autoptr (GTask) task = g_steal_pointer (&self->closing);

  g_clear_pointer (&self->cancelled, main_source_drop);
  if (task && !g_task_return_error_if_cancelled (task))
    g_task_return_boolean (task, TRUE);
}

static gboolean
on_close_cancelled (GCancellable *cancellable, gpointer data)
{
  answer_close (data);
  return G_SOURCE_REMOVE;
}

static void
watch_cancellable (GscopeAgent *self, GCancellable *cancellable)
{
  if (!cancellable)
    return;
  self->cancelled = g_cancellable_source_new (cancellable);
  g_source_set_static_name (self->cancelled, "[gscope] close");
  g_source_set_callback (self->cancelled, G_SOURCE_FUNC (on_close_cancelled), self, NULL);
  g_source_attach (self->cancelled, g_main_context_get_thread_default ());
}

/**
 * gscope_agent_close_async:
 * @self: an agent
 * @cancellable: (nullable): ends the wait, but not what it waits for
 * @callback: (scope async): called when the agent is closed
 * @data: data for the callback
 *
 * Ends all connections, and takes no more. Values that clients have written for the time of their connection go back. The
 * callback is called when all writes are in the journal, at a NATS server, too. A program that ends calls this before it
 * stops its sources and drops the agent.
 *
 * Since: 1.0
 */
void
gscope_agent_close_async (GscopeAgent *self, GCancellable *cancellable,
                          GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (GSCOPE_IS_AGENT (self));
  g_return_if_fail (!cancellable || G_IS_CANCELLABLE (cancellable));

  task = g_task_new (self, cancellable, callback, data);
  g_task_set_source_tag (task, gscope_agent_close_async);
  if (self->closing)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_PENDING,
                               _ ("The agent is being closed already."));
      return;
    }
  self->is_closed = TRUE;
  self->closing = g_steal_pointer (&task);
  watch_cancellable (self, cancellable);
  g_ptr_array_set_size (self->sessions, 0);
  if (self->foxglove)
    gscope_foxglove_end (self->foxglove);
  g_object_notify (G_OBJECT (self), "n-clients");
  gscope_journal_await (self->journal, answer_close);
}

/**
 * gscope_agent_close_finish:
 * @self: an agent
 * @result: the result of gscope_agent_close_async()
 * @error: why writes were not awaited
 *
 * Finishes an operation started with [method@Agent.close_async].
 *
 * Returns: whether all writes are in the journal
 *
 * Since: 1.0
 */
gboolean
gscope_agent_close_finish (GscopeAgent *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (GSCOPE_IS_AGENT (self), FALSE);
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
