/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The past of signals in another process: messages of columns, queries and their answers. */

#include "support/fake-carrier.h"
#include "support/share-bed.h"
#include "support/test-remote.h"

#include <gscope/carrier/columns.h>
#include <gscope/carrier/message.h>
#include <gscope/carrier/stream.h>
#include <gscope/publish/subscriber.h>
#include <gscope/remote/private.h>
#include <gscope/share/server-private.h>
#include <math.h>
#include <string.h>

/* Messages. */

static gboolean
keep (guint32 query, guint32 signal, gint64 from, gint64 width, const GscopeColumn *columns,
      gsize n, gpointer user_data, GError **error)
{
  g_assert_cmpuint (query, ==, 0x89abcdef);
  g_assert_cmpuint (signal, ==, 77);
  g_assert_cmpint (from, ==, -5);
  g_assert_cmpint (width, ==, G_MAXINT64);
  g_array_append_vals (user_data, columns, n);
  return TRUE;
}

static void
assert_near (double a, double b, double range)
{
  if (isnan (a) || isnan (b))
    g_assert_true (isnan (a) && isnan (b));
  else
    g_assert_cmpfloat (fabs (a - b), <=, range * 1e-9);
}

static void
test_round_trip (void)
{
  const GscopeColumn columns[] = {
    { 1, 2, 1, 2, 3 },
    { -1e6, 1e6, 0.25, -12345.678, 1000 },
    { -G_MAXDOUBLE, G_MAXDOUBLE, 0, G_MAXDOUBLE, 7 },
    { 5, 5, 5, 5, 1 },
    { 1, 2, NAN, 1.5, 4 },
    { 1, 2, 1.5, NAN, 4 },
    { INFINITY, -INFINITY, NAN, NAN, 2 },
    { G_MINDOUBLE / 2, G_MINDOUBLE, G_MINDOUBLE, G_MINDOUBLE / 2, 2 },
    { 0, 1, 1.0 / 3, 2.0 / 3, G_MAXUINT64 },
  };
  const GscopeColumn empty[] = {
    { INFINITY, -INFINITY, NAN, NAN, 0 },
    { gscope_gap_value (GSCOPE_GAP_CAUSE_SILENT), -INFINITY, NAN, NAN, 0 },
  };
  g_autoptr (GByteArray) array = g_byte_array_new ();
  g_autoptr (GArray) read = g_array_new (FALSE, FALSE, sizeof (GscopeColumn));
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) message = NULL;
  GscopeGapCause cause;
  GscopeColumn *got;

  gscope_columns_append (array, 0x89abcdef, 77, -5, G_MAXINT64, columns, G_N_ELEMENTS (columns));
  gscope_columns_append (array, 0x89abcdef, 77, -5, G_MAXINT64, empty, 2);
  g_assert_cmpuint (array->len, ==, 8 + 2 * 24 + 28 * (G_N_ELEMENTS (columns) + 2));
  message = g_byte_array_free_to_bytes (g_steal_pointer (&array));
  g_assert_true (gscope_columns_is_message (message));
  g_assert_false (gscope_message_is_samples (message));
  g_assert_true (gscope_columns_read (message, keep, read, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (read->len, ==, G_N_ELEMENTS (columns) + 2);
  got = (GscopeColumn *) (gpointer) read->data;
  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      double range = columns[i].max - columns[i].min;

      g_assert_cmpfloat (got[i].min, ==, columns[i].min);
      g_assert_cmpfloat (got[i].max, ==, columns[i].max);
      range = isfinite (range) ? MAX (range, 0) : G_MAXDOUBLE;
      assert_near (got[i].first, columns[i].first, range);
      assert_near (got[i].last, columns[i].last, range);
      g_assert_cmpuint (got[i].count, ==, MIN (columns[i].count, G_MAXUINT32));
    }
  /* the ends of the range are exact */
  g_assert_cmpfloat (got[0].first, ==, 1);
  g_assert_cmpfloat (got[0].last, ==, 2);
  got += G_N_ELEMENTS (columns);
  g_assert_true (got[0].count == 0 && isnan (got[0].min));
  g_assert_false (gscope_gap_from_value (got[0].min, NULL));
  g_assert_true (gscope_gap_from_value (got[1].min, &cause));
  g_assert_cmpint (cause, ==, GSCOPE_GAP_CAUSE_SILENT);
}

