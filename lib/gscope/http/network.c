/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/http/network.h>

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <gscope/access/certificate.h>
#include <gscope/carrier/web-socket.h>
#include <gscope/error.h>
#include <gscope/http/file-watch.h>
#include <gscope/http/problem.h>
#include <gscope/net/tuple-listener.h>
#include <unistd.h>

typedef struct
{
  GscopeNetwork *network;
  gboolean is_tls;
  GscopeTupleListener *listener;
  /* the address, as clients reach it */
  char *bound;
} Port;

struct _GscopeNetwork
{
  GscopeNetworkFuncs funcs;
  GscopeDoor *door;
  GscopeHttp *http;
  GPtrArray *ports;

  char *tokens;
  char *certificate;
  char *key;
  char *authority;
  GscopeFileWatch *tokens_watch;
  GscopeFileWatch *certificate_watch;
  GscopeFileWatch *authority_watch;
};

static void
port_free (gpointer data)
{
  Port *port = data;

  g_clear_pointer (&port->listener, gscope_tuple_listener_free);
  g_free (port->bound);
  g_free (port);
}

/* WebSockets. */

typedef struct
{
  GscopeNetwork *network;
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
  const GscopeNetworkFuncs *funcs = &arrival->network->funcs;

  gscope_http_keep (message);
  funcs->arrived (funcs->data, carrier, g_steal_pointer (&arrival->principal));
}

static void
on_web_socket (gpointer data, const GscopeHttpRequest *request)
{
  static const char *const protocols[] = { GSCOPE_WEB_SOCKET_PROTOCOL, NULL };
  GscopeNetwork *self = data;
  g_autoptr (GError) error = NULL;
  Arrival *arrival;

  if (!g_str_equal (request->path, "/v1"))
    {
      error = g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                           _ ("This agent has no “%s”. Its WebSocket is /v1."), request->path);
      gscope_problem_answer (request->message, 0, error);
      return;
    }
  if (!self->funcs.check_room (self->funcs.data, request->principal, &error))
    {
      gscope_problem_answer (request->message, SOUP_STATUS_SERVICE_UNAVAILABLE, error);
      return;
    }
  arrival = g_new (Arrival, 1);
  *arrival = (Arrival){ self, gscope_principal_ref (request->principal) };
  if (gscope_web_socket_accept (request->message, protocols, on_carrier, arrival, arrival_free))
    return;
  error = g_error_new_literal (GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                               _ ("/v1 is a WebSocket with the subprotocol gscope.v1. Read "
                                  "/v1/openapi.json to see which resources there are."));
  gscope_problem_answer (request->message, 0, error);
}

GscopeNetwork *
gscope_network_new (const GscopeNetworkFuncs *funcs, GscopeClock *clock)
{
  GscopeNetwork *self = g_new0 (GscopeNetwork, 1);

  self->funcs = *funcs;
  self->door = gscope_door_new ();
  self->http = gscope_http_new (self->door, clock);
  self->ports = g_ptr_array_new_with_free_func (port_free);
  gscope_http_add_handler (self->http, "/", on_web_socket, self);
  return self;
}

void
gscope_network_free (GscopeNetwork *self)
{
  g_ptr_array_unref (self->ports);
  gscope_http_free (self->http);
  gscope_door_free (self->door);
  g_clear_pointer (&self->tokens_watch, gscope_file_watch_free);
  g_clear_pointer (&self->certificate_watch, gscope_file_watch_free);
  g_clear_pointer (&self->authority_watch, gscope_file_watch_free);
  g_free (self->tokens);
  g_free (self->certificate);
  g_free (self->key);
  g_free (self->authority);
  g_free (self);
}

GscopeHttp *
gscope_network_get_http (GscopeNetwork *self)
{
  return self->http;
}

GscopeDoor *
gscope_network_get_door (GscopeNetwork *self)
{
  return self->door;
}

/* Files. */

