/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A server and a remote source with different clocks. */

#include "support/share-bed.h"
#include "support/test-remote.h"

#include <gscope/carrier/message.h>
#include <gscope/carrier/stream.h>
#include <gscope/clock/align.h>
#include <gscope/remote/private.h>
#include <gscope/share/server-private.h>
#include <gscope/source/private.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define OFFSET (4990 * GSCOPE_SEC)

static void
advance_both (ShareBed *f, gint64 near, gint64 far)
{
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->far_clock), far);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), near);
  run_pending ();
}

/* The far clock is 50 ppm faster. */
static void
pass (ShareBed *f, guint seconds)
{
  for (guint i = 0; i < 20 * seconds; i++)
    advance_both (f, 50 * GSCOPE_MSEC, 50 * GSCOPE_MSEC + 2500);
}

static void
start (ShareBed *f)
{
  ShareAnswer answer = { 0 };

  gscope_scope_start (f->near);
  gscope_scope_start (f->far);
  gscope_source_start_async (f->remote, NULL, share_answer_started, &answer);
  run_pending ();
  g_assert_true (answer.is_done);
  g_assert_no_error (answer.error);
}

static void
stop (ShareBed *f)
{
  gscope_source_stop_async (f->remote, NULL, NULL, NULL);
  run_pending ();
}

static GscopeTrace *
get_trace (ShareBed *f, const char *name)
{
  GscopeSignal *signal;

  gscope_source_publish (f->remote);
  gscope_scope_drain (f->near);
  signal = gscope_scope_find_signal (f->near, name);
  g_assert_nonnull (signal);
  return gscope_signal_get_trace (signal);
}

static GscopeSample
get_last (ShareBed *f, const char *name)
{
  GscopeTrace *trace = get_trace (f, name);
  GscopeSample sample = { 0, NAN };

  for (guint64 i = gscope_trace_get_end (trace);
       isnan (sample.value) && i > gscope_trace_get_first (trace); i--)
    gscope_trace_read (trace, i - 1, &sample, 1);
  return sample;
}

/* In the second before the drift is known, the clocks part by 50 us. */
static void
assert_near (gint64 time, gint64 truth)
{
  g_assert_cmpint (llabs (time - truth), <=, 60000);
}

static void
push (ShareBed *f, double value)
{
  share_bed_push (f, value);
  share_bed_settle (f);
}

/* Samples and markers come at the times of this clock, from the first one on. */
static void
test_times (ShareBed *f, gconstpointer data)
{
  start (f);
  push (f, 1);
  assert_near (get_last (f, "here/panel/wave").time, gscope_clock_get_time (f->clock));
  for (guint i = 0; i < 30; i++)
    {
      pass (f, 1);
      push (f, i);
      assert_near (get_last (f, "here/panel/wave").time, gscope_clock_get_time (f->clock));
    }
}

static void
on_marker (GscopeSource *source, GscopeMarker *marker, GPtrArray *markers)
{
  g_ptr_array_add (markers, g_object_ref (marker));
}

static GPtrArray *
collect_markers (ShareBed *f)
{
  GPtrArray *markers = g_ptr_array_new_with_free_func (g_object_unref);

  g_signal_connect (f->remote, "marker-added", G_CALLBACK (on_marker), markers);
  return markers;
}

static void
test_markers (ShareBed *f, gconstpointer data)
{
  g_autoptr (GPtrArray) markers = collect_markers (f);

  start (f);
  pass (f, 3);
  gscope_source_mark_at (f->source, gscope_clock_get_time (f->far_clock), "now", NULL);
  run_pending ();
  g_assert_cmpuint (markers->len, ==, 1);
  assert_near (gscope_marker_get_time (markers->pdata[0]), gscope_clock_get_time (f->clock));
}

