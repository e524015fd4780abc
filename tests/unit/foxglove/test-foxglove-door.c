/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/await.h"
#include "support/rest-bed.h"

#include <gscope-test/gscope-test.h>
#include <string.h>

/* The WebSocket of an agent for viewers that speak Foxglove’s protocol. */

#define TOKEN "correct-horse-battery-"

/* The texts that came, and the number of binary messages. */
typedef struct
{
  GPtrArray *texts;
  guint n_binary;
  gboolean is_closed;
} Received;

static SoupMessage *
create_request (RestBed *f, const char *path, const char *token)
{
  g_autofree char *uri = g_strconcat (f->uri, path, token ? "?token=" TOKEN : "", token, NULL);

  return soup_message_new ("GET", uri);
}

/* Asks for the WebSocket, which is refused. */
static void
assert_refused (RestBed *f, SoupMessage *new_message, const char *protocol, guint status,
                const char *words)
{
  char *protocols[] = { (char *) protocol, NULL };
  g_autoptr (SoupMessage) message = new_message;
  g_auto (RestAnswer) answer = { 0 };

  soup_websocket_client_prepare_handshake (message, NULL, protocols, NULL);
  answer = rest_bed_send (f, message, NULL);
  g_assert_cmpuint (answer.status, ==, status);
  if (!strstr (answer.text, words))
    g_error ("“%s” is not in “%s”", words, answer.text);
}

static SoupWebsocketConnection *
open_door (RestBed *f, SoupMessage *new_message, char **protocols)
{
  g_autoptr (SoupMessage) message = new_message;
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  g_autoptr (GError) error = NULL;
  SoupWebsocketConnection *connection;

  soup_session_websocket_connect_async (f->session, message, NULL, protocols, 0, NULL,
                                        gscope_test_keep_result, &result);
  kept = gscope_test_await (&result);
  connection = soup_session_websocket_connect_finish (f->session, kept, &error);
  g_assert_no_error (error);
  return connection;
}

static void
close_door (RestBed *f, SoupWebsocketConnection *connection)
{
  soup_websocket_connection_close (connection, 1000, NULL);
  AWAIT (gscope_agent_get_n_clients (f->agent) == 0);
  AWAIT (soup_websocket_connection_get_state (connection) == SOUP_WEBSOCKET_STATE_CLOSED);
  g_object_unref (connection);
}

/* The first subprotocol that the agent knows is chosen. */
static void
assert_chosen (RestBed *f, char **protocols, const char *chosen)
{
  SoupWebsocketConnection *connection =
      open_door (f, create_request (f, "/foxglove", "lab"), protocols);

  g_assert_cmpstr (soup_websocket_connection_get_protocol (connection), ==, chosen);
  g_assert_null (soup_websocket_connection_get_extensions (connection));
  AWAIT (gscope_agent_get_n_clients (f->agent) == 1);
  close_door (f, connection);
}

static void
test_protocols (RestBed *f, gconstpointer data)
{
  char *both[] = { (char *) "foxglove.sdk.v1", (char *) "foxglove.websocket.v1", NULL };
  char *sdk[] = { (char *) "foxglove.sdk.v1", NULL };

  gscope_agent_set_foxglove (f->agent, TRUE);
  assert_chosen (f, both, "foxglove.websocket.v1");
  assert_chosen (f, sdk, "foxglove.sdk.v1");
  assert_refused (f, create_request (f, "/foxglove", "lab"), "gscope.v1", 400, "foxglove.sdk.v1");
  assert_refused (f, create_request (f, "/foxglove/x", "lab"), "foxglove.sdk.v1", 401, "token");
}

static void
test_closed (RestBed *f, gconstpointer data)
{
  char *protocols[] = { (char *) "foxglove.websocket.v1", NULL };
  SoupWebsocketConnection *connection;

  assert_refused (f, create_request (f, "/foxglove", "lab"), protocols[0], 404, "“foxglove”");
  gscope_agent_set_foxglove (f->agent, TRUE);
  connection = open_door (f, create_request (f, "/foxglove", "lab"), protocols);
  AWAIT (gscope_agent_get_n_clients (f->agent) == 1);
  gscope_agent_set_foxglove (f->agent, FALSE);
  g_assert_cmpuint (gscope_agent_get_n_clients (f->agent), ==, 0);
  AWAIT (soup_websocket_connection_get_state (connection) == SOUP_WEBSOCKET_STATE_CLOSED);
  g_object_unref (connection);
  assert_refused (f, create_request (f, "/foxglove", "lab"), protocols[0], 404, "“foxglove”");
}

