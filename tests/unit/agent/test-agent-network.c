/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/agent-bed.h"

#include <glib/gstdio.h>
#include <gscope/carrier/message.h>
#include <gscope/carrier/stream.h>
#include <gscope/carrier/web-socket.h>
#include <gscope/dial/endpoint.h>
#include <string.h>

/* An agent at a port of this machine, and requests to it. */
typedef struct
{
  AgentBed bed;
  char *uri;
  SoupSession *session;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  agent_bed_set_up (&f->bed);
  agent_bed_listen (&f->bed, "ws://localhost:0");
  g_assert_true (g_str_has_prefix (f->bed.address, "ws://127.0.0.1:"));
  f->uri = g_strdup_printf ("http%s/v1", f->bed.address + strlen ("ws"));
  f->session = soup_session_new ();
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  soup_session_abort (f->session);
  g_object_unref (f->session);
  agent_bed_tear_down (&f->bed);
  g_free (f->uri);
}

/* Asks for the WebSocket, with a further header unless it is NULL, which has to be refused. */
static void
assert_refused (Fixture *f, const char *name, const char *value, guint status, const char *part)
{
  char *protocols[] = { (char *) "gscope.v1", NULL };
  g_autoptr (SoupMessage) message = soup_message_new ("GET", f->uri);
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  g_autoptr (GBytes) body = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  soup_websocket_client_prepare_handshake (message, NULL, protocols, NULL);
  if (name)
    soup_message_headers_replace (soup_message_get_request_headers (message), name, value);
  soup_session_send_and_read_async (f->session, message, 0, NULL, gscope_test_keep_result, &result);
  kept = gscope_test_await (&result);
  body = soup_session_send_and_read_finish (f->session, kept, &error);
  g_assert_no_error (error);
  text = g_strndup (g_bytes_get_data (body, NULL), g_bytes_get_size (body));
  g_assert_cmpuint (soup_message_get_status (message), ==, status);
  if (!strstr (text, part))
    g_error ("“%s” is not in “%s”", part, text);
}

