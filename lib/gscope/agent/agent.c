/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/agent/agent-private.h>

#include <glib/gi18n-lib.h>
#include <gscope/agent/rest.h>
#include <gscope/agent/session.h>
#include <gscope/agent/user.h>
#include <gscope/error.h>
#include <gscope/net/tuple-listener.h>
#include <gscope/share/message.h>
#include <gscope/share/stream-carrier.h>
#include <property.h>
#include <unistd.h>

enum
{
  DEFAULT_MAX_CLIENTS = 1024,
  MIN_JOURNAL_BYTES = 64 * 1024,
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
 */
struct _GscopeAgent
{
  GObject parent_instance;

  GscopeRights *rights;
  GscopeJournal *journal;
  char *journal_problem;
  GscopeSessionHost host;
  GscopeFeedFigures figures;
  guint max_clients;
  /* NULL until they are needed */
  GscopeNetwork *network;
  GscopeRest *rest;
  GPtrArray *listeners;
  GPtrArray *addresses;
  GPtrArray *sessions;
};

enum
{
  PROBLEM,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (GscopeAgent, gscope_agent, G_TYPE_OBJECT)

static void
gscope_agent_dispose (GObject *object)
{
  GscopeAgent *self = GSCOPE_AGENT (object);

  g_ptr_array_set_size (self->listeners, 0);
  g_ptr_array_set_size (self->sessions, 0);
  g_clear_pointer (&self->network, gscope_network_free);
  g_clear_pointer (&self->rest, gscope_rest_free);
  g_clear_object (&self->host.scopes);
  G_OBJECT_CLASS (gscope_agent_parent_class)->dispose (object);
}

static void
gscope_agent_finalize (GObject *object)
{
  GscopeAgent *self = GSCOPE_AGENT (object);

  g_ptr_array_unref (self->listeners);
  g_ptr_array_unref (self->addresses);
  g_ptr_array_unref (self->sessions);
  gscope_rights_free (self->rights);
  gscope_journal_end (self->journal);
  g_free (self->journal_problem);
  G_OBJECT_CLASS (gscope_agent_parent_class)->finalize (object);
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
   */
  property_add (object_class, uint64, "journal-lost", gscope_agent_get_journal_lost, NULL, 0,
                G_MAXUINT64, 0);
  /**
   * GscopeAgent:journal-problem: (getter get_journal_problem)
   *
   * Why records of writes are not written; %NULL if they are.
   */
  property_add (object_class, string, "journal-problem", gscope_agent_get_journal_problem, NULL,
                NULL);
  /**
   * GscopeAgent:n-clients: (getter get_n_clients)
   *
   * The number of connections.
   */
  property_add (object_class, uint, "n-clients", gscope_agent_get_n_clients, NULL, 0, G_MAXUINT, 0);
  /**
   * GscopeAgent:read-only: (getter get_read_only) (setter set_read_only)
   *
   * Whether nobody may write parameters or have the agent run sources, whatever else is allowed.
   */
  property_add (object_class, boolean, "read-only", gscope_agent_get_read_only,
                gscope_agent_set_read_only, FALSE);

  /**
   * GscopeAgent::problem:
   * @self: the agent
   * @text: a sentence for the agent's owner
   *
   * Emitted when something is wrong that no call of a function can report, for example with a file of tokens that was
   * changed.
   */
  signals[PROBLEM] = g_signal_new ("problem", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
on_journal_problem (gpointer data, const char *problem)
{
  GscopeAgent *self = data;

  g_free (self->journal_problem);
  self->journal_problem = g_strdup (problem);
  g_object_notify (G_OBJECT (self), "journal-problem");
}

/* Sessions. */

static void
on_ended (gpointer data, GscopeSession *session)
{
  GscopeAgent *self = data;

  g_ptr_array_remove_fast (self->sessions, session);
  g_object_notify (G_OBJECT (self), "n-clients");
}

static guint
count_clients (gpointer data)
{
  return ((GscopeAgent *) data)->sessions->len;
}

static void
add_session (GscopeAgent *self, GscopeCarrier *carrier, GscopePrincipal *principal)
{
  g_ptr_array_add (self->sessions, gscope_session_new (&self->host, carrier, principal));
  g_object_notify (G_OBJECT (self), "n-clients");
}

static gboolean
check_room (gpointer data, const GscopePrincipal *principal, GError **error)
{
  GscopeAgent *self = data;

  if (self->sessions->len < self->max_clients)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
               _ ("This agent has %u connections already, and takes no more. Try again later."),
               self->sessions->len);
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
          i++;
          continue;
        }
      gscope_session_fail (session, error);
      i = 0;
    }
  if (self->network)
    gscope_http_review (gscope_network_get_http (self->network));
}

static void
allow_everything (GscopeAgent *self, const char *principal)
{
  for (guint access = 0; access < GSCOPE_N_ACCESSES; access++)
    gscope_rights_allow (self->rights, principal, access, "*");
}

static void
gscope_agent_init (GscopeAgent *self)
{
  g_autofree char *user = gscope_user_get_principal (getuid ());

  self->max_clients = DEFAULT_MAX_CLIENTS;
  self->rights = gscope_rights_new ();
  self->journal = gscope_journal_new (on_journal_problem, self);
  gscope_journal_set_socket (self->journal, GSCOPE_AGENT_JOURNAL_SOCKET);
  allow_everything (self, "user:root");
  allow_everything (self, user);
  self->listeners = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_tuple_listener_free);
  self->addresses = g_ptr_array_new_with_free_func (g_free);
  self->sessions = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_session_free);
  self->host = (GscopeSessionHost){
    .scopes = g_list_store_new (GSCOPE_TYPE_SCOPE),
    .registry = gscope_registry_get_default (),
    .rights = self->rights,
    .journal = self->journal,
    .ended = on_ended,
    .count_clients = count_clients,
    .figures = &self->figures,
    .data = self,
  };
}

