/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/carrier/web-socket.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/stream.h>
#include <gscope/carrier/web-socket-framing.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/random.h>

enum
{
  /* Largest size of the head of an answer, and of what is read at once, bytes. */
  MAX_HEAD = 16 * 1024,
  READ_SIZE = 4 * 1024,
  /* More than a server reads with the head of a request. */
  MAX_FIRST = 64 * 1024,
  KEY_SIZE = 16,
  /* Longest reason of a refusal. */
  MAX_DETAIL = 1024,
  /* A status that libsoup has no name for. */
  TOO_MANY_REQUESTS = 429,
};

/* The server. */

typedef struct
{
  GscopeWebSocketFunc func;
  gpointer user_data;
  GDestroyNotify destroy;
} Acceptance;

static void
acceptance_free (gpointer data, GClosure *closure)
{
  Acceptance *acceptance = data;

  if (acceptance->destroy)
    acceptance->destroy (acceptance->user_data);
  g_free (acceptance);
}

/* Reads what came right behind the request. */
static GBytes *
read_first (GIOStream *stream)
{
  g_autofree guint8 *data = g_malloc (MAX_FIRST);
  gssize size = g_pollable_input_stream_read_nonblocking (
      G_POLLABLE_INPUT_STREAM (g_io_stream_get_input_stream (stream)), data, MAX_FIRST, NULL, NULL);

  return g_bytes_new (data, MAX (size, 0));
}

/* The stream of libsoup has a buffer of its own around the connection. */
static void
on_answered (SoupServerMessage *message, gpointer data)
{
  Acceptance *acceptance = data;
  g_autoptr (SoupServerMessage) held = g_object_ref (message);
  g_autoptr (GIOStream) stream = soup_server_message_steal_connection (message);
  g_autoptr (GIOStream) base = NULL;
  g_autoptr (GBytes) first = read_first (stream);
  g_autoptr (GscopeCarrier) carrier = NULL;

  g_object_get (stream, "base-iostream", &base, NULL);
  carrier = gscope_stream_carrier_new_framed (
      base, gscope_web_socket_framing_new (GSCOPE_WEB_SOCKET_SERVER), first);
  acceptance->func (message, carrier, acceptance->user_data);
}

static gboolean
offers (SoupServerMessage *message, const char *const *protocols)
{
  const char *offered = soup_message_headers_get_list (
      soup_server_message_get_request_headers (message), "Sec-WebSocket-Protocol");

  for (guint i = 0; offered && protocols[i]; i++)
    if (soup_header_contains (offered, protocols[i]))
      return TRUE;
  return FALSE;
}

gboolean
gscope_web_socket_accept (SoupServerMessage *message, const char *const *protocols,
                          GscopeWebSocketFunc func, gpointer user_data, GDestroyNotify destroy)
{
  Acceptance *acceptance = g_new (Acceptance, 1);

  *acceptance = (Acceptance){ func, user_data, destroy };
  if (!offers (message, protocols))
    soup_server_message_set_status (message, SOUP_STATUS_BAD_REQUEST,
                                    "A WebSocket of another subprotocol is expected");
  else if (soup_websocket_server_process_handshake (message, NULL, (char **) protocols, NULL, NULL))
    {
      g_signal_connect_data (message, "wrote-informational", G_CALLBACK (on_answered), acceptance,
                             acceptance_free, 0);
      return TRUE;
    }
  acceptance_free (acceptance, NULL);
  return FALSE;
}

/* The client. */

typedef struct
{
  GIOStream *stream;
  /* for messages: without path and query */
  char *address;
  char *key;
  char *request;
  GByteArray *answer;
  guint8 buffer[READ_SIZE];
} Opening;

static void
opening_free (gpointer data)
{
  Opening *opening = data;

  g_clear_object (&opening->stream);
  g_byte_array_unref (opening->answer);
  g_free (opening->request);
  g_free (opening->key);
  g_free (opening->address);
  g_free (opening);
}

static char *
create_key (void)
{
  guint8 bytes[KEY_SIZE];

  if (getentropy (bytes, sizeof bytes) != 0)
    g_error ("The system has no random numbers");
  return g_base64_encode (bytes, sizeof bytes);
}

