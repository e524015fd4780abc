/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A server and a remote source whose other end is broken or hostile. */

#include "support/share-bed.h"
#include "support/test-remote.h"

#include <gscope/carrier/message.h>
#include <gscope/carrier/stream.h>
#include <gscope/publish/subscriber.h>
#include <gscope/source/private.h>
#include <math.h>
#include <string.h>

/* The other end by hand. */

static void
send_bytes (ShareBed *f, gconstpointer data, gsize size)
{
  g_autoptr (GError) error = NULL;

  g_output_stream_write_all (g_io_stream_get_output_stream (f->raw), data, size, NULL, NULL,
                             &error);
  g_assert_no_error (error);
}

static void
send_frame (ShareBed *f, gconstpointer data, gsize size)
{
  guint32 length = GUINT32_TO_LE (size);

  send_bytes (f, &length, sizeof length);
  send_bytes (f, data, size);
  run_pending ();
}

static void
send_text (ShareBed *f, const char *text)
{
  send_frame (f, text, strlen (text));
}

static void
send_hello (ShareBed *f, const char *member, gint64 number)
{
  JsonObject *hello = gscope_message_create_hello (f->clock);
  g_autoptr (GBytes) message = NULL;

  json_object_set_int_member (hello, "credit", GSCOPE_SUBSCRIBER_CREDIT);
  json_object_set_int_member (hello, member, number);
  message = gscope_message_new (GSCOPE_MESSAGE_HELLO, hello);
  send_frame (f, g_bytes_get_data (message, NULL), g_bytes_get_size (message));
}

/* Everything that has come, as far as it is text. */
static char *
receive (ShareBed *f)
{
  GPollableInputStream *input = G_POLLABLE_INPUT_STREAM (g_io_stream_get_input_stream (f->raw));
  GString *text = g_string_new (NULL);
  char buffer[4096];
  gssize n;

  while ((n = g_pollable_input_stream_read_nonblocking (input, buffer, sizeof buffer, NULL, NULL))
         > 0)
    for (gssize i = 0; i < n; i++)
      if (g_ascii_isprint (buffer[i]))
        g_string_append_c (text, buffer[i]);
  return g_string_free (text, FALSE);
}

static void
connect_raw (ShareBed *f)
{
  g_autoptr (GIOStream) stream = NULL;

  g_clear_object (&f->raw);
  make_stream_pair (&f->raw, &stream);
  share_bed_serve (f, stream);
  f->n_closed = 0;
}

static void
connect_raw_client (ShareBed *f)
{
  connect_raw (f);
  send_hello (f, "period_ns", 10 * GSCOPE_MSEC);
}

static void
assert_refused (ShareBed *f, const char *reason)
{
  g_autofree char *text = receive (f);

  g_assert_cmpuint (f->n_closed, ==, 1);
  g_assert_nonnull (f->closed);
  g_assert_nonnull (strstr (f->closed->message, reason));
  g_assert_nonnull (strstr (text, "{\"error\":{\"code\":\""));
  g_assert_nonnull (strstr (text, reason));
}