/* Listening. */

static GIOStream *
open_stream (int fd)
{
  g_autoptr (GSocket) socket = g_socket_new_from_fd (fd, NULL);

  if (!socket)
    {
      close (fd);
      return NULL;
    }
  return G_IO_STREAM (g_socket_connection_factory_create_connection (socket));
}

/* Tells a client why it is refused. */
static void
dismiss (GscopeCarrier *carrier, const GError *error)
{
  g_autoptr (GBytes) message = gscope_message_new_error (error);

  gscope_carrier_send (carrier, message);
  gscope_carrier_close (carrier);
}

static void
on_accepted (int fd, gboolean local, gpointer data)
{
  GscopeAgent *self = data;
  g_autoptr (GscopePrincipal) principal = NULL;
  g_autoptr (GIOStream) stream = NULL;
  g_autoptr (GscopeCarrier) carrier = NULL;
  g_autoptr (GError) error = NULL;

  if (fd < 0)
    return;
  principal = gscope_user_identify (fd);
  stream = open_stream (fd);
  if (!stream || !principal)
    return;
  carrier = gscope_stream_carrier_new (stream);
  if (check_room (self, principal, &error))
    add_session (self, carrier, g_steal_pointer (&principal));
  else
    dismiss (carrier, error);
}

static void
on_arrived (gpointer data, GscopeCarrier *carrier, GscopePrincipal *principal)
{
  add_session (data, carrier, principal);
}

static void
on_network_changed (gpointer data)
{
  gscope_agent_review (data);
}

static void
on_network_failed (gpointer data, const GError *error)
{
  g_signal_emit (data, signals[PROBLEM], 0, error->message);
}

static void
on_request (gpointer data, const GscopeHttpRequest *request)
{
  gscope_rest_answer (data, request->message, request->principal);
}

static void
open_network (GscopeAgent *self)
{
  const GscopeNetworkFuncs funcs = { on_arrived, check_room, on_network_changed, on_network_failed,
                                     self };
  g_auto (GStrv) roots = gscope_rest_list_roots ();

  self->network = gscope_network_new (&funcs, gscope_session_host_get_clock (&self->host));
  self->rest = gscope_rest_new (&self->host);
  for (guint i = 0; roots[i]; i++)
    gscope_http_add_handler (gscope_network_get_http (self->network), roots[i], on_request,
                             self->rest);
}

GscopeNetwork *
gscope_agent_get_network (GscopeAgent *self)
{
  if (!self->network)
    open_network (self);
  return self->network;
}

const GscopeSessionHost *
gscope_agent_get_host (GscopeAgent *self)
{
  return &self->host;
}

static char *
listen_unix (GscopeAgent *self, const GscopeEndpoint *endpoint, GError **error)
{
  g_autofree char *standard = gscope_agent_get_default_path ();
  g_autofree char *directory = g_path_get_dirname (standard);
  g_autoptr (GscopeTupleAddress) address = gscope_tuple_address_parse (endpoint->text, error);
  int fd;

  if (g_str_equal (endpoint->host, standard))
    g_mkdir_with_parents (directory, 0700);
  fd = address ? gscope_tuple_address_listen (address, FALSE, error) : -1;
  if (fd < 0)
    return NULL;
  g_ptr_array_add (self->listeners, gscope_tuple_listener_new (address, fd, on_accepted, self));
  return gscope_tuple_address_describe (address, fd);
}

static char *
listen_at (GscopeAgent *self, const GscopeEndpoint *endpoint, GError **error)
{
  if (endpoint->kind == GSCOPE_ENDPOINT_UNIX)
    return listen_unix (self, endpoint, error);
  if (endpoint->kind != GSCOPE_ENDPOINT_SSH)
    return gscope_network_listen (gscope_agent_get_network (self), endpoint, error);
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
               _ ("An agent cannot listen at “%s”. Use unix:PATH, ws:// or wss://."),
               endpoint->text);
  return NULL;
}

