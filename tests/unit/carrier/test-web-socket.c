/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/carrier-bed.h"
#include "support/scripted-source.h"
#include "support/test-remote.h"

#include <gscope/carrier/stream.h>
#include <gscope/carrier/web-socket-framing.h>
#include <gscope/carrier/web-socket.h>
#include <gscope/error.h>
#include <string.h>

/* Frames. */

typedef struct
{
  GscopeFraming *client;
  GscopeFraming *server;
} Ends;

static void
set_up (Ends *f, gconstpointer data)
{
  f->client = gscope_web_socket_framing_new (GSCOPE_WEB_SOCKET_CLIENT);
  f->server = gscope_web_socket_framing_new (GSCOPE_WEB_SOCKET_SERVER);
}

static void
tear_down (Ends *f, gconstpointer data)
{
  f->client->free (f->client);
  f->server->free (f->server);
}

static GByteArray *
wrap (GscopeFraming *framing, const void *data, gsize size)
{
  GByteArray *bytes = g_byte_array_new ();
  GBytes *message = g_bytes_new (data, size);
  guint8 header[GSCOPE_FRAMING_MAX_HEADER];
  gsize header_size = framing->wrap (framing, &message, header);

  g_byte_array_append (bytes, header, header_size);
  g_byte_array_append (bytes, g_bytes_get_data (message, NULL), size);
  g_bytes_unref (message);
  return bytes;
}

/* Takes a whole frame. */
static GscopeFrame
take (GscopeFraming *framing, const void *data, gsize size)
{
  g_autofree guint8 *copy = g_memdup2 (data, size);
  g_autoptr (GError) error = NULL;
  GscopeFrame frame = { 0 };

  framing->take (framing, copy, size, &frame, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (frame.size, ==, size);
  return frame;
}

static void
assert_bytes (GBytes *bytes, const void *data, gsize size)
{
  g_autoptr (GBytes) held = bytes;

  g_assert_nonnull (bytes);
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), data, size);
}

/* A frame is known only when its last byte is there. */
static void
test_lengths (Ends *f, gconstpointer data)
{
  static const gsize sizes[] = { 0, 1, 125, 126, 65535, 65536, GSCOPE_CARRIER_MAX_MESSAGE };
  g_autofree guint8 *message = g_malloc (GSCOPE_CARRIER_MAX_MESSAGE);

  for (gsize i = 0; i < GSCOPE_CARRIER_MAX_MESSAGE; i++)
    message[i] = 1 + i * 11;
  for (guint i = 0; i < 2 * G_N_ELEMENTS (sizes); i++)
    {
      gsize size = sizes[i / 2];
      GscopeFraming *sender = i % 2 ? f->client : f->server;
      GscopeFraming *receiver = i % 2 ? f->server : f->client;
      g_autoptr (GByteArray) bytes = wrap (sender, message, size);
      gsize step = size < 1000 ? 1 : 9973;

      for (gsize n = 0; n < bytes->len; n += n < 20 ? 1 : step)
        {
          GscopeFrame frame = { 0 };

          g_assert_true (receiver->take (receiver, bytes->data, n, &frame, NULL));
          g_assert_cmpuint (frame.size, >, n);
          g_assert_cmpuint (frame.size, <=, bytes->len);
          g_assert_null (frame.message);
        }
      assert_bytes (take (receiver, bytes->data, bytes->len).message, message, size);
    }
}

/* Only a client masks, each frame otherwise. */
static void
test_mask (Ends *f, gconstpointer data)
{
  static const char text[] = "{\"hello\": {}}";
  gsize size = strlen (text);
  g_autoptr (GByteArray) plain = wrap (f->server, text, size);
  g_autoptr (GByteArray) one = wrap (f->client, text, size);
  g_autoptr (GByteArray) other = wrap (f->client, text, size);

  g_assert_cmpmem (plain->data, plain->len, "\x81\x0d{\"hello\": {}}", 2 + size);
  g_assert_cmpmem (one->data, 2, "\x81\x8d", 2);
  g_assert_cmpuint (one->len, ==, 6 + size);
  g_assert_cmpint (memcmp (one->data + 2, other->data + 2, 4), !=, 0);
  for (gsize i = 0; i < size; i++)
    g_assert_cmpuint (one->data[6 + i] ^ one->data[2 + i % 4], ==, text[i]);
}