/* Signals show the offset of the other clock, and programs can read it. */
static void
test_figures (ShareBed *f, gconstpointer data)
{
  GscopeRemote *remote = GSCOPE_REMOTE (f->remote);
  gint64 offset, error, round_trip;

  g_assert_false (gscope_remote_get_clock (remote, NULL, NULL, NULL));
  start (f);
  pass (f, 20);
  g_assert_cmpfloat_with_epsilon (get_last (f, "here/clock/offset").value, 4990.001, 6e-5);
  g_assert_cmpfloat_with_epsilon (get_last (f, "here/clock/drift").value, 50, 2);
  g_assert_cmpfloat (get_last (f, "here/clock/error").value, <, 1e-4);
  g_assert_cmpfloat (get_last (f, "here/clock/round-trip").value, ==, 0);
  g_assert_true (gscope_remote_get_clock (remote, &offset, &error, &round_trip));
  assert_near (offset, OFFSET + GSCOPE_MSEC);
  g_assert_cmpint (error, <, GSCOPE_MSEC / 10);
  g_assert_cmpint (round_trip, ==, 0);
  /* both test clocks tell the wall-clock time in the same way */
  g_assert_true (gscope_remote_get_wall_offset (remote, &offset));
  assert_near (offset, OFFSET + GSCOPE_MSEC);
  stop (f);
}

/* With one clock at both ends nothing is compared and nothing is offered. */
static void
test_one_clock (ShareBed *f, gconstpointer data)
{
  gint64 offset;

  start (f);
  for (guint i = 0; i < 40; i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 50 * GSCOPE_MSEC);
      run_pending ();
    }
  gscope_source_publish (f->remote);
  g_assert_null (gscope_scope_find_signal (f->near, "here/clock/offset"));
  g_assert_false (gscope_remote_get_clock (GSCOPE_REMOTE (f->remote), NULL, NULL, NULL));
  g_assert_false (gscope_remote_get_wall_offset (GSCOPE_REMOTE (f->remote), &offset));
  push (f, 1);
  g_assert_cmpint (get_last (f, "here/panel/wave").time, ==, gscope_clock_get_time (f->clock));
}

/* The far machine is suspended for an hour: a marker, a gap, and right times after it. */
static void
test_step (ShareBed *f, gconstpointer data)
{
  g_autoptr (GPtrArray) markers = collect_markers (f);
  const GscopeGap *gaps;
  gsize n;

  start (f);
  pass (f, 10);
  push (f, 1);
  /* the connection survives: only the clock here moves */
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 3600 * GSCOPE_SEC);
  run_pending ();
  pass (f, 2);
  g_assert_cmpuint (markers->len, ==, 1);
  g_assert_cmpstr (gscope_marker_get_label (markers->pdata[0]), ==, "clock stepped by 1 h");
  gaps = gscope_trace_get_gaps (get_trace (f, "here/panel/wave"), G_MININT64, G_MAXINT64, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (gaps[0].cause, ==, GSCOPE_GAP_CAUSE_STEPPED);
  push (f, 2);
  assert_near (get_last (f, "here/panel/wave").time, gscope_clock_get_time (f->clock));
  g_assert_cmpfloat (get_last (f, "here/panel/wave").value, ==, 2);
}

/* The far clock jumps ahead. Samples of the future are dropped and counted, and the clocks compared at once. */
static void
test_jump (ShareBed *f, gconstpointer data)
{
  g_autoptr (GPtrArray) markers = collect_markers (f);
  GscopeSignal *wave;

  start (f);
  pass (f, 10);
  push (f, 1);
  wave = gscope_scope_find_signal (f->near, "here/panel/wave");
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->far_clock), 3600 * GSCOPE_SEC);
  push (f, 2);
  push (f, 3);
  g_assert_cmpuint (gscope_signal_get_lost (wave, GSCOPE_LOSS_NO_TIME), ==, 1);
  g_assert_cmpuint (gscope_signal_get_total_lost (wave), ==, 1);
  g_assert_cmpuint (markers->len, ==, 1);
  g_assert_cmpstr (gscope_marker_get_label (markers->pdata[0]), ==, "clock stepped by −1 h");
  g_assert_cmpfloat (get_last (f, "here/panel/wave").value, ==, 3);
  assert_near (get_last (f, "here/panel/wave").time, gscope_clock_get_time (f->clock));
}