/**
 * gscope_agent_listen:
 * @self: an agent
 * @address: where to listen: `unix:PATH`, or `unix:` for the default path, in `$XDG_RUNTIME_DIR/gscope` or, for root,
 *   in `/run/gscope`; `ws://localhost:PORT`; `wss://ADDRESS:PORT`, where the address is a number, such as `0.0.0.0` or
 *   `[::]` for all of this machine. The port is 4270 if none is given, and any that is free if it is 0.
 * @error: why it does not listen
 *
 * Listens at one more address. Other users reach a Unix socket if its directory lets them, and may
 * do what [method@Agent.allow] allowed.
 *
 * At a port of TCP, clients are WebSockets of the path `/v1`. They give a token of
 * [method@Agent.set_tokens_file], or a certificate of [method@Agent.set_client_authority_file], and one of both has to be
 * set before. `wss://` needs a certificate, see [method@Agent.set_certificate_files]; `ws://` is refused unless the
 * address is of this machine only.
 *
 * Returns: whether it listens
 */
gboolean
gscope_agent_listen (GscopeAgent *self, const char *address, GError **error)
{
  g_autoptr (GscopeEndpoint) endpoint = NULL;
  char *bound;

  g_return_val_if_fail (GSCOPE_IS_AGENT (self), FALSE);
  g_return_val_if_fail (address, FALSE);

  endpoint = gscope_endpoint_parse (address, error);
  bound = endpoint ? listen_at (self, endpoint, error) : NULL;
  if (bound)
    g_ptr_array_add (self->addresses, bound);
  return bound != NULL;
}

/**
 * gscope_agent_add_stream:
 * @self: an agent
 * @stream: a connection to a client: a socket, or another stream that can be polled
 *
 * Serves a client that is connected already, as the user who runs this program: for programs that
 * `ssh` or a supervisor has started. The agent takes its own reference to the stream, which must not
 * be used elsewhere.
 */
void
gscope_agent_add_stream (GscopeAgent *self, GIOStream *stream)
{
  g_autofree char *name = NULL;
  g_autoptr (GscopeCarrier) carrier = NULL;

  g_return_if_fail (GSCOPE_IS_AGENT (self));
  g_return_if_fail (G_IS_IO_STREAM (stream));

  name = gscope_user_get_principal (getuid ());
  carrier = gscope_stream_carrier_new (stream);
  add_session (self, carrier, gscope_principal_new (name, "stream"));
}

/**
 * gscope_agent_add_scope:
 * @self: an agent
 * @scope: a scope
 *
 * Offers the sources of one more scope. Where several sources have one name, clients get the first.
 */
void
gscope_agent_add_scope (GscopeAgent *self, GscopeScope *scope)
{
  g_return_if_fail (GSCOPE_IS_AGENT (self));
  g_return_if_fail (GSCOPE_IS_SCOPE (scope));

  g_list_store_append (self->host.scopes, scope);
}

/**
 * gscope_agent_new:
 * @scope: the scope whose sources are offered
 * @address: (nullable): where to listen, see [method@Agent.listen]; %NULL to listen nowhere
 * @error: why it does not listen
 *
 * Creates an agent.
 *
 * Returns: (transfer full): an agent; %NULL if it cannot listen
 */
