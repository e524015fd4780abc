/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/http/http.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/http/handshakes.h>
#include <gscope/http/problem.h>
#include <gscope/net/tuple-address.h>
#include <gscope/net/tuple-descriptors.h>
#include <main-source.h>
#include <sys/socket.h>

/* How long a client may take for TLS and its request, and to read on, in seconds for the socket. */
#define PATIENCE (10 * GSCOPE_SEC)
#define READ_PATIENCE 30

enum
{
  /* The largest body of a request that is kept, and that is read to its end. */
  MAX_BODY = 1024 * 1024,
  MAX_READ = 16 * MAX_BODY,
  /* Connections beyond the limits that are answered with the reason. */
  RESERVE = 16,
  /* Bytes of an IPv6 address that are the network. */
  NETWORK_BYTES = 8,
  DEFAULT_MAX_CONNECTIONS = 1024,
  DEFAULT_MAX_PER_ADDRESS = 256,
};

typedef struct
{
  GscopePeer peer;
  GscopeHttp *http;
  GSocketConnection *socket;
  GSource *patience;
  GCancellable *cancellable;
  /* who makes the request, and the size of its body so far */
  GscopePrincipal *principal;
  gsize n_read;
} Connection;

struct _GscopeHttp
{
  GscopeDoor *door;
  GscopeClock *clock;
  SoupServer *server;
  /* see hold_connections () */
  GSocket *sockets[2];
  GscopeHandshakes *handshakes;
  guint max_connections;
  guint max_per_address;
  GHashTable *connections;
  /* number of connections by address */
  GHashTable *counts;
  /* refused connections; the handshakes count their own */
  guint64 n_refused;
};

typedef struct
{
  GscopeHttpFunc func;
  gpointer data;
} Handler;

static G_DEFINE_QUARK (gscope - http - connection, connection)

    /* Connections. */

    static void drop_patience (Connection *connection)
{
  g_clear_pointer (&connection->patience, main_source_drop);
}

static void
clear_connection (gpointer data)
{
  Connection *connection = data;

  drop_patience (connection);
  g_clear_object (&connection->cancellable);
  g_clear_object (&connection->peer.certificate);
  g_clear_pointer (&connection->principal, gscope_principal_unref);
  g_free (connection->peer.address);
  g_free (connection->peer.origin);
}

static void
unref_connection (gpointer data)
{
  g_rc_box_release_full (data, clear_connection);
}

static guint
count (GscopeHttp *self, const char *address)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->counts, address));
}

static void
change_count (GscopeHttp *self, const char *address, int difference)
{
  guint n = (guint) ((int) count (self, address) + difference);

  if (n > 0)
    g_hash_table_insert (self->counts, g_strdup (address), GUINT_TO_POINTER (n));
  else
    g_hash_table_remove (self->counts, address);
}

/* The socket of a connection is gone, or the server. */
static void
forget_connection (Connection *connection)
{
  drop_patience (connection);
  change_count (connection->http, connection->peer.address, -1);
  connection->socket = NULL;
  connection->http = NULL;
}

static void
on_socket_gone (gpointer data, GObject *socket)
{
  Connection *connection = data;
  GscopeHttp *self = connection->http;

  forget_connection (connection);
  g_hash_table_remove (self->connections, connection);
}

/* Ends a connection: its streams find the end of the socket. */
static void
shut (Connection *connection)
{
  g_cancellable_cancel (connection->cancellable);
  if (connection->socket)
    g_socket_shutdown (g_socket_connection_get_socket (connection->socket), TRUE, TRUE, NULL);
}

static gboolean
on_patience (gpointer data)
{
  Connection *connection = data;

  g_clear_pointer (&connection->patience, g_source_unref);
  shut (connection);
  return G_SOURCE_REMOVE;
}

char *
gscope_http_describe_network (GInetAddress *address)
{
  const guint8 *bytes = g_inet_address_to_bytes (address);
  guint8 network[16] = { 0 };
  g_autoptr (GInetAddress) masked = NULL;

  if (g_inet_address_get_family (address) != G_SOCKET_FAMILY_IPV6)
    return g_inet_address_to_string (address);
  memcpy (network, bytes, NETWORK_BYTES);
  masked = g_inet_address_new_from_bytes (network, G_SOCKET_FAMILY_IPV6);
  return g_inet_address_to_string (masked);
}