/* After a reconnection the clocks are compared again, and the signals of the comparison go on. */
static void
test_reconnection (ShareBed *f, gconstpointer data)
{
  g_autoptr (GPtrArray) markers = collect_markers (f);
  GscopeTrace *trace;
  gsize n;

  start (f);
  pass (f, 5);
  trace = gscope_trace_ref (get_trace (f, "here/clock/offset"));
  stop (f);
  pass (f, 60);
  start (f);
  push (f, 3);
  assert_near (get_last (f, "here/panel/wave").time, gscope_clock_get_time (f->clock));
  pass (f, 5);
  g_assert_true (trace == get_trace (f, "here/clock/offset"));
  gscope_trace_get_gaps (trace, G_MININT64, G_MAXINT64, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (markers->len, ==, 0);
  gscope_trace_unref (trace);
}

/* A second source on the far clock, over a connection of its own. */
typedef struct
{
  ShareBed *f;
  GscopeServer *server;
  GscopeSource *remote;
} Twin;

static GIOStream *
open_twin (gpointer data)
{
  const GscopeServerPolicy policy = { .is_shared = TRUE };
  Twin *twin = data;
  g_autoptr (GscopeCarrier) carrier = NULL;
  g_autoptr (GIOStream) far = NULL;
  GIOStream *near;

  make_stream_pair (&near, &far);
  carrier = gscope_stream_carrier_new (far);
  g_clear_object (&twin->server);
  twin->server = gscope_server_new_for_carrier (twin->f->far, twin->f->source, carrier, &policy);
  return near;
}

static void
start_twin (Twin *twin, ShareBed *f)
{
  ShareAnswer answer = { 0 };

  *twin = (Twin){ .f = f };
  twin->remote = test_remote_new ("twin", open_twin, twin);
  gscope_scope_add_source (f->near, twin->remote);
  gscope_source_start_async (twin->remote, NULL, share_answer_started, &answer);
  run_pending ();
  g_assert_no_error (answer.error);
}

static void
end_twin (Twin *twin)
{
  gscope_scope_remove_source (twin->f->near, twin->remote);
  g_assert_finalize_object (twin->remote);
  run_pending ();
  g_assert_finalize_object (twin->server);
}

static void
assert_one_clock (ShareBed *f, Twin *twin)
{
  gint64 offsets[2], errors[2], round_trips[2];

  g_assert_true (gscope_remote_get_clock (GSCOPE_REMOTE (f->remote), &offsets[0], &errors[0],
                                          &round_trips[0]));
  g_assert_true (gscope_remote_get_clock (GSCOPE_REMOTE (twin->remote), &offsets[1], &errors[1],
                                          &round_trips[1]));
  g_assert_cmpint (offsets[0], ==, offsets[1]);
  g_assert_cmpint (errors[0], ==, errors[1]);
  g_assert_cmpint (errors[0], >, 0);
  g_assert_cmpint (round_trips[0], ==, round_trips[1]);
}

/* Two sources on one clock share its comparison, so that the time between their samples and markers is exact. */
static void
test_shared (ShareBed *f, gconstpointer data)
{
  g_autoptr (GPtrArray) markers = collect_markers (f);
  GscopeSignal *waves[2];
  Twin twin;

  start (f);
  pass (f, 10);
  start_twin (&twin, f);
  g_signal_connect (twin.remote, "marker-added", G_CALLBACK (on_marker), markers);
  /* at once: nothing has to be compared first */
  assert_one_clock (f, &twin);
  push (f, 1);
  pass (f, 10);
  push (f, 2);
  assert_one_clock (f, &twin);
  g_assert_cmpint (get_last (f, "here/panel/wave").time, ==, get_last (f, "twin/panel/wave").time);
  g_assert_cmpfloat (get_last (f, "here/clock/offset").value, ==,
                     get_last (f, "twin/clock/offset").value);
  waves[0] = gscope_scope_find_signal (f->near, "here/panel/wave");
  waves[1] = gscope_scope_find_signal (f->near, "twin/panel/wave");
  g_assert_cmpint (gscope_signal_get_time_error (waves[0]), >, 0);
  g_assert_cmpint (gscope_signal_get_interval_error (waves[0], waves[1]), ==, 0);
  gscope_source_mark_at (f->source, gscope_clock_get_time (f->far_clock), "now", NULL);
  run_pending ();
  g_assert_cmpuint (markers->len, ==, 2);
  g_assert_cmpint (gscope_marker_get_time_error (markers->pdata[0]), >, 0);
  g_assert_cmpint (gscope_marker_get_interval_error (markers->pdata[0], markers->pdata[1]), ==, 0);

  /* the connection that compared ends, and the other goes on */
  stop (f);
  pass (f, 20);
  push (f, 3);
  assert_near (get_last (f, "twin/panel/wave").time, gscope_clock_get_time (f->clock));
  start (f);
  pass (f, 2);
  assert_one_clock (f, &twin);
  end_twin (&twin);
}

/* A step is one step, and interrupts the signals of both sources. */
static void
test_shared_step (ShareBed *f, gconstpointer data)
{
  g_autoptr (GPtrArray) markers = collect_markers (f);
  Twin twin;
  gsize n;

  start (f);
  start_twin (&twin, f);
  g_signal_connect (twin.remote, "marker-added", G_CALLBACK (on_marker), markers);
  pass (f, 10);
  push (f, 1);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 3600 * GSCOPE_SEC);
  run_pending ();
  pass (f, 2);
  push (f, 2);
  g_assert_cmpuint (markers->len, ==, 1);
  g_assert_cmpstr (gscope_marker_get_label (markers->pdata[0]), ==, "clock stepped by 1 h");
  gscope_trace_get_gaps (get_trace (f, "here/panel/wave"), G_MININT64, G_MAXINT64, &n);
  g_assert_cmpuint (n, ==, 1);
  gscope_trace_get_gaps (get_trace (f, "twin/panel/wave"), G_MININT64, G_MAXINT64, &n);
  g_assert_cmpuint (n, ==, 1);
  assert_near (get_last (f, "here/panel/wave").time, gscope_clock_get_time (f->clock));
  assert_near (get_last (f, "twin/panel/wave").time, gscope_clock_get_time (f->clock));
  end_twin (&twin);
}

