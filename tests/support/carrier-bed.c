/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/carrier-bed.h"
#include "support/certificates.h"
#include "support/test-remote.h"

#include <fcntl.h>
#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <glib-unix.h>
#include <glib/gstdio.h>
#include <gscope/carrier/stream.h>
#include <gscope/carrier/web-socket-framing.h>
#include <gscope/carrier/web-socket.h>
#include <gscope/nats/carrier.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>

static const char *const names[] = { "stream", "pipes", "web-socket", "web-socket-tls", "nats" };

const char *
carrier_kind_get_name (CarrierKind kind)
{
  return names[kind];
}

static gboolean
is_web_socket (const CarrierBed *self)
{
  return self->kind == CARRIER_WEB_SOCKET || self->kind == CARRIER_WEB_SOCKET_TLS;
}

static GIOStream *
wrap_pipes (int input, int output)
{
  g_autoptr (GInputStream) in = g_unix_input_stream_new (input, TRUE);
  g_autoptr (GOutputStream) out = g_unix_output_stream_new (output, TRUE);

  return g_simple_io_stream_new (in, out);
}

static void
make_streams (CarrierBed *self, GIOStream **one, GIOStream **other)
{
  int there[2], back[2];

  if (self->kind == CARRIER_STREAM)
    {
      make_stream_pair (one, other);
      return;
    }
  g_assert_true (g_unix_open_pipe (there, FD_CLOEXEC, NULL));
  g_assert_true (g_unix_open_pipe (back, FD_CLOEXEC, NULL));
  *one = wrap_pipes (back[0], there[1]);
  *other = wrap_pipes (there[0], back[1]);
}

static gpointer
read_certificate (gpointer data)
{
  g_autofree char *folder = g_dir_make_tmp (NULL, NULL);
  g_autofree char *key = find_key (folder, "far");
  g_autofree char *path = find_certificate (folder, "far");
  g_autoptr (GError) error = NULL;
  GTlsCertificate *certificate;

  make_certificate (folder, "far", NULL, 1);
  certificate = g_tls_certificate_new_from_files (path, key, &error);
  g_assert_no_error (error);
  remove_certificates (folder);
  return certificate;
}

/* The certificate is the same in all tests of a program: making it takes a program of its own. */
static GTlsCertificate *
get_certificate (void)
{
  static GOnce once = G_ONCE_INIT;

  return g_object_ref (g_once (&once, read_certificate, NULL));
}

static void
on_accepted (SoupServerMessage *message, GscopeCarrier *carrier, gpointer data)
{
  CarrierBed *self = data;

  g_set_object (&self->far, carrier);
}

static void
on_request (SoupServer *server, SoupServerMessage *message, const char *path, GHashTable *query,
            gpointer data)
{
  static const char *const protocols[] = { GSCOPE_WEB_SOCKET_PROTOCOL, NULL };

  gscope_web_socket_accept (message, protocols, on_accepted, data, NULL);
}

static gboolean
on_certificate (GTlsConnection *connection, GTlsCertificate *certificate,
                GTlsCertificateFlags errors, CarrierBed *self)
{
  return g_tls_certificate_is_same (certificate, self->certificate);
}

/* The handshake of TLS would wait for acknowledgements, which are delayed by 40 ms. */
static void
dont_delay (GSocketConnection *connection)
{
  g_socket_set_option (g_socket_connection_get_socket (connection), IPPROTO_TCP, TCP_NODELAY, TRUE,
                       NULL);
}

static void
on_client_event (GSocketClient *client, GSocketClientEvent event, GSocketConnectable *address,
                 GIOStream *connection, CarrierBed *self)
{
  if (event == G_SOCKET_CLIENT_CONNECTED)
    dont_delay (G_SOCKET_CONNECTION (connection));
  if (event == G_SOCKET_CLIENT_TLS_HANDSHAKING)
    g_signal_connect (connection, "accept-certificate", G_CALLBACK (on_certificate), self);
}

/* Listens by itself: the listener of libsoup 3.2 leaks a socket a connection, and ends for good when the process has
 * no file descriptor left. */