/* Limits the time until the next request has come. */
static void
set_patience (Connection *connection)
{
  connection->patience = gscope_clock_create_timeout (connection->http->clock, PATIENCE);
  g_source_set_static_name (connection->patience, "[gscope] request");
  g_source_set_callback (connection->patience, on_patience, connection, NULL);
  g_source_attach (connection->patience, g_main_context_get_thread_default ());
}

static Connection *
add_connection (GscopeHttp *self, GSocketConnection *socket, GSocketAddress *remote,
                gboolean is_tls)
{
  Connection *connection = g_rc_box_new0 (Connection);
  GInetSocketAddress *address = G_INET_SOCKET_ADDRESS (remote);
  GSocket *raw = g_socket_connection_get_socket (socket);

  connection->http = self;
  connection->socket = socket;
  connection->cancellable = g_cancellable_new ();
  connection->peer.is_tls = is_tls;
  connection->peer.address =
      gscope_http_describe_network (g_inet_socket_address_get_address (address));
  connection->peer.origin = g_socket_connectable_to_string (G_SOCKET_CONNECTABLE (remote));
  g_object_set_qdata_full (G_OBJECT (remote), connection_quark (), g_rc_box_acquire (connection),
                           unref_connection);
  g_object_weak_ref (G_OBJECT (socket), on_socket_gone, connection);
  g_hash_table_add (self->connections, connection);
  change_count (self, connection->peer.address, 1);
  g_socket_set_timeout (raw, READ_PATIENCE);
  gscope_socket_set_patience (g_socket_get_fd (raw), READ_PATIENCE);
  set_patience (connection);
  return connection;
}

static Connection *
find_connection (SoupServerMessage *message)
{
  return g_object_get_qdata (G_OBJECT (soup_server_message_get_remote_address (message)),
                             connection_quark ());
}

/* Accepting. */

static void
serve (GscopeHttp *self, GIOStream *stream, GSocketConnection *socket, GSocketAddress *remote)
{
  g_autoptr (GSocketAddress) local = g_socket_connection_get_local_address (socket, NULL);

  if (local)
    soup_server_accept_iostream (self->server, stream, local, remote, NULL);
}

/* A connection over TLS that is being made. */
typedef struct
{
  Connection *connection;
  GSocketConnection *socket;
  GSocketAddress *remote;
} Guest;

static void
guest_free (gpointer data)
{
  Guest *guest = data;

  unref_connection (guest->connection);
  g_object_unref (guest->socket);
  g_object_unref (guest->remote);
  g_free (guest);
}

static void
on_handshake_done (gpointer data, GTlsConnection *tls)
{
  Guest *guest = data;
  Connection *connection = guest->connection;

  if (!tls || !connection->http)
    return;
  g_set_object (&connection->peer.certificate, g_tls_connection_get_peer_certificate (tls));
  connection->peer.errors = g_tls_connection_get_peer_certificate_errors (tls);
  serve (connection->http, G_IO_STREAM (tls), guest->socket, guest->remote);
}

/* The door refuses what is wrong with a certificate in words. */
static gboolean
on_accept_certificate (GTlsConnection *tls, GTlsCertificate *certificate,
                       GTlsCertificateFlags errors, gpointer data)
{
  return TRUE;
}

/* The database is set from the start: the default one, of all authorities of the machine, would cost each connection 4 MB
 * and 6 ms. */
static GTlsConnection *
create_tls (GscopeHttp *self, GSocketConnection *socket)
{
  GTlsDatabase *authority = gscope_door_get_authority (self->door);
  GTlsConnection *tls = g_initable_new (
      g_tls_backend_get_server_connection_type (g_tls_backend_get_default ()), NULL, NULL,
      "base-io-stream", socket, "certificate", gscope_door_get_certificate (self->door), "database",
      authority, "authentication-mode",
      authority ? G_TLS_AUTHENTICATION_REQUESTED : G_TLS_AUTHENTICATION_NONE, NULL);

  if (tls && authority)
    g_signal_connect (tls, "accept-certificate", G_CALLBACK (on_accept_certificate), NULL);
  return tls;
}

