/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/agent-bed.h"
#include "support/certificates.h"

#include <glib/gstdio.h>
#include <string.h>

/* Certificates of agents: one that nobody knows at first, another one, and one that has expired; of an authority, of a
 * client that it has issued, in time and expired, and of a client that it does not know. */
static void
make_certificates (const char *folder)
{
  make_certificate (folder, "far", NULL, 1);
  make_certificate (folder, "other", NULL, 1);
  make_certificate (folder, "expired", NULL, -1);
  make_certificate (folder, "authority", NULL, 1);
  make_certificate (folder, "alice", "authority", 1);
  make_certificate (folder, "late", "authority", -1);
  make_certificate (folder, "stranger", NULL, 1);
}

typedef struct
{
  AgentBed bed;
  const char *folder;
} Fixture;

static void
set_up (Fixture *f, gconstpointer folder)
{
  f->folder = folder;
  agent_bed_set_up (&f->bed);
  agent_bed_certify (&f->bed, folder, "far");
  agent_bed_listen (&f->bed, "wss://127.0.0.1:0");
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  agent_bed_tear_down (&f->bed);
}

static void
pin (AgentBed *bed)
{
  g_autofree char *fingerprint = gscope_agent_dup_fingerprint (bed->agent);

  agent_bed_configure (bed, "certificate", fingerprint);
}

static void
assert_starts (AgentBed *bed)
{
  g_autoptr (GError) error = agent_bed_start (bed);

  g_assert_no_error (error);
}

static void
assert_refused (AgentBed *bed, int code, const char *part)
{
  g_autoptr (GError) error = agent_bed_start (bed);

  g_assert_error (error, GSCOPE_ERROR, code);
  if (!strstr (error->message, part))
    g_error ("“%s” is not in “%s”", part, error->message);
}

static const GError *
get_refusal (AgentBed *bed)
{
  return gscope_agent_source_get_refusal (GSCOPE_AGENT_SOURCE (bed->shown));
}

static void
test_pinned (Fixture *f, gconstpointer data)
{
  AgentBed *bed = &f->bed;
  g_autofree char *reason = NULL;
  GscopeParameter *gain = gscope_source_find_parameter (bed->served, "gain");

  pin (bed);
  assert_starts (bed);
  g_assert_cmpstr (bed->credentials->address, ==, bed->address);
  g_assert_null (bed->credentials->fingerprint);
  reason = agent_bed_write (bed, 4);
  g_assert_null (reason);
  g_assert_cmpfloat (gscope_parameter_get_number (gain), ==, 4);
}

static void
test_unknown (Fixture *f, gconstpointer data)
{
  AgentBed *bed = &f->bed;
  g_autofree char *fingerprint = gscope_agent_dup_fingerprint (bed->agent);

  assert_refused (bed, GSCOPE_ERROR_CERTIFICATE, fingerprint);
  g_assert_cmpstr (bed->credentials->fingerprint, ==, fingerprint);
  g_assert_error (get_refusal (bed), GSCOPE_ERROR, GSCOPE_ERROR_CERTIFICATE);
  bed->credentials->trusted = g_steal_pointer (&fingerprint);
  assert_starts (bed);
  g_assert_no_error (get_refusal (bed));
}

/* The reason has both fingerprints. */
static void
test_changed (Fixture *f, gconstpointer data)
{
  AgentBed *bed = &f->bed;
  g_autofree char *fingerprint = gscope_agent_dup_fingerprint (bed->agent);
  g_autofree char *reason = g_strdup_printf ("was AB:CD, and is %s", fingerprint);

  bed->credentials->trusted = g_strdup ("AB:CD");
  assert_refused (bed, GSCOPE_ERROR_CERTIFICATE, reason);
}

/* A connection that was made before does not open the door for one with another pin. */
static void
test_wrong_pin (Fixture *f, gconstpointer data)
{
  AgentBed *bed = &f->bed;
  g_autofree char *wrong = gscope_agent_dup_fingerprint (bed->agent);

  pin (bed);
  assert_starts (bed);
  agent_bed_stop (bed);
  wrong[0] = wrong[0] == '0' ? '1' : '0';
  agent_bed_configure (bed, "certificate", wrong);
  bed->credentials->trusted = gscope_agent_dup_fingerprint (bed->agent);
  assert_refused (bed, GSCOPE_ERROR_CERTIFICATE, "another certificate");
}

static void
test_read_only_principal (Fixture *f, gconstpointer data)
{
  AgentBed *bed = &f->bed;
  g_autofree char *reason = NULL;

  g_free (bed->credentials->token);
  bed->credentials->token = g_strdup (WATCH_TOKEN);
  pin (bed);
  assert_starts (bed);
  reason = agent_bed_write (bed, 4);
  g_assert_nonnull (strstr (reason, "token:watch may not write “lab/gain”"));
}