static void
test_bad_calls (ShareBed *f, gconstpointer data)
{
  static const struct
  {
    const char *text;
    const char *reason;
  } rows[] = {
    { "", "empty" },
    { "{", "line 1" },
    { "[1]", "not an object" },
    { "{\"call\":{},\"hello\":{}}", "one member" },
    { "{\"dance\":{}}", "known name" },
    { "{\"call\":[]}", "not an object" },
    { "{\"call\":{\"id\":-1,\"verb\":\"stop\"}}", "outside its range" },
    { "{\"call\":{\"id\":\"x\",\"verb\":\"stop\"}}", "whole number" },
    { "{\"call\":{\"id\":1,\"verb\":\"jump\"}}", "known word" },
    { "{\"answer\":{\"id\":1}}", "wrong end" },
    { "{\"hello\":{\"version\":2}}", "out of order" },
    { "{\"cancel\":{}}", "whole number" },
    { "{\"pace\":{}}", "whole number" },
    { "{\"time\":{\"t1\":1}}", "whole number" },
    { "{\"time\":{\"id\":1,\"t1\":0.5}}", "whole number" },
    { "{\"step\":{\"clock\":\"wall\",\"time_ns\":1,\"size_ns\":1}}", "wrong end" },
    { "{\"pace\":{\"interval_ns\":-1}}", "outside its range" },
    { "{\"subscribe\":{\"signals\":[1]}}", "whole number" },
    { "{\"subscribe\":{\"signals\":[0],\"period_ns\":0,\"lease_ms\":1}}", "ids of signals" },
    { "{\"subscribe\":{\"signals\":[99],\"period_ns\":0,\"lease_ms\":1}}", "ids of signals" },
    { "{\"subscribe\":{\"signals\":[1],\"period_ns\":-1,\"lease_ms\":1}}", "outside its range" },
    { "{\"unsubscribe\":{\"signals\":[\"x\"]}}", "ids of signals" },
    { "{\"credit\":{\"bytes\":0}}", "outside its range" },
    { "{\"reduced\":{}}", "wrong end" },
    { "{\"broadcast\":{}}", "wrong end" },
    { "{\"tune\":{}}", "signal" },
    { "{\"tune\":{\"signal\":1000}}", "outside its range" },
    { "{\"tune\":{\"signal\":1,\"position\":-1}}", "outside its range" },
    { "{\"query\":{\"id\":1,\"signals\":[1]}}", "whole number" },
    { "{\"query\":{\"id\":-1,\"signals\":[1],\"from_ns\":0,\"to_ns\":9,\"columns\":1}}",
      "outside its range" },
    { "{\"query\":{\"id\":1,\"signals\":[1],\"from_ns\":0,\"to_ns\":0,\"columns\":1}}",
      "outside its range" },
    { "{\"query\":{\"id\":1,\"signals\":[1],\"from_ns\":-9223372036854775808,\"to_ns\":0,"
      "\"columns\":1}}",
      "outside its range" },
    { "{\"query\":{\"id\":1,\"signals\":[1],\"from_ns\":0,\"to_ns\":9,\"columns\":2}}",
      "a divisor" },
    { "{\"query\":{\"id\":1,\"signals\":[1],\"from_ns\":0,\"to_ns\":99999,\"columns\":99999}}",
      "outside its range" },
    { "{\"query\":{\"id\":1,\"signals\":[9],\"from_ns\":0,\"to_ns\":9,\"columns\":1}}",
      "ids of signals" },
    { "{\"query\":{\"id\":1,\"signals\":9,\"from_ns\":0,\"to_ns\":9,\"columns\":1}}", "a list" },
    { "\001\001", "wrong" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      connect_raw_client (f);
      send_text (f, rows[i].text);
      if (i + 1 < G_N_ELEMENTS (rows))
        assert_refused (f, rows[i].reason);
      else
        g_assert_cmpuint (f->n_closed, ==, 1);
    }
}

/* Calls that are in order, but fail. */
static void
test_refused_calls (ShareBed *f, gconstpointer data)
{
  static const struct
  {
    const char *text;
    const char *answer;
  } rows[] = {
    { "{\"call\":{\"id\":7,\"verb\":\"apply\",\"parameter\":\"gone\",\"value\":1}}",
      "{\"id\":7,\"error\":{\"code\":\"not-found\"" },
    { "{\"call\":{\"id\":7,\"verb\":\"apply\",\"parameter\":\"gain\",\"value\":99}}",
      "\"code\":\"invalid\"" },
    { "{\"call\":{\"id\":7,\"verb\":\"apply\",\"parameter\":\"gain\",\"value\":[]}}",
      "\"code\":\"invalid\"" },
    { "{\"call\":{\"id\":7,\"verb\":\"check\",\"parameter\":\"gain\",\"value\":\"x\"}}",
      "\"code\":\"invalid\"" },
    { "{\"call\":{\"id\":7,\"verb\":\"apply-all\",\"writes\":[1]}}", "\"code\":\"invalid\"" },
    { "{\"call\":{\"id\":7,\"verb\":\"apply-all\",\"writes\":{}}}", "\"code\":\"invalid\"" },
    { "{\"call\":{\"id\":7,\"verb\":\"apply-all\"}}", "{\"id\":7,\"writes\":[]}" },
    { "{\"call\":{\"id\":7,\"verb\":\"apply-all\",\"writes\":"
      "[{\"parameter\":\"gain\",\"value\":2},{\"parameter\":\"gone\",\"value\":2}]}}",
      "{\"id\":7,\"error\":{\"code\":\"not-found\"" },
    { "{\"call\":{\"id\":7,\"verb\":\"apply-all\",\"writes\":"
      "[{\"parameter\":\"gain\",\"value\":2},{\"parameter\":\"gain\",\"value\":3}]}}",
      "{\"value\":1.0,\"revision\":1,\"error\":{\"code\":\"invalid\"" },
    { "{\"call\":{\"id\":7,\"verb\":\"configure\"}}", "\"code\":\"invalid\"" },
    { "{\"call\":{\"id\":7,\"verb\":\"configure\",\"options\":{\"level\":\"x\"}}}", "no level" },
  };

  connect_raw_client (f);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = NULL;

      send_text (f, rows[i].text);
      text = receive (f);
      g_assert_nonnull (strstr (text, rows[i].answer));
    }
  g_assert_cmpuint (f->n_closed, ==, 0);
}