/* Takes the error of reading a file again. */
static void
report (GscopeNetwork *self, GError *error)
{
  if (!error)
    {
      self->funcs.changed (self->funcs.data);
      return;
    }
  self->funcs.failed (self->funcs.data, error);
  g_error_free (error);
}

/* A file that was removed takes its tokens away. */
static void
on_tokens_changed (gpointer data)
{
  GscopeNetwork *self = data;
  GError *error = NULL;
  GscopeTokens *tokens = gscope_tokens_read (self->tokens, &error);
  gboolean is_gone = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);

  if (tokens || is_gone)
    {
      gscope_door_set_tokens (self->door, tokens);
      self->funcs.changed (self->funcs.data);
    }
  if (error)
    self->funcs.failed (self->funcs.data, error);
  g_clear_error (&error);
}

gboolean
gscope_network_set_tokens (GscopeNetwork *self, const char *path, GError **error)
{
  const char *paths[] = { path, NULL };
  g_autoptr (GscopeTokens) tokens = path ? gscope_tokens_read (path, error) : NULL;

  if (path && !tokens)
    return FALSE;
  gscope_door_set_tokens (self->door, g_steal_pointer (&tokens));
  g_clear_pointer (&self->tokens_watch, gscope_file_watch_free);
  g_free (self->tokens);
  self->tokens = g_strdup (path);
  self->tokens_watch = gscope_file_watch_new (paths, on_tokens_changed, self);
  self->funcs.changed (self->funcs.data);
  return TRUE;
}

static gboolean
read_certificate (GscopeNetwork *self, const char *path, const char *key_path, GError **error)
{
  g_autoptr (GTlsCertificate) certificate = gscope_certificate_read (path, key_path, error);

  if (certificate)
    gscope_door_set_certificate (self->door, certificate);
  return certificate != NULL;
}

/* The certificate and its key may be replaced one after the other: between the two, they do not fit. */
static void
on_certificate_changed (gpointer data)
{
  GscopeNetwork *self = data;
  g_autoptr (GTlsCertificate) former = g_object_ref (gscope_door_get_certificate (self->door));
  GError *error = NULL;

  if (!read_certificate (self, self->certificate, self->key, &error))
    report (self, error);
  else if (!g_tls_certificate_is_same (former, gscope_door_get_certificate (self->door)))
    self->funcs.renewed (self->funcs.data);
}

gboolean
gscope_network_set_certificate (GscopeNetwork *self, const char *path, const char *key_path,
                                GError **error)
{
  const char *paths[] = { path, key_path, NULL };

  if (!read_certificate (self, path, key_path, error))
    return FALSE;
  g_clear_pointer (&self->certificate_watch, gscope_file_watch_free);
  g_free (self->certificate);
  g_free (self->key);
  self->certificate = g_strdup (path);
  self->key = g_strdup (key_path);
  self->certificate_watch = gscope_file_watch_new (paths, on_certificate_changed, self);
  return TRUE;
}

static gboolean
read_authority (GscopeNetwork *self, const char *path, GError **error)
{
  g_autoptr (GTlsDatabase) authority = gscope_certificate_read_authority (path, error);

  if (authority)
    gscope_door_set_authority (self->door, authority);
  return authority != NULL;
}

static void
on_authority_changed (gpointer data)
{
  GscopeNetwork *self = data;
  GError *error = NULL;

  read_authority (self, self->authority, &error);
  report (self, error);
}

gboolean
gscope_network_set_authority (GscopeNetwork *self, const char *path, GError **error)
{
  const char *paths[] = { path, NULL };

  if (path && !read_authority (self, path, error))
    return FALSE;
  if (!path)
    gscope_door_set_authority (self->door, NULL);
  g_clear_pointer (&self->authority_watch, gscope_file_watch_free);
  g_free (self->authority);
  self->authority = g_strdup (path);
  self->authority_watch = gscope_file_watch_new (paths, on_authority_changed, self);
  self->funcs.changed (self->funcs.data);
  return TRUE;
}