/* Returns the server's answer to a key. */
static char *
create_accept (const char *key)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA1);
  guint8 digest[20];
  gsize size = sizeof digest;

  g_checksum_update (checksum, (const guint8 *) key, -1);
  g_checksum_update (checksum, (const guint8 *) "258EAFA5-E914-47DA-95CA-C5AB0DC85B11", -1);
  g_checksum_get_digest (checksum, digest, &size);
  return g_base64_encode (digest, size);
}

static char *
create_request (GUri *uri, const char *key, SoupMessageHeaders *headers)
{
  GString *request = g_string_new ("GET ");
  const char *path = g_uri_get_path (uri);
  const char *query = g_uri_get_query (uri);
  const char *host = g_uri_get_host (uri);
  gboolean is_ip6 = strchr (host, ':') != NULL;
  SoupMessageHeadersIter iter;
  const char *name, *value;

  g_string_append (request, *path ? path : "/");
  if (query)
    g_string_append_printf (request, "?%s", query);
  g_string_append_printf (request, " HTTP/1.1\r\nHost: %s%s%s", is_ip6 ? "[" : "", host,
                          is_ip6 ? "]" : "");
  if (g_uri_get_port (uri) > 0)
    g_string_append_printf (request, ":%d", g_uri_get_port (uri));
  g_string_append_printf (request,
                          "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Protocol: " GSCOPE_WEB_SOCKET_PROTOCOL "\r\n",
                          key);
  if (headers)
    {
      soup_message_headers_iter_init (&iter, headers);
      while (soup_message_headers_iter_next (&iter, &name, &value))
        g_string_append_printf (request, "%s: %s\r\n", name, value);
    }
  g_string_append (request, "\r\n");
  return g_string_free (request, FALSE);
}

static gboolean
refuse (Opening *opening, int code, const char *reason, GError **error)
{
  g_set_error (error, GSCOPE_ERROR, code, _ ("Cannot reach an agent at “%s”: %s"), opening->address,
               reason);
  return FALSE;
}

/* Passes on the words of an agent that was reached. */
static gboolean
refuse_as_agent (Opening *opening, int code, const char *words, GError **error)
{
  g_set_error (error, GSCOPE_ERROR, code, _ ("The agent at “%s” refuses: %s"), opening->address,
               words);
  return FALSE;
}

/* Returns the reason that an agent gives in the body of its answer (RFC 9457); NULL if there is none. */
static char *
read_detail (const guint8 *body, gsize size)
{
  g_autoptr (JsonNode) root = gscope_json_parse ((const char *) body, size, NULL);
  const char *detail;

  if (!root || !JSON_NODE_HOLDS_OBJECT (root)
      || !gscope_json_get_text (json_node_get_object (root), "detail", MAX_DETAIL, &detail, NULL)
      || !*detail)
    return NULL;
  return g_strdup (detail);
}

static int
get_code (guint status)
{
  switch (status)
    {
    case SOUP_STATUS_UNAUTHORIZED:
      return GSCOPE_ERROR_TOKEN;
    case SOUP_STATUS_FORBIDDEN:
    case SOUP_STATUS_MISDIRECTED_REQUEST:
      return GSCOPE_ERROR_PRIVILEGE;
    case SOUP_STATUS_SERVICE_UNAVAILABLE:
    case TOO_MANY_REQUESTS:
      return GSCOPE_ERROR_LIMIT;
    default:
      return GSCOPE_ERROR_NOT_FOUND;
    }
}

static gboolean
refuse_status (Opening *opening, guint status, const char *phrase, gsize head_size, GError **error)
{
  const GByteArray *answer = opening->answer;
  g_autofree char *detail = read_detail (answer->data + head_size, answer->len - head_size);
  g_autofree char *reason =
      status == SOUP_STATUS_UNAUTHORIZED
          ? g_strdup_printf (_ ("the server answered “%u %s”. Give a token that it knows."), status,
                             phrase)
          : g_strdup_printf (_ ("the server answered “%u %s”. Check the address."), status, phrase);

  if (detail)
    return refuse_as_agent (opening, get_code (status), detail, error);
  return refuse (opening, get_code (status), reason, error);
}