/* The example of docs/protocol.md. */
static void
test_example (void)
{
  static const guint8 bytes[] = {
    0x02, 0x02, 0x00, 0x00, 0x01, 0x00, 0x00, 0x80, 0x03, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00,
    0x00, 0x10, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xf0, 0x3f, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x40, 0x00, 0x00, 0x00, 0x00, 0xfe, 0xff, 0xff, 0xff, 0x02, 0x00, 0x00, 0x00,
  };
  const GscopeColumn column = { 1, 2, 1, 2, 2 };
  g_autoptr (GByteArray) array = g_byte_array_new ();

  gscope_columns_append (array, 2147483649, 3, 16, 16, &column, 1);
  g_assert_cmpmem (array->data, array->len, bytes, sizeof bytes);
}

static gboolean
accept (guint32 query, guint32 signal, gint64 from, gint64 width, const GscopeColumn *columns,
        gsize n, gpointer user_data, GError **error)
{
  return TRUE;
}

static gboolean
can_read (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) message = g_bytes_new (data, size);
  g_autoptr (GError) error = NULL;
  gboolean can = gscope_columns_read (message, accept, NULL, &error);

  g_assert_cmpint (can, ==, error == NULL);
  return can;
}

static void
set_double (guint8 *at, double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  bits = GUINT64_TO_LE (bits);
  memcpy (at, &bits, sizeof bits);
}

static void
test_hostile (void)
{
  const GscopeColumn column = { 1, 2, 1, 2, 3 };
  g_autoptr (GByteArray) array = g_byte_array_new ();
  guint8 *block;

  gscope_columns_append (array, 1, 1, 0, 16, &column, 1);
  g_assert_true (can_read (array->data, array->len));
  for (gsize size = 0; size < array->len; size++)
    g_assert_false (can_read (array->data, size));
  block = array->data + 8;
  /* the version, and numbers of columns */
  array->data[1]++;
  g_assert_false (can_read (array->data, array->len));
  array->data[1]--;
  block[4] = 0;
  g_assert_false (can_read (array->data, array->len));
  block[4] = 2;
  g_assert_false (can_read (array->data, array->len));
  block[7] = 0xff;
  g_assert_false (can_read (array->data, array->len));
  block[4] = 1;
  block[7] = 0;
  /* ranges of numbers */
  set_double (block + 24, 3);
  g_assert_false (can_read (array->data, array->len));
  set_double (block + 24, -INFINITY);
  g_assert_false (can_read (array->data, array->len));
  set_double (block + 24, NAN);
  g_assert_false (can_read (array->data, array->len));
  set_double (block + 24, 1);
  set_double (block + 32, NAN);
  g_assert_false (can_read (array->data, array->len));
  set_double (block + 32, 2);
  g_assert_true (can_read (array->data, array->len));
  /* a column without samples has no values */
  memset (block + 48, 0, 4);
  g_assert_false (can_read (array->data, array->len));
}

/* Both ends. */

/* The other end starts its source only if it does not run. */
static void
start (ShareBed *f)
{
  ShareAnswer answer = { 0 };

  gscope_source_stop_async (f->source, NULL, NULL, NULL);
  run_pending ();
  gscope_source_start_async (f->remote, NULL, share_answer_started, &answer);
  run_pending ();
  g_assert_true (answer.is_done);
  g_assert_no_error (answer.error);
}

static void
advance (ShareBed *f, gint64 milliseconds)
{
  for (; milliseconds > 0; milliseconds -= 10)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      if (f->far_clock != f->clock)
        gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->far_clock), 10 * GSCOPE_MSEC);
      run_pending ();
    }
}

/* Pushes a value every 10 ms. */
static void
push_for (ShareBed *f, gint64 milliseconds)
{
  for (; milliseconds > 0; milliseconds -= 10)
    {
      share_bed_push (f,
                      (double) (gscope_clock_get_time (f->far_clock) / (10 * GSCOPE_MSEC) % 100));
      advance (f, 10);
    }
  share_bed_settle (f);
}

#define WIDTH (G_GINT64_CONSTANT (1) << 24)
#define BEGIN (536 * WIDTH)