/* Other programs may send a message in several frames, with control frames between them. */
static void
test_fragments (Ends *f, gconstpointer data)
{
  GscopeFrame frame = take (f->client, "\x01\x03{\"\xc3", 5);

  g_assert_null (frame.message);
  g_assert_true (f->client->is_within (f->client));
  frame = take (f->client, "\x89\x02hi", 4);
  g_assert_cmpmem (g_bytes_get_data (frame.reply, NULL), 2, "\x8a\x82", 2);
  g_assert_cmpuint (g_bytes_get_size (frame.reply), ==, 8);
  g_bytes_unref (frame.reply);
  g_assert_null (take (f->client, "\x8a\x00", 2).reply);
  g_assert_null (take (f->client, "\x00\x00", 2).message);
  assert_bytes (take (f->client, "\x80\x03\xbc\"}", 5).message, "{\"\xc3\xbc\"}", 6);
  g_assert_false (f->client->is_within (f->client));
}

/* A message that never ends does not grow past the bound. */
static void
test_endless (Ends *f, gconstpointer data)
{
  g_autofree guint8 *bytes = g_malloc0 (4 + 60000);
  g_autoptr (GError) error = NULL;
  GscopeFrame frame = { 0 };
  guint n = 0;

  memcpy (bytes, "\x02\x7e\xea\x60", 4);
  while (f->client->take (f->client, bytes, 60004, &frame, &error))
    {
      bytes[0] = 0;
      n++;
    }
  g_assert_cmpuint (n, ==, GSCOPE_CARRIER_MAX_MESSAGE / 60000);
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT);
}

typedef struct
{
  const char *bytes;
  gsize size;
  guint code;
} Bad;

/* Frames that a server must not send. */
static const Bad bad[] = {
  { "\x82\x81", 2, 1002 },                      /* masked */
  { "\xc2\x00", 2, 1002 },                      /* of an extension */
  { "\x83\x00", 2, 1002 },                      /* of a kind that is not defined */
  { "\x8b\x00", 2, 1002 },                      /* of a control that is not defined */
  { "\x80\x00", 2, 1002 },                      /* the rest of nothing */
  { "\x09\x00", 2, 1002 },                      /* part of a control frame */
  { "\x89\x7e", 2, 1002 },                      /* a long control frame */
  { "\x82\x7e\x00\x7d", 4, 1002 },              /* 125 in two bytes */
  { "\x82\x7f\0\0\0\0\0\0\xff\xff", 10, 1002 }, /* 65535 in eight bytes */
  { "\x82\x7f\0\0\0\0\0\x10\0\x01", 10, 1009 }, /* 1 MiB and a byte */
  { "\x82\x7f\xff\xff\xff\xff\xff\xff\xff\xff", 10, 1009 },
  { "\x81\x02\xc3\x28", 4, 1007 },         /* no UTF-8 */
  { "\x88\x01x", 3, 1002 },                /* half a reason */
  { "\x88\x02\x03\xed", 4, 1002 },         /* a reason that nobody may send */
  { "\x88\x02\x03\xe7", 4, 1002 },         /* 999 */
  { "\x88\x04\x03\xe8\xc3\x28", 6, 1007 }, /* no UTF-8 */
};