/* Opens a WebSocket with a token and a further header, and closes it. */
static void
assert_taken (Fixture *f, const char *token, const char *name, const char *value)
{
  char *protocols[] = { (char *) "gscope.v1", NULL, NULL };
  g_autofree char *as_protocol = g_strconcat ("gscope.token.", token, NULL);
  g_autofree char *bearer = g_strconcat ("bearer ", token, NULL);
  g_autoptr (SoupMessage) message = soup_message_new ("GET", f->uri);
  g_autoptr (SoupWebsocketConnection) connection = NULL;
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  g_autoptr (GError) error = NULL;

  if (name)
    soup_message_headers_replace (soup_message_get_request_headers (message), name, value);
  if (name)
    soup_message_headers_replace (soup_message_get_request_headers (message), "Authorization",
                                  bearer);
  else
    protocols[1] = as_protocol;
  soup_session_websocket_connect_async (f->session, message, NULL, protocols, 0, NULL,
                                        gscope_test_keep_result, &result);
  kept = gscope_test_await (&result);
  connection = soup_session_websocket_connect_finish (f->session, kept, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (soup_websocket_connection_get_protocol (connection), ==, "gscope.v1");
  AWAIT (gscope_agent_get_n_clients (f->bed.agent) == 1);
  soup_websocket_connection_close (connection, 1000, NULL);
  AWAIT (gscope_agent_get_n_clients (f->bed.agent) == 0);
}

static void
assert_start_fails (AgentBed *bed, int code, const char *part)
{
  g_autoptr (GError) error = agent_bed_start (bed);

  g_assert_error (error, GSCOPE_ERROR, code);
  if (!strstr (error->message, part))
    g_error ("“%s” is not in “%s”", part, error->message);
}

static void
assert_starts (AgentBed *bed)
{
  g_autoptr (GError) error = agent_bed_start (bed);

  g_assert_no_error (error);
}

static void
set_token (AgentBed *bed, const char *token)
{
  g_free (bed->credentials->token);
  bed->credentials->token = g_strdup (token);
}

static void
keep_carrier (GObject *client, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  *(GscopeCarrier **) data =
      gscope_web_socket_connect_finish (G_SOCKET_CLIENT (client), result, &error);
  g_assert_no_error (error);
}

/* Connects to the source. */
static GscopeCarrier *
open_lab (Fixture *f)
{
  g_autoptr (SoupMessageHeaders) headers = soup_message_headers_new (SOUP_MESSAGE_HEADERS_REQUEST);
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autofree char *uri = g_strconcat (f->bed.address, "/v1", NULL);
  JsonObject *object = gscope_message_create_hello (f->bed.clock);
  g_autoptr (GBytes) hello = NULL;
  GscopeCarrier *carrier = NULL;

  soup_message_headers_append (headers, "Authorization", "Bearer " LAB_TOKEN);
  gscope_web_socket_connect_async (client, uri, headers, NULL, keep_carrier, &carrier);
  AWAIT (carrier);
  json_object_set_string_member (object, "source", "lab");
  json_object_set_int_member (object, "credit", 1000);
  json_object_set_int_member (object, "period_ns", GSCOPE_MSEC);
  hello = gscope_message_new (GSCOPE_MESSAGE_HELLO, object);
  gscope_carrier_send (carrier, hello);
  return carrier;
}

/* Tokens. */

static void
test_tokens (Fixture *f, gconstpointer data)
{
  assert_refused (f, NULL, NULL, 401, "asks for a token");
  assert_refused (f, "Authorization", "Bearer wrong", 401, "does not know the token");
  assert_refused (f, "Authorization", "Basic wrong", 401, "asks for a token");
  assert_taken (f, LAB_TOKEN, "Accept", "*/*");
  assert_taken (f, WATCH_TOKEN, "Accept", "*/*");
  assert_taken (f, LAB_TOKEN, NULL, NULL);
}

static void
test_viewer (Fixture *f, gconstpointer data)
{
  AgentBed *bed = &f->bed;
  g_autofree char *written = NULL;
  GscopeAgentSource *source = GSCOPE_AGENT_SOURCE (bed->shown);

  set_token (bed, NULL);
  assert_start_fails (bed, GSCOPE_ERROR_TOKEN, "asks for a token");
  g_assert_error (gscope_agent_source_get_refusal (source), GSCOPE_ERROR, GSCOPE_ERROR_TOKEN);
  set_token (bed, "wrong-wrong-wrong");
  assert_start_fails (bed, GSCOPE_ERROR_TOKEN, "does not know the token");
  /* it waits long before it gives the same token again */
  g_assert_cmpint (gscope_agent_source_get_next_try (source), >=, 40 * GSCOPE_SEC);
  set_token (bed, LAB_TOKEN);
  assert_starts (bed);
  g_assert_no_error (gscope_agent_source_get_refusal (source));
  g_assert_cmpstr (bed->credentials->address, ==, bed->address);
  written = agent_bed_write (bed, 4);
  g_assert_null (written);
}

/* A viewer takes for a token what an agent takes for one, and says so before it asks the agent. */
static void
test_rule (Fixture *f, gconstpointer data)
{
  g_autofree char *longest = g_strnfill (512, 'a');
  g_autofree char *longer = g_strnfill (513, 'a');
  const char *const wrong[] = {
    "", "fifteen-letters", "sixteen letters!", "two\r\nlines-of-it", "é-is-outside-ASCII", longer
  };
  const char *const right[] = { "sixteen.letters~", "AZaz09-._~+/====", longest };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      set_token (&f->bed, wrong[i]);
      assert_start_fails (&f->bed, GSCOPE_ERROR_TOKEN, "a token has 16 to 512 letters");
    }
  for (guint i = 0; i < G_N_ELEMENTS (right); i++)
    {
      set_token (&f->bed, right[i]);
      assert_start_fails (&f->bed, GSCOPE_ERROR_TOKEN, "does not know the token");
    }
}

