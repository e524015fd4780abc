/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The journal of an agent: its records of what a client writes, and its files. */

#include "support/scripted-source.h"
#include "support/test-remote.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <gscope-test/gscope-test.h>
#include <gscope/carrier/message.h>
#include <gscope/publish/subscriber.h>
#include <gscope/session/journal-file.h>
#include <gscope/session/journal.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define RECORD_BYTES (64 * 1024)

/* An agent with one source, a client whose messages the test writes, and a journal in a directory. */
typedef struct
{
  GscopeClock *clock;
  char *directory;
  char *path;
  char *former_path;
  GscopeScope *scope;
  GscopeSource *source;
  GscopeParameter *gain;
  GscopeAgent *agent;
  GIOStream *client;
  guint n_problems;
} Fixture;

static void
send_text (Fixture *f, const char *text)
{
  guint32 length = GUINT32_TO_LE (strlen (text));
  GOutputStream *output = g_io_stream_get_output_stream (f->client);
  g_autoptr (GError) error = NULL;

  g_output_stream_write_all (output, &length, sizeof length, NULL, NULL, &error);
  g_assert_no_error (error);
  g_output_stream_write_all (output, text, strlen (text), NULL, NULL, &error);
  g_assert_no_error (error);
  run_pending ();
}

static void
connect_client (Fixture *f)
{
  g_autoptr (GIOStream) stream = NULL;
  JsonObject *hello = gscope_message_create_hello (f->clock);
  g_autoptr (GBytes) message = NULL;
  g_autofree char *text = NULL;

  make_stream_pair (&f->client, &stream);
  gscope_agent_add_stream (f->agent, stream);
  json_object_set_int_member (hello, "credit", GSCOPE_SUBSCRIBER_CREDIT);
  json_object_set_int_member (hello, "period_ns", 10 * GSCOPE_MSEC);
  json_object_set_string_member (hello, "source", "lab");
  message = gscope_message_new (GSCOPE_MESSAGE_HELLO, hello);
  text = g_strndup (g_bytes_get_data (message, NULL), g_bytes_get_size (message));
  send_text (f, text);
}

static void
on_problem (Fixture *f)
{
  f->n_problems++;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  f->directory = g_dir_make_tmp ("gscope-journal-XXXXXX", &error);
  g_assert_no_error (error);
  f->path = g_build_filename (f->directory, "writes.jsonl", NULL);
  f->former_path = g_strconcat (f->path, ".1", NULL);
  f->clock = gscope_test_clock_new (10 * GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  f->source = GSCOPE_SOURCE (scripted_source_new ("lab"));
  gscope_scope_add_source (f->scope, f->source);
  f->gain = gscope_source_find_parameter (f->source, "gain");
  f->agent = gscope_agent_new (f->scope, NULL, &error);
  g_assert_no_error (error);
  gscope_agent_set_journal_socket (f->agent, NULL);
  gscope_agent_set_journal_file (f->agent, f->path, RECORD_BYTES, &error);
  g_assert_no_error (error);
  g_signal_connect_swapped (f->agent, "notify::journal-problem", G_CALLBACK (on_problem), f);
  connect_client (f);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_clear_object (&f->client);
  if (f->agent)
    g_assert_finalize_object (f->agent);
  run_pending ();
  gscope_scope_remove_source (f->scope, f->source);
  g_assert_finalize_object (f->source);
  g_assert_finalize_object (f->scope);
  g_object_unref (f->clock);
  g_unlink (f->path);
  g_unlink (f->former_path);
  g_assert_cmpint (g_rmdir (f->directory), ==, 0);
  g_free (f->directory);
  g_free (f->path);
  g_free (f->former_path);
}

/* Reads the records of a file. */
static JsonArray *
read_records (const char *path)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  JsonArray *records = json_array_new ();
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] && *lines[i]; i++)
    {
      JsonNode *node = json_from_string (lines[i], &error);

      g_assert_no_error (error);
      json_array_add_element (records, node);
    }
  return records;
}

static const char *
get_text (JsonObject *record, const char *member)
{
  return json_object_get_string_member_with_default (record, member, "");
}

static double
get_number (JsonObject *record, const char *member)
{
  return json_object_get_double_member_with_default (record, member, -1);
}