/* Returns a line of docs/protocol.md that begins with a text, as a server writes it. */
static char *
read_example (const char *begin)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "docs", "protocol.md", NULL);
  g_autofree char *text = NULL;
  g_autoptr (JsonNode) node = NULL;
  char *at;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  at = strstr (text, begin);
  g_assert_nonnull (at);
  at[strcspn (at, "\n")] = '\0';
  node = json_from_string (at, NULL);
  g_assert_nonnull (node);
  return json_to_string (node, FALSE);
}

static void
test_examples (ShareBed *f, gconstpointer data)
{
  connect_raw_client (f);
  for (guint id = 5; id <= 6; id++)
    {
      g_autofree char *call_begin = g_strdup_printf ("{\"call\": {\"id\": %u,", id);
      g_autofree char *answer_begin = g_strdup_printf ("{\"answer\": {\"id\": %u,", id);
      g_autofree char *call = read_example (call_begin);
      g_autofree char *answer = read_example (answer_begin);
      g_autofree char *text = NULL;

      send_text (f, call);
      text = receive (f);
      g_assert_nonnull (strstr (text, answer));
    }
}

static void
test_bad_hello (ShareBed *f, gconstpointer data)
{
  connect_raw (f);
  send_hello (f, "version", 99);
  assert_refused (f, "version");

  connect_raw (f);
  send_hello (f, "period_ns", 1);
  assert_refused (f, "outside its range");
}

/* Another clock is no error, and is told the time here. */
static void
test_other_clock (ShareBed *f, gconstpointer data)
{
  static const char *const boots[] = { "another", "unknown" };

  for (guint i = 0; i < G_N_ELEMENTS (boots); i++)
    {
      g_autofree char *hello =
          g_strdup_printf ("{\"hello\":{\"version\":2,\"boot\":\"%s\",\"credit\":1048576,"
                           "\"period_ns\":10000000}}",
                           boots[i]);
      g_autofree char *answer = NULL;

      connect_raw (f);
      send_text (f, hello);
      g_free (receive (f));
      send_text (f, "{\"time\":{\"id\":7,\"t1\":-5}}");
      answer = receive (f);
      g_assert_cmpuint (f->n_closed, ==, 0);
      g_assert_nonnull (
          strstr (answer, "{\"time\":{\"id\":7,\"t1\":-5,\"t2\":10000000000,\"t3\":10000000000}}"));
    }
}