static gboolean
is_header (SoupMessageHeaders *headers, const char *name, const char *expected)
{
  const char *value = soup_message_headers_get_one (headers, name);

  return value && g_ascii_strcasecmp (value, expected) == 0;
}

static gboolean
check_answer (Opening *opening, gsize size, GError **error)
{
  g_autoptr (SoupMessageHeaders) headers = soup_message_headers_new (SOUP_MESSAGE_HEADERS_RESPONSE);
  g_autofree char *accept = create_accept (opening->key);
  g_autofree char *phrase = NULL;
  const char *list, *accepted;
  guint status;

  if (!soup_headers_parse_response ((const char *) opening->answer->data, size, headers, NULL,
                                    &status, &phrase))
    return refuse (opening, GSCOPE_ERROR_INVALID,
                   _ ("the other end does not speak HTTP. Check the address."), error);
  if (status != SOUP_STATUS_SWITCHING_PROTOCOLS)
    return refuse_status (opening, status, phrase, size, error);
  list = soup_message_headers_get_list (headers, "Connection");
  accepted = soup_message_headers_get_one (headers, "Sec-WebSocket-Accept");
  if (!is_header (headers, "Upgrade", "websocket") || !list
      || !soup_header_contains (list, "upgrade") || g_strcmp0 (accepted, accept) != 0
      || soup_message_headers_get_list (headers, "Sec-WebSocket-Extensions"))
    return refuse (opening, GSCOPE_ERROR_INVALID,
                   _ ("the server did not accept the WebSocket. Check the address."), error);
  if (is_header (headers, "Sec-WebSocket-Protocol", GSCOPE_WEB_SOCKET_PROTOCOL))
    return TRUE;
  return refuse (opening, GSCOPE_ERROR_UNSUPPORTED,
                 _ ("the server does not speak the protocol gscope.v1. Check the address."), error);
}

/* A client has a time-out for the opening. Afterwards, an agent may have nothing to say for long. */
static GscopeCarrier *
create_carrier (Opening *opening, gsize head_size)
{
  GByteArray *answer = opening->answer;
  g_autoptr (GBytes) first = g_bytes_new (answer->data + head_size, answer->len - head_size);
  GSocket *socket = g_socket_connection_get_socket (G_SOCKET_CONNECTION (opening->stream));

  g_socket_set_timeout (socket, 0);
  return gscope_stream_carrier_new_framed (
      opening->stream, gscope_web_socket_framing_new (GSCOPE_WEB_SOCKET_CLIENT), first);
}

static void read_answer (GTask *task);

/* Returns the size of the answer's head; 0 if it has not come yet. */
static gsize
find_head (const GByteArray *answer)
{
  const guint8 *end = answer->len > 0 ? memmem (answer->data, answer->len, "\r\n\r\n", 4) : NULL;

  return end ? (gsize) (end + 4 - answer->data) : 0;
}

/* Returns whether more of the answer has to come: the head, or the body of a refusal. */
static gboolean
is_incomplete (const GByteArray *answer, gsize head_size)
{
  g_autoptr (SoupMessageHeaders) headers = soup_message_headers_new (SOUP_MESSAGE_HEADERS_RESPONSE);
  guint status;

  if (answer->len > MAX_HEAD)
    return FALSE;
  if (head_size == 0)
    return TRUE;
  return soup_headers_parse_response ((const char *) answer->data, (int) head_size, headers, NULL,
                                      &status, NULL)
         && status != SOUP_STATUS_SWITCHING_PROTOCOLS
         && (goffset) (answer->len - head_size) < soup_message_headers_get_content_length (headers);
}

static void
on_read (GObject *stream, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Opening *opening = g_task_get_task_data (task);
  GByteArray *answer = opening->answer;
  GError *error = NULL;
  gssize size = g_input_stream_read_finish (G_INPUT_STREAM (stream), result, &error);
  gsize head_size;

  if (size > 0)
    g_byte_array_append (answer, opening->buffer, (guint) size);
  head_size = find_head (answer);
  if (size > 0 && is_incomplete (answer, head_size))
    {
      read_answer (g_steal_pointer (&task));
      return;
    }
  if (head_size > 0)
    g_clear_error (&error);
  else if (!error)
    refuse (opening, GSCOPE_ERROR_INVALID,
            _ ("the other end does not speak HTTP. Check the address."), &error);
  if (error || !check_answer (opening, head_size, &error))
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, create_carrier (opening, head_size), g_object_unref);
}