static gboolean
on_incoming (GSocketService *listener, GSocketConnection *connection, GObject *source,
             CarrierBed *self)
{
  g_autoptr (GIOStream) stream = G_IO_STREAM (g_object_ref (connection));
  g_autoptr (GSocketAddress) local = g_socket_connection_get_local_address (connection, NULL);
  g_autoptr (GSocketAddress) remote = g_socket_connection_get_remote_address (connection, NULL);
  g_autoptr (GError) error = NULL;

  dont_delay (connection);
  if (self->certificate)
    {
      g_object_unref (stream);
      stream = g_tls_server_connection_new (G_IO_STREAM (connection), self->certificate, &error);
      g_assert_no_error (error);
    }
  soup_server_accept_iostream (self->server, stream, local, remote, &error);
  g_assert_no_error (error);
  return TRUE;
}

static gboolean
set_up_nats (CarrierBed *self)
{
  if (!nats_bed_set_up (&self->nats, NULL))
    return FALSE;
  self->far_bus = nats_bed_connect (&self->nats);
  self->near_bus = nats_bed_connect (&self->nats);
  gscope_nats_bus_subscribe (self->far_bus, "gscope.far.*", NULL, NULL);
  gscope_nats_bus_subscribe (self->near_bus, "gscope.near.*", NULL, NULL);
  gscope_nats_bus_flush (self->far_bus);
  gscope_nats_bus_flush (self->near_bus);
  return TRUE;
}

static void
connect_nats (CarrierBed *self)
{
  guint64 number = gscope_nats_bus_count (self->far_bus);
  g_autofree char *far = g_strdup_printf ("gscope.far.%" G_GUINT64_FORMAT, number);
  g_autofree char *near = g_strdup_printf ("gscope.near.%" G_GUINT64_FORMAT, number);
  guint32 window = gscope_nats_bus_get_window (self->far_bus);
  GscopeClock *clock = gscope_clock_get_system ();

  self->far = gscope_nats_carrier_new (self->far_bus, far, near, window, window, NULL, clock);
  self->near = gscope_nats_carrier_new (self->near_bus, near, far, window, window, NULL, clock);
}

gboolean
carrier_bed_set_up (CarrierBed *self, CarrierKind kind)
{
  gboolean is_tls = kind == CARRIER_WEB_SOCKET_TLS;
  g_autoptr (GError) error = NULL;
  guint port;

  *self = (CarrierBed){ .kind = kind };
  if (kind == CARRIER_NATS)
    return set_up_nats (self);
  if (!is_web_socket (self))
    return TRUE;
  if (is_tls)
    {
      forget_authorities ();
      self->certificate = get_certificate ();
    }
  self->server = soup_server_new (NULL, NULL);
  soup_server_add_handler (self->server, "/v1", on_request, self, NULL);
  self->listener = g_socket_service_new ();
  g_signal_connect (self->listener, "incoming", G_CALLBACK (on_incoming), self);
  port = g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (self->listener), NULL, &error);
  g_assert_no_error (error);
  self->uri = g_strdup_printf ("%s://127.0.0.1:%u/v1", is_tls ? "wss" : "ws", port);
  self->client = g_socket_client_new ();
  g_socket_client_set_enable_proxy (self->client, FALSE);
  g_signal_connect (self->client, "event", G_CALLBACK (on_client_event), self);
  return TRUE;
}

void
carrier_bed_tear_down (CarrierBed *self)
{
  if (self->listener)
    g_socket_service_stop (self->listener);
  if (self->near)
    g_assert_finalize_object (g_steal_pointer (&self->near));
  if (self->far)
    g_assert_finalize_object (g_steal_pointer (&self->far));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  if (self->far_bus)
    g_assert_finalize_object (g_steal_pointer (&self->far_bus));
  if (self->near_bus)
    g_assert_finalize_object (g_steal_pointer (&self->near_bus));
  nats_bed_tear_down (&self->nats);
  g_clear_object (&self->listener);
  g_clear_object (&self->client);
  g_clear_object (&self->server);
  g_clear_object (&self->certificate);
  g_free (self->uri);
}

static void
on_connected (GObject *client, GAsyncResult *result, gpointer data)
{
  CarrierBed *self = data;
  g_autoptr (GError) error = NULL;

  self->near = gscope_web_socket_connect_finish (G_SOCKET_CLIENT (client), result, &error);
  g_assert_no_error (error);
}