static void
test_bad_frames (ShareBed *f, gconstpointer data)
{
  guint32 length = GUINT32_TO_LE (GSCOPE_CARRIER_MAX_MESSAGE + 1);

  connect_raw_client (f);
  send_bytes (f, &length, sizeof length);
  run_pending ();
  g_assert_cmpuint (f->n_closed, ==, 1);
  g_assert_error (f->closed, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT);

  connect_raw_client (f);
  g_free (receive (f));
  send_bytes (f, "\100\0\0\0{", 5);
  g_io_stream_close (f->raw, NULL, NULL);
  run_pending ();
  g_assert_cmpuint (f->n_closed, ==, 1);
  g_assert_error (f->closed, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
}

static const char *const broken_news[] = {
  "{\"signals\":{\"added\":[{\"id\":1,\"name\":\"\",\"color\":0,\"line\":\"steps\"}]}}",
  "{\"signals\":{\"added\":[{\"id\":1,\"name\":\"a\\nb\",\"color\":0,\"line\":\"steps\"}]}}",
  "{\"signals\":{\"added\":[{\"id\":1,\"name\":\"a\",\"color\":0,\"line\":1}]}}",
  "{\"signals\":{\"added\":[{\"id\":1,\"name\":\"a\",\"color\":0,\"line\":\"steps\"},"
  "{\"id\":2,\"name\":\"a\",\"color\":0,\"line\":\"steps\"}]}}",
  "{\"signals\":{\"added\":[{\"id\":1,\"name\":\"a\",\"color\":0,\"line\":\"steps\",\"states\":1}"
  "]}}",
  "{\"signals\":{\"added\":[{\"id\":1,\"name\":\"a\",\"color\":0,\"line\":\"steps\",\"states\":["
  "1]}]}}",
  "{\"signals\":{\"added\":[{\"id\":1,\"name\":\"a\",\"color\":0,\"line\":\"steps\",\"states\":[{"
  "\"value\":"
  "64,\"name\":\"b\",\"style\":\"thin\"}]}]}}",
  "{\"signals\":{\"added\":[{\"id\":1,\"name\":\"a\",\"color\":0,\"line\":\"steps\",\"states\":[{"
  "\"value\":"
  "1,\"name\":\"b\",\"style\":1}]}]}}",
  "{\"signals\":{\"added\":[{\"id\":1,\"name\":\"a\",\"color\":0,\"line\":\"steps\",\"states\":[{"
  "\"value\":"
  "1,\"name\":\"b\",\"style\":\"thin\"},{\"value\":1,\"name\":\"c\",\"style\":\"thin\"}]}]}}",
  "{\"signals\":{\"removed\":[1]}}",
  "{\"signals\":{\"ended\":[\"x\"]}}",
  "{\"signals\":{\"added\":{}}}",
  "{\"parameters\":{\"removed\":[\"x\"]}}",
  "{\"parameters\":{\"added\":[{\"type\":\"integer\",\"name\":\"n\",\"min\":2,\"max\":1,"
  "\"default\":1,\"value\":1,\"step\":1}]}}",
  "{\"parameters\":{\"added\":[{\"type\":\"integer\",\"name\":\"n\",\"min\":0,\"max\":1,"
  "\"default\":1,\"value\":1,\"step\":0.5}]}}",
  "{\"parameters\":{\"added\":[{\"type\":\"double\",\"name\":\"n\",\"default\":\"x\","
  "\"value\":1,\"step\":0}]}}",
  "{\"parameters\":{\"added\":[{\"type\":\"enumeration\",\"name\":\"n\",\"nicks\":[\"a\"],"
  "\"titles\":[],\"default\":\"a\",\"value\":\"a\",\"step\":0}]}}",
  "{\"parameters\":{\"added\":[{\"type\":\"double\",\"name\":\"n\",\"min\":0,\"max\":1,"
  "\"logarithmic\":true,\"default\":1,\"value\":1,\"step\":0}]}}",
  "{\"parameters\":{\"added\":[{\"type\":\"boolean\",\"name\":\"n\",\"default\":true,"
  "\"value\":true,\"step\":0,\"steered\":[1]}]}}",
  "{\"answer\":{\"id\":99}}",
  "{\"answer\":{\"id\":2147483649,\"until_ns\":1}}",
  "{\"query\":{\"id\":1,\"signals\":[1],\"from_ns\":0,\"to_ns\":9,\"columns\":1}}",
  "{\"answer\":{\"id\":1,\"value\":1,\"verdict\":2}}",
  "{\"answer\":{\"id\":1,\"error\":{\"code\":\"odd\"}}}",
  "{\"notice\":{\"parameter\":\"x\",\"value\":1}}",
  "{\"notice\":{\"parameter\":\"x\",\"value\":1,\"revision\":2,\"time_ns\":\"now\"}}",
  "{\"losses\":{\"signal\":1,\"cause\":\"late\",\"count\":1}}",
  "{\"broadcast\":{}}",
  "{\"broadcast\":{\"signal\":1,\"address\":2}}",
  "{\"broadcast\":{\"signal\":1,\"number\":-1,\"position\":0}}",
  "{\"broadcast\":{\"signal\":1,\"number\":1}}",
  "{\"tune\":{\"signal\":1}}",
  "{\"marker\":{\"label\":\"x\"}}",
  "{\"source\":{\"state\":\"asleep\"}}",
  "{\"call\":{\"id\":1,\"verb\":\"stop\"}}",
  "{\"pace\":{\"interval_ns\":1}}",
  "{\"time\":{\"id\":99,\"t1\":1,\"t2\":1,\"t3\":1}}",
  "{\"time\":{\"id\":1,\"t1\":1,\"t3\":1}}",
  "{\"time\":{\"id\":1,\"t1\":1,\"t2\":\"soon\",\"t3\":1}}",
  "{\"step\":{\"clock\":\"sundial\",\"time_ns\":1,\"size_ns\":1}}",
  "{\"step\":{\"clock\":\"wall\",\"size_ns\":1}}",
  "{\"error\":{\"message\":\"I am leaving\"}}",
};

/* A remote source faces what a broken or hostile server may say. */
static void
test_bad_server (ShareBed *f, gconstpointer data)
{
  static const char samples[] = "\001\002\0\0\0\0\0\0\005\0\0\0\001\0\0\0"
                                "01234567abcdefgh";
  static const char columns[] = "\002\002\0\0\001\0\0\200\005\0\0\0\001\0\0\0"
                                "01234567abcdefgh"
                                "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\001\0\0\0";

  f->is_raw = TRUE;
  for (gsize i = 0; i <= G_N_ELEMENTS (broken_news) + 1; i++)
    {
      ShareAnswer answer = { 0 };

      gscope_source_start_async (f->remote, NULL, share_answer_started, &answer);
      run_pending ();
      send_hello (f, "title", 0);
      g_assert_true (answer.is_done);
      share_answer_clear (&answer);

      gscope_source_start_async (f->remote, NULL, share_answer_started, &answer);
      run_pending ();
      send_hello (f, "more", 0);
      g_assert_false (answer.is_done);
      if (i < G_N_ELEMENTS (broken_news))
        send_text (f, broken_news[i]);
      else if (i == G_N_ELEMENTS (broken_news))
        send_frame (f, samples, sizeof samples - 1);
      else
        send_frame (f, columns, sizeof columns - 1);
      g_assert_true (answer.is_done);
      g_assert_nonnull (answer.error);
      g_assert_cmpint (gscope_source_get_state (f->remote), ==, GSCOPE_SOURCE_STATE_TROUBLE);
      share_answer_clear (&answer);
    }
}

/* The first comparison of the clocks can fail. Samples that arrive before the next one are counted. */
static void
test_unknown_time (ShareBed *f, gconstpointer data)
{
  static const char samples[] = "\001\002\0\0\0\0\0\0\005\0\0\0\001\0\0\0"
                                "\0\0\0\0\0\0\0\0abcdefgh";
  ShareAnswer answer = { 0 };
  GscopeSignal *signal;

  f->is_raw = TRUE;
  gscope_source_start_async (f->remote, NULL, share_answer_started, &answer);
  run_pending ();
  send_text (f, "{\"hello\":{\"version\":2,\"boot\":\"another\"}}");
  send_text (f, "{\"signals\":{\"added\":[{\"id\":5,\"name\":\"wave\",\"color\":0,"
                "\"line\":\"steps\"}]}}");
  gscope_source_publish (f->remote);
  signal = gscope_scope_find_signal (f->near, "here/wave");

  send_text (f, "{\"time\":{\"id\":1,\"t1\":0,\"t2\":0,\"t3\":1}}");
  send_frame (f, samples, sizeof samples - 1);
  g_assert_cmpuint (gscope_signal_get_lost (signal, GSCOPE_LOSS_NO_TIME), ==, 1);

  send_text (f, "{\"time\":{\"id\":2,\"t1\":0,\"t2\":0,\"t3\":0}}");
  send_frame (f, samples, sizeof samples - 1);
  gscope_scope_drain (f->near);
  g_assert_cmpuint (gscope_signal_get_total_lost (signal), ==, 1);
  g_assert_cmpuint (gscope_trace_get_end (gscope_signal_get_trace (signal)), ==, 1);

  send_text (f, "{\"error\":{\"message\":\"I am leaving\"}}");
  g_assert_nonnull (answer.error);
  share_answer_clear (&answer);
}

/* The other end may tell any time of its wall clock. */
static void
test_wild_wall_clock (ShareBed *f, gconstpointer data)
{
  ShareAnswer answer = { 0 };
  gint64 offset;

  f->is_raw = TRUE;
  gscope_source_start_async (f->remote, NULL, share_answer_started, &answer);
  run_pending ();
  send_text (f, "{\"hello\":{\"version\":2,\"boot\":\"another\",\"wall_ns\":9223372036854775807}}");
  send_text (f, "{\"time\":{\"id\":1,\"t1\":0,\"t2\":99,\"t3\":99}}");
  g_assert_true (gscope_remote_get_wall_offset (GSCOPE_REMOTE (f->remote), &offset));
  send_text (f, "{\"step\":{\"clock\":\"wall\",\"time_ns\":1,\"size_ns\":9223372036854775807}}");
  g_assert_true (gscope_remote_get_wall_offset (GSCOPE_REMOTE (f->remote), &offset));
  send_text (f, "{\"error\":{\"message\":\"I am leaving\"}}");
  g_assert_nonnull (answer.error);
  share_answer_clear (&answer);
}

static gboolean
count_samples (guint32 id, GscopeSample *samples, gsize n, gpointer data, GError **error)
{
  guint64 *count = data;

  for (gsize i = 0; i < n; i++)
    *count += !isnan (samples[i].value);
  return TRUE;
}

typedef struct
{
  guint64 n_samples;
  guint64 n_lost;
  guint64 n_reduced;
  gint64 resolution;
  gsize n_bytes;
  GscopeSubscriber *grants;
} Received;

static void
on_message (GscopeCarrier *carrier, GBytes *message, Received *received)
{
  g_autoptr (JsonObject) object = NULL;
  GscopeMessageKind kind;

  if (gscope_message_is_samples (message))
    {
      received->n_bytes += g_bytes_get_size (message);
      gscope_message_read_blocks (message, count_samples, &received->n_samples, NULL);
      if (received->grants)
        gscope_subscriber_count (received->grants, g_bytes_get_size (message));
      return;
    }
  object = gscope_message_parse (message, &kind, NULL);
  if (kind == GSCOPE_MESSAGE_REDUCED)
    received->resolution = json_object_get_int_member (object, "resolution_ns");
  if (kind == GSCOPE_MESSAGE_LOSSES)
    received->n_lost += json_object_get_int_member (object, "count");
  if (kind == GSCOPE_MESSAGE_LOSSES
      && g_str_equal (json_object_get_string_member (object, "cause"), "reduced"))
    received->n_reduced += json_object_get_int_member (object, "count");
}

/* Reads what has come so far, with or without granting as much again. */
static void
read_samples (ShareBed *f, Received *received, gboolean grants)
{
  g_autoptr (GscopeCarrier) carrier = gscope_stream_carrier_new (f->raw);
  GscopeSubscriber *subscriber = grants ? gscope_subscriber_new (carrier, f->clock, TRUE) : NULL;

  received->grants = subscriber;
  g_signal_connect (carrier, "received", G_CALLBACK (on_message), received);
  run_pending ();
  share_bed_settle (f);
  if (subscriber)
    gscope_subscriber_free (subscriber);
}

/* Unread samples wait in the trace, which drops the oldest. */
static void
test_backlog (ShareBed *f, gconstpointer data)
{
  enum
  {
    N = 1000000,
  };
  Received received = { 0 };
  gsize bound;

  gscope_scope_set_budget (f->far, 2 << 20);
  connect_raw_client (f);
  send_text (f, "{\"subscribe\":{\"all\":true}}");
  for (guint i = 0; i < N; i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 1000);
      share_bed_push (f, i);
      if (i % 4096 == 0)
        {
          gscope_scope_drain (f->far);
          run_pending ();
        }
    }
  share_bed_settle (f);
  g_assert_cmpuint (f->n_closed, ==, 0);
  read_samples (f, &received, TRUE);
  g_assert_cmpuint (received.n_samples + received.n_lost, ==, N);
  g_assert_cmpuint (received.n_lost, >, received.n_reduced);
  bound = gscope_trace_get_end (gscope_signal_get_trace (f->wave))
          - gscope_trace_get_first (gscope_signal_get_trace (f->wave));
  /* The capacity of the trace, 1 MiB unsent, and the buffer of a socket. */
  g_assert_cmpuint (received.n_bytes, <, 16 * bound + (3 << 20));
}