static void
test_bad (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      GscopeFraming *framing = gscope_web_socket_framing_new (GSCOPE_WEB_SOCKET_CLIENT);
      g_autofree guint8 *bytes = g_memdup2 (bad[i].bytes, bad[i].size);
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) farewell = NULL;
      GscopeFrame frame = { 0 };
      const guint8 *data;
      int expected;

      g_assert_false (framing->take (framing, bytes, bad[i].size, &frame, &error));
      expected = bad[i].code == 1009 ? GSCOPE_ERROR_LIMIT : GSCOPE_ERROR_INVALID;
      g_assert_error (error, GSCOPE_ERROR, expected);
      farewell = framing->create_farewell (framing, error);
      data = g_bytes_get_data (farewell, NULL);
      g_assert_cmpuint (g_bytes_get_size (farewell), <=, 6 + 125);
      g_assert_cmphex (data[0], ==, 0x88);
      g_assert_cmpuint ((data[6] ^ data[2]) << 8 | (data[7] ^ data[3]), ==, bad[i].code);
      g_assert_null (framing->create_farewell (framing, NULL));
      framing->free (framing);
    }
}

static void
test_close (Ends *f, gconstpointer data)
{
  GscopeFrame frame = take (f->client, "\x88\x00", 2);

  g_assert_true (frame.is_last);
  g_assert_no_error (frame.cause);
  g_bytes_unref (frame.reply);
  g_assert_null (f->client->create_farewell (f->client, NULL));

  frame = take (f->server, "\x88\x86\0\0\0\0\x03\xf0stop", 12);
  g_assert_true (frame.is_last);
  g_assert_error (frame.cause, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED);
  g_assert_cmpstr (frame.cause->message, ==, "the other end closed the connection: stop (1008)");
  assert_bytes (frame.reply, "\x88\x02\x03\xf0", 4);
  g_error_free (frame.cause);
}

/* Returns the bytes of a line of hexadecimal numbers; NULL if it is another line. */
static GByteArray *
read_bytes (const char *line)
{
  g_auto (GStrv) words = g_strsplit (g_strstrip ((char *) line), " ", -1);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  for (guint i = 0; words[i]; i++)
    {
      guint8 byte;

      if (strlen (words[i]) != 2 || !g_ascii_isxdigit (words[i][0])
          || !g_ascii_isxdigit (words[i][1]))
        return NULL;
      byte = g_ascii_xdigit_value (words[i][0]) << 4 | g_ascii_xdigit_value (words[i][1]);
      g_byte_array_append (bytes, &byte, 1);
    }
  return bytes->len > 0 ? g_steal_pointer (&bytes) : NULL;
}

/* The examples in the first chapter of the documentation, in their order. */
static void
test_documented (Ends *f, gconstpointer data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "docs", "protocol.md", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  GscopeFraming *stream = gscope_framing_new ();
  GscopeFraming *receivers[] = { stream, f->client, f->server };
  g_autoptr (GError) error = NULL;
  guint n_chapters = 0, n = 0;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] && (n_chapters += g_str_has_prefix (lines[i], "## ")) < 2; i++)
    {
      g_autoptr (GByteArray) bytes =
          g_str_has_prefix (lines[i], "    ") ? read_bytes (lines[i]) : NULL;

      if (!bytes)
        continue;
      g_assert_cmpuint (n, <, G_N_ELEMENTS (receivers));
      assert_bytes (take (receivers[n++], bytes->data, bytes->len).message, "{\"beat\":{}}", 11);
    }
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (receivers));
  stream->free (stream);
}

/* Handshakes. */

typedef struct
{
  const char *answer;
  int code;
  const char *part;
} Refusal;

#define SWITCH "HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"

static const Refusal refusals[] = {
  { "HTTP/1.1 401 Unauthorized\r\n\r\n", GSCOPE_ERROR_TOKEN, "Give a token" },
  { "HTTP/1.1 401 Unauthorized\r\nContent-Length: 30\r\n\r\n{\"detail\": \"Ask for a token.\"}",
    GSCOPE_ERROR_TOKEN, "” refuses: Ask for a token." },
  { "HTTP/1.1 403 Forbidden\r\nContent-Length: 11\r\n\r\n{\"detail\":0}", GSCOPE_ERROR_PRIVILEGE,
    "403 Forbidden" },
  { "HTTP/1.1 503 Busy\r\nContent-Length: 99\r\n\r\n{}", GSCOPE_ERROR_LIMIT, "503 Busy" },
  { "HTTP/1.1 404 Not Found\r\n\r\n", GSCOPE_ERROR_NOT_FOUND, "Check the address" },
  { "HTTP/1.1 200 OK\r\n\r\n", GSCOPE_ERROR_NOT_FOUND, "200 OK" },
  { "SSH-2.0-OpenSSH\r\n\r\n", GSCOPE_ERROR_INVALID, "does not speak HTTP" },
  { "", GSCOPE_ERROR_INVALID, "does not speak HTTP" },
  { "HTTP/1.1 101", GSCOPE_ERROR_INVALID, "does not speak HTTP" },
  { SWITCH "\r\n", GSCOPE_ERROR_INVALID, "did not accept" },
  { SWITCH "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n", GSCOPE_ERROR_INVALID,
    "did not accept" },
};