/* Steps that the other end reports, by hand. */

static void
send_text (ShareBed *f, const char *text)
{
  guint32 length = GUINT32_TO_LE (strlen (text));
  GOutputStream *stream = g_io_stream_get_output_stream (f->raw);

  g_assert_true (g_output_stream_write_all (stream, &length, sizeof length, NULL, NULL, NULL));
  g_assert_true (g_output_stream_write_all (stream, text, strlen (text), NULL, NULL, NULL));
  run_pending ();
}

static void
start_raw_source (ShareBed *f, GscopeSource *source, const char *boot)
{
  g_autofree char *hello =
      g_strdup_printf ("{\"hello\":{\"version\":2,\"boot\":\"%s\",\"clock\":\"c\"}}", boot);

  f->is_raw = TRUE;
  gscope_scope_start (f->near);
  gscope_source_start_async (source, NULL, NULL, NULL);
  run_pending ();
  send_text (f, hello);
  send_text (f, "{\"answer\":{\"id\":1}}");
}

static void
start_raw (ShareBed *f, const char *boot)
{
  start_raw_source (f, f->remote, boot);
}

static void
test_reported (ShareBed *f, gconstpointer data)
{
  g_autoptr (GPtrArray) markers = collect_markers (f);

  start_raw (f, "b");
  send_text (f, "{\"time\":{\"id\":1,\"t1\":0,\"t2\":5000000000000,\"t3\":5000000000000}}");
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 100 * GSCOPE_SEC);
  send_text (f, "{\"step\":{\"clock\":\"monotonic\",\"time_ns\":5000000000000,"
                "\"size_ns\":100000000000}}");
  send_text (
      f, "{\"step\":{\"clock\":\"wall\",\"time_ns\":5000000000000,\"size_ns\":-3600000000000}}");
  g_assert_cmpuint (markers->len, ==, 2);
  g_assert_cmpstr (gscope_marker_get_label (markers->pdata[0]), ==, "clock stepped by 1.667 min");
  g_assert_cmpint (gscope_marker_get_time (markers->pdata[0]), ==, 110 * GSCOPE_SEC);
  g_assert_cmpstr (gscope_marker_get_label (markers->pdata[1]), ==, "wall clock stepped by −1 h");
  /* the comparison after it finds no further step */
  send_text (f, "{\"time\":{\"id\":2,\"t1\":0,\"t2\":5000000000000,\"t3\":5000000000000}}");
  g_assert_cmpuint (markers->len, ==, 2);
  g_assert_true (gscope_source_get_started (f->remote));
}