enum
{
  N = 512,
};

static GscopeSignal *
find_wave (ShareBed *f)
{
  GscopeSignal *signal = gscope_scope_find_signal (f->near, "here/panel/wave");

  g_assert_nonnull (signal);
  return signal;
}

static void
look (ShareBed *f)
{
  GscopeTimeline timeline;

  gscope_signal_get_timeline (find_wave (f), &timeline);
  gscope_timeline_look (&timeline, f, BEGIN, BEGIN + N * WIDTH, WIDTH);
  run_pending ();
}

/* Counts the samples that are known here, without those at which gaps begin. */
static guint64
count_known (ShareBed *f)
{
  GscopeColumn columns[N];
  GscopeTimeline timeline;
  guint64 n = 0;

  gscope_signal_get_timeline (find_wave (f), &timeline);
  gscope_timeline_get_columns (&timeline, BEGIN, WIDTH, N, columns, NULL);
  for (int i = 0; i < N; i++)
    n += columns[i].min <= columns[i].max ? columns[i].count : 0;
  return n;
}

/* Asserts that the columns here equal the columns of the source, but for the distance of the clocks. */
static void
assert_same_columns (ShareBed *f)
{
  gint64 ahead = gscope_clock_get_time (f->far_clock) - gscope_clock_get_time (f->clock);
  GscopeColumn near[N], far[N];
  GscopeTimeline timeline;

  gscope_signal_get_timeline (find_wave (f), &timeline);
  gscope_timeline_get_columns (&timeline, BEGIN, WIDTH, N, near, NULL);
  gscope_trace_get_columns (gscope_signal_get_trace (f->wave), BEGIN + ahead, WIDTH, N, far);
  for (int i = 0; i < N; i++)
    {
      g_assert_cmpuint (near[i].count, ==, far[i].count);
      g_assert_cmpfloat (near[i].min, ==, far[i].min);
      g_assert_cmpfloat (near[i].max, ==, far[i].max);
      assert_near (near[i].first, far[i].first, 100);
      assert_near (near[i].last, far[i].last, 100);
    }
}

static void
start_far (ShareBed *f)
{
  gscope_source_start_async (f->source, NULL, NULL, NULL);
  gscope_scope_start (f->far);
  run_pending ();
}

/* The past before the connection is there. */
static void
test_past (ShareBed *f, gconstpointer data)
{
  start_far (f);
  push_for (f, 2000);
  start (f);
  push_for (f, 1000);
  g_assert_cmpuint (count_known (f), <=, 101);
  look (f);
  g_assert_cmpuint (count_known (f), ==, 300);
  assert_same_columns (f);
}

static void
test_past_apart (ShareBed *f, gconstpointer data)
{
  start_far (f);
  push_for (f, 2000);
  start (f);
  push_for (f, 1000);
  look (f);
  assert_same_columns (f);
}

/* A broken connection leaves no hole. */
static void
test_cut (ShareBed *f, gconstpointer data)
{
  g_autoptr (GArray) gaps = NULL;
  GscopeTimeline timeline;

  start_far (f);
  start (f);
  push_for (f, 1000);
  share_bed_push (f, 5);
  gscope_server_close (f->server);
  run_pending ();
  push_for (f, 1000);
  start (f);
  push_for (f, 1000);
  gscope_signal_get_timeline (find_wave (f), &timeline);
  gaps = gscope_timeline_list_gaps (&timeline, BEGIN, BEGIN + N * WIDTH, WIDTH);
  g_assert_cmpuint (gaps->len, ==, 1);
  look (f);
  g_array_unref (gaps);
  gaps = gscope_timeline_list_gaps (&timeline, BEGIN, BEGIN + N * WIDTH, WIDTH);
  g_assert_cmpuint (gaps->len, ==, 0);
  g_assert_cmpuint (count_known (f), ==, 301);
}