/* A handler of what a message changes closes the server within that message. */
static void
test_closed_within (ShareBed *f, gconstpointer data)
{
  g_autofree char *text = NULL;

  connect_raw (f);
  g_signal_connect_object (f->far, "notify::period", G_CALLBACK (gscope_server_close), f->server,
                           G_CONNECT_SWAPPED);
  send_hello (f, "period_ns", 20 * GSCOPE_MSEC);
  text = receive (f);
  g_assert_null (strstr (text, "signals"));
  g_assert_cmpuint (f->n_closed, ==, 0);
}

static void
free_server (ShareBed *f)
{
  g_clear_object (&f->server);
}

static void
test_freed_within (ShareBed *f, gconstpointer data)
{
  connect_raw_client (f);
  gscope_scope_start (f->far);
  share_bed_push (f, 1);
  g_signal_connect_swapped (f->far, "drained", G_CALLBACK (free_server), f);
  gscope_signal_end (f->wave);
  g_assert_null (f->server);
}

static void
advance (ShareBed *f, guint n, gint64 interval)
{
  while (n-- > 0)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), interval);
      run_pending ();
    }
  gscope_scope_drain (f->near);
}

static void
send_sample (ShareBed *f, double value)
{
  const GscopeSample sample = { gscope_clock_get_time (f->clock), value };
  g_autoptr (GByteArray) message = g_byte_array_new ();

  gscope_message_append_block (message, 5, &sample, 1);
  send_frame (f, message->data, message->len);
  gscope_scope_drain (f->near);
}