/* Answers a question about the time, which was asked just now. */
static void
answer_time (ShareBed *f, guint id, gint64 round_trip)
{
  g_autofree char *text = NULL;
  gint64 there;

  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), round_trip);
  there = gscope_clock_get_time (f->clock) - round_trip / 2 + OFFSET;
  text = g_strdup_printf ("{\"time\":{\"id\":%u,\"t1\":0,\"t2\":%" G_GINT64_FORMAT
                          ",\"t3\":%" G_GINT64_FORMAT "}}",
                          id, there, there);
  send_text (f, text);
}

static void
assert_round_trip (ShareBed *f, gint64 expected)
{
  gint64 round_trip;

  g_assert_true (gscope_remote_get_clock (GSCOPE_REMOTE (f->remote), NULL, NULL, &round_trip));
  g_assert_cmpint (round_trip, ==, expected);
}

/* After the first eight comparisons, the fastest one of three counts. */
static void
test_rows (ShareBed *f, gconstpointer data)
{
  static const int rows[][4] = { { 5, 2, 4, 2 }, { 3, 5, 4, 3 }, { 6, 5, 4, 4 } };
  guint id = 1;

  start_raw (f, "b");
  for (; id <= 8; id++)
    answer_time (f, id, GSCOPE_MSEC);
  assert_round_trip (f, GSCOPE_MSEC);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 100 * GSCOPE_MSEC);
      run_pending ();
      for (guint j = 0; j < 3; j++)
        answer_time (f, id++, rows[i][j] * GSCOPE_MSEC);
      assert_round_trip (f, rows[i][3] * GSCOPE_MSEC);
    }
}

/* Each connection reports a step of the machine, which is taken once. */
static void
test_reported_twice (ShareBed *f, gconstpointer data)
{
  g_autoptr (GPtrArray) markers = collect_markers (f);
  const char *step = "{\"step\":{\"clock\":\"monotonic\",\"time_ns\":5000000000000,"
                     "\"size_ns\":100000000000}}";
  g_autoptr (GscopeSource) twin = NULL;
  g_autoptr (GIOStream) raw = NULL;
  gint64 offset;

  start_raw (f, "b");
  raw = g_object_ref (f->raw);
  send_text (f, "{\"time\":{\"id\":1,\"t1\":0,\"t2\":5000000000000,\"t3\":5000000000000}}");
  twin = share_bed_add_twin (f);
  start_raw_source (f, twin, "b");
  g_signal_connect (twin, "marker-added", G_CALLBACK (on_marker), markers);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 100 * GSCOPE_SEC);
  send_text (f, step);
  g_set_object (&f->raw, raw);
  send_text (f, step);
  g_assert_cmpuint (markers->len, ==, 1);
  g_assert_true (gscope_remote_get_clock (GSCOPE_REMOTE (f->remote), &offset, NULL, NULL));
  g_assert_cmpint (offset, ==, 4890 * GSCOPE_SEC);
  gscope_scope_remove_source (f->near, twin);
}

