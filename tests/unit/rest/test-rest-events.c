/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/rest-bed.h"

#include <glib/gstdio.h>
#include <gscope-test/gscope-test.h>
#include <gscope/source/private.h>
#include <string.h>

/* A reader of events. */
typedef struct
{
  SoupMessage *message;
  GInputStream *stream;
  GString *text;
} Reader;

static void
reader_open (Reader *self, RestBed *f, const char *token, const char *last_id)
{
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  g_autoptr (GError) error = NULL;

  *self = (Reader){ .message = rest_bed_request (f, token, "GET", "/v1/events"),
                    .text = g_string_new (NULL) };
  /* it would wait for 512 bytes */
  soup_message_disable_feature (self->message, SOUP_TYPE_CONTENT_SNIFFER);
  if (last_id)
    soup_message_headers_replace (soup_message_get_request_headers (self->message), "Last-Event-ID",
                                  last_id);
  soup_session_send_async (f->session, self->message, 0, NULL, gscope_test_keep_result, &result);
  kept = gscope_test_await (&result);
  self->stream = soup_session_send_finish (f->session, kept, &error);
  g_assert_no_error (error);
}

static void
reader_close (Reader *self)
{
  rest_bed_log ("events", self->text->str);
  g_input_stream_close (self->stream, NULL, NULL);
  g_object_unref (self->stream);
  g_object_unref (self->message);
  g_string_free (self->text, TRUE);
}

/* Reads what has come, or at least one byte. Returns FALSE at the end. */
static gboolean
reader_read (Reader *self)
{
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  g_autoptr (GBytes) bytes = NULL;

  g_input_stream_read_bytes_async (self->stream, 4096, G_PRIORITY_DEFAULT, NULL,
                                   gscope_test_keep_result, &result);
  kept = gscope_test_await (&result);
  bytes = g_input_stream_read_bytes_finish (self->stream, kept, NULL);
  if (!bytes || g_bytes_get_size (bytes) == 0)
    return FALSE;
  g_string_append_len (self->text, g_bytes_get_data (bytes, NULL),
                       (gssize) g_bytes_get_size (bytes));
  return TRUE;
}

static void
reader_await (Reader *self, const char *part)
{
  while (!strstr (self->text->str, part))
    g_assert_true (reader_read (self));
}

/* Returns the id of the last event that came. */
static char *
reader_get_id (Reader *self)
{
  const char *id = g_strrstr (self->text->str, "id: ") + strlen ("id: ");

  return g_strndup (id, strcspn (id, "\n"));
}

static void
mark (RestBed *f, const char *label)
{
  gscope_source_mark (GSCOPE_SOURCE (f->lab), label, NULL);
}

static void
write_gain (RestBed *f, double value)
{
  gscope_parameter_write_async (gscope_source_find_parameter (GSCOPE_SOURCE (f->lab), "gain"),
                                g_variant_new_double (value), "slider", NULL, NULL, NULL);
}

static void
test_kinds (RestBed *f, gconstpointer data)
{
  Reader reader;

  reader_open (&reader, f, "watch", NULL);
  gscope_source_set_status (GSCOPE_SOURCE (f->lab), GSCOPE_SOURCE_STATE_RUNNING, "It works.");
  reader_await (&reader, "event: source\ndata: {\"name\":\"lab\"");
  write_gain (f, 4);
  reader_await (&reader,
                "event: parameter\ndata: {\"full-name\":\"lab/gain\",\"value\":4.0,\"revision\":2,"
                "\"writer\":\"slider\"}\n\n");
  mark (f, "spark");
  reader_await (&reader, "\"label\":\"spark\"");
  gscope_producer_push (f->producer, GSCOPE_SEC, 1);
  gscope_producer_push (f->producer, GSCOPE_SEC / 2, 1);
  gscope_scope_drain (f->scope);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_SEC);
  reader_await (&reader, "event: losses\ndata: {\"source\":\"lab\",\"cause\":\"");
  gscope_scope_remove_source (f->scope, f->secret);
  gscope_scope_remove_source (f->scope, GSCOPE_SOURCE (f->lab));
  reader_await (&reader, "\"removed\":true");
  g_assert_null (strstr (reader.text->str, "secret"));
  gscope_scope_add_source (f->scope, GSCOPE_SOURCE (f->lab));
  gscope_scope_add_source (f->scope, f->secret);
  reader_close (&reader);
}

static void
test_refused (RestBed *f, gconstpointer data)
{
  Reader reader;

  reader_open (&reader, f, "watch", NULL);
  scripted_source_hold (f->lab);
  write_gain (f, 4);
  run_pending ();
  scripted_source_refuse (f->lab, "The fuse has blown.");
  reader_await (&reader, "\"asked\":4.0,\"reason\":\"The fuse has blown.\"");
  reader_close (&reader);
}

/* Only its writer learns of a value that cannot be one of the parameter, as in a connection: no source was asked. */
static void
test_invalid (RestBed *f, gconstpointer data)
{
  Reader reader;

  reader_open (&reader, f, "watch", NULL);
  write_gain (f, 1000);
  write_gain (f, 4);
  reader_await (&reader, "\"value\":4.0");
  g_assert_null (strstr (reader.text->str, "1000"));
  reader_close (&reader);
}