static void
on_silent_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  ShareAnswer *answer = data;

  gscope_source_stop_finish (GSCOPE_SOURCE (object), result, &answer->error);
  answer->is_done = TRUE;
}

/* The answer to a call that is not about a parameter needs no revision, and may have one. */
static void
test_needless_revision (ShareBed *f, gconstpointer data)
{
  ShareAnswer started = { 0 };

  f->is_raw = TRUE;
  gscope_source_start_async (f->remote, NULL, share_answer_started, &started);
  run_pending ();
  send_hello (f, "version", GSCOPE_MESSAGE_VERSION);
  send_text (f, "{\"answer\":{\"id\":1,\"revision\":3,\"time_ns\":1}}");
  g_assert_true (started.is_done);
  g_assert_no_error (started.error);
}

/* The other end says nothing for a second, says something again, and is stopped while it says nothing. */
static void
test_silence (ShareBed *f, gconstpointer data)
{
  ShareAnswer started = { 0 }, stopped = { 0 };
  const GscopeGap *gaps;
  GscopeTrace *trace;
  gint64 last;
  gsize n;

  f->is_raw = TRUE;
  gscope_scope_start (f->near);
  gscope_source_start_async (f->remote, NULL, share_answer_started, &started);
  run_pending ();
  send_hello (f, "version", GSCOPE_MESSAGE_VERSION);
  g_assert_no_error (started.error);
  send_text (f, "{\"signals\":{\"added\":[{\"id\":5,\"name\":\"wave\",\"color\":0,\"line\":"
                "\"steps\",\"min\":0,\"max\":0}]}}");
  g_assert_no_error (started.error);
  send_text (f, "{\"answer\":{\"id\":1}}");
  g_assert_true (started.is_done);
  g_assert_no_error (started.error);
  gscope_source_publish (f->remote);
  send_sample (f, 1);
  last = gscope_clock_get_time (f->clock);
  trace = gscope_signal_get_trace (gscope_scope_find_signal (f->near, "here/wave"));
  g_assert_cmpuint (gscope_trace_get_end (trace), ==, 1);

  /* a process that was stopped itself does not judge */
  advance (f, 1, 10 * GSCOPE_SEC);
  g_assert_false (gscope_source_is_silent (f->remote));
  advance (f, 3, 250 * GSCOPE_MSEC);
  g_assert_true (gscope_source_is_silent (f->remote));
  g_assert_true (gscope_source_get_started (f->remote));
  g_assert_cmpint (gscope_source_get_state (f->remote), ==, GSCOPE_SOURCE_STATE_TROUBLE);
  g_assert_nonnull (strstr (gscope_source_get_status (f->remote), "does not answer"));
  gaps = gscope_trace_get_gaps (trace, G_MININT64, G_MAXINT64, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (gaps[0].begin, ==, last);
  g_assert_cmpint (gaps[0].end, ==, G_MAXINT64);
  g_assert_cmpint (gaps[0].cause, ==, GSCOPE_GAP_CAUSE_SILENT);

  send_text (f, "{\"beat\":{}}");
  g_assert_cmpint (gscope_source_get_state (f->remote), ==, GSCOPE_SOURCE_STATE_RUNNING);
  send_sample (f, 2);
  gaps = gscope_trace_get_gaps (trace, G_MININT64, G_MAXINT64, &n);
  g_assert_cmpint (gaps[0].end, ==, gscope_clock_get_time (f->clock));

  advance (f, 4, 250 * GSCOPE_MSEC);
  g_assert_true (gscope_source_is_silent (f->remote));
  gscope_source_stop_async (f->remote, NULL, on_silent_stopped, &stopped);
  run_pending ();
  g_assert_true (stopped.is_done);
  g_assert_no_error (stopped.error);
  g_assert_cmpint (gscope_source_get_state (f->remote), ==, GSCOPE_SOURCE_STATE_STOPPED);
}

/* Returns how many beats this end has sent since the last call. */
static guint
count_beats (ShareBed *f)
{
  g_autofree char *text = receive (f);
  guint n = 0;

  for (const char *at = strstr (text, "{\"beat\":{}}"); at; at = strstr (at + 1, "{\"beat\":{}}"))
    n++;
  return n;
}

/* This end sends signs of life to one that takes them, six in the time that it names, the first one at once. */
static void
test_beats (ShareBed *f, gconstpointer data)
{
  static const struct
  {
    const char *member;
    gint64 value;
    guint n_first;
    guint n_later;
  } rows[] = { { "version", GSCOPE_MESSAGE_VERSION, 0, 0 },
               { "silence_ns", 30 * GSCOPE_SEC, 1, 12 },
               { "silence_ns", G_MAXINT64, 1, 0 } };

  f->is_raw = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      ShareAnswer started = { 0 }, stopped = { 0 };

      gscope_source_start_async (f->remote, NULL, share_answer_started, &started);
      run_pending ();
      send_hello (f, rows[i].member, rows[i].value);
      send_text (f, "{\"answer\":{\"id\":1}}");
      g_assert_true (started.is_done);
      g_assert_cmpuint (count_beats (f), ==, 0);
      advance (f, 1, 250 * GSCOPE_MSEC);
      g_assert_cmpuint (count_beats (f), ==, rows[i].n_first);
      advance (f, 240, 250 * GSCOPE_MSEC);
      g_assert_cmpuint (count_beats (f), ==, rows[i].n_later);
      gscope_source_stop_async (f->remote, NULL, on_silent_stopped, &stopped);
      run_pending ();
      g_assert_true (stopped.is_done);
    }
}