/* Answers before the request arrives, which is never read. */
static gboolean
on_incoming (GSocketService *service, GSocketConnection *connection, GObject *source, gpointer data)
{
  const char *answer = *(const char **) data;

  carrier_bed_write (G_IO_STREAM (connection), answer, strlen (answer));
  g_socket_shutdown (g_socket_connection_get_socket (connection), FALSE, TRUE, NULL);
  g_object_set_data_full (G_OBJECT (service), "last", g_object_ref (connection), g_object_unref);
  return TRUE;
}

static void
on_refused (GObject *client, GAsyncResult *result, gpointer data)
{
  g_assert_null (gscope_web_socket_connect_finish (G_SOCKET_CLIENT (client), result, data));
}

static GError *
connect_in_vain (const char *uri)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  GError *error = NULL;

  g_socket_client_set_enable_proxy (client, FALSE);
  gscope_web_socket_connect_async (client, uri, NULL, NULL, on_refused, &error);
  while (!error)
    g_main_context_iteration (NULL, TRUE);
  return error;
}

static void
test_refusals (void)
{
  g_autoptr (GSocketService) service = g_socket_service_new ();
  guint port = g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (service), NULL, NULL);
  g_autofree char *uri = g_strdup_printf ("ws://127.0.0.1:%u/v1?x", port);
  g_autofree char *long_line = g_strnfill (20000, 'x');
  g_autofree char *at = g_strdup_printf (" agent at “ws://127.0.0.1:%u”", port);
  g_autoptr (GString) nested =
      g_string_new ("HTTP/1.1 403 Forbidden\r\nContent-Length: 16000\r\n\r\n");
  const char *answer = long_line;
  GError *error;

  for (guint i = 0; i < 16000; i++)
    g_string_append_c (nested, '[');
  g_signal_connect (service, "incoming", G_CALLBACK (on_incoming), &answer);
  error = connect_in_vain (uri);
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
  g_error_free (error);
  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      answer = refusals[i].answer;
      error = connect_in_vain (uri);
      g_assert_error (error, GSCOPE_ERROR, refusals[i].code);
      g_assert_nonnull (strstr (error->message, refusals[i].part));
      g_assert_nonnull (strstr (error->message, at));
      g_assert_cmpint (g_str_has_prefix (error->message, "Cannot reach"), !=,
                       strstr (error->message, " refuses: ") != NULL);
      g_error_free (error);
    }
  answer = nested->str;
  error = connect_in_vain (uri);
  g_assert_nonnull (strstr (error->message, "the server answered “403 Forbidden”"));
  g_error_free (error);
  error = connect_in_vain ("http://127.0.0.1/");
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
  g_error_free (error);
}