/* Events follow the rights of the moment, also those that a reader missed, and end with the token. */
static void
test_rights (RestBed *f, gconstpointer data)
{
  g_autofree char *id = NULL;
  Reader reader, again;

  reader_open (&reader, f, "watch", NULL);
  mark (f, "before");
  reader_await (&reader, "\"label\":\"before\"");
  id = reader_get_id (&reader);
  gscope_agent_reset_rights (f->agent);
  gscope_agent_allow (f->agent, "token:watch", GSCOPE_ACCESS_READ, "other");
  mark (f, "hidden");
  write_gain (f, 4);
  run_pending ();
  reader_open (&again, f, "watch", id);
  gscope_agent_allow (f->agent, "token:watch", GSCOPE_ACCESS_READ, "lab");
  mark (f, "after");
  reader_await (&reader, "\"label\":\"after\"");
  reader_await (&again, "\"label\":\"after\"");
  g_assert_null (strstr (reader.text->str, "hidden"));
  g_assert_null (strstr (reader.text->str, "lab/gain"));
  g_assert_null (strstr (again.text->str, "hidden"));
  g_assert_true (
      g_file_set_contents_full (f->tokens, "", -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL));
  while (reader_read (&reader) || reader_read (&again))
    ;
  reader_close (&again);
  reader_close (&reader);
}

static void
test_beat (RestBed *f, gconstpointer data)
{
  Reader reader;

  reader_open (&reader, f, "watch", NULL);
  for (guint i = 0; i < 10; i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_SEC);
      run_pending ();
    }
  reader_await (&reader, "retry: 3000\n\n:\n\n");
  reader_close (&reader);
}

/* A client that connects again gets what it has missed. */
static void
test_again (RestBed *f, gconstpointer data)
{
  g_autofree char *id = NULL;
  Reader reader;

  reader_open (&reader, f, "watch", NULL);
  mark (f, "one");
  reader_await (&reader, "\"label\":\"one\"");
  id = reader_get_id (&reader);
  reader_close (&reader);
  mark (f, "two");
  gscope_source_mark (f->secret, "hidden", NULL);
  reader_open (&reader, f, "watch", id);
  reader_await (&reader, "\"label\":\"two\"");
  g_assert_null (strstr (reader.text->str, "one"));
  mark (f, "three");
  reader_await (&reader, "\"label\":\"three\"");
  g_assert_null (strstr (reader.text->str, "hidden"));
  reader_close (&reader);
}

/* An id of another run, or one that is too old. */
static void
test_missed (RestBed *f, gconstpointer data)
{
  g_autofree char *id = NULL;
  Reader reader;

  reader_open (&reader, f, "watch", "12345678-1");
  reader_await (&reader, "event: missed\n");
  mark (f, "one");
  reader_await (&reader, "\"label\":\"one\"");
  id = reader_get_id (&reader);
  reader_close (&reader);
  run_pending ();
  for (guint i = 0; i < 1100; i++)
    mark (f, "many");
  reader_open (&reader, f, "watch", id);
  reader_await (&reader, "event: missed\n");
  reader_close (&reader);
}

static double
get_figure (RestBed *f, const char *name)
{
  g_auto (RestAnswer) answer = rest_bed_get (f, "all", "/metrics");
  g_autofree char *begin = g_strdup_printf ("\n%s ", name);
  const char *at = strstr (answer.text, begin);

  g_assert_nonnull (at);
  return g_ascii_strtod (at + strlen (begin), NULL);
}

/* A client for which too much waits is cut, and counted. */
static void
test_stopped_reader (RestBed *f, gconstpointer data)
{
  g_autofree char *label = g_strnfill (1000, 'x');
  Reader reader;

  reader_open (&reader, f, "watch", NULL);
  g_assert_cmpfloat (get_figure (f, "gscope_agent_event_streams"), ==, 1);
  for (guint i = 0; i < 300; i++)
    mark (f, label);
  while (reader_read (&reader))
    ;
  g_assert_cmpuint (reader.text->len, <, 256 * 1024);
  g_assert_cmpfloat (get_figure (f, "gscope_agent_event_streams"), ==, 0);
  g_assert_cmpfloat (get_figure (f, "gscope_agent_cut_event_streams_total"), ==, 1);
  g_assert_cmpfloat (get_figure (f, "gscope_agent_refused_connections_total"), ==, 0);
  reader_close (&reader);
}

static void
test_many_readers (RestBed *f, gconstpointer data)
{
  Reader readers[64];
  g_auto (RestAnswer) refused = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (readers); i++)
    reader_open (&readers[i], f, "watch", NULL);
  refused = rest_bed_get (f, "watch", "/v1/events");
  g_assert_cmpuint (refused.status, ==, 503);
  for (guint i = 0; i < G_N_ELEMENTS (readers); i++)
    reader_close (&readers[i]);
}

/* Streams end with the agent. */
static void
test_end (RestBed *f, gconstpointer data)
{
  Reader reader;

  reader_open (&reader, f, "watch", NULL);
  g_assert_finalize_object (f->agent);
  while (reader_read (&reader))
    ;
  reader_close (&reader);
  f->agent = gscope_agent_new (f->scope, NULL, NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, func)                                                                            \
  g_test_add ("/rest-events/" name, RestBed, NULL, rest_bed_set_up, func, rest_bed_tear_down)
  ADD ("kinds", test_kinds);
  ADD ("refused", test_refused);
  ADD ("invalid", test_invalid);
  ADD ("rights", test_rights);
  ADD ("beat", test_beat);
  ADD ("again", test_again);
  ADD ("missed", test_missed);
  ADD ("stopped-reader", test_stopped_reader);
  ADD ("many-readers", test_many_readers);
  ADD ("end", test_end);
#undef ADD
  return g_test_run ();
}