/* The time in which nobody read the signal is filled when somebody does again. */
static void
test_unread (ShareBed *f, gconstpointer data)
{
  g_autoptr (GArray) gaps = NULL;
  GscopeTimeline timeline;
  guint lease;

  gscope_remote_set_frugal (GSCOPE_REMOTE (f->remote), TRUE);
  start_far (f);
  start (f);
  lease = gscope_signal_lease (find_wave (f), 0);
  run_pending ();
  push_for (f, 500);
  gscope_signal_release (find_wave (f), lease);
  run_pending ();
  push_for (f, 500);
  lease = gscope_signal_lease (find_wave (f), 0);
  run_pending ();
  push_for (f, 500);
  gscope_signal_get_timeline (find_wave (f), &timeline);
  gaps = gscope_timeline_list_gaps (&timeline, BEGIN, BEGIN + N * WIDTH, WIDTH);
  g_assert_cmpuint (gaps->len, ==, 1);
  g_assert_cmpint (g_array_index (gaps, GscopeGap, 0).cause, ==, GSCOPE_GAP_CAUSE_UNREAD);
  g_array_unref (gaps);
  look (f);
  gaps = gscope_timeline_list_gaps (&timeline, BEGIN, BEGIN + N * WIDTH, WIDTH);
  g_assert_cmpuint (gaps->len, ==, 0);
  g_assert_cmpuint (count_known (f), ==, 150);
  gscope_signal_release (find_wave (f), lease);
  run_pending ();
}

/* Without a connection, the history says so, and asks again when there is one. */
static void
test_not_connected (ShareBed *f, gconstpointer data)
{
  GscopeHistory *history;

  start_far (f);
  push_for (f, 1000);
  start (f);
  push_for (f, 100);
  gscope_server_close (f->server);
  run_pending ();
  history = gscope_signal_get_history (find_wave (f));
  look (f);
  g_assert_cmpstr (gscope_history_get_status (history), ==, "the source is not connected");
  advance (f, 100);
  start (f);
  g_assert_null (gscope_history_get_status (history));
  g_assert_cmpuint (count_known (f), >=, 110);
}

/* Columns of any width, for programs that are no views. */

typedef struct
{
  guint n_columns;
  guint64 n_samples;
  gboolean is_done;
  GError *error;
} Answered;

static void
add_column (const GscopeHistoryRange *range, gint64 time, gint64 width, const GscopeColumn *column,
            gpointer data)
{
  Answered *answered = data;

  g_assert_cmpint (time, >=, range->begin);
  g_assert_cmpint (time, <, range->end);
  answered->n_columns++;
  answered->n_samples += column->count;
}

static void
on_answered (GObject *object, GAsyncResult *result, gpointer data)
{
  Answered *answered = data;

  gscope_remote_query_finish (GSCOPE_REMOTE (object), result, add_column, answered,
                              &answered->error);
  answered->is_done = TRUE;
}

static void
test_asked (ShareBed *f, gconstpointer data)
{
  Answered answered = { 0 };
  Answered refused = { 0 };

  start_far (f);
  push_for (f, 1000);
  start (f);
  gscope_remote_query_async (GSCOPE_REMOTE (f->remote), find_wave (f), BEGIN, 333 * GSCOPE_MSEC, 7,
                             on_answered, &answered);
  run_pending ();
  g_assert_true (answered.is_done);
  g_assert_no_error (answered.error);
  g_assert_cmpuint (answered.n_samples, >=, 100);
  g_assert_cmpuint (answered.n_columns, >=, 3);
  g_assert_cmpuint (answered.n_columns, <=, 8);

  /* the connection ends before the answer */
  gscope_remote_query_async (GSCOPE_REMOTE (f->remote), find_wave (f), BEGIN, GSCOPE_SEC, 1,
                             on_answered, &refused);
  gscope_server_close (f->server);
  run_pending ();
  g_assert_true (refused.is_done);
  g_assert_error (refused.error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND);
  g_clear_error (&refused.error);
  refused.is_done = FALSE;
  gscope_remote_query_async (GSCOPE_REMOTE (f->remote), find_wave (f), BEGIN, GSCOPE_SEC, 1,
                             on_answered, &refused);
  run_pending ();
  g_assert_true (refused.is_done);
  g_assert_error (refused.error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND);
  g_clear_error (&refused.error);
}

/* The other end by hand. */

typedef struct
{
  guint n_columns;
  guint n_messages;
  guint n_answers;
  gint64 until;
  gsize n_bytes;
} Received;