GscopeAgent *
gscope_agent_new (GscopeScope *scope, const char *address, GError **error)
{
  g_autoptr (GscopeAgent) self = NULL;

  g_return_val_if_fail (GSCOPE_IS_SCOPE (scope), NULL);

  self = g_object_new (GSCOPE_TYPE_AGENT, NULL);
  gscope_journal_set_clock (self->journal, gscope_scope_get_clock (scope));
  gscope_agent_add_scope (self, scope);
  if (address && !gscope_agent_listen (self, address, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * gscope_agent_list_addresses:
 * @self: an agent
 *
 * Lists where it listens, as [class@AgentSource] takes it.
 *
 * Returns: (transfer full): the addresses
 */
GStrv
gscope_agent_list_addresses (GscopeAgent *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_return_val_if_fail (GSCOPE_IS_AGENT (self), NULL);

  for (guint i = 0; i < self->addresses->len; i++)
    g_strv_builder_add (builder, self->addresses->pdata[i]);
  return g_strv_builder_end (builder);
}

/**
 * gscope_agent_get_n_clients: (get-property n-clients)
 * @self: an agent
 *
 * Counts the connections.
 *
 * Returns: their number
 */
guint
gscope_agent_get_n_clients (GscopeAgent *self)
{
  g_return_val_if_fail (GSCOPE_IS_AGENT (self), 0);

  return self->sessions->len;
}

/**
 * gscope_agent_allow:
 * @self: an agent
 * @principal: who: a pattern with `*` and `?`, such as `user:alice`
 * @access: what is allowed
 * @path: where it is allowed: a pattern for names of sources, for full names of parameters
 *   (%GSCOPE_ACCESS_WRITE), or for types of sources (%GSCOPE_ACCESS_CREATE)
 *
 * Allows something, in addition to what was allowed before.
 */
void
gscope_agent_allow (GscopeAgent *self, const char *principal, GscopeAccess access, const char *path)
{
  g_return_if_fail (GSCOPE_IS_AGENT (self));
  g_return_if_fail (principal && path);
  g_return_if_fail ((guint) access < GSCOPE_N_ACCESSES);

  gscope_rights_allow (self->rights, principal, access, path);
}

/**
 * gscope_agent_get_read_only: (get-property read-only)
 * @self: an agent
 *
 * Gets whether all clients have only the right to read.
 *
 * Returns: whether nobody may write
 */
gboolean
gscope_agent_get_read_only (GscopeAgent *self)
{
  g_return_val_if_fail (GSCOPE_IS_AGENT (self), FALSE);

  return gscope_rights_get_read_only (self->rights);
}

/**
 * gscope_agent_set_read_only: (set-property read-only)
 * @self: an agent
 * @read_only: whether nobody may write
 *
 * Takes away, or gives back, the rights to write and to create of all clients.
 */
void
gscope_agent_set_read_only (GscopeAgent *self, gboolean read_only)
{
  g_return_if_fail (GSCOPE_IS_AGENT (self));

  if (gscope_rights_get_read_only (self->rights) == !!read_only)
    return;
  gscope_rights_set_read_only (self->rights, !!read_only);
  g_object_notify (G_OBJECT (self), "read-only");
}

/**
 * gscope_agent_set_journal_file:
 * @self: an agent
 * @path: (type filename) (nullable): a file, which is made if it does not exist; %NULL for none
 * @max_bytes: the most bytes of the file and its predecessor together, at least 64 KiB
 * @error: why the file cannot be written
 *
 * Records each write of a parameter, accepted or not, in a file. A record is a line, a JSON object:
 *
 * ```json
 * {"time":"2026-03-01T10:15:00.250000Z","principal":"user:alice","origin":"pid 4711",
 *  "writer":"gscopectl","parameter":"demo/frequency","old":1.0,"asked":2.0,"new":2.0}
 * ```
 *
 * `new` is the value that was read back. A refused write has a `reason` in its place. A write by which
 * a value goes back because a lease has ended has the writer `lease`. When the file has grown to half
 * of @max_bytes, it is renamed to `PATH.1`, and another one is begun. Of the refused writes of one
 * principal, 100 in 10 s have a record, and another record counts the rest.
 *
 * Returns: %TRUE, or %FALSE if the file cannot be written; the former one remains then
 */
gboolean
gscope_agent_set_journal_file (GscopeAgent *self, const char *path, guint64 max_bytes,
                               GError **error)
{
  g_return_val_if_fail (GSCOPE_IS_AGENT (self), FALSE);

  return gscope_journal_set_file (self->journal, path, MAX (max_bytes, MIN_JOURNAL_BYTES), error);
}

/**
 * gscope_agent_set_journal_socket:
 * @self: an agent
 * @path: (type filename) (nullable): the socket of the systemd journal,
 *   %GSCOPE_AGENT_JOURNAL_SOCKET by default; %NULL for none
 *
 * Records each write of a parameter in the systemd journal, too, where there is one. The members of a record
 * of [method@Agent.set_journal_file] become fields such as `GSCOPE_PARAMETER`.
 */
void
gscope_agent_set_journal_socket (GscopeAgent *self, const char *path)
{
  g_return_if_fail (GSCOPE_IS_AGENT (self));

  gscope_journal_set_socket (self->journal, path);
}

/**
 * gscope_agent_get_journal_problem: (get-property journal-problem)
 * @self: an agent
 *
 * Gets why records of writes are not written, for example because the disk is full.
 *
 * Returns: (transfer none) (nullable): a sentence; %NULL if they are written
 */
const char *
gscope_agent_get_journal_problem (GscopeAgent *self)
{
  g_return_val_if_fail (GSCOPE_IS_AGENT (self), NULL);

  return self->journal_problem;
}

/**
 * gscope_agent_get_journal_lost: (get-property journal-lost)
 * @self: an agent
 *
 * Counts the writes that have no record, because it could not be written.
 *
 * Returns: their number
 */
guint64
gscope_agent_get_journal_lost (GscopeAgent *self)
{
  g_return_val_if_fail (GSCOPE_IS_AGENT (self), 0);

  return gscope_journal_get_n_lost (self->journal);
}