/* A token that is taken away ends its connections, with the reason; the others stay. */
static void
test_changed (Fixture *f, gconstpointer data)
{
  AgentBed *bed = &f->bed;

  assert_starts (bed);
  agent_bed_write_tokens (bed, "watch:" WATCH_TOKEN "\nlab:" LAB_TOKEN "\n");
  agent_bed_write_tokens (bed, "lab:another-token-of-it\n");
  AWAIT (gscope_source_get_state (bed->shown) == GSCOPE_SOURCE_STATE_TROUBLE);
  g_assert_nonnull (strstr (gscope_source_get_status (bed->shown), "was taken away"));
  AWAIT (gscope_agent_get_n_clients (bed->agent) == 0);
  set_token (bed, "another-token-of-it");
  assert_starts (bed);
  g_assert_cmpint (g_unlink (bed->tokens), ==, 0);
  AWAIT (gscope_source_get_state (bed->shown) == GSCOPE_SOURCE_STATE_TROUBLE);
}

static void
keep_text (GscopeAgent *agent, const char *text, char **kept)
{
  g_free (*kept);
  *kept = g_strdup (text);
}

/* A file with a mistake changes nothing, and is reported. */
static void
test_mistake (Fixture *f, gconstpointer data)
{
  AgentBed *bed = &f->bed;
  g_autofree char *problem = NULL;

  g_signal_connect (bed->agent, "problem", G_CALLBACK (keep_text), &problem);
  assert_starts (bed);
  agent_bed_write_tokens (bed, "lab: too short\n");
  AWAIT (problem);
  g_assert_nonnull (strstr (problem, "line 1"));
  g_assert_true (gscope_source_get_started (bed->shown));
}

static void
test_token_files (Fixture *f, gconstpointer data)
{
  static const struct
  {
    const char *text;
    const char *part;
  } files[] = {
    { "token-without-a-name", "line 1: it is not of the form" },
    { "\n\nla b:" LAB_TOKEN, "line 3: the name" },
    { "lab:short", "line 1: the token" },
    { "lab:sha256:12", "line 1: the token" },
    { "lab:" LAB_TOKEN " or another", "line 1: the token" },
  };
  AgentBed *bed = &f->bed;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      agent_bed_write_tokens (bed, files[i].text);
      g_assert_false (gscope_agent_set_tokens_file (bed->agent, bed->tokens, &error));
      g_assert_nonnull (strstr (error->message, files[i].part));
      g_clear_error (&error);
    }
  agent_bed_write_tokens (bed, NULL);
  g_assert_cmpint (g_chmod (bed->tokens, 0640), ==, 0);
  g_assert_false (gscope_agent_set_tokens_file (bed->agent, bed->tokens, &error));
  g_assert_nonnull (strstr (error->message, "chmod 600"));
  g_clear_error (&error);
  g_assert_false (gscope_agent_set_tokens_file (bed->agent, "/dev/null", &error));
  g_assert_nonnull (strstr (error->message, "device"));
}