/* One that says nothing at all does not start. */
static void
test_silent_start (ShareBed *f, gconstpointer data)
{
  ShareAnswer started = { 0 };

  f->is_raw = TRUE;
  gscope_source_start_async (f->remote, NULL, share_answer_started, &started);
  run_pending ();
  advance (f, 39, 250 * GSCOPE_MSEC);
  g_assert_false (started.is_done);
  advance (f, 1, 250 * GSCOPE_MSEC);
  g_assert_true (started.is_done);
  g_assert_nonnull (strstr (started.error->message, "has not answered for 10 seconds"));
  share_answer_clear (&started);
}

static void
add (const char *path, void (*test) (ShareBed *, gconstpointer))
{
  g_test_add (path, ShareBed, NULL, share_bed_set_up, test, share_bed_tear_down);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add ("/share-peer/bad-calls", test_bad_calls);
  add ("/share-peer/refused-calls", test_refused_calls);
  add ("/share-peer/examples", test_examples);
  add ("/share-peer/bad-hello", test_bad_hello);
  add ("/share-peer/other-clock", test_other_clock);
  add ("/share-peer/bad-frames", test_bad_frames);
  add ("/share-peer/bad-server", test_bad_server);
  add ("/share-peer/unknown-time", test_unknown_time);
  add ("/share-peer/wild-wall-clock", test_wild_wall_clock);
  add ("/share-peer/backlog", test_backlog);
  add ("/share-peer/closed-within", test_closed_within);
  add ("/share-peer/freed-within", test_freed_within);
  add ("/share-peer/needless-revision", test_needless_revision);
  add ("/share-peer/silence", test_silence);
  add ("/share-peer/beats", test_beats);
  add ("/share-peer/silent-start", test_silent_start);
  return g_test_run ();
}