/* Another program may claim the clock of an agent: it disturbs nobody's times but its own. */
static void
test_other_peer (ShareBed *f, gconstpointer data)
{
  g_autoptr (GscopeSource) twin = share_bed_add_twin (f);
  gint64 offset;

  gscope_remote_set_peer (GSCOPE_REMOTE (twin), "elsewhere");
  start_raw (f, "b");
  send_text (f, "{\"time\":{\"id\":1,\"t1\":0,\"t2\":5000000000000,\"t3\":5000000000000}}");
  start_raw_source (f, twin, "b");
  g_assert_false (gscope_remote_get_clock (GSCOPE_REMOTE (twin), NULL, NULL, NULL));
  send_text (f, "{\"time\":{\"id\":1,\"t1\":0,\"t2\":7000000000000,\"t3\":7000000000000}}");
  g_assert_true (gscope_remote_get_clock (GSCOPE_REMOTE (twin), &offset, NULL, NULL));
  g_assert_cmpint (offset, ==, 6990 * GSCOPE_SEC);
  g_assert_true (gscope_remote_get_clock (GSCOPE_REMOTE (f->remote), &offset, NULL, NULL));
  g_assert_cmpint (offset, ==, 4990 * GSCOPE_SEC);
  gscope_scope_remove_source (f->near, twin);
}

/* A marker of this clock is exact, one of the other clock has an error, and so has the time between them. */
static void
test_marker_errors (ShareBed *f, gconstpointer data)
{
  g_autoptr (GPtrArray) markers = collect_markers (f);
  g_autoptr (GscopeMarker) own = gscope_marker_new (0, GSCOPE_MARKER_KIND_NOTE, NULL, "own", NULL);
  gint64 error;

  start_raw (f, "b");
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 2 * GSCOPE_MSEC);
  send_text (f, "{\"time\":{\"id\":1,\"t1\":0,\"t2\":5000000000000,\"t3\":5000000000000}}");
  for (guint i = 0; i < 2; i++)
    send_text (f, "{\"marker\":{\"time_ns\":5000000000000,\"kind\":\"event\",\"label\":\"now\"}}");
  g_assert_cmpuint (markers->len, ==, 2);
  error = gscope_marker_get_time_error (markers->pdata[0]);
  g_assert_cmpint (error, >=, GSCOPE_MSEC);
  g_assert_cmpint (gscope_marker_get_time_error (own), ==, 0);
  g_assert_cmpint (gscope_marker_get_interval_error (own, markers->pdata[0]), ==, error);
  g_assert_cmpint (gscope_marker_get_interval_error (markers->pdata[0], markers->pdata[1]), ==, 0);
}

/* The marker of a write of somebody else is at the time of the write, not of the notice. */
static void
test_notices (ShareBed *f, gconstpointer data)
{
  g_autoptr (GPtrArray) markers = collect_markers (f);

  start_raw (f, "b");
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 2 * GSCOPE_MSEC);
  send_text (f, "{\"time\":{\"id\":1,\"t1\":0,\"t2\":5000000000000,\"t3\":5000000000000}}");
  send_text (
      f, "{\"parameters\":{\"added\":[{\"type\":\"double\",\"name\":\"gain\",\"min\":0,\"max\":9,"
         "\"default\":1,\"value\":1,\"step\":0,\"revision\":1}]}}");
  send_text (f, "{\"marker\":{\"time_ns\":5000000000000,\"kind\":\"event\",\"label\":\"now\"}}");
  send_text (
      f,
      "{\"notice\":{\"parameter\":\"gain\",\"value\":2,\"revision\":2,\"time_ns\":4999000000000}}");
  g_assert_cmpuint (markers->len, ==, 2);
  g_assert_cmpint (gscope_marker_get_kind (markers->pdata[1]), ==, GSCOPE_MARKER_KIND_WRITE);
  assert_near (gscope_marker_get_time (markers->pdata[0])
                   - gscope_marker_get_time (markers->pdata[1]),
               GSCOPE_SEC);
  g_assert_cmpint (gscope_marker_get_time_error (markers->pdata[1]), >=, GSCOPE_MSEC);
}