static void
test_new_token (Fixture *f, gconstpointer data)
{
  AgentBed *bed = &f->bed;
  g_autofree char *token = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (gscope_agent_create_token (bed->tokens, "a b", &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
  token = gscope_agent_create_token (bed->tokens, "new", NULL);
  g_assert_cmpuint (strlen (token), ==, 43);
  g_assert_true (g_file_get_contents (bed->tokens, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "new:sha256:"));
  g_assert_null (strstr (text, token));
  g_assert_true (gscope_agent_set_tokens_file (bed->agent, bed->tokens, NULL));
  set_token (bed, token);
  assert_starts (bed);
}

/* Five wrong tokens are free. Then an address waits before it gives another wrong one; somebody there with a right token
 * comes in, and does not end the wait. */
static void
test_backoff (Fixture *f, gconstpointer data)
{
  AgentBed *bed = &f->bed;

  for (guint i = 0; i < 6; i++)
    assert_refused (f, "Authorization", "Bearer wrong", 401, "does not know");
  assert_refused (f, "Authorization", "Bearer wrong", 429, "Wait 1 second.");
  assert_starts (bed);
  agent_bed_stop (bed);
  AWAIT (gscope_agent_get_n_clients (bed->agent) == 0);
  assert_refused (f, "Authorization", "Bearer wrong", 429, "Wait 1 second.");
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (bed->clock), GSCOPE_SEC);
  assert_refused (f, "Authorization", "Bearer wrong", 401, "does not know");
  assert_refused (f, "Authorization", "Bearer wrong", 429, "Wait 2 seconds.");
  assert_taken (f, LAB_TOKEN, NULL, NULL);
}

/* Requests that other sites make. */

static void
test_hosts (Fixture *f, gconstpointer data)
{
  static const char *const names[] = { "lab.example.org", NULL };

  assert_refused (f, "Host", "lab.example.org", 421, "does not know that its name");
  assert_refused (f, "Host", "localhost.example.org:80", 421, "does not know that its name");
  assert_taken (f, LAB_TOKEN, "Host", "localhost:4270");
  assert_taken (f, LAB_TOKEN, "Host", "[::1]");
  gscope_agent_set_host_names (f->bed.agent, names);
  assert_taken (f, LAB_TOKEN, "Host", "LAB.example.org.");
  gscope_agent_set_host_names (f->bed.agent, NULL);
  assert_refused (f, "Host", "lab.example.org", 421, "does not know that its name");
}

static void
test_origins (Fixture *f, gconstpointer data)
{
  static const char *const origins[] = { "https://lab.example.org", NULL };
  g_autofree char *own = g_strndup (f->uri, strlen (f->uri) - strlen ("/v1"));

  assert_refused (f, "Origin", "https://lab.example.org", 403, "Web pages of");
  assert_refused (f, "Origin", "null", 403, "Web pages of");
  assert_refused (f, "Origin", "http://127.0.0.1", 403, "Web pages of");
  assert_taken (f, LAB_TOKEN, "Origin", own);
  gscope_agent_set_origins (f->bed.agent, origins);
  assert_taken (f, LAB_TOKEN, "Origin", "https://lab.example.org");
}

/* Limits. */

static void
test_too_many (Fixture *f, gconstpointer data)
{
  AgentBed *bed = &f->bed;

  assert_starts (bed);
  gscope_agent_set_limits (bed->agent, 1, 10);
  assert_refused (f, "Authorization", "Bearer " WATCH_TOKEN, 503, "1 connection already");
  gscope_agent_set_limits (bed->agent, 10, 1);
  assert_refused (f, "Authorization", "Bearer " WATCH_TOKEN, 429, "of your address already");
  agent_bed_stop (bed);
  AWAIT (gscope_agent_get_n_clients (bed->agent) == 0);
  gscope_agent_set_limits (bed->agent, 1, 1);
  assert_starts (bed);
}

static void
keep_message (GscopeCarrier *carrier, GBytes *message, GString *text)
{
  g_string_append_len (text, g_bytes_get_data (message, NULL), g_bytes_get_size (message));
}

static void
note_end (GscopeCarrier *carrier, const GError *error, gboolean *has_ended)
{
  *has_ended = TRUE;
}

/* At a Unix socket, the reason comes as a message. */
static void
test_too_many_local (Fixture *f, gconstpointer data)
{
  AgentBed *bed = &f->bed;
  g_autofree char *path = g_build_filename (bed->folder, "agent", NULL);
  g_autofree char *address = g_strconcat ("unix:", path, NULL);
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketAddress) socket = g_unix_socket_address_new (path);
  g_autoptr (GSocketConnection) connection = NULL;
  g_autoptr (GscopeCarrier) carrier = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean has_ended = FALSE;

  agent_bed_listen (bed, address);
  assert_starts (bed);
  gscope_agent_set_limits (bed->agent, 10, 1);
  connection = g_socket_client_connect (client, G_SOCKET_CONNECTABLE (socket), NULL, NULL);
  carrier = gscope_stream_carrier_new (G_IO_STREAM (connection));
  g_signal_connect (carrier, "received", G_CALLBACK (keep_message), text);
  g_signal_connect (carrier, "closed", G_CALLBACK (note_end), &has_ended);
  AWAIT (has_ended);
  g_assert_nonnull (strstr (text->str, "Close it."));
  g_assert_cmpuint (gscope_agent_get_n_clients (bed->agent), ==, 1);
}

/* Messages are cheap, but not free. */
static void
test_flood (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeCarrier) carrier = open_lab (f);
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean has_ended = FALSE;

  g_signal_connect (carrier, "received", G_CALLBACK (keep_message), text);
  g_signal_connect (carrier, "closed", G_CALLBACK (note_end), &has_ended);
  for (guint i = 0; i < 10010; i++)
    {
      g_autoptr (GBytes) message = g_bytes_new_static ("{\"pace\":{\"interval_ns\":0}}", 26);

      gscope_carrier_send (carrier, message);
    }
  AWAIT (has_ended);
  g_assert_nonnull (strstr (text->str, "More than 20000 messages"));
}

