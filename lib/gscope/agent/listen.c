/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/agent/private.h>

#include <errno.h>
#include <fcntl.h>
#include <gio/gunixsocketaddress.h>
#include <glib-unix.h>
#include <glib/gi18n-lib.h>
#include <gscope/access/user.h>
#include <gscope/agent/nats-post.h>
#include <gscope/carrier/message.h>
#include <gscope/carrier/stream.h>
#include <gscope/error.h>
#include <gscope/net/tuple-descriptors.h>
#include <gscope/net/tuple-listener.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where an agent listens, and how clients come in there. */

/* An address at which an agent listens: as it was given, NULL for a socket of another program; as clients reach it; and
 * the listener, NULL for a port of the network, and the place at a NATS server. */
typedef struct
{
  char *text;
  char *bound;
  GscopeTupleListener *listener;
  GscopeNatsPost *post;
} Listener;

static void
listener_free (gpointer data)
{
  Listener *self = data;

  g_clear_pointer (&self->listener, gscope_tuple_listener_free);
  g_clear_pointer (&self->post, gscope_nats_post_free);
  g_free (self->text);
  g_free (self->bound);
  g_free (self);
}

GPtrArray *
gscope_agent_listeners_new (void)
{
  return g_ptr_array_new_with_free_func (listener_free);
}

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
on_accepted (int fd, const char *refusal, gboolean local, gpointer data)
{
  GscopeAgent *self = data;
  g_autoptr (GscopePrincipal) principal = NULL;
  g_autoptr (GIOStream) stream = NULL;
  g_autoptr (GscopeCarrier) carrier = NULL;
  g_autoptr (GError) error =
      refusal ? g_error_new_literal (GSCOPE_ERROR, GSCOPE_ERROR_LIMIT, refusal) : NULL;

  if (fd < 0)
    return;
  principal = gscope_user_identify (fd);
  stream = open_stream (fd);
  if (!stream || !principal)
    return;
  carrier = gscope_stream_carrier_new (stream);
  if (!refusal && gscope_agent_check_room (self, principal, &error))
    gscope_agent_add_client (self, carrier, g_steal_pointer (&principal));
  else
    dismiss (carrier, error);
}

/* Takes the texts and the socket. */
static Listener *
add_listener (GscopeAgent *self, const char *text, char *bound, GscopeTupleListener *listener)
{
  Listener *added = g_new (Listener, 1);

  gscope_tuple_descriptors_raise (gscope_agent_get_max_clients (self));
  *added = (Listener){ g_strdup (text), bound, listener, NULL };
  g_ptr_array_add (gscope_agent_get_listeners (self), added);
  return added;
}

static gboolean
listen_unix (GscopeAgent *self, const char *text, const GscopeEndpoint *endpoint, GError **error)
{
  g_autofree char *standard = gscope_agent_get_default_path ();
  g_autofree char *directory = g_path_get_dirname (standard);
  g_autoptr (GscopeTupleAddress) address = gscope_tuple_address_parse (endpoint->text, error);
  int fd;

  if (g_str_equal (endpoint->host, standard))
    g_mkdir_with_parents (directory, gscope_agent_get_asks_polkit (self) ? 0755 : 0700);
  fd = address ? gscope_tuple_address_listen (address, FALSE, error) : -1;
  if (fd < 0)
    return FALSE;
  gscope_tuple_descriptors_raise (gscope_agent_get_max_clients (self));
  /* polkit and the rights protect the agent then, instead of the file */
  if (gscope_agent_get_asks_polkit (self))
    chmod (endpoint->host, 0666);
  add_listener (self, text, gscope_tuple_address_describe (address, fd),
                gscope_tuple_listener_new (address, fd, on_accepted, self));
  return TRUE;
}

static gboolean
listen_network (GscopeAgent *self, const char *text, const GscopeEndpoint *endpoint, GError **error)
{
  char *bound = gscope_network_listen (gscope_agent_get_network (self), endpoint, error);

  if (bound)
    add_listener (self, text, bound, NULL);
  return bound != NULL;
}