static gboolean
count_columns (guint32 query, guint32 signal, gint64 from, gint64 width,
               const GscopeColumn *columns, gsize n, gpointer user_data, GError **error)
{
  ((Received *) user_data)->n_columns += n;
  return TRUE;
}

static void
on_received (GscopeCarrier *carrier, GBytes *message, Received *received)
{
  g_autoptr (JsonObject) object = NULL;
  GscopeMessageKind kind;

  if (gscope_columns_is_message (message))
    {
      received->n_messages++;
      received->n_bytes += g_bytes_get_size (message);
      g_assert_cmpuint (g_bytes_get_size (message), <, 2 * GSCOPE_MESSAGE_SIZE);
      g_assert_true (gscope_columns_read (message, count_columns, received, NULL));
      return;
    }
  object = gscope_message_parse (message, &kind, NULL);
  if (kind != GSCOPE_MESSAGE_ANSWER)
    return;
  received->n_answers++;
  if (json_object_has_member (object, "until_ns"))
    received->until = json_object_get_int_member (object, "until_ns");
}

static GscopeCarrier *
connect_client (ShareBed *f, Received *received)
{
  g_autoptr (GIOStream) near = NULL;
  g_autoptr (GIOStream) far = NULL;
  g_autoptr (GBytes) message = NULL;
  JsonObject *hello = gscope_message_create_hello (f->clock);
  GscopeCarrier *carrier;

  make_stream_pair (&near, &far);
  share_bed_serve (f, far);
  carrier = gscope_stream_carrier_new (near);
  g_signal_connect (carrier, "received", G_CALLBACK (on_received), received);
  json_object_set_int_member (hello, "credit", GSCOPE_SUBSCRIBER_CREDIT);
  json_object_set_int_member (hello, "period_ns", 10 * GSCOPE_MSEC);
  message = gscope_message_new (GSCOPE_MESSAGE_HELLO, hello);
  gscope_carrier_send (carrier, message);
  run_pending ();
  return carrier;
}

static void
send_text (GscopeCarrier *carrier, const char *text)
{
  g_autoptr (GBytes) message = g_bytes_new (text, strlen (text));

  gscope_carrier_send (carrier, message);
}

/* Answers come in order, complete, and with few bytes for few samples. */
static void
test_answers (ShareBed *f, gconstpointer data)
{
  Received received = { 0 };
  g_autoptr (GscopeCarrier) carrier = NULL;

  start_far (f);
  push_for (f, 1000);
  carrier = connect_client (f, &received);
  send_text (carrier, "{\"query\":{\"id\":1,\"signals\":[1],\"from_ns\":0,"
                      "\"to_ns\":65536000000,\"columns\":65536}}");
  run_pending ();
  g_assert_cmpuint (received.n_answers, ==, 1);
  g_assert_cmpint (received.until, ==, gscope_scope_get_pen (f->far));
  g_assert_cmpuint (received.n_columns, ==, 100);
  /* a block's head for each of the single samples */
  g_assert_cmpuint (received.n_bytes, <=, 100 * (24 + 28) + 8 * received.n_messages);
  /* a signal that has gone is left out; none at all is answered, too */
  send_text (carrier, "{\"query\":{\"id\":2,\"signals\":[],\"from_ns\":0,"
                      "\"to_ns\":10,\"columns\":10}}");
  run_pending ();
  g_assert_cmpuint (received.n_answers, ==, 2);
  g_assert_cmpuint (f->n_closed, ==, 0);
  gscope_carrier_close (carrier);
}

/* A cancelled query is not answered; too many are refused. */
static void
test_cancelled (ShareBed *f, gconstpointer data)
{
  Received received = { 0 };
  g_autoptr (GscopeCarrier) carrier = NULL;

  start_far (f);
  push_for (f, 1000);
  carrier = connect_client (f, &received);
  send_text (carrier, "{\"query\":{\"id\":1,\"signals\":[1],\"from_ns\":0,"
                      "\"to_ns\":65536000000,\"columns\":65536}}");
  send_text (carrier, "{\"query\":{\"id\":2,\"signals\":[1],\"from_ns\":0,"
                      "\"to_ns\":65536000000,\"columns\":65536}}");
  send_text (carrier, "{\"cancel\":{\"id\":2}}");
  send_text (carrier, "{\"cancel\":{\"id\":77}}");
  run_pending ();
  g_assert_cmpuint (received.n_answers, ==, 1);
  for (guint i = 0; i < 1500; i++)
    send_text (carrier, "{\"query\":{\"id\":3,\"signals\":[1],\"from_ns\":0,"
                        "\"to_ns\":10,\"columns\":1}}");
  run_pending ();
  g_assert_cmpuint (received.n_answers, ==, 1501);
  g_assert_cmpuint (f->n_closed, ==, 0);
  gscope_carrier_close (carrier);
}

