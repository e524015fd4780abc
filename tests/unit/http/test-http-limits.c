/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The limits of the HTTP of an agent, on a test clock. The door lets nobody in: a request within the limits is answered
 * with 401. */

#include <gscope-test/gscope-test.h>
#include <gscope/http/http.h>
#include <string.h>

#define MAX_BODY (1024 * 1024)
#define RESERVE 16
#define N_FREE 5

typedef struct
{
  GscopeClock *clock;
  GscopeDoor *door;
  GscopeHttp *http;
  GSocketListener *listener;
  GSocketAddress *address;
} Fixture;

static void
run_pending (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) any_port = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GError) error = NULL;

  f->clock = gscope_test_clock_new (10 * GSCOPE_SEC);
  f->door = gscope_door_new ();
  f->http = gscope_http_new (f->door, f->clock);
  f->listener = g_socket_listener_new ();
  g_socket_listener_add_address (f->listener, any_port, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP,
                                 NULL, &f->address, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gscope_http_free (f->http);
  run_pending ();
  gscope_door_free (f->door);
  g_object_unref (f->listener);
  g_object_unref (f->address);
  g_object_unref (f->clock);
}

static GSocketConnection *
connect_client (Fixture *f)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketConnection) accepted = NULL;
  g_autoptr (GError) error = NULL;
  GSocketConnection *connection;

  g_socket_client_set_enable_proxy (client, FALSE);
  connection = g_socket_client_connect (client, G_SOCKET_CONNECTABLE (f->address), NULL, &error);
  g_assert_no_error (error);
  accepted = g_socket_listener_accept (f->listener, NULL, NULL, &error);
  g_assert_no_error (error);
  gscope_http_accept (f->http, accepted, FALSE);
  return connection;
}

/* Returns "" if the connection was closed. */
static char *
read_part (GSocketConnection *connection)
{
  GInputStream *input = g_io_stream_get_input_stream (G_IO_STREAM (connection));
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  g_autoptr (GBytes) bytes = NULL;
  gsize size;
  const char *text;

  g_input_stream_read_bytes_async (input, 4096, 0, NULL, gscope_test_keep_result, &result);
  while (!result)
    g_main_context_iteration (NULL, TRUE);
  kept = result;
  bytes = g_input_stream_read_bytes_finish (input, result, NULL);
  if (!bytes)
    return g_strdup ("");
  text = g_bytes_get_data (bytes, &size);
  return g_strndup (text, size);
}

/* Returns the answer to a request with a further header and a body of zeros. */
static char *
send_request (GSocketConnection *connection, const char *header, gsize n_body)
{
  GOutputStream *output = g_io_stream_get_output_stream (G_IO_STREAM (connection));
  g_autoptr (GString) request = g_string_new ("POST /v1 HTTP/1.1\r\nHost: localhost\r\n");
  gsize n_head;
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;

  g_string_append_printf (request, "%sContent-Length: %" G_GSIZE_FORMAT "\r\n\r\n", header, n_body);
  n_head = request->len;
  g_string_set_size (request, n_head + n_body);
  memset (request->str + n_head, 0, n_body);
  g_output_stream_write_all_async (output, request->str, request->len, 0, NULL,
                                   gscope_test_keep_result, &result);
  while (!result)
    g_main_context_iteration (NULL, TRUE);
  kept = result;
  g_assert_true (g_output_stream_write_all_finish (output, result, NULL, NULL));
  return read_part (connection);
}

static void
check_answer (const char *answer, const char *status, const char *part)
{
  g_autofree char *begin = g_strdup_printf ("HTTP/1.1 %s ", status);

  if (!g_str_has_prefix (answer, begin) || !strstr (answer, part))
    g_error ("“%s” and “%s” are not in “%s”", begin, part, answer);
}

static void
assert_answer (GSocketConnection *connection, gsize n_body, const char *status, const char *part)
{
  g_autofree char *answer = send_request (connection, "", n_body);

  check_answer (answer, status, part);
}

/* Sends a wrong token over a connection of its own. */
static void
assert_wrong_token (Fixture *f, const char *status, const char *part)
{
  g_autoptr (GSocketConnection) connection = connect_client (f);
  g_autofree char *answer = send_request (connection, "Authorization: Bearer wrong\r\n", 0);

  check_answer (answer, status, part);
}