/* Moves the far clock, as a busy machine does between the notices for two clients. */
static void
on_written (ShareBed *f)
{
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->far_clock), 5 * GSCOPE_MSEC);
}

/* A server that sends its notice late gives the time of the write. */
static void
test_late_notice (ShareBed *f, gconstpointer data)
{
  g_autoptr (GPtrArray) markers = collect_markers (f);
  GscopeParameter *gain = gscope_source_find_parameter (f->source, "gain");

  g_signal_connect_swapped (gain, "written", G_CALLBACK (on_written), f);
  start (f);
  pass (f, 3);
  gscope_parameter_notice (gain, g_variant_new_double (6), "sysctl");
  run_pending ();
  g_assert_cmpuint (markers->len, ==, 1);
  assert_near (gscope_marker_get_time (markers->pdata[0]), gscope_clock_get_time (f->clock));
}

/* A machine that was restarted between two connections has another clock. */
static void
test_restarted (ShareBed *f, gconstpointer data)
{
  g_autoptr (GPtrArray) markers = collect_markers (f);

  start_raw (f, "b");
  send_text (f, "{\"time\":{\"id\":1,\"t1\":0,\"t2\":5000000000000,\"t3\":5000000000000}}");
  g_clear_object (&f->raw);
  run_pending ();
  start_raw (f, "c");
  g_assert_cmpuint (markers->len, ==, 1);
  g_assert_cmpstr (gscope_marker_get_label (markers->pdata[0]), ==, "another clock");
  g_assert_false (gscope_remote_get_clock (GSCOPE_REMOTE (f->remote), NULL, NULL, NULL));
}

/* The examples of docs/protocol.md. */

static JsonObject *
find_example (const char *begin)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "docs", "protocol.md", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GBytes) message = NULL;
  g_autoptr (GError) error = NULL;
  GscopeMessageKind kind;
  JsonObject *object;
  char *at;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  at = strstr (text, begin);
  g_assert_nonnull (at);
  message = g_bytes_new (at, strcspn (at, "\n"));
  object = gscope_message_parse (message, &kind, &error);
  g_assert_no_error (error);
  return object;
}

static void
test_examples (void)
{
  g_autoptr (JsonObject) hello = find_example ("{\"hello\": {\"version\": 2, \"boot\"");
  g_autoptr (JsonObject) time =
      find_example ("{\"time\": {\"id\": 1, \"t1\": 81230000000000, \"t2\"");
  g_autoptr (JsonObject) suspended = find_example ("{\"step\": {\"clock\": \"monotonic\"");
  g_autoptr (JsonObject) set = find_example ("{\"step\": {\"clock\": \"wall\"");
  g_autofree char *clock = gscope_message_read_clock (hello, NULL);
  GscopeClockExchange exchange = { json_object_get_int_member (time, "t1"),
                                   json_object_get_int_member (time, "t2"),
                                   json_object_get_int_member (time, "t3"), 81230000180000 };
  GscopeClockAlign *align = gscope_clock_align_new ();
  GscopeClockStepKind kind;
  gint64 at, size;

  g_assert_cmpstr (clock, ==, "7c1d7b9c-5a58-4f0c-9e5c-2a1f8f3e7d10 time:[4026531834]");
  gscope_clock_align_add (align, &exchange);
  g_assert_cmpint (gscope_clock_align_get_round_trip (align), ==, 175000);
  g_assert_cmpint (gscope_clock_align_get_offset (align, exchange.answered), ==, -76229999982500);
  g_assert_cmpint (llabs (gscope_clock_align_get_error (align, exchange.answered) - 87500), <, 100);
  gscope_clock_align_free (align);
  g_assert_true (gscope_message_read_step (suspended, &kind, &at, &size, NULL));
  g_assert_cmpint (kind, ==, GSCOPE_CLOCK_STEP_MONOTONIC);
  g_assert_cmpint (size, ==, 3600 * GSCOPE_SEC);
  g_assert_true (gscope_message_read_step (set, &kind, &at, &size, NULL));
  g_assert_cmpint (kind, ==, GSCOPE_CLOCK_STEP_WALL);
  g_assert_cmpint (size, ==, -2500 * GSCOPE_MSEC);
}