/* Listening. */

/* There are no words for a client that has asked for nothing yet. */
static void
on_accepted (int fd, const char *refusal, gboolean local, gpointer data)
{
  Port *port = data;
  g_autoptr (GSocket) socket = fd >= 0 && !refusal ? g_socket_new_from_fd (fd, NULL) : NULL;
  g_autoptr (GSocketConnection) connection =
      socket ? g_socket_connection_factory_create_connection (socket) : NULL;

  if (connection)
    gscope_http_accept (port->network->http, connection, port->is_tls);
  else if (fd >= 0)
    close (fd);
}

static gboolean
check_endpoint (GscopeNetwork *self, const GscopeEndpoint *endpoint, GError **error)
{
  if (endpoint->kind == GSCOPE_ENDPOINT_WS && !gscope_endpoint_is_local (endpoint))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                   _ ("An agent cannot listen at “%s”: other machines reach that address, and "
                      "tokens would be readable on the way. Use wss:// and a certificate, or "
                      "ws://localhost."),
                   endpoint->text);
      return FALSE;
    }
  if (endpoint->kind == GSCOPE_ENDPOINT_WSS && !gscope_door_get_certificate (self->door))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                   _ ("An agent cannot listen at “%s” without a certificate. Give the files of a "
                      "certificate and its key."),
                   endpoint->text);
      return FALSE;
    }
  if (self->tokens || self->authority)
    return TRUE;
  g_set_error (
      error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
      _ ("An agent cannot listen at “%s” without tokens: nobody could connect. Give a file "
         "of tokens, or an authority of certificates."),
      endpoint->text);
  return FALSE;
}

static char *
add_port (GscopeNetwork *self, const GscopeTupleAddress *address, int fd, gboolean is_tls)
{
  g_autofree char *bound = gscope_tuple_address_describe (address, fd);
  Port *port = g_new0 (Port, 1);

  port->network = self;
  port->is_tls = is_tls;
  port->bound = g_strdup_printf ("%s://%s", is_tls ? "wss" : "ws", bound + strlen ("tcp:"));
  port->listener = gscope_tuple_listener_new (address, fd, on_accepted, port);
  g_ptr_array_add (self->ports, port);
  return g_strdup (port->bound);
}

char *
gscope_network_listen (GscopeNetwork *self, const GscopeEndpoint *endpoint, GError **error)
{
  gboolean is_name = g_ascii_strcasecmp (endpoint->host, "localhost") == 0;
  const GscopeTupleAddress address = { GSCOPE_TUPLE_TRANSPORT_TCP,
                                       is_name ? (char *) "127.0.0.1" : endpoint->host,
                                       endpoint->port };
  int fd;

  if (!check_endpoint (self, endpoint, error))
    return NULL;
  fd = gscope_tuple_address_listen (&address, TRUE, error);
  return fd < 0 ? NULL : add_port (self, &address, fd, endpoint->kind == GSCOPE_ENDPOINT_WSS);
}

char *
gscope_network_take_socket (GscopeNetwork *self, int fd, GError **error)
{
  const GscopeTupleAddress address = { GSCOPE_TUPLE_TRANSPORT_TCP, NULL, 0 };
  g_autofree char *bound = gscope_tuple_address_describe (&address, fd);
  g_autofree char *text = g_strconcat ("wss://", bound + strlen ("tcp:"), NULL);
  const GscopeEndpoint endpoint = { GSCOPE_ENDPOINT_WSS, NULL, 0, text, NULL, NULL };

  return check_endpoint (self, &endpoint, error) ? add_port (self, &address, fd, TRUE) : NULL;
}

void
gscope_network_stop_listening (GscopeNetwork *self, const char *bound)
{
  for (guint i = 0; i < self->ports->len; i++)
    if (g_str_equal (((Port *) self->ports->pdata[i])->bound, bound))
      {
        g_ptr_array_remove_index (self->ports, i);
        return;
      }
}