/* For a client that sends pings and does not read the answers, only the newest answer is kept. */
static void
test_pings (void)
{
  enum
  {
    N = 50000,
    PONG = 2 + 125,
  };
  g_autoptr (GIOStream) near = NULL;
  g_autoptr (GIOStream) far = NULL;
  g_autoptr (GscopeCarrier) carrier = NULL;
  GPollableOutputStream *output;
  GPollableInputStream *input;
  guint8 ping[2 + 4 + 125] = { 0x89, 0x80 | 125 };
  g_autoptr (GByteArray) pongs = g_byte_array_new ();
  guint8 buffer[4096];
  guint number;
  gssize n;

  make_stream_pair (&near, &far);
  carrier = gscope_stream_carrier_new_framed (
      far, gscope_web_socket_framing_new (GSCOPE_WEB_SOCKET_SERVER), NULL);
  output = G_POLLABLE_OUTPUT_STREAM (g_io_stream_get_output_stream (near));
  input = G_POLLABLE_INPUT_STREAM (g_io_stream_get_input_stream (near));
  for (guint i = 0; i < N; i++)
    {
      memcpy (ping + 6, &i, sizeof i);
      while (g_pollable_output_stream_write_nonblocking (output, ping, sizeof ping, NULL, NULL) < 0)
        run_pending ();
    }
  run_pending ();
  g_assert_cmpuint (gscope_carrier_get_unsent (carrier), <=, 2 * PONG);
  do
    {
      while (
          (n = g_pollable_input_stream_read_nonblocking (input, buffer, sizeof buffer, NULL, NULL))
          > 0)
        g_byte_array_append (pongs, buffer, (guint) n);
      run_pending ();
    }
  while (gscope_carrier_get_unsent (carrier) > 0 || g_pollable_input_stream_is_readable (input));
  g_assert_cmpuint (pongs->len % PONG, ==, 0);
  g_assert_cmpuint (pongs->data[pongs->len - PONG], ==, 0x8a);
  memcpy (&number, pongs->data + pongs->len - PONG + 2, sizeof number);
  g_assert_cmpuint (number, ==, N - 1);
  gscope_carrier_close (carrier);
}

/* Another implementation, that of libsoup. */

static void
note_message (SoupWebsocketConnection *connection, int type, GBytes *message, GString *text)
{
  g_string_append_printf (text, "%d:%.*s ", type, (int) g_bytes_get_size (message),
                          (const char *) g_bytes_get_data (message, NULL));
}

static void
note_received (GscopeCarrier *carrier, GBytes *message, GString *text)
{
  g_string_append_printf (text, "%.*s ", (int) g_bytes_get_size (message),
                          (const char *) g_bytes_get_data (message, NULL));
}

static void
on_soup_connected (GObject *session, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  *(SoupWebsocketConnection **) data =
      soup_session_websocket_connect_finish (SOUP_SESSION (session), result, &error);
  g_assert_no_error (error);
}

static void
on_soup_accepted (SoupServer *server, SoupServerMessage *message, const char *path,
                  SoupWebsocketConnection *connection, gpointer data)
{
  *(SoupWebsocketConnection **) data = g_object_ref (connection);
}

static void
on_connected (GObject *client, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  *(GscopeCarrier **) data =
      gscope_web_socket_connect_finish (G_SOCKET_CLIENT (client), result, &error);
  g_assert_no_error (error);
}

static void
note_end (gpointer carrier, const GError *error, gboolean *has_ended)
{
  g_assert_no_error (error);
  *has_ended = TRUE;
}

/* Sends messages both ways, and closes from the side of libsoup. */
static void
talk (GscopeCarrier *carrier, SoupWebsocketConnection *connection)
{
  g_autoptr (GString) there = g_string_new (NULL);
  g_autoptr (GString) here = g_string_new (NULL);
  g_autoptr (GBytes) text = g_bytes_new_static ("{\"beat\": {}}", 12);
  g_autoptr (GBytes) binary = g_bytes_new_static ("samples", 7);
  gboolean has_ended = FALSE;

  g_signal_connect (connection, "message", G_CALLBACK (note_message), there);
  g_signal_connect (carrier, "received", G_CALLBACK (note_received), here);
  g_signal_connect (carrier, "closed", G_CALLBACK (note_end), &has_ended);
  gscope_carrier_send (carrier, text);
  gscope_carrier_send (carrier, binary);
  soup_websocket_connection_send_text (connection, "{}");
  soup_websocket_connection_send_binary (connection, "columns", 7);
  while (there->len < 25 || here->len < 11)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (there->str, ==, "1:{\"beat\": {}} 2:samples ");
  g_assert_cmpstr (here->str, ==, "{} columns ");
  soup_websocket_connection_close (connection, 1000, NULL);
  while (!has_ended
         || soup_websocket_connection_get_state (connection) != SOUP_WEBSOCKET_STATE_CLOSED)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (soup_websocket_connection_get_close_code (connection), ==, 1000);
}