static void
assert_write (JsonObject *record, double old, double asked, double new)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_iso8601 (get_text (record, "time"), NULL);
  g_autofree char *principal = g_strconcat ("user:", g_get_user_name (), NULL);

  g_assert_nonnull (time);
  g_assert_cmpstr (get_text (record, "principal"), ==, principal);
  g_assert_cmpstr (get_text (record, "origin"), ==, "stream");
  g_assert_cmpstr (get_text (record, "parameter"), ==, "lab/gain");
  g_assert_cmpfloat (get_number (record, "old"), ==, old);
  g_assert_cmpfloat (get_number (record, "asked"), ==, asked);
  g_assert_cmpfloat (get_number (record, "new"), ==, new);
  g_assert_cmpint (json_object_has_member (record, "reason"), ==, new < 0);
}

#define APPLY "{\"call\":{\"id\":1,\"verb\":\"apply\",\"parameter\":\"gain\",\"value\":"

/* Accepted, refused by the range, by the revision and by the rights, and of nothing that is there */
static void
test_writes (Fixture *f, gconstpointer data)
{
  double old = gscope_parameter_get_number (f->gain);
  g_autoptr (JsonArray) records = NULL;
  JsonObject *unknown;

  send_text (f, APPLY "4.0,\"writer\":\"slider\"}}");
  send_text (f, APPLY "11.0}}");
  send_text (f, APPLY "5.0,\"revision\":1}}");
  send_text (f, "{\"call\":{\"id\":1,\"verb\":\"apply\",\"parameter\":\"no\",\"value\":1}}");
  gscope_agent_set_read_only (f->agent, TRUE);
  send_text (f, APPLY "6.0}}");
  g_assert_cmpfloat (gscope_parameter_get_number (f->gain), ==, 4);

  records = read_records (f->path);
  g_assert_cmpuint (json_array_get_length (records), ==, 5);
  assert_write (json_array_get_object_element (records, 0), old, 4, 4);
  g_assert_cmpstr (get_text (json_array_get_object_element (records, 0), "writer"), ==, "slider");
  assert_write (json_array_get_object_element (records, 1), 4, 11, -1);
  assert_write (json_array_get_object_element (records, 2), 4, 5, -1);
  unknown = json_array_get_object_element (records, 3);
  g_assert_cmpstr (get_text (unknown, "parameter"), ==, "lab/no");
  g_assert_nonnull (strstr (get_text (unknown, "reason"), "no parameter"));
  assert_write (json_array_get_object_element (records, 4), 4, 6, -1);
  g_assert_nonnull (
      strstr (get_text (json_array_get_object_element (records, 4), "reason"), "read-only"));
}

static void
disconnect_client (Fixture *f)
{
  g_io_stream_close (f->client, NULL, NULL);
  g_clear_object (&f->client);
  while (gscope_agent_get_n_clients (f->agent) > 0)
    g_main_context_iteration (NULL, TRUE);
  run_pending ();
}

static void
test_lease (Fixture *f, gconstpointer data)
{
  double old = gscope_parameter_get_number (f->gain);
  g_autoptr (JsonArray) records = NULL;

  send_text (f, APPLY "4.0,\"lease\":true}}");
  g_assert_cmpfloat (gscope_parameter_get_number (f->gain), ==, 4);
  disconnect_client (f);
  g_assert_cmpfloat (gscope_parameter_get_number (f->gain), ==, old);

  records = read_records (f->path);
  g_assert_cmpuint (json_array_get_length (records), ==, 2);
  assert_write (json_array_get_object_element (records, 1), 4, old, old);
  g_assert_cmpstr (get_text (json_array_get_object_element (records, 1), "writer"), ==, "lease");
}