static void
shake_hands (GscopeHttp *self, Connection *connection, GSocketConnection *socket,
             GSocketAddress *remote)
{
  g_autoptr (GTlsConnection) tls = create_tls (self, socket);
  Guest *guest;

  if (!tls)
    return;
  guest = g_new (Guest, 1);
  *guest = (Guest){ g_rc_box_acquire (connection), g_object_ref (socket), g_object_ref (remote) };
  gscope_handshakes_add (self->handshakes, tls, g_socket_connection_get_socket (socket),
                         connection->peer.address, connection->cancellable, on_handshake_done,
                         guest, guest_free);
}

void
gscope_http_accept (GscopeHttp *self, GSocketConnection *socket, gboolean is_tls)
{
  g_autoptr (GSocketAddress) remote = g_socket_connection_get_remote_address (socket, NULL);
  Connection *connection;

  if (!G_IS_INET_SOCKET_ADDRESS (remote))
    return;
  connection = add_connection (self, socket, remote, is_tls);
  if (g_hash_table_size (self->connections) > self->max_connections + RESERVE
      || count (self, connection->peer.address) > self->max_per_address + RESERVE)
    {
      self->n_refused++;
      shut (connection);
    }
  else if (is_tls)
    shake_hands (self, connection, socket, remote);
  else
    serve (self, G_IO_STREAM (socket), socket, remote);
}

/* Requests. */

void
gscope_http_keep (SoupServerMessage *message)
{
  Connection *connection = find_connection (message);

  if (connection && connection->socket)
    g_socket_set_timeout (g_socket_connection_get_socket (connection->socket), 0);
}

static gboolean
check_limits (GscopeHttp *self, Connection *connection, guint *status, GError **error)
{
  gboolean has_many = count (self, connection->peer.address) > self->max_per_address;

  *status = has_many ? GSCOPE_HTTP_TOO_MANY_REQUESTS : SOUP_STATUS_SERVICE_UNAVAILABLE;
  if (has_many)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                 g_dngettext (GETTEXT_PACKAGE,
                              "This agent has %u connection of your address already, and takes no "
                              "more. Close it.",
                              "This agent has %u connections of your address already, and takes no "
                              "more. Close one of them.",
                              self->max_per_address),
                 self->max_per_address);
  else if (g_hash_table_size (self->connections) > self->max_connections)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                 g_dngettext (GETTEXT_PACKAGE,
                              "This agent has %u connection already, and takes no more. Try again "
                              "later.",
                              "This agent has %u connections already, and takes no more. Try again "
                              "later.",
                              self->max_connections),
                 self->max_connections);
  else
    return TRUE;
  self->n_refused++;
  return FALSE;
}

/* Answers a request with the reason why it is not served, as the last one of its connection. */
static void
refuse (SoupServerMessage *message, guint status, const GError *error)
{
  soup_message_body_set_accumulate (soup_server_message_get_request_body (message), FALSE);
  gscope_problem_answer (message, status, error);
}

static void
on_headers (SoupServerMessage *message, GscopeHttp *self)
{
  Connection *connection = find_connection (message);
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  guint status = SOUP_STATUS_REQUEST_ENTITY_TOO_LARGE;
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&connection->principal, gscope_principal_unref);
  if (soup_server_message_get_status (message) != 0)
    return;
  if (soup_message_headers_get_content_length (headers) > MAX_BODY)
    g_set_error_literal (&error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                         _ ("The body of a request may have at most 1 MiB."));
  else if (check_limits (self, connection, &status, &error))
    connection->principal =
        gscope_door_check (self->door, message, &connection->peer,
                           gscope_clock_get_time (self->clock), &status, &error);
  if (error)
    refuse (message, status, error);
  else
    soup_message_headers_remove (soup_server_message_get_response_headers (message), "Connection");
}

/* A body that is too long is read to its end, so that the client reads the answer, unless it is much too long. */
static void
on_chunk (SoupServerMessage *message, GBytes *chunk, GscopeHttp *self)
{
  Connection *connection = find_connection (message);
  g_autoptr (GError) error = NULL;

  connection->n_read += g_bytes_get_size (chunk);
  if (connection->n_read > MAX_READ)
    shut (connection);
  if (connection->n_read <= MAX_BODY || soup_server_message_get_status (message) != 0)
    return;
  error = g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                       _ ("The body of a request may have at most 1 MiB."));
  refuse (message, SOUP_STATUS_REQUEST_ENTITY_TOO_LARGE, error);
}