static void
test_soup_client (void)
{
  char *protocols[] = { (char *) GSCOPE_WEB_SOCKET_PROTOCOL, NULL };
  CarrierBed bed;
  g_autoptr (SoupSession) session = soup_session_new ();
  g_autoptr (SoupMessage) message = NULL;
  g_autoptr (SoupWebsocketConnection) connection = NULL;

  carrier_bed_set_up (&bed, CARRIER_WEB_SOCKET);
  message = soup_message_new ("GET", bed.uri);
  soup_session_websocket_connect_async (session, message, NULL, protocols, 0, NULL,
                                        on_soup_connected, &connection);
  while (!connection || !bed.far)
    g_main_context_iteration (NULL, TRUE);
  talk (bed.far, connection);
  carrier_bed_tear_down (&bed);
}

static void
test_soup_server (void)
{
  char *protocols[] = { (char *) GSCOPE_WEB_SOCKET_PROTOCOL, NULL };
  CarrierBed bed;
  g_autoptr (SoupWebsocketConnection) connection = NULL;

  carrier_bed_set_up (&bed, CARRIER_WEB_SOCKET);
  soup_server_remove_handler (bed.server, "/v1");
  soup_server_add_websocket_handler (bed.server, "/v1", NULL, protocols, on_soup_accepted,
                                     &connection, NULL);
  gscope_web_socket_connect_async (bed.client, bed.uri, NULL, NULL, on_connected, &bed.near);
  while (!connection || !bed.near)
    g_main_context_iteration (NULL, TRUE);
  talk (bed.near, connection);
  carrier_bed_tear_down (&bed);
}

static void
store_result (GObject *session, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

/* A request without the subprotocol, or without a WebSocket, is refused. */
static void
test_bad_request (void)
{
  char *other[] = { (char *) "chat", NULL };
  CarrierBed bed;
  g_autoptr (SoupSession) session = soup_session_new ();
  g_autofree char *http = NULL;

  carrier_bed_set_up (&bed, CARRIER_WEB_SOCKET);
  http = g_strconcat ("http", bed.uri + strlen ("ws"), NULL);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (SoupMessage) message = soup_message_new ("GET", http);
      g_autoptr (GAsyncResult) result = NULL;

      if (i == 1)
        soup_websocket_client_prepare_handshake (message, NULL, other, NULL);
      else if (i == 2)
        soup_websocket_client_prepare_handshake (message, NULL, NULL, NULL);
      soup_session_send_async (session, message, 0, NULL, store_result, &result);
      while (!result)
        g_main_context_iteration (NULL, TRUE);
      g_object_unref (soup_session_send_finish (session, result, NULL));
      g_assert_cmpuint (soup_message_get_status (message), ==, 400);
      g_assert_null (bed.far);
    }
  carrier_bed_tear_down (&bed);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/web-socket/lengths", Ends, NULL, set_up, test_lengths, tear_down);
  g_test_add ("/web-socket/mask", Ends, NULL, set_up, test_mask, tear_down);
  g_test_add ("/web-socket/fragments", Ends, NULL, set_up, test_fragments, tear_down);
  g_test_add ("/web-socket/endless", Ends, NULL, set_up, test_endless, tear_down);
  g_test_add_func ("/web-socket/bad", test_bad);
  g_test_add ("/web-socket/close", Ends, NULL, set_up, test_close, tear_down);
  g_test_add ("/web-socket/documented", Ends, NULL, set_up, test_documented, tear_down);
  g_test_add_func ("/web-socket/refusals", test_refusals);
  g_test_add_func ("/web-socket/pings", test_pings);
  g_test_add_func ("/web-socket/soup-client", test_soup_client);
  g_test_add_func ("/web-socket/soup-server", test_soup_server);
  g_test_add_func ("/web-socket/bad-request", test_bad_request);
  return g_test_run ();
}