/* The agent cannot be told to serve an expired certificate: another program does. */
static gboolean
on_incoming (GSocketService *service, GSocketConnection *connection, GObject *source,
             gpointer certificate)
{
  GIOStream *stream = g_tls_server_connection_new (G_IO_STREAM (connection), certificate, NULL);

  g_tls_connection_handshake_async (G_TLS_CONNECTION (stream), 0, NULL, NULL, NULL);
  g_object_set_data_full (G_OBJECT (service), "last", stream, g_object_unref);
  return TRUE;
}

static void
test_expired (Fixture *f, gconstpointer data)
{
  AgentBed *bed = &f->bed;
  g_autofree char *path = find_certificate (f->folder, "expired");
  g_autofree char *key = find_key (f->folder, "expired");
  g_autofree char *address = NULL;
  g_autoptr (GTlsCertificate) certificate = NULL;
  g_autoptr (GSocketService) service = g_socket_service_new ();
  g_autoptr (GError) error = NULL;

  g_assert_false (gscope_agent_set_certificate_files (bed->agent, path, key, &error));
  g_assert_nonnull (strstr (error->message, "expired on"));
  certificate = g_tls_certificate_new_from_files (path, key, NULL);
  g_signal_connect (service, "incoming", G_CALLBACK (on_incoming), certificate);
  address = g_strdup_printf ("127.0.0.1:%u", g_socket_listener_add_any_inet_port (
                                                 G_SOCKET_LISTENER (service), NULL, NULL));
  agent_bed_configure (bed, "address", address);
  assert_refused (bed, GSCOPE_ERROR_CERTIFICATE, "expired on");
}

/* A key of another certificate is refused, and the agent keeps its pair. */
static void
test_other_key (Fixture *f, gconstpointer data)
{
  AgentBed *bed = &f->bed;
  g_autofree char *path = find_certificate (f->folder, "other");
  g_autofree char *key = find_key (f->folder, "stranger");
  g_autofree char *before = gscope_agent_dup_fingerprint (bed->agent);
  g_autofree char *after = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_false (gscope_agent_set_certificate_files (bed->agent, path, key, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "does not belong to the certificate"));
  after = gscope_agent_dup_fingerprint (bed->agent);
  g_assert_cmpstr (after, ==, before);
  pin (bed);
  assert_starts (bed);
}

/* If a certificate is replaced while the agent runs, the next connections get the new one. */
static void
test_replaced (Fixture *f, gconstpointer data)
{
  AgentBed *bed = &f->bed;
  g_autofree char *before = gscope_agent_dup_fingerprint (bed->agent);

  pin (bed);
  agent_bed_certify (bed, f->folder, "other");
  assert_refused (bed, GSCOPE_ERROR_CERTIFICATE, "another certificate");
  g_assert_error (get_refusal (bed), GSCOPE_ERROR, GSCOPE_ERROR_CERTIFICATE);
  pin (bed);
  assert_starts (bed);
}

/* The files may be written one after the other. */
static void
count_renewal (GscopeAgent *agent, guint *n)
{
  (*n)++;
}

static void
test_renewed (Fixture *f, gconstpointer data)
{
  AgentBed *bed = &f->bed;
  guint n_renewals = 0;
  static const char *const names[] = { "far", "other" };
  g_autofree char *path = g_build_filename (bed->folder, "own.pem", NULL);
  g_autofree char *key = g_build_filename (bed->folder, "own.key", NULL);
  g_autofree char *before = gscope_agent_dup_fingerprint (bed->agent);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *from = find_certificate (f->folder, names[i]);
      g_autofree char *from_key = find_key (f->folder, names[i]);
      g_autofree char *text = NULL;
      g_autofree char *key_text = NULL;

      g_assert_true (g_file_get_contents (from, &text, NULL, NULL));
      g_assert_true (g_file_get_contents (from_key, &key_text, NULL, NULL));
      g_assert_true (
          g_file_set_contents_full (key, key_text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL));
      g_assert_true (g_file_set_contents (path, text, -1, NULL));
      if (i == 0)
        g_assert_true (gscope_agent_set_certificate_files (bed->agent, path, key, NULL));
    }
  g_signal_connect (bed->agent, "renewed", G_CALLBACK (count_renewal), &n_renewals);
  while (TRUE)
    {
      g_autofree char *now = gscope_agent_dup_fingerprint (bed->agent);

      if (!g_str_equal (now, before))
        break;
      g_main_context_iteration (NULL, TRUE);
    }
  /* once, though both files have changed */
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (n_renewals, ==, 1);
  g_unlink (path);
  g_unlink (key);
}

static void
on_raw_connected (GObject *client, GAsyncResult *result, gpointer connections)
{
  GSocketConnection *connection =
      g_socket_client_connect_to_host_finish (G_SOCKET_CLIENT (client), result, NULL);

  g_assert_nonnull (connection);
  g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (connection)),
                             "\x16\x03\x01\x02\x00\x01", 6, NULL, NULL, NULL);
  g_ptr_array_add (connections, connection);
}

