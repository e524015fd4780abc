/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/scripted-source.h"

#include <glib/gstdio.h>
#include <gscope-test/gscope-test.h>
#include <gscope/share/web-socket.h>

#define TOKENS                                                                                     \
  "# tokens of the test\n\n"                                                                       \
  "lab:correct-horse-battery\n"                                                                    \
  "watch:sha256:%s\n"
#define TOKEN "correct-horse-battery"
#define OTHER_TOKEN "staple-staple-staple"

/* An agent with one source at a port of this machine, on a test clock. */
typedef struct
{
  GscopeClock *clock;
  char *directory;
  char *tokens;
  GscopeScope *far;
  GscopeSource *served;
  GscopeAgent *agent;
  char *http;
  SoupSession *session;
} Fixture;

static void
write_tokens (Fixture *f, const char *text, int mode)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents_full (f->tokens, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, mode, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, OTHER_TOKEN, -1);
  g_autofree char *text = g_strdup_printf (TOKENS, digest);
  g_auto (GStrv) addresses = NULL;
  g_autoptr (GError) error = NULL;

  f->directory = g_dir_make_tmp ("gscope-network-XXXXXX", NULL);
  f->tokens = g_build_filename (f->directory, "tokens", NULL);
  write_tokens (f, text, 0600);
  f->clock = gscope_test_clock_new (10 * GSCOPE_SEC);
  f->far = gscope_scope_new_with_clock (f->clock);
  f->served = GSCOPE_SOURCE (scripted_source_new ("lab"));
  gscope_scope_add_source (f->far, f->served);
  f->agent = gscope_agent_new (f->far, NULL, NULL);
  gscope_agent_set_tokens_file (f->agent, f->tokens, &error);
  g_assert_no_error (error);
  gscope_agent_listen (f->agent, "ws://localhost:0", &error);
  g_assert_no_error (error);
  addresses = gscope_agent_list_addresses (f->agent);
  g_assert_true (g_str_has_prefix (addresses[0], "ws://127.0.0.1:"));
  f->http = g_strconcat ("http", addresses[0] + strlen ("ws"), NULL);
  f->session = soup_session_new ();
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_unref (f->session);
  g_assert_finalize_object (f->agent);
  run_pending ();
  gscope_scope_remove_source (f->far, f->served);
  g_assert_finalize_object (f->served);
  g_assert_finalize_object (f->far);
  g_object_unref (f->clock);
  g_unlink (f->tokens);
  g_assert_cmpint (g_rmdir (f->directory), ==, 0);
  g_free (f->directory);
  g_free (f->tokens);
  g_free (f->http);
}

/* Asks for the WebSocket, with a further header unless it is NULL. Returns the status, and the reason of a refusal. */
static guint
ask (Fixture *f, const char *name, const char *value, char **reason)
{
  char *protocols[] = { (char *) "gscope.v1", NULL };
  g_autofree char *uri = g_strconcat (f->http, "/v1", NULL);
  g_autoptr (SoupMessage) message = soup_message_new ("GET", uri);
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  g_autoptr (GBytes) body = NULL;
  g_autoptr (GError) error = NULL;

  soup_websocket_client_prepare_handshake (message, NULL, protocols, NULL);
  if (name)
    soup_message_headers_replace (soup_message_get_request_headers (message), name, value);
  soup_session_send_and_read_async (f->session, message, 0, NULL, gscope_test_keep_result, &result);
  kept = gscope_test_await (&result);
  body = soup_session_send_and_read_finish (f->session, kept, &error);
  if (reason)
    *reason = body ? g_strndup (g_bytes_get_data (body, NULL), g_bytes_get_size (body)) : NULL;
  return soup_message_get_status (message);
}

static void
on_connected (GObject *client, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  *(GscopeCarrier **) data =
      gscope_web_socket_connect_finish (G_SOCKET_CLIENT (client), result, &error);
  g_assert_no_error (error);
}

static GscopeCarrier *
enter (Fixture *f, const char *name, const char *value)
{
  g_autoptr (SoupMessageHeaders) headers = soup_message_headers_new (SOUP_MESSAGE_HEADERS_REQUEST);
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autofree char *uri = g_strdup_printf ("ws%s/v1", f->http + strlen ("http"));
  GscopeCarrier *carrier = NULL;

  soup_message_headers_append (headers, name, value);
  gscope_web_socket_connect_async (client, uri, headers, NULL, on_connected, &carrier);
  while (!carrier)
    g_main_context_iteration (NULL, TRUE);
  return carrier;
}

static void
assert_refused (Fixture *f, const char *name, const char *value, guint status, const char *part)
{
  g_autofree char *reason = NULL;

  g_assert_cmpuint (ask (f, name, value, &reason), ==, status);
  g_assert_nonnull (strstr (reason, part));
}

static void
test_tokens (Fixture *f, gconstpointer data)
{
  static const char *const tokens[][2] = {
    { "Authorization", "Bearer " TOKEN },
    { "Authorization", "bearer  " OTHER_TOKEN },
  };

  assert_refused (f, NULL, NULL, 401, "asks for a token");
  assert_refused (f, "Authorization", "Bearer wrong", 401, "does not know the token");
  for (guint i = 0; i < G_N_ELEMENTS (tokens); i++)
    {
      g_autoptr (GscopeCarrier) carrier = enter (f, tokens[i][0], tokens[i][1]);

      while (gscope_agent_get_n_clients (f->agent) == 0)
        g_main_context_iteration (NULL, TRUE);
      g_clear_object (&carrier);
      while (gscope_agent_get_n_clients (f->agent) > 0)
        g_main_context_iteration (NULL, TRUE);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/agent-network/tokens", Fixture, NULL, set_up, test_tokens, tear_down);
  return g_test_run ();
}