/* The machine's clocks. */

static void
test_readings (void)
{
  static const GscopeClockReading before = { 100 * GSCOPE_SEC, 150 * GSCOPE_SEC,
                                             1000000 * GSCOPE_SEC };
  static const GscopeClockReading later = { 110 * GSCOPE_SEC, 160 * GSCOPE_SEC + 1000,
                                            1000010 * GSCOPE_SEC - 1000 };
  static const GscopeClockReading suspended = { 110 * GSCOPE_SEC, 3760 * GSCOPE_SEC,
                                                1003610 * GSCOPE_SEC };
  static const GscopeClockReading set = { 110 * GSCOPE_SEC, 160 * GSCOPE_SEC, 996410 * GSCOPE_SEC };

  for (guint i = 0; i < GSCOPE_N_CLOCK_STEP_KINDS; i++)
    g_assert_cmpint (gscope_clock_reading_compare (&before, &later, i), ==, 0);
  g_assert_cmpint (gscope_clock_reading_compare (&before, &suspended, GSCOPE_CLOCK_STEP_MONOTONIC),
                   ==, 3600 * GSCOPE_SEC);
  g_assert_cmpint (gscope_clock_reading_compare (&before, &suspended, GSCOPE_CLOCK_STEP_WALL), ==,
                   0);
  g_assert_cmpint (gscope_clock_reading_compare (&before, &set, GSCOPE_CLOCK_STEP_MONOTONIC), ==,
                   0);
  g_assert_cmpint (gscope_clock_reading_compare (&before, &set, GSCOPE_CLOCK_STEP_WALL), ==,
                   -3600 * GSCOPE_SEC);
}

static void
fail (gpointer data, GscopeClockStepKind kind, gint64 time, gint64 size)
{
  g_assert_not_reached ();
}

/* Only the machine's own clocks are watched; without a step nothing happens. */
static void
test_watch (void)
{
  g_autoptr (GscopeClock) clock = gscope_test_clock_new (0);
  GscopeClockWatch *watch;

  g_assert_null (gscope_clock_watch_new (clock, fail, NULL));
  watch = gscope_clock_watch_new (gscope_clock_get_system (), fail, NULL);
  g_assert_nonnull (watch);
  run_pending ();
  gscope_clock_watch_free (watch);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, set_up, func)                                                                    \
  g_test_add ("/remote-clock/" name, ShareBed, NULL, set_up, func, share_bed_tear_down)
  ADD ("times", share_bed_set_up_apart, test_times);
  ADD ("markers", share_bed_set_up_apart, test_markers);
  ADD ("figures", share_bed_set_up_apart, test_figures);
  ADD ("one-clock", share_bed_set_up, test_one_clock);
  ADD ("step", share_bed_set_up_apart, test_step);
  ADD ("jump", share_bed_set_up_apart, test_jump);
  ADD ("reconnection", share_bed_set_up_apart, test_reconnection);
  ADD ("shared", share_bed_set_up_apart, test_shared);
  ADD ("shared-step", share_bed_set_up_apart, test_shared_step);
  ADD ("reported", share_bed_set_up, test_reported);
  ADD ("rows", share_bed_set_up, test_rows);
  ADD ("reported-twice", share_bed_set_up, test_reported_twice);
  ADD ("other-peer", share_bed_set_up, test_other_peer);
  ADD ("marker-errors", share_bed_set_up, test_marker_errors);
  ADD ("notices", share_bed_set_up, test_notices);
  ADD ("late-notice", share_bed_set_up_apart, test_late_notice);
  ADD ("restarted", share_bed_set_up, test_restarted);
#undef ADD
  g_test_add_func ("/remote-clock/examples", test_examples);
  g_test_add_func ("/remote-clock/readings", test_readings);
  g_test_add_func ("/remote-clock/watch", test_watch);
  return g_test_run ();
}