/* The value goes back, too, if the source accepts a write when its client has gone. */
static void
test_late_lease (Fixture *f, gconstpointer data)
{
  ScriptedSource *source = SCRIPTED_SOURCE (f->source);
  double old = gscope_parameter_get_number (f->gain);
  g_autoptr (JsonArray) records = NULL;

  scripted_source_hold (source);
  send_text (f, APPLY "4.0,\"lease\":true}}");
  disconnect_client (f);
  scripted_source_accept_late (source, g_variant_new_double (4));
  run_pending ();
  g_assert_cmpfloat (gscope_parameter_get_number (f->gain), ==, 4);
  g_assert_cmpuint (scripted_source_count (source), ==, 1);
  scripted_source_accept (source, g_variant_new_double (old));
  run_pending ();
  g_assert_cmpfloat (gscope_parameter_get_number (f->gain), ==, old);

  records = read_records (f->path);
  g_assert_cmpuint (json_array_get_length (records), ==, 2);
  assert_write (json_array_get_object_element (records, 0), old, 4, 4);
  assert_write (json_array_get_object_element (records, 1), 4, old, old);
}

static void
advance (Fixture *f, guint n, gint64 step)
{
  for (guint i = 0; i < n; i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), step);
      run_pending ();
    }
}

/* The network is cut and the connection stays: after 30 s without a sign of life, the value goes back. */
static void
test_silent_lease (Fixture *f, gconstpointer data)
{
  double old = gscope_parameter_get_number (f->gain);
  g_autoptr (JsonArray) records = NULL;

  send_text (f, APPLY "4.0,\"lease\":true}}");
  /* a client that has never sent a sign of life need not go on */
  advance (f, 20, 5 * GSCOPE_SEC);
  g_assert_cmpuint (gscope_agent_get_n_clients (f->agent), ==, 1);
  send_text (f, "{\"beat\":{}}");
  advance (f, 5, 5 * GSCOPE_SEC);
  send_text (f, "{\"time\":{\"id\":1,\"t1\":1}}");
  advance (f, 6, 5 * GSCOPE_SEC);
  g_assert_cmpuint (gscope_agent_get_n_clients (f->agent), ==, 1);
  g_assert_cmpfloat (gscope_parameter_get_number (f->gain), ==, 4);
  advance (f, 1, 5 * GSCOPE_SEC);
  g_assert_cmpuint (gscope_agent_get_n_clients (f->agent), ==, 0);
  g_assert_cmpfloat (gscope_parameter_get_number (f->gain), ==, old);

  records = read_records (f->path);
  g_assert_cmpuint (json_array_get_length (records), ==, 2);
  assert_write (json_array_get_object_element (records, 1), 4, old, old);
  g_assert_cmpstr (get_text (json_array_get_object_element (records, 1), "writer"), ==, "lease");
}

/* A flood of refused writes has a hundred records, and one that counts the rest. */
static void
test_flood (Fixture *f, gconstpointer data)
{
  g_autoptr (JsonArray) records = NULL;
  JsonObject *last;

  for (guint i = 0; i < 250; i++)
    send_text (f, APPLY "11.0}}");
  send_text (f, APPLY "3.0}}");
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_SEC);
  run_pending ();

  records = read_records (f->path);
  g_assert_cmpuint (json_array_get_length (records), ==, 102);
  g_assert_cmpfloat (get_number (json_array_get_object_element (records, 100), "new"), ==, 3);
  last = json_array_get_object_element (records, 101);
  g_assert_cmpint (json_object_get_int_member (last, "left-out"), ==, 150);
  g_assert_nonnull (strstr (get_text (last, "principal"), "user:"));
}

/* The two files are never longer than their bound; another one follows one that somebody has moved. */
static void
test_rotation (Fixture *f, gconstpointer data)
{
  GStatBuf status, former;
  g_autofree char *moved = g_build_filename (f->directory, "moved", NULL);
  gsize size = 0;

  for (guint i = 0; i < 600; i++)
    {
      send_text (f, i % 2 ? APPLY "4.0}}" : APPLY "5.0}}");
      size = MAX (size, g_stat (f->path, &status) == 0 ? (gsize) status.st_size : 0);
    }
  g_assert_cmpint (g_stat (f->former_path, &former), ==, 0);
  g_assert_cmpint (former.st_mode & 0777, ==, 0600);
  g_assert_cmpuint (size, >, RECORD_BYTES / 4);
  g_assert_cmpuint (size, <=, RECORD_BYTES / 2);
  g_assert_cmpuint (former.st_size, <=, RECORD_BYTES / 2);

  g_assert_cmpint (g_rename (f->path, moved), ==, 0);
  send_text (f, APPLY "4.0}}");
  g_assert_cmpint (g_stat (f->path, &status), ==, 0);
  g_assert_cmpuint (status.st_size, >, 0);
  g_assert_cmpint (g_unlink (moved), ==, 0);
}