/* Those who begin a handshake and do not go on keep others of their address out for 5 s, and no longer. */
static void
test_stalled (Fixture *f, gconstpointer data)
{
  AgentBed *bed = &f->bed;
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GPtrArray) connections = g_ptr_array_new_with_free_func (g_object_unref);
  const char *port = strrchr (bed->address, ':') + 1;
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 4; i++)
    g_socket_client_connect_to_host_async (client, "127.0.0.1", atoi (port), NULL, on_raw_connected,
                                           connections);
  AWAIT (connections->len == 4);
  pin (bed);
  gscope_source_start_async (bed->shown, NULL, gscope_test_keep_result, &result);
  for (guint i = 0; i < 100; i++)
    g_main_context_iteration (NULL, FALSE);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (bed->clock), 5 * GSCOPE_SEC);
  kept = gscope_test_await (&result);
  gscope_source_start_finish (bed->shown, kept, &error);
  g_assert_no_error (error);
}

/* Certificates of clients. */

static void
give_certificate (Fixture *f, const char *name)
{
  g_autofree char *path = find_certificate (f->folder, name);
  g_autofree char *key = find_key (f->folder, name);

  g_clear_pointer (&f->bed.credentials->token, g_free);
  g_clear_object (&f->bed.credentials->own);
  f->bed.credentials->own = g_tls_certificate_new_from_files (path, key, NULL);
}

static void
trust (Fixture *f, const char *name)
{
  g_autofree char *path = find_certificate (f->folder, name);
  g_autoptr (GError) error = NULL;

  gscope_agent_set_client_authority_file (f->bed.agent, path, &error);
  g_assert_no_error (error);
}

static void
test_client_certificate (Fixture *f, gconstpointer data)
{
  AgentBed *bed = &f->bed;
  g_autofree char *reason = NULL;
  g_autofree char *refusal = NULL;

  trust (f, "authority");
  gscope_agent_allow (bed->agent, "certificate:O=Lab,CN=alice", GSCOPE_ACCESS_READ, "lab");
  pin (bed);
  give_certificate (f, "stranger");
  assert_refused (bed, GSCOPE_ERROR_TOKEN, "no authority that the agent trusts");
  give_certificate (f, "late");
  assert_refused (bed, GSCOPE_ERROR_TOKEN, "it has expired");
  give_certificate (f, "alice");
  assert_starts (bed);
  refusal = agent_bed_write (bed, 4);
  g_assert_nonnull (strstr (refusal, "certificate:O=Lab,CN=alice may not write"));
  gscope_agent_allow (bed->agent, "certificate:*,CN=alice", GSCOPE_ACCESS_WRITE, "lab/*");
  reason = agent_bed_write (bed, 5);
  g_assert_null (reason);
}

/* A connection ends when its certificate no longer counts. */
static void
test_other_authority (Fixture *f, gconstpointer data)
{
  AgentBed *bed = &f->bed;

  trust (f, "authority");
  gscope_agent_allow (bed->agent, "certificate:*", GSCOPE_ACCESS_READ, "*");
  pin (bed);
  give_certificate (f, "alice");
  assert_starts (bed);
  trust (f, "stranger");
  AWAIT (gscope_source_get_state (bed->shown) == GSCOPE_SOURCE_STATE_TROUBLE);
  g_assert_nonnull (strstr (gscope_source_get_status (bed->shown), "no authority"));
  AWAIT (gscope_agent_get_n_clients (bed->agent) == 0);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("gscope-certificates-XXXXXX", NULL);
  make_certificates (folder);

  g_test_add ("/agent-tls/pinned", Fixture, folder, set_up, test_pinned, tear_down);
  g_test_add ("/agent-tls/unknown", Fixture, folder, set_up, test_unknown, tear_down);
  g_test_add ("/agent-tls/changed", Fixture, folder, set_up, test_changed, tear_down);
  g_test_add ("/agent-tls/wrong-pin", Fixture, folder, set_up, test_wrong_pin, tear_down);
  g_test_add ("/agent-tls/read-only-principal", Fixture, folder, set_up, test_read_only_principal,
              tear_down);
  g_test_add ("/agent-tls/expired", Fixture, folder, set_up, test_expired, tear_down);
  if (g_strcmp0 (g_getenv ("TEST_KEY_PAIRS"), "0") != 0)
    g_test_add ("/agent-tls/other-key", Fixture, folder, set_up, test_other_key, tear_down);
  g_test_add ("/agent-tls/replaced", Fixture, folder, set_up, test_replaced, tear_down);
  g_test_add ("/agent-tls/renewed", Fixture, folder, set_up, test_renewed, tear_down);
  g_test_add ("/agent-tls/stalled", Fixture, folder, set_up, test_stalled, tear_down);
  g_test_add ("/agent-tls/client-certificate", Fixture, folder, set_up, test_client_certificate,
              tear_down);
  g_test_add ("/agent-tls/other-authority", Fixture, folder, set_up, test_other_authority,
              tear_down);
  status = g_test_run ();
  remove_certificates (folder);
  return status;
}