/* A client that does not go on is cut off. */
static void
test_slow_request (Fixture *f, gconstpointer data)
{
  g_autoptr (GUri) uri = g_uri_parse (f->uri, G_URI_FLAGS_NONE, NULL);
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  GAsyncResult *ended = NULL;
  g_autoptr (GAsyncResult) end = NULL;
  g_autoptr (GSocketConnection) connection = NULL;
  char byte;

  g_socket_client_connect_to_host_async (client, "127.0.0.1", g_uri_get_port (uri), NULL,
                                         gscope_test_keep_result, &result);
  kept = gscope_test_await (&result);
  connection = g_socket_client_connect_to_host_finish (client, kept, NULL);
  g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (connection)), "GET ", 4,
                             NULL, NULL, NULL);
  g_input_stream_read_async (g_io_stream_get_input_stream (G_IO_STREAM (connection)), &byte, 1, 0,
                             NULL, gscope_test_keep_result, &ended);
  /* it is accepted before another one is answered */
  assert_refused (f, NULL, NULL, 401, "token");
  g_assert_null (ended);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->bed.clock), 10 * GSCOPE_SEC);
  end = gscope_test_await (&ended);
  g_assert_cmpint (g_input_stream_read_finish (
                       g_io_stream_get_input_stream (G_IO_STREAM (connection)), end, NULL),
                   <=, 0);
}

static void
test_large_body (Fixture *f, gconstpointer data)
{
  g_autoptr (SoupMessage) message = soup_message_new ("PUT", f->uri);
  g_autofree char *text = g_malloc0 (3 * 1024 * 1024);
  g_autoptr (GBytes) body = g_bytes_new (text, 3 * 1024 * 1024);
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  g_autoptr (GBytes) answer = NULL;

  soup_message_set_request_body_from_bytes (message, NULL, body);
  soup_session_send_and_read_async (f->session, message, 0, NULL, gscope_test_keep_result, &result);
  kept = gscope_test_await (&result);
  answer = soup_session_send_and_read_finish (f->session, kept, NULL);
  g_assert_nonnull (answer);
  g_assert_cmpuint (soup_message_get_status (message), ==, 413);
}

/* Addresses. */

static void
test_listen (void)
{
  static const struct
  {
    const char *address;
    const char *part;
  } bad[] = {
    { "ws://0.0.0.0:0", "Use wss://" },
    { "ws://lab.example.org:0", "Use wss://" },
    { "wss://127.0.0.1:0", "without a certificate" },
    { "127.0.0.1:0", "without a certificate" },
    { "ws://localhost:0", "without tokens" },
    { "ssh://lab", "cannot listen" },
    { "http://localhost", "is not the address" },
    { "ws://user@localhost:0", "is not the address" },
  };
  g_autoptr (GscopeScope) scope = gscope_scope_new ();
  g_autoptr (GscopeAgent) agent = gscope_agent_new (scope, NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (gscope_agent_listen (agent, bad[i].address, &error));
      if (!strstr (error->message, bad[i].part))
        g_error ("“%s” is not in “%s”", bad[i].part, error->message);
    }
}