/* A token in the address counts there alone, and all that is checked for other clients is checked here. */
static void
test_tokens (RestBed *f, gconstpointer data)
{
  g_autoptr (SoupMessage) elsewhere = create_request (f, "/v1/sources", "lab");
  g_auto (RestAnswer) answer = rest_bed_send (f, elsewhere, NULL);
  SoupMessage *foreign = create_request (f, "/foxglove", "lab");
  SoupMessage *misnamed = create_request (f, "/foxglove", "lab");

  g_assert_cmpuint (answer.status, ==, 401);
  gscope_agent_set_foxglove (f->agent, TRUE);
  assert_refused (f, create_request (f, "/foxglove", NULL), "foxglove.sdk.v1", 401, "token");
  assert_refused (f, create_request (f, "/foxglove", "x"), "foxglove.sdk.v1", 401, "token");
  soup_message_headers_replace (soup_message_get_request_headers (foreign), "Origin",
                                "https://lab.example.org");
  assert_refused (f, foreign, "foxglove.sdk.v1", 403, "Web pages of");
  soup_message_headers_replace (soup_message_get_request_headers (misnamed), "Host",
                                "lab.example.org");
  assert_refused (f, misnamed, "foxglove.sdk.v1", 421, "its name");
}

static void
test_limits (RestBed *f, gconstpointer data)
{
  char *protocols[] = { (char *) "foxglove.websocket.v1", NULL };
  SoupWebsocketConnection *connection;

  gscope_agent_set_foxglove (f->agent, TRUE);
  connection = open_door (f, create_request (f, "/foxglove", "lab"), protocols);
  gscope_agent_set_limits (f->agent, 1, 10);
  assert_refused (f, create_request (f, "/foxglove", "lab"), protocols[0], 503, "1 connection ");
  close_door (f, connection);
}

static void
on_message (SoupWebsocketConnection *connection, int type, GBytes *message, Received *received)
{
  gsize size;
  const char *data = g_bytes_get_data (message, &size);

  if (type == SOUP_WEBSOCKET_DATA_TEXT)
    g_ptr_array_add (received->texts, g_strndup (data, size));
  else
    received->n_binary++;
}

static gboolean
has_text (Received *received, const char *part)
{
  for (guint i = 0; i < received->texts->len; i++)
    if (strstr (received->texts->pdata[i], part))
      return TRUE;
  return FALSE;
}

/* A whole conversation: descriptions, samples, a write with its record, the update for another client, and rights that are
 * taken away. */
static void
test_conversation (RestBed *f, gconstpointer data)
{
  char *protocols[] = { (char *) "foxglove.websocket.v1", NULL };
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  Received received = { texts, 0, FALSE };
  GscopeParameter *gain;
  SoupWebsocketConnection *connection;
  g_auto (RestAnswer) metrics = { 0 };

  gscope_agent_set_foxglove (f->agent, TRUE);
  connection = open_door (f, create_request (f, "/foxglove", "lab"), protocols);
  g_signal_connect (connection, "message", G_CALLBACK (on_message), &received);
  AWAIT (has_text (&received, "\"advertise\"") && received.n_binary > 0);
  g_assert_true (has_text (&received, "serverInfo"));
  g_assert_true (has_text (&received, "\"topic\":\"/lab\""));
  g_assert_false (has_text (&received, "secret"));
  soup_websocket_connection_send_text (
      connection, "{\"op\":\"subscribe\",\"subscriptions\":[{\"id\":1,\"channelId\":1}]}");
  soup_websocket_connection_send_text (
      connection, "{\"op\":\"subscribeParameterUpdates\",\"parameterNames\":[\"lab/gain\"]}");
  soup_websocket_connection_send_text (
      connection, "{\"op\":\"setParameters\",\"parameters\":[{\"name\":\"lab/gain\",\"value\":4}],"
                  "\"id\":\"w\"}");
  AWAIT (has_text (&received, "\"id\":\"w\""));
  gain = gscope_source_find_parameter (GSCOPE_SOURCE (f->lab), "gain");
  g_assert_cmpfloat (gscope_parameter_get_number (gain), ==, 4);
  metrics = rest_bed_get (f, "all", "/metrics");
  g_assert_nonnull (strstr (metrics.text, "gscope_agent_clients 1\n"));
  g_assert_nonnull (strstr (metrics.text, "gscope_agent_leases 1\n"));
  received.n_binary = 0;
  rest_bed_push (f, 2.5);
  AWAIT (received.n_binary > 0);
  g_ptr_array_set_size (texts, 0);
  gscope_parameter_write_async (gain, g_variant_new_double (5), "somebody", NULL, NULL, NULL);
  run_pending ();
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_SEC);
  AWAIT (has_text (&received, "\"value\":5.0"));
  gscope_agent_reset_rights (f->agent);
  AWAIT (has_text (&received, "\"unadvertise\""));
  close_door (f, connection);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*func) (RestBed *f, gconstpointer data);
  } tests[] = {
    { "protocols", test_protocols },
    { "closed", test_closed },
    { "tokens", test_tokens },
    { "limits", test_limits },
    { "conversation", test_conversation },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/foxglove-door/", tests[i].name, NULL);

      g_test_add (path, RestBed, NULL, rest_bed_set_up, tests[i].func, rest_bed_tear_down);
    }
  return g_test_run ();
}