static void
on_request_started (SoupServer *server, SoupServerMessage *message, GscopeHttp *self)
{
  /* unless the door lets the request in */
  soup_message_headers_replace (soup_server_message_get_response_headers (message), "Connection",
                                "close");
  find_connection (message)->n_read = 0;
  g_signal_connect (message, "got-headers", G_CALLBACK (on_headers), self);
  g_signal_connect (message, "got-chunk", G_CALLBACK (on_chunk), self);
}

static void
on_request_read (SoupServer *server, SoupServerMessage *message, GscopeHttp *self)
{
  drop_patience (find_connection (message));
}

static void
on_request_finished (SoupServer *server, SoupServerMessage *message, GscopeHttp *self)
{
  Connection *connection = find_connection (message);

  if (connection->http && !connection->patience)
    set_patience (connection);
}

static void
on_request (SoupServer *server, SoupServerMessage *message, const char *path, GHashTable *query,
            gpointer data)
{
  const Handler *handler = data;
  const GscopeHttpRequest request = { message, path, query, find_connection (message)->principal };

  handler->func (handler->data, &request);
}

void
gscope_http_add_handler (GscopeHttp *self, const char *path, GscopeHttpFunc func, gpointer data)
{
  Handler *handler = g_new (Handler, 1);

  *handler = (Handler){ func, data };
  soup_server_add_handler (self->server, path, on_request, handler, g_free);
}

void
gscope_http_review (GscopeHttp *self)
{
  GHashTableIter iter;
  Connection *connection;

  g_hash_table_iter_init (&iter, self->connections);
  while (g_hash_table_iter_next (&iter, (gpointer *) &connection, NULL))
    if (connection->principal && !gscope_door_recheck (self->door, connection->principal, NULL))
      shut (connection);
}

void
gscope_http_set_limits (GscopeHttp *self, guint max_connections, guint max_per_address)
{
  self->max_connections = max_connections;
  self->max_per_address = max_per_address;
  gscope_tuple_descriptors_raise (max_connections);
}

guint64
gscope_http_count_refused (GscopeHttp *self)
{
  return self->n_refused + gscope_handshakes_count_ended (self->handshakes);
}

/* libsoup closes each connection after its first request unless the server listens. The server does, at a socket at
 * which nobody arrives. */
static void
hold_connections (GscopeHttp *self)
{
  int fds[2];

  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (fds); i++)
    self->sockets[i] = g_socket_new_from_fd (fds[i], NULL);
  soup_server_listen_socket (self->server, self->sockets[0], 0, NULL);
}

GscopeHttp *
gscope_http_new (GscopeDoor *door, GscopeClock *clock)
{
  GscopeHttp *self = g_new0 (GscopeHttp, 1);

  self->door = door;
  self->clock = g_object_ref (clock);
  gscope_http_set_limits (self, DEFAULT_MAX_CONNECTIONS, DEFAULT_MAX_PER_ADDRESS);
  self->connections = g_hash_table_new_full (NULL, NULL, unref_connection, NULL);
  self->counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->server = soup_server_new (NULL, NULL);
  hold_connections (self);
  self->handshakes = gscope_handshakes_new (clock);
  g_signal_connect (self->server, "request-started", G_CALLBACK (on_request_started), self);
  g_signal_connect (self->server, "request-read", G_CALLBACK (on_request_read), self);
  g_signal_connect (self->server, "request-finished", G_CALLBACK (on_request_finished), self);
  return self;
}

void
gscope_http_free (GscopeHttp *self)
{
  GHashTableIter iter;
  Connection *connection;

  soup_server_disconnect (self->server);
  for (guint i = 0; i < G_N_ELEMENTS (self->sockets); i++)
    g_clear_object (&self->sockets[i]);
  g_hash_table_iter_init (&iter, self->connections);
  while (g_hash_table_iter_next (&iter, (gpointer *) &connection, NULL))
    {
      g_object_weak_unref (G_OBJECT (connection->socket), on_socket_gone, connection);
      g_cancellable_cancel (connection->cancellable);
      forget_connection (connection);
    }
  gscope_handshakes_unref (self->handshakes);
  g_hash_table_unref (self->connections);
  g_hash_table_unref (self->counts);
  g_object_unref (self->server);
  g_object_unref (self->clock);
  g_free (self);
}