/* A file that cannot be written is reported once, the writes go on, and a record counts them afterwards. */
static void
test_unwritable (Fixture *f, gconstpointer data)
{
  g_autoptr (JsonArray) records = NULL;

  g_assert_cmpint (g_unlink (f->path), ==, 0);
  g_assert_cmpint (g_mkdir (f->path, 0700), ==, 0);
  for (guint i = 0; i < 3; i++)
    send_text (f, i % 2 ? APPLY "4.0}}" : APPLY "5.0}}");
  g_assert_cmpfloat (gscope_parameter_get_number (f->gain), ==, 5);
  g_assert_cmpuint (f->n_problems, ==, 1);
  g_assert_nonnull (strstr (gscope_agent_get_journal_problem (f->agent), "Cannot write"));
  g_assert_cmpuint (gscope_agent_get_journal_lost (f->agent), ==, 3);

  g_assert_cmpint (g_rmdir (f->path), ==, 0);
  send_text (f, APPLY "6.0}}");
  g_assert_cmpuint (f->n_problems, ==, 2);
  g_assert_null (gscope_agent_get_journal_problem (f->agent));
  records = read_records (f->path);
  g_assert_cmpuint (json_array_get_length (records), ==, 2);
  g_assert_cmpint (
      json_object_get_int_member (json_array_get_object_element (records, 0), "left-out"), ==, 3);
}

/* The record that counts those that were left out needs no further write. */
static void
test_left_out (Fixture *f, gconstpointer data)
{
  g_autoptr (JsonArray) records = NULL;

  g_assert_cmpint (g_unlink (f->path), ==, 0);
  g_assert_cmpint (g_mkdir (f->path, 0700), ==, 0);
  send_text (f, APPLY "4.0}}");
  advance (f, 3, 10 * GSCOPE_SEC);
  g_assert_nonnull (gscope_agent_get_journal_problem (f->agent));

  g_assert_cmpint (g_rmdir (f->path), ==, 0);
  advance (f, 1, 10 * GSCOPE_SEC);
  g_assert_null (gscope_agent_get_journal_problem (f->agent));
  g_assert_cmpuint (f->n_problems, ==, 2);
  g_assert_cmpuint (gscope_agent_get_journal_lost (f->agent), ==, 1);
  records = read_records (f->path);
  g_assert_cmpuint (json_array_get_length (records), ==, 1);
  g_assert_cmpint (
      json_object_get_int_member (json_array_get_object_element (records, 0), "left-out"), ==, 1);
}

static void
test_bad_files (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) directory = NULL;
  g_autoptr (GError) missing = NULL;
  g_autoptr (GError) device = NULL;

  g_assert_false (gscope_agent_set_journal_file (f->agent, f->directory, 0, &directory));
  g_assert_false (gscope_agent_set_journal_file (f->agent, "/nowhere/writes", 0, &missing));
  g_assert_nonnull (strstr (missing->message, "“/nowhere/writes”"));
  g_assert_false (gscope_agent_set_journal_file (f->agent, "/dev/null", 0, &device));
  g_assert_error (device, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED);
  /* the former file remains */
  send_text (f, APPLY "4.0}}");
  json_array_unref (read_records (f->path));
}

/* No line remains half written where the file may not grow. */
static void
test_full (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *directory = g_dir_make_tmp ("gscope-full-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "writes", NULL);
  g_autofree char *line = g_strnfill (100, 'x');
  GscopeJournalFile *file = gscope_journal_file_new (path, 1 << 20, &error);
  struct rlimit former, small = { 250, RLIM_INFINITY };
  GStatBuf status;

  g_assert_no_error (error);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &former), ==, 0);
  small.rlim_max = former.rlim_max;
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
  g_assert_true (gscope_journal_file_append (file, line, &error));
  g_assert_true (gscope_journal_file_append (file, line, &error));
  g_assert_false (gscope_journal_file_append (file, line, &error));
  g_assert_nonnull (error);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &former), ==, 0);
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpint (status.st_size, ==, 202);
  gscope_journal_file_free (file);
  g_unlink (path);
  g_rmdir (directory);
}