static void
assert_closed (GSocketConnection *connection)
{
  g_autofree char *text = read_part (connection);

  g_assert_cmpstr (text, ==, "");
  run_pending ();
}

/* With too many connections, requests are refused with the reason; they are served again when one has gone. */
static void
test_connections (Fixture *f, gconstpointer data)
{
  g_autoptr (GSocketConnection) first = NULL, second = NULL, third = NULL;

  gscope_http_set_limits (f->http, 2, 100);
  first = connect_client (f);
  second = connect_client (f);
  third = connect_client (f);
  assert_answer (third, 0, "503", "takes no more. Try again later");
  assert_closed (third);
  assert_answer (second, 0, "401", "WWW-Authenticate: Bearer");
}

static void
test_addresses (Fixture *f, gconstpointer data)
{
  g_autoptr (GSocketConnection) first = NULL, second = NULL;

  gscope_http_set_limits (f->http, 100, 1);
  first = connect_client (f);
  second = connect_client (f);
  assert_answer (second, 0, "429", "has 1 connection of your address already");
  assert_closed (second);
  assert_answer (first, 0, "401", "WWW-Authenticate: Bearer");
}

/* A few connections beyond the limit get an answer, further ones none. */
static void
test_reserve (Fixture *f, gconstpointer data)
{
  g_autoptr (GPtrArray) connections = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GSocketConnection) last = NULL;

  gscope_http_set_limits (f->http, 1, 100);
  for (guint i = 0; i < 1 + RESERVE; i++)
    g_ptr_array_add (connections, connect_client (f));
  last = connect_client (f);
  assert_closed (last);
  assert_answer (connections->pdata[RESERVE], 0, "503", "Retry-After: 1");
}

/* The answer says when the next try is allowed. */
static void
test_tokens (Fixture *f, gconstpointer data)
{
  GscopeTestClock *clock = GSCOPE_TEST_CLOCK (f->clock);

  for (guint i = 0; i < N_FREE + 3; i++)
    {
      assert_wrong_token (f, "401", "WWW-Authenticate: Bearer");
      gscope_test_clock_advance (clock, i < N_FREE ? 0 : GSCOPE_SEC << (i - N_FREE));
    }
  assert_wrong_token (f, "401", "WWW-Authenticate: Bearer");
  assert_wrong_token (f, "429", "Retry-After: 8\r\n");
  gscope_test_clock_advance (clock, 5 * GSCOPE_SEC + 1);
  assert_wrong_token (f, "429", "Retry-After: 3\r\n");
}

static void
test_body (Fixture *f, gconstpointer data)
{
  g_autoptr (GSocketConnection) fits = connect_client (f), large = connect_client (f);

  assert_answer (fits, MAX_BODY, "401", "WWW-Authenticate: Bearer");
  assert_answer (large, MAX_BODY + 1, "413", "at most 1 MiB");
}

/* Who asks for nothing for ten seconds is disconnected. */
static void
test_patience (Fixture *f, gconstpointer data)
{
  g_autoptr (GSocketConnection) first = connect_client (f), second = NULL;

  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 5 * GSCOPE_SEC);
  run_pending ();
  second = connect_client (f);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 5 * GSCOPE_SEC);
  run_pending ();
  assert_closed (first);
  assert_answer (second, 0, "401", "WWW-Authenticate: Bearer");
}

static void
assert_network (const char *address, const char *network)
{
  g_autoptr (GInetAddress) parsed = g_inet_address_new_from_string (address);
  g_autofree char *described = gscope_http_describe_network (parsed);

  g_assert_cmpstr (described, ==, network);
}

/* Limits are for an IPv4 address, and for 64 bits of an IPv6 address. */
static void
test_networks (Fixture *f, gconstpointer data)
{
  assert_network ("192.0.2.7", "192.0.2.7");
  assert_network ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::");
  assert_network ("2001:db8:1:2:ffff::1", "2001:db8:1:2::");
  assert_network ("2001:db8:1:3::1", "2001:db8:1:3::");
}

#define ADD(name) g_test_add ("/http-limits/" #name, Fixture, NULL, set_up, test_##name, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD (connections);
  ADD (addresses);
  ADD (networks);
  ADD (reserve);
  ADD (tokens);
  ADD (body);
  ADD (patience);
  return g_test_run ();
}