/* Takes ownership of the task. */
static void
read_answer (GTask *task)
{
  Opening *opening = g_task_get_task_data (task);

  g_input_stream_read_async (g_io_stream_get_input_stream (opening->stream), opening->buffer,
                             READ_SIZE, G_PRIORITY_DEFAULT, g_task_get_cancellable (task), on_read,
                             task);
}

static void
on_written (GObject *stream, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  if (g_output_stream_write_all_finish (G_OUTPUT_STREAM (stream), result, NULL, &error))
    read_answer (g_steal_pointer (&task));
  else
    g_task_return_error (task, error);
}

/* The small messages of the handshake of TLS and of the opening would wait 40 ms each for an acknowledgement. */
static void
on_client_event (GSocketClient *client, GSocketClientEvent event, GSocketConnectable *address,
                 GIOStream *connection, gpointer data)
{
  if (event == G_SOCKET_CLIENT_CONNECTED)
    g_socket_set_option (g_socket_connection_get_socket (G_SOCKET_CONNECTION (connection)),
                         IPPROTO_TCP, TCP_NODELAY, TRUE, NULL);
}

static void
on_connected (GObject *client, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  Opening *opening = g_task_get_task_data (task);
  GError *error = NULL;
  GSocketConnection *connection =
      g_socket_client_connect_finish (G_SOCKET_CLIENT (client), result, &error);

  g_signal_handlers_disconnect_by_func (client, on_client_event, opening);
  if (!connection)
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  opening->stream = G_IO_STREAM (connection);
  g_output_stream_write_all_async (g_io_stream_get_output_stream (opening->stream),
                                   opening->request, strlen (opening->request), G_PRIORITY_DEFAULT,
                                   g_task_get_cancellable (task), on_written, task);
}

static char *
describe_address (GUri *uri)
{
  return g_uri_join (G_URI_FLAGS_ENCODED, g_uri_get_scheme (uri), NULL, g_uri_get_host (uri),
                     g_uri_get_port (uri), "", NULL, NULL);
}

/* Returns the address, with the scheme by which proxies are chosen. */
static GSocketConnectable *
find_address (GUri *uri, gboolean is_tls, GError **error)
{
  g_autofree char *text = g_uri_join (G_URI_FLAGS_ENCODED, is_tls ? "https" : "http", NULL,
                                      g_uri_get_host (uri), g_uri_get_port (uri), "/", NULL, NULL);

  return g_network_address_parse_uri (text, is_tls ? 443 : 80, error);
}

void
gscope_web_socket_connect_async (GSocketClient *client, const char *uri,
                                 SoupMessageHeaders *headers, GCancellable *cancellable,
                                 GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (client, cancellable, callback, user_data);
  GError *error = NULL;
  g_autoptr (GUri) parsed = g_uri_parse (uri, G_URI_FLAGS_ENCODED, &error);
  gboolean is_tls = parsed && g_str_equal (g_uri_get_scheme (parsed), "wss");
  g_autoptr (GSocketConnectable) address = NULL;
  Opening *opening = g_new0 (Opening, 1);

  opening->address = parsed ? describe_address (parsed) : g_strdup (uri);
  opening->answer = g_byte_array_new ();
  g_task_set_task_data (task, opening, opening_free);
  if (parsed && !is_tls && !g_str_equal (g_uri_get_scheme (parsed), "ws"))
    refuse (opening, GSCOPE_ERROR_INVALID,
            _ ("the address does not begin with ws: or wss:. Check it."), &error);
  else if (parsed)
    address = find_address (parsed, is_tls, &error);
  if (!address)
    {
      g_task_return_error (task, error);
      return;
    }
  opening->key = create_key ();
  opening->request = create_request (parsed, opening->key, headers);
  g_socket_client_set_tls (client, is_tls);
  g_signal_connect (client, "event", G_CALLBACK (on_client_event), opening);
  g_socket_client_connect_async (client, address, cancellable, on_connected,
                                 g_steal_pointer (&task));
}

GscopeCarrier *
gscope_web_socket_connect_finish (GSocketClient *client, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