static void
assert_field (const char *record, gsize n, const char *field)
{
  g_assert_nonnull (memmem (record, n, field, strlen (field)));
}

/* The systemd journal gets the fields of a record; where there is none, nothing is amiss. */
static void
test_socket (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (f->directory, "socket", NULL);
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int fd = socket (AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  char record[4096] = "";
  gssize n;

  gscope_agent_set_journal_socket (f->agent, path);
  send_text (f, APPLY "4.0}}");
  g_assert_cmpuint (f->n_problems, ==, 0);

  g_strlcpy (address.sun_path, path, sizeof address.sun_path);
  g_assert_cmpint (bind (fd, (struct sockaddr *) &address, sizeof address), ==, 0);
  send_text (f, APPLY "5.0,\"writer\":\"two\\nlines\"}}");
  n = recv (fd, record, sizeof record, MSG_DONTWAIT);
  g_assert_cmpint (n, >, 0);
  g_assert_true (g_str_has_prefix (record, "MESSAGE=user:"));
  assert_field (record, n, " has changed lab/gain from 4 to 5\nMESSAGE_ID=");
  assert_field (record, n, "\nGSCOPE_PARAMETER=lab/gain\n");
  assert_field (record, n, "\nGSCOPE_OLD=4.0\n");
  assert_field (record, n, "\nGSCOPE_NEW=5.0\n");
  assert_field (record, n, "\nGSCOPE_WRITER\n\t");

  /* nobody reads any more */
  for (guint i = 0; i < 2000 && f->n_problems == 0; i++)
    send_text (f, i % 2 ? APPLY "4.0}}" : APPLY "5.0}}");
  g_assert_cmpuint (f->n_problems, ==, 1);
  close (fd);
  g_unlink (path);
}

/* Where the full file cannot be renamed, the journal says so, and goes on when it can. */
static void
test_former (void)
{
  g_autofree char *folder = g_dir_make_tmp ("gscope-journal-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "writes.jsonl", NULL);
  g_autofree char *former = g_strconcat (path, ".1", NULL);
  g_autoptr (GError) error = NULL;
  GscopeJournalFile *file = gscope_journal_file_new (path, 16, &error);

  g_assert_no_error (error);
  g_assert_cmpint (g_mkdir (former, 0700), ==, 0);
  g_assert_true (gscope_journal_file_append (file, "a long line", &error));
  g_assert_false (gscope_journal_file_append (file, "another one", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY);
  g_clear_error (&error);
  g_assert_cmpint (g_rmdir (former), ==, 0);
  g_assert_true (gscope_journal_file_append (file, "another one", &error));
  g_assert_true (g_file_test (former, G_FILE_TEST_IS_REGULAR));
  gscope_journal_file_free (file);
  g_unlink (path);
  g_unlink (former);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/journal/writes", Fixture, NULL, set_up, test_writes, tear_down);
  g_test_add ("/journal/lease", Fixture, NULL, set_up, test_lease, tear_down);
  g_test_add ("/journal/lease/late", Fixture, NULL, set_up, test_late_lease, tear_down);
  g_test_add ("/journal/lease/silent", Fixture, NULL, set_up, test_silent_lease, tear_down);
  g_test_add ("/journal/flood", Fixture, NULL, set_up, test_flood, tear_down);
  g_test_add ("/journal/rotation", Fixture, NULL, set_up, test_rotation, tear_down);
  g_test_add ("/journal/unwritable", Fixture, NULL, set_up, test_unwritable, tear_down);
  g_test_add ("/journal/left-out", Fixture, NULL, set_up, test_left_out, tear_down);
  g_test_add ("/journal/bad-files", Fixture, NULL, set_up, test_bad_files, tear_down);
  g_test_add_func ("/journal/full", test_full);
  g_test_add ("/journal/socket", Fixture, NULL, set_up, test_socket, tear_down);
  g_test_add_func ("/journal/former", test_former);
  return g_test_run ();
}