/* Takes what a server has sent. Returns the number of answers that refuse a query for a reason; all answers if that is
 * empty. */
static guint
take_answers (FakeCarrier *carrier, const char *reason)
{
  GBytes *message;
  guint n = 0;

  while ((message = fake_carrier_take (carrier)))
    {
      g_autofree char *text =
          g_strndup (g_bytes_get_data (message, NULL), g_bytes_get_size (message));

      n += g_str_has_prefix (text, "{\"answer\":") && strstr (text, reason);
      g_bytes_unref (message);
    }
  return n;
}

static void
ask_server (FakeCarrier *carrier, guint n_signals)
{
  g_autoptr (GString) text = g_string_new ("{\"query\":{\"id\":1,\"from_ns\":0,\"to_ns\":1,"
                                           "\"columns\":1,\"signals\":[1");

  for (guint i = 1; i < n_signals; i++)
    g_string_append (text, ",1");
  g_string_append (text, "]}}");
  fake_carrier_receive (carrier, text->str, text->len);
}

/* The signals of all queries that wait are bounded, also after some were taken back; then there is room again. */
static void
test_waiting (ShareBed *f, gconstpointer data)
{
  static const char hello[] =
      "{\"hello\":{\"version\":2,\"boot\":\"unknown\",\"clock\":\"unknown\",\"credit\":65536,"
      "\"period_ns\":10000000}}";
  static const char cancel[] = "{\"cancel\":{\"id\":1}}";
  g_autoptr (FakeCarrier) carrier = fake_carrier_new ();
  g_autoptr (GscopeServer) server =
      gscope_server_new_for_carrier (f->far, f->source, GSCOPE_CARRIER (carrier), NULL);

  fake_carrier_receive (carrier, hello, strlen (hello));
  run_pending ();
  g_assert_cmpuint (take_answers (carrier, ""), ==, 0);
  for (guint i = 0; i < 16; i++)
    ask_server (carrier, GSCOPE_MESSAGE_MAX_ITEMS);
  ask_server (carrier, 1);
  g_assert_cmpuint (take_answers (carrier, "(queries: 16; signals: 65536)"), ==, 1);
  fake_carrier_receive (carrier, cancel, strlen (cancel));
  ask_server (carrier, GSCOPE_MESSAGE_MAX_ITEMS);
  ask_server (carrier, 1);
  g_assert_cmpuint (take_answers (carrier, "wait until some are answered"), ==, 1);
  run_pending ();
  g_assert_cmpuint (take_answers (carrier, "until_ns"), ==, 16);
  ask_server (carrier, 1);
  run_pending ();
  g_assert_cmpuint (take_answers (carrier, "until_ns"), ==, 1);
  gscope_server_close (server);
}

static void
add_test (const char *path, void (*test) (ShareBed *f, gconstpointer data))
{
  g_test_add (path, ShareBed, NULL, share_bed_set_up, test, share_bed_tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/query/round-trip", test_round_trip);
  g_test_add_func ("/query/example", test_example);
  g_test_add_func ("/query/hostile", test_hostile);
  add_test ("/query/past", test_past);
  g_test_add ("/query/past-apart", ShareBed, NULL, share_bed_set_up_apart, test_past_apart,
              share_bed_tear_down);
  add_test ("/query/cut", test_cut);
  add_test ("/query/unread", test_unread);
  add_test ("/query/not-connected", test_not_connected);
  add_test ("/query/asked", test_asked);
  g_test_add ("/query/asked-apart", ShareBed, NULL, share_bed_set_up_apart, test_asked,
              share_bed_tear_down);
  add_test ("/query/answers", test_answers);
  add_test ("/query/cancelled", test_cancelled);
  add_test ("/query/waiting", test_waiting);
  return g_test_run ();
}