static gboolean
listen_nats (GscopeAgent *self, const char *text, const GscopeEndpoint *endpoint, GError **error)
{
  const GscopeNatsPostFuncs funcs = { gscope_agent_add_client, gscope_agent_check_room,
                                      gscope_agent_find_door, gscope_agent_report, self };
  GscopeNatsPost *post =
      gscope_nats_post_new (endpoint, gscope_agent_get_host (self), &funcs, error);

  if (post)
    add_listener (self, text, g_strdup (gscope_nats_post_get_address (post)), NULL)->post = post;
  return post != NULL;
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
 * At `nats://SERVER:PORT/NAME` the agent connects to a NATS server, where clients find it by this name. The default is the
 * name of the machine. A client that gives no token is the principal `nats:USER`, where the permissions of the server
 * decide who may call himself USER.
 *
 * Returns: whether it listens
 *
 * Since: 1.0
 */
gboolean
gscope_agent_listen (GscopeAgent *self, const char *address, GError **error)
{
  g_autoptr (GscopeEndpoint) endpoint = NULL;

  g_return_val_if_fail (GSCOPE_IS_AGENT (self), FALSE);
  g_return_val_if_fail (address, FALSE);

  endpoint = gscope_endpoint_parse_place (address, error);
  if (!endpoint)
    return FALSE;
  if (endpoint->kind == GSCOPE_ENDPOINT_NATS)
    return listen_nats (self, address, endpoint, error);
  return endpoint->kind == GSCOPE_ENDPOINT_UNIX ? listen_unix (self, address, endpoint, error)
                                                : listen_network (self, address, endpoint, error);
}

/**
 * gscope_agent_set_groups:
 * @self: an agent
 * @groups: (nullable) (array zero-terminated=1): names, at most 64 of at most 255 bytes; %NULL for none
 *
 * Sets the groups to which the agent belongs, by which viewers find it among those at a NATS server.
 *
 * Since: 1.0
 */
void
gscope_agent_set_groups (GscopeAgent *self, const char *const *groups)
{
  GPtrArray *listeners;
  GscopeSessionHost *host;

  g_return_if_fail (GSCOPE_IS_AGENT (self));

  host = gscope_agent_get_host (self);
  listeners = gscope_agent_get_listeners (self);
  g_strfreev (host->groups);
  host->groups = g_strdupv ((GStrv) groups);
  for (guint i = 0; i < listeners->len; i++)
    {
      const Listener *listener = listeners->pdata[i];

      if (listener->post)
        gscope_nats_post_update (listener->post);
    }
}

/**
 * gscope_agent_stop_listening:
 * @self: an agent
 * @address: the address, as it was given to [method@Agent.listen]
 *
 * Listens at an address no more. Clients that are connected stay, unless they are at a NATS server.
 *
 * Returns: whether the agent listened there
 *
 * Since: 1.0
 */
gboolean
gscope_agent_stop_listening (GscopeAgent *self, const char *address)
{
  GPtrArray *listeners;

  g_return_val_if_fail (GSCOPE_IS_AGENT (self), FALSE);
  g_return_val_if_fail (address, FALSE);

  listeners = gscope_agent_get_listeners (self);
  for (guint i = 0; i < listeners->len; i++)
    {
      const Listener *listener = listeners->pdata[i];

      if (g_strcmp0 (listener->text, address) != 0)
        continue;
      if (!listener->listener && !listener->post)
        gscope_network_stop_listening (gscope_agent_get_network (self), listener->bound);
      g_ptr_array_remove_index (listeners, i);
      return TRUE;
    }
  return FALSE;
}

static gboolean
take_socket (GscopeAgent *self, GSocket *socket, int fd, GError **error)
{
  g_autoptr (GSocketAddress) address = g_socket_get_local_address (socket, error);
  char *bound;

  if (!address)
    return FALSE;
  if (G_IS_UNIX_SOCKET_ADDRESS (address))
    {
      const char *path = g_unix_socket_address_get_path (G_UNIX_SOCKET_ADDRESS (address));

      add_listener (self, NULL, g_strconcat ("unix:", path, NULL),
                    gscope_tuple_listener_new (NULL, fd, on_accepted, self));
      return TRUE;
    }
  bound = gscope_network_take_socket (gscope_agent_get_network (self), fd, error);
  if (bound)
    add_listener (self, NULL, bound, NULL);
  return bound != NULL;
}

/**
 * gscope_agent_add_socket:
 * @self: an agent
 * @socket: a socket of streams that listens: a Unix socket, or one of TCP, which clients reach as `wss://`
 * @error: why it cannot be used
 *
 * Listens at a socket that another program has made, such as systemd, which activates services by their
 * sockets. The file of a Unix socket stays when the agent ends.
 *
 * Returns: whether it listens
 *
 * Since: 1.0
 */
gboolean
gscope_agent_add_socket (GscopeAgent *self, GSocket *socket, GError **error)
{
  int fd;

  g_return_val_if_fail (GSCOPE_IS_AGENT (self), FALSE);
  g_return_val_if_fail (G_IS_SOCKET (socket), FALSE);

  if (g_socket_get_socket_type (socket) != G_SOCKET_TYPE_STREAM)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                   _ ("An agent cannot listen at a socket of datagrams. Make one of streams."));
      return FALSE;
    }
  fd = fcntl (g_socket_get_fd (socket), F_DUPFD_CLOEXEC, 0);
  if (fd < 0)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                   _ ("The agent cannot take a socket: %s. Raise its limit of open files."),
                   g_strerror (errno));
      return FALSE;
    }
  g_unix_set_fd_nonblocking (fd, TRUE, NULL);
  if (take_socket (self, socket, fd, error))
    return TRUE;
  close (fd);
  return FALSE;
}

/**
 * gscope_agent_add_stream:
 * @self: an agent
 * @stream: a connection to a client: a socket, or another stream that can be polled
 *
 * Serves a client that is connected already, as the user who runs this program: for programs that
 * `ssh` or a supervisor has started. The agent takes its own reference to the stream, which must not
 * be used elsewhere.
 *
 * Since: 1.0
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
  gscope_agent_add_client (self, carrier, gscope_principal_new (name, "stream"));
}

/**
 * gscope_agent_list_addresses:
 * @self: an agent
 *
 * Lists where it listens, as [class@AgentSource] takes it.
 *
 * Returns: (transfer full): the addresses
 *
 * Since: 1.0
 */
GStrv
gscope_agent_list_addresses (GscopeAgent *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  GPtrArray *listeners;

  g_return_val_if_fail (GSCOPE_IS_AGENT (self), NULL);

  listeners = gscope_agent_get_listeners (self);
  for (guint i = 0; i < listeners->len; i++)
    g_strv_builder_add (builder, ((Listener *) listeners->pdata[i])->bound);
  return g_strv_builder_end (builder);
}