void
carrier_bed_connect (CarrierBed *self)
{
  g_autoptr (GIOStream) one = NULL;
  g_autoptr (GIOStream) other = NULL;

  g_clear_object (&self->near);
  g_clear_object (&self->far);
  if (self->kind == CARRIER_NATS)
    {
      connect_nats (self);
      return;
    }
  if (!is_web_socket (self))
    {
      make_streams (self, &one, &other);
      self->near = gscope_stream_carrier_new (one);
      self->far = gscope_stream_carrier_new (other);
      return;
    }
  gscope_web_socket_connect_async (self->client, self->uri, NULL, NULL, on_connected, self);
  while (!self->near || !self->far)
    g_main_context_iteration (NULL, TRUE);
}

/* The other end without a carrier. */

void
carrier_bed_write (GIOStream *stream, const void *data, gsize size)
{
  g_autoptr (GError) error = NULL;

  g_output_stream_write_all (g_io_stream_get_output_stream (stream), data, size, NULL, NULL,
                             &error);
  g_assert_no_error (error);
}

static void
on_raw_connected (GObject *client, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  *(GSocketConnection **) data =
      g_socket_client_connect_finish (G_SOCKET_CLIENT (client), result, &error);
  g_assert_no_error (error);
}

static GIOStream *
open_raw (CarrierBed *self)
{
  g_autoptr (GUri) uri = g_uri_parse (self->uri, G_URI_FLAGS_NONE, NULL);
  g_autoptr (GSocketConnectable) address =
      g_network_address_new (g_uri_get_host (uri), g_uri_get_port (uri));
  GSocketConnection *connection = NULL;

  g_socket_client_set_tls (self->client, self->certificate != NULL);
  g_socket_client_connect_async (self->client, address, NULL, on_raw_connected, &connection);
  while (!connection)
    g_main_context_iteration (NULL, TRUE);
  return G_IO_STREAM (connection);
}

/* Reads the answer to the handshake. */
static void
skip_answer (GIOStream *stream)
{
  g_autoptr (GString) answer = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  char byte;

  while (!g_str_has_suffix (answer->str, "\r\n\r\n"))
    {
      g_assert_cmpint (
          g_input_stream_read (g_io_stream_get_input_stream (stream), &byte, 1, NULL, &error), ==,
          1);
      g_string_append_c (answer, byte);
    }
}

GIOStream *
carrier_bed_connect_raw (CarrierBed *self, const void *data, gsize size)
{
  static const char request[] = "GET /v1 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                                "Sec-WebSocket-Protocol: gscope.v1\r\n\r\n";
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GIOStream) other = NULL;
  GIOStream *stream;

  g_clear_object (&self->far);
  if (!is_web_socket (self))
    {
      make_streams (self, &stream, &other);
      self->far = gscope_stream_carrier_new (other);
      carrier_bed_write (stream, data, size);
      return stream;
    }
  stream = open_raw (self);
  g_byte_array_append (bytes, (const guint8 *) request, strlen (request));
  g_byte_array_append (bytes, data, size);
  carrier_bed_write (stream, bytes->data, bytes->len);
  while (!self->far)
    g_main_context_iteration (NULL, TRUE);
  skip_answer (stream);
  return stream;
}

GByteArray *
carrier_bed_wrap (CarrierBed *self, const void *data, gsize size)
{
  GscopeFraming *framing = is_web_socket (self)
                               ? gscope_web_socket_framing_new (GSCOPE_WEB_SOCKET_CLIENT)
                               : gscope_framing_new ();
  GByteArray *bytes = g_byte_array_new ();
  GBytes *message = g_bytes_new (data, size);
  guint8 header[GSCOPE_FRAMING_MAX_HEADER];
  gsize header_size = framing->wrap (framing, &message, header);

  g_byte_array_append (bytes, header, header_size);
  g_byte_array_append (bytes, g_bytes_get_data (message, NULL), size);
  g_bytes_unref (message);
  framing->free (framing);
  return bytes;
}

GByteArray *
carrier_bed_announce (CarrierBed *self, guint32 length)
{
  GByteArray *bytes = g_byte_array_new ();
  guint8 frame[14] = { 0x82, 0xff };
  guint32 little = GUINT32_TO_LE (length), big = GUINT32_TO_BE (length);

  memcpy (frame + 6, &big, sizeof big);
  if (is_web_socket (self))
    g_byte_array_append (bytes, frame, sizeof frame);
  else
    g_byte_array_append (bytes, (guint8 *) &little, sizeof little);
  return bytes;
}