/* Addresses as a user writes them, and as tokens and certificates are found by them. */
static void
test_addresses (void)
{
  static const struct
  {
    const char *written;
    const char *complete;
    const char *uri;
  } addresses[] = {
    { "lab", "wss://lab:4270", "wss://lab:4270/v1" },
    { "lab:443", "wss://lab:443", "wss://lab:443/v1" },
    { "192.0.2.7", "wss://192.0.2.7:4270", "wss://192.0.2.7:4270/v1" },
    { "::1", "wss://[::1]:4270", "wss://[::1]:4270/v1" },
    { "[2001:db8::1]:5000", "wss://[2001:db8::1]:5000", "wss://[2001:db8::1]:5000/v1" },
    { "wss://lab/", "wss://lab:4270", "wss://lab:4270/v1" },
    { "wss://lab:443/rack7", "wss://lab:443/rack7", "wss://lab:443/rack7" },
    { "ws://localhost:5000", "ws://localhost:5000", "ws://localhost:5000/v1" },
    { "unix:/run/agent", "unix:/run/agent", NULL },
    { "ssh://me@lab", "ssh://me@lab", NULL },
    { "ssh://me@[::1]:2222", "ssh://me@[::1]:2222", NULL },
    { "", NULL, NULL },
    { "lab:port", NULL, NULL },
    { "lab:70000", NULL, NULL },
    { "a:b:c", NULL, NULL },
    { "http://lab", NULL, NULL },
    { "ws://", NULL, NULL },
    { "wss://lab?token=secret", NULL, NULL },
    { "wss://lab#x", NULL, NULL },
    { "me@lab", NULL, NULL },
    { "ssh://", NULL, NULL },
    { "ssh://me@", NULL, NULL },
    { "ssh://lab/x", NULL, NULL },
    { "two words", NULL, NULL },
    { "fe80::1%eth0", NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (addresses); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GscopeEndpoint) endpoint = gscope_endpoint_parse (addresses[i].written, &error);

      g_test_message ("%s", addresses[i].written);
      g_assert_cmpstr (endpoint ? endpoint->text : NULL, ==, addresses[i].complete);
      g_assert_cmpstr (endpoint ? endpoint->uri : NULL, ==, addresses[i].uri);
      if (!endpoint)
        g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
    }
}

static gboolean
keep_connection (GSocketService *service, GSocketConnection *connection, GObject *source,
                 gpointer data)
{
  g_set_object ((GSocketConnection **) data, connection);
  return TRUE;
}

/* An agent that does not answer counts as one that cannot be reached. */
static void
test_silent (Fixture *f, gconstpointer data)
{
  AgentBed *bed = &f->bed;
  g_autoptr (GSocketService) service = g_socket_service_new ();
  guint port = g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (service), NULL, NULL);
  g_autofree char *address = g_strdup_printf ("ws://localhost:%u", port);
  g_autoptr (GSocketConnection) connection = NULL;
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  g_autoptr (GError) error = NULL;

  g_signal_connect (service, "incoming", G_CALLBACK (keep_connection), &connection);
  agent_bed_configure (bed, "address", address);
  gscope_source_start_async (bed->shown, NULL, gscope_test_keep_result, &result);
  AWAIT (connection);
  g_assert_null (result);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (bed->clock), 10 * GSCOPE_SEC);
  kept = gscope_test_await (&result);
  g_assert_false (gscope_source_start_finish (bed->shown, kept, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "has not answered for 10 seconds"));
}

static void
test_unreachable (Fixture *f, gconstpointer data)
{
  AgentBed *bed = &f->bed;

  agent_bed_configure (bed, "address", "ws://lab.example.org");
  assert_start_fails (bed, GSCOPE_ERROR_INVALID, "would not be encrypted");
  agent_bed_configure (bed, "address", "127.0.0.1:1");
  assert_start_fails (bed, GSCOPE_ERROR_NOT_FOUND, "Cannot reach an agent at “wss://127.0.0.1:1”");
  agent_bed_configure (bed, "address", "wss://lab:secret@localhost");
  assert_start_fails (bed, GSCOPE_ERROR_INVALID, "is not the address");
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture *f, gconstpointer data);
  } tests[] = {
    { "tokens", test_tokens },
    { "viewer", test_viewer },
    { "rule", test_rule },
    { "changed", test_changed },
    { "mistake", test_mistake },
    { "token-files", test_token_files },
    { "new-token", test_new_token },
    { "backoff", test_backoff },
    { "hosts", test_hosts },
    { "origins", test_origins },
    { "too-many", test_too_many },
    { "too-many-local", test_too_many_local },
    { "flood", test_flood },
    { "slow-request", test_slow_request },
    { "large-body", test_large_body },
    { "silent", test_silent },
    { "unreachable", test_unreachable },
  };

  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/agent-network/", tests[i].path, NULL);

      g_test_add (path, Fixture, NULL, set_up, tests[i].func, tear_down);
    }
  g_test_add_func ("/agent-network/listen", test_listen);
  g_test_add_func ("/agent-network/addresses", test_addresses);
  return g_test_run ();
}
