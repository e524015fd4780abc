/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/scripted-source.h"
#include "support/test-remote.h"

#include <gscope/share/channel.h>
#include <gscope/share/describe.h>
#include <gscope/share/message.h>
#include <gscope/signal/signal-private.h>
#include <gscope/source/source-private.h>
#include <math.h>
#include <string.h>

/* A scripted source "there" in a scope with a server, and a remote source "here" in another scope;
 * both on a test clock at 10 s, in one context. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *far;
  ScriptedSource *served;
  GscopeSource *source;
  GscopeSignal *wave;
  GscopeProducer *producer;
  GscopeServer *server;
  guint n_closed;
  GError *closed;

  GscopeScope *near;
  GscopeSource *remote;
  gboolean is_locked;
  /* a test's own end of the connection, instead of a server or a remote source */
  gboolean is_raw;
  GIOStream *raw;
} Fixture;

typedef struct
{
  GError *error;
  GVariant *value;
  char *verdict;
  gboolean is_done;
} Answer;

static void
clear_answer (Answer *answer)
{
  g_clear_error (&answer->error);
  g_clear_pointer (&answer->value, g_variant_unref);
  g_clear_pointer (&answer->verdict, g_free);
  answer->is_done = FALSE;
}

static void
on_closed (GscopeServer *server, const GError *error, Fixture *f)
{
  f->n_closed++;
  g_clear_error (&f->closed);
  f->closed = error ? g_error_copy (error) : NULL;
}

static void
serve (Fixture *f, GIOStream *stream)
{
  g_clear_object (&f->server);
  f->server = gscope_server_new (f->far, f->source, stream);
  g_signal_connect (f->server, "closed", G_CALLBACK (on_closed), f);
}

static GIOStream *
open_stream (gpointer data)
{
  Fixture *f = data;
  g_autoptr (GIOStream) far = NULL;
  GIOStream *near;

  if (f->is_locked)
    return NULL;
  make_stream_pair (&near, &far);
  if (f->is_raw)
    g_set_object (&f->raw, far);
  else
    serve (f, far);
  return near;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->clock = gscope_test_clock_new (10 * GSCOPE_SEC);
  f->far = gscope_scope_new_with_clock (f->clock);
  f->served = scripted_source_new ("there");
  f->source = GSCOPE_SOURCE (f->served);
  f->wave = gscope_signal_new_buffered ("wave");
  f->producer = gscope_signal_create_producer (f->wave);
  gscope_signal_set_group (f->wave, "panel");
  gscope_source_add_signal (f->source, f->wave, NULL);
  gscope_scope_add_source (f->far, f->source);

  f->near = gscope_scope_new_with_clock (f->clock);
  f->remote = test_remote_new ("here", open_stream, f);
  gscope_scope_add_source (f->near, f->remote);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_clear_object (&f->raw);
  g_object_unref (f->wave);
  gscope_producer_unref (f->producer);
  gscope_scope_remove_source (f->near, f->remote);
  g_assert_finalize_object (f->remote);
  run_pending ();
  if (f->server)
    g_assert_finalize_object (f->server);
  gscope_scope_remove_source (f->far, f->source);
  g_assert_finalize_object (f->served);
  g_assert_finalize_object (f->near);
  g_assert_finalize_object (f->far);
  run_pending ();
  g_assert_finalize_object (f->clock);
  g_clear_error (&f->closed);
}

static void
on_started (GObject *object, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  gscope_source_start_finish (GSCOPE_SOURCE (object), result, &answer->error);
  answer->is_done = TRUE;
}

static void
on_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  gscope_source_stop_finish (GSCOPE_SOURCE (object), result, &answer->error);
  answer->is_done = TRUE;
}

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->value = gscope_parameter_write_finish (GSCOPE_PARAMETER (object), result, &answer->error);
  answer->is_done = TRUE;
}

static void
on_checked (GObject *object, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->value = gscope_parameter_check_finish (GSCOPE_PARAMETER (object), result,
                                                 &answer->verdict, &answer->error);
  answer->is_done = TRUE;
}

static void
start (Fixture *f)
{
  Answer answer = { 0 };

  gscope_source_start_async (f->remote, NULL, on_started, &answer);
  run_pending ();
  g_assert_true (answer.is_done);
  g_assert_no_error (answer.error);
}

static void
start_badly (Fixture *f, const char *reason)
{
  Answer answer = { 0 };

  gscope_source_start_async (f->remote, NULL, on_started, &answer);
  run_pending ();
  g_assert_true (answer.is_done);
  g_assert_nonnull (answer.error);
  g_assert_nonnull (strstr (answer.error->message, reason));
  g_assert_cmpint (gscope_source_get_state (f->remote), ==, GSCOPE_SOURCE_TROUBLE);
  clear_answer (&answer);
}

static void
stop (Fixture *f)
{
  Answer answer = { 0 };

  gscope_source_stop_async (f->remote, NULL, on_stopped, &answer);
  run_pending ();
  g_assert_true (answer.is_done);
  g_assert_no_error (answer.error);
  g_assert_cmpint (gscope_source_get_state (f->remote), ==, GSCOPE_SOURCE_STOPPED);
}

/* In steps, so that both scopes take their turns. */
static void
advance (Fixture *f, gint64 milliseconds)
{
  for (; milliseconds > 0; milliseconds -= 10)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      run_pending ();
    }
}

static void
push (Fixture *f, double value)
{
  g_assert_true (gscope_producer_push_now (f->producer, value));
}

/* Until what was pushed there is in the trace here. */
static void
settle (Fixture *f)
{
  gscope_scope_drain (f->far);
  run_pending ();
  gscope_scope_drain (f->near);
}

static void
publish (Fixture *f)
{
  gscope_source_publish (f->source);
  run_pending ();
  gscope_source_publish (f->remote);
}

static GscopeSignal *
find_signal (Fixture *f, const char *full_name)
{
  GscopeSignal *signal = gscope_scope_find_signal (f->near, full_name);

  g_assert_nonnull (signal);
  return signal;
}

static GscopeParameter *
find_parameter (Fixture *f, const char *path)
{
  GscopeParameter *parameter = gscope_source_find_parameter (f->remote, path);

  g_assert_nonnull (parameter);
  return parameter;
}

static char *
show_trace (GscopeSignal *signal)
{
  GscopeTrace *trace = gscope_signal_get_trace (signal);
  GString *text = g_string_new (NULL);

  for (guint64 i = gscope_trace_get_first (trace); i < gscope_trace_get_end (trace); i++)
    g_string_append_printf (text, "%g:%g ", gscope_trace_get_time (trace, i) / 1e9,
                            gscope_trace_get_value (trace, i));
  return g_string_free (text, FALSE);
}

static void
assert_trace (Fixture *f, const char *full_name, const char *expected)
{
  g_autofree char *text = show_trace (find_signal (f, full_name));

  g_assert_cmpstr (text, ==, expected);
}

static void
test_lists (Fixture *f, gconstpointer data)
{
  GscopeSignal *wave;
  GscopeParameter *gain;

  g_object_set (f->wave, "role", "usage", "title", "The wave", "description", "It waves.", "unit",
                "V", "min", -2.5, "max", 7.0, "color", 0x80112233, "line-mode", GSCOPE_LINE_POINTS,
                "hidden", TRUE, NULL);
  gscope_source_set_title (f->source, "Far away");
  start (f);
  g_assert_cmpint (gscope_source_get_state (f->remote), ==, GSCOPE_SOURCE_RUNNING);
  g_assert_cmpstr (gscope_source_get_title (f->remote), ==, "Far away");
  g_assert_cmpint (gscope_scope_get_period (f->far), ==, 10 * GSCOPE_MSEC);

  wave = find_signal (f, "here/panel/wave");
  g_assert_cmpint (gscope_signal_get_kind (wave), ==, GSCOPE_SIGNAL_BUFFERED);
  g_assert_cmpstr (gscope_signal_get_role (wave), ==, "usage");
  g_assert_cmpstr (gscope_signal_get_title (wave), ==, "The wave");
  g_assert_cmpstr (gscope_signal_get_description (wave), ==, "It waves.");
  g_assert_cmpstr (gscope_signal_get_unit (wave), ==, "V");
  g_assert_cmpfloat (gscope_signal_get_min (wave), ==, -2.5);
  g_assert_cmpfloat (gscope_signal_get_max (wave), ==, 7);
  g_assert_cmphex (gscope_signal_get_color (wave), ==, 0x80112233);
  g_assert_cmpint (gscope_signal_get_line_mode (wave), ==, GSCOPE_LINE_POINTS);
  g_assert_true (gscope_signal_get_hidden (wave));

  gain = find_parameter (f, "gain");
  g_assert_cmpstr (gscope_parameter_get_unit (gain), ==, "V");
  g_assert_cmpfloat (gscope_parameter_get_max (gain), ==, 10);
  g_assert_cmpfloat (gscope_parameter_get_number (gain), ==, 1);
  g_assert_cmpfloat (gscope_parameter_get_number (find_parameter (f, "panel/knob")), ==, 50);
}

static void
test_comings_and_goings (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeSignal) other = gscope_signal_new_buffered ("other");
  g_autoptr (GscopeParameter) text = gscope_parameter_new_string ("text", "“ü”\n\"\\");
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (other);
  GscopeTrace *trace;

  start (f);
  trace = gscope_trace_ref (gscope_signal_get_trace (find_signal (f, "here/panel/wave")));
  g_assert_true (gscope_source_add_signal (f->source, other, NULL));
  g_assert_true (gscope_source_add_parameter (f->source, text, NULL));
  publish (f);
  gscope_producer_push_now (producer, 3);
  settle (f);
  assert_trace (f, "here/other", "10:3 ");
  g_assert_cmpstr (
      g_variant_get_string (gscope_parameter_get_value (find_parameter (f, "text")), NULL), ==,
      "“ü”\n\"\\");

  /* The list drops the first of two: the other one stays what it is. */
  gscope_signal_set_title (f->wave, "Renamed");
  gscope_signal_set_range (f->wave, 0, 5);
  gscope_source_remove_parameter (f->source, text);
  gscope_source_remove_signal (f->source, other);
  publish (f);
  g_assert_null (gscope_scope_find_signal (f->near, "here/other"));
  g_assert_null (gscope_source_find_parameter (f->remote, "text"));
  g_assert_cmpstr (gscope_signal_get_title (find_signal (f, "here/panel/wave")), ==, "Renamed");
  g_assert_cmpfloat (gscope_signal_get_max (find_signal (f, "here/panel/wave")), ==, 5);
  g_assert_true (gscope_signal_get_trace (find_signal (f, "here/panel/wave")) == trace);

  push (f, 8);
  gscope_signal_end (f->wave);
  run_pending ();
  gscope_scope_drain (f->near);
  g_assert_true (gscope_signal_get_ended (find_signal (f, "here/panel/wave")));
  assert_trace (f, "here/panel/wave", "10:8 ");
  gscope_trace_unref (trace);
}

static void
add_signals (Fixture *f, guint first, guint n)
{
  for (guint i = first; i < first + n; i++)
    {
      g_autofree char *name = g_strdup_printf ("signal %u", i);
      g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered (name);

      g_assert_true (gscope_source_add_signal (f->source, signal, NULL));
    }
  gscope_source_publish (f->source);
  run_pending ();
}

static void
test_many_signals (Fixture *f, gconstpointer data)
{
  add_signals (f, 0, GSCOPE_MESSAGE_MAX_ITEMS - 1);
  start (f);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_source_get_signals (f->remote)), ==,
                    GSCOPE_MESSAGE_MAX_ITEMS);
  push (f, 1);
  settle (f);
  assert_trace (f, "here/panel/wave", "10:1 ");

  add_signals (f, GSCOPE_MESSAGE_MAX_ITEMS, 1);
  g_assert_cmpint (gscope_source_get_state (f->remote), ==, GSCOPE_SOURCE_TROUBLE);
  g_assert_nonnull (strstr (gscope_source_get_status (f->remote), "more than 4096 signals"));
  g_assert_cmpuint (f->n_closed, ==, 1);
}

static void
test_samples (Fixture *f, gconstpointer data)
{
  double word = 4;
  g_autoptr (GscopeSignal) polled = gscope_signal_new_double ("word", &word);
  const GscopeGap *gaps;
  gsize n;

  /* What was before the start is not sent. */
  push (f, -1);
  gscope_scope_drain (f->far);
  advance (f, 10);
  gscope_remote_set_period (GSCOPE_REMOTE (f->remote), 20 * GSCOPE_MSEC);
  gscope_source_add_signal (f->source, polled, NULL);
  gscope_source_publish (f->source);
  start (f);
  g_assert_cmpint (gscope_scope_get_period (f->far), ==, 20 * GSCOPE_MSEC);

  push (f, 1.5);
  advance (f, 10);
  gscope_producer_push_gap (f->producer, 10020 * GSCOPE_MSEC, GSCOPE_GAP_SWITCHED);
  advance (f, 10);
  word = 5;
  push (f, -1e300);
  advance (f, 20);
  settle (f);
  assert_trace (f, "here/panel/wave", "10.01:1.5 10.02:nan 10.03:-1e+300 ");
  assert_trace (f, "here/word", "10.02:4 10.04:5 ");
  gaps = gscope_trace_get_gaps (gscope_signal_get_trace (find_signal (f, "here/panel/wave")), 0,
                                G_MAXINT64, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (gaps[0].cause, ==, GSCOPE_GAP_SWITCHED);
  gscope_source_remove_signal (f->source, polled);
  gscope_source_publish (f->source);
}

/* More at once than the ring of a producer holds. */
static void
count_drained (GscopeScope *scope, guint *n)
{
  (*n)++;
}

/* How often the other end sends in half a second. */
static guint
count_sent (Fixture *f)
{
  guint n = 0;
  gulong handler = g_signal_connect (f->far, "drained", G_CALLBACK (count_drained), &n);

  for (guint i = 0; i < 50; i++)
    {
      push (f, i);
      advance (f, 10);
    }
  g_signal_handler_disconnect (f->far, handler);
  return n;
}

/* Samples come as often as somebody looks, and in time for the scope's delay. */
static void
test_pace (Fixture *f, gconstpointer data)
{
  guint consumer;

  gscope_scope_set_delay (f->near, GSCOPE_SEC);
  start (f);
  g_assert_cmpuint (count_sent (f), <=, 3);
  consumer = gscope_scope_add_consumer (f->near, 10 * GSCOPE_MSEC);
  run_pending ();
  g_assert_cmpuint (count_sent (f), >=, 25);
  gscope_scope_remove_consumer (f->near, consumer);
  run_pending ();
  g_assert_cmpuint (count_sent (f), <=, 3);
  gscope_scope_set_delay (f->near, 40 * GSCOPE_MSEC);
  run_pending ();
  g_assert_cmpuint (count_sent (f), >=, 25);
  settle (f);
  g_assert_cmpuint (gscope_signal_get_total_lost (find_signal (f, "here/panel/wave")), ==, 0);
}

static void
test_burst (Fixture *f, gconstpointer data)
{
  GscopeTrace *trace;

  start (f);
  gscope_producer_set_capacity (f->producer, 65536);
  for (guint i = 0; i < 50000; i++)
    push (f, i);
  settle (f);
  trace = gscope_signal_get_trace (find_signal (f, "here/panel/wave"));
  g_assert_cmpuint (gscope_trace_get_end (trace), ==, 50000);
  for (guint i = 0; i < 50000; i++)
    g_assert_cmpfloat (gscope_trace_get_value (trace, i), ==, i);
  g_assert_cmpuint (gscope_signal_get_total_lost (find_signal (f, "here/panel/wave")), ==, 0);
}

static void
test_losses (Fixture *f, gconstpointer data)
{
  GscopeSignal *wave;

  gscope_producer_push (f->producer, GSCOPE_SEC, 0);
  gscope_scope_drain (f->far);
  start (f);
  /* The first one breaks nothing, as there is nothing yet. */
  push (f, NAN);
  push (f, 5);
  push (f, NAN);
  push (f, 1);
  gscope_producer_push (f->producer, 2 * GSCOPE_SEC, 0);
  gscope_producer_push (f->producer, 3 * GSCOPE_SEC, 0);
  settle (f);
  wave = find_signal (f, "here/panel/wave");
  g_assert_cmpuint (gscope_signal_get_lost (wave, GSCOPE_LOSS_BACKWARDS), ==, 2);
  g_assert_cmpuint (gscope_signal_get_lost (wave, GSCOPE_LOSS_NOT_FINITE), ==, 2);
  g_assert_cmpuint (gscope_signal_get_total_lost (wave), ==, 4);
  assert_trace (f, "here/panel/wave", "10:5 10:nan 10:1 ");
}

static void
write_value (Fixture *f, const char *path, GVariant *value, Answer *answer)
{
  gscope_parameter_write_async (find_parameter (f, path), value, "slider", NULL, on_written,
                                answer);
}

static GscopeMarker *
get_last_marker (GscopeScope *scope)
{
  GListModel *markers = G_LIST_MODEL (gscope_scope_get_markers (scope));
  guint n = g_list_model_get_n_items (markers);
  g_autoptr (GscopeMarker) marker = g_list_model_get_item (markers, n - 1);

  g_assert_nonnull (marker);
  return marker;
}

static guint
count_markers (GscopeScope *scope)
{
  return g_list_model_get_n_items (G_LIST_MODEL (gscope_scope_get_markers (scope)));
}

static void
test_writes (Fixture *f, gconstpointer data)
{
  Answer first = { 0 }, second = { 0 }, third = { 0 };
  GscopeParameter *gain;

  start (f);
  gain = find_parameter (f, "gain");
  scripted_source_hold (f->served);
  write_value (f, "gain", g_variant_new_double (2), &first);
  write_value (f, "gain", g_variant_new_double (3), &second);
  write_value (f, "gain", g_variant_new_double (4), &third);
  run_pending ();
  g_assert_false (first.is_done);
  g_assert_error (second.error, GSCOPE_ERROR, GSCOPE_ERROR_SUPERSEDED);
  g_assert_cmpuint (scripted_source_count (f->served), ==, 1);
  g_assert_cmpint (gscope_parameter_get_state (gain), ==, GSCOPE_PARAMETER_PENDING);

  scripted_source_accept (f->served, g_variant_new_double (2.25));
  run_pending ();
  g_assert_no_error (first.error);
  g_assert_cmpfloat (g_variant_get_double (first.value), ==, 2.25);
  g_assert_cmpfloat (gscope_parameter_get_number (gain), ==, 2.25);
  g_assert_cmpstr (gscope_marker_get_detail (get_last_marker (f->far)), ==, "slider");

  scripted_source_refuse (f->served, "too loud");
  run_pending ();
  g_assert_error (third.error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED);
  g_assert_cmpstr (third.error->message, ==, "too loud");
  g_assert_cmpfloat (gscope_parameter_get_number (gain), ==, 2.25);
  g_assert_cmpstr (gscope_parameter_get_reason (gain), ==, "too loud");
  /* A marker for each of the two writes that were answered, at both ends. */
  g_assert_cmpuint (count_markers (f->near), ==, 2);
  g_assert_cmpuint (count_markers (f->far), ==, 2);
  clear_answer (&first);
  clear_answer (&second);
  clear_answer (&third);
}

static void
test_check (Fixture *f, gconstpointer data)
{
  Answer answer = { 0 };

  start (f);
  scripted_source_hold (f->served);
  gscope_parameter_check_async (find_parameter (f, "panel/knob"), g_variant_new_int64 (7), NULL,
                                on_checked, &answer);
  run_pending ();
  scripted_source_accept_saying (f->served, g_variant_new_int64 (8), "eight of nine\nas ever");
  run_pending ();
  g_assert_cmpint (g_variant_get_int64 (answer.value), ==, 8);
  g_assert_cmpstr (answer.verdict, ==, "eight of nine\nas ever");
  clear_answer (&answer);

  gscope_parameter_check_async (find_parameter (f, "panel/knob"), g_variant_new_int64 (9), NULL,
                                on_checked, &answer);
  run_pending ();
  scripted_source_refuse (f->served, "no nines");
  run_pending ();
  g_assert_cmpstr (answer.error->message, ==, "no nines");
  clear_answer (&answer);
}

static void
test_notices (Fixture *f, gconstpointer data)
{
  Answer answer = { 0 };
  GscopeParameter *gain, *far_gain = gscope_source_find_parameter (f->source, "gain");

  start (f);
  gain = find_parameter (f, "gain");
  gscope_parameter_notice (far_gain, g_variant_new_double (6), "sysctl");
  run_pending ();
  g_assert_cmpfloat (gscope_parameter_get_number (gain), ==, 6);
  g_assert_cmpstr (gscope_marker_get_detail (get_last_marker (f->near)), ==, "sysctl");

  /* Somebody else's write comes before this one, which is then refused. */
  scripted_source_hold (f->served);
  gscope_parameter_write_async (far_gain, g_variant_new_double (7), "other", NULL, NULL, NULL);
  write_value (f, "gain", g_variant_new_double (8), &answer);
  run_pending ();
  scripted_source_accept (f->served, NULL);
  run_pending ();
  scripted_source_refuse (f->served, "no");
  run_pending ();
  g_assert_true (answer.is_done);
  g_assert_cmpfloat (gscope_parameter_get_number (gain), ==, 7);
  clear_answer (&answer);
}

static void
on_refreshed (GObject *object, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  gscope_source_refresh_finish (GSCOPE_SOURCE (object), result, &answer->error);
  answer->is_done = TRUE;
}

static void
test_refresh (Fixture *f, gconstpointer data)
{
  double word = 1;
  Answer answer = { 0 };

  gscope_parameter_bind_double (gscope_source_find_parameter (f->source, "gain"), &word);
  start (f);
  word = 9;
  gscope_source_refresh_async (f->remote, NULL, on_refreshed, &answer);
  run_pending ();
  g_assert_true (answer.is_done);
  g_assert_no_error (answer.error);
  g_assert_cmpfloat (gscope_parameter_get_number (find_parameter (f, "gain")), ==, 9);
}

static void
test_state (Fixture *f, gconstpointer data)
{
  start (f);
  gscope_source_set_status (f->source, GSCOPE_SOURCE_TROUBLE, "It smokes; open a window.");
  run_pending ();
  g_assert_cmpint (gscope_source_get_state (f->remote), ==, GSCOPE_SOURCE_TROUBLE);
  g_assert_cmpstr (gscope_source_get_status (f->remote), ==, "It smokes; open a window.");
  gscope_source_set_status (f->source, GSCOPE_SOURCE_RUNNING, NULL);
  run_pending ();
  g_assert_cmpint (gscope_source_get_state (f->remote), ==, GSCOPE_SOURCE_RUNNING);
  g_assert_cmpstr (gscope_source_get_status (f->remote), ==, "");

  gscope_source_stop_async (f->source, NULL, NULL, NULL);
  run_pending ();
  g_assert_cmpint (gscope_source_get_state (f->remote), ==, GSCOPE_SOURCE_TROUBLE);
  g_assert_nonnull (strstr (gscope_source_get_status (f->remote), "stopped at the other end"));

  gscope_source_mark (f->source, "Drop", "The queue was full.");
  advance (f, 50);
  g_assert_cmpint (gscope_marker_get_time (get_last_marker (f->near)), ==, 10 * GSCOPE_SEC);
  g_assert_cmpstr (gscope_marker_get_subject (get_last_marker (f->near)), ==, "here");
  g_assert_cmpstr (gscope_marker_get_label (get_last_marker (f->near)), ==, "Drop");
  g_assert_cmpstr (gscope_marker_get_detail (get_last_marker (f->near)), ==, "The queue was full.");
}

static void
configure (Fixture *f, const char *name, GVariant *value)
{
  GVariantDict options;
  g_autoptr (GError) error = NULL;

  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert_value (&options, name, value);
  gscope_source_configure (f->remote, g_variant_dict_end (&options), &error);
  g_assert_no_error (error);
}

static void
test_options (Fixture *f, gconstpointer data)
{
  configure (f, "level", g_variant_new_double (5));
  start (f);
  g_assert_cmpfloat (scripted_source_get_level (f->served), ==, 5);
  stop (f);
  configure (f, "level", g_variant_new_double (7.5));
  configure (f, "colour", g_variant_new_string ("red"));
  start_badly (f, "option “colour”: ");
  g_assert_cmpfloat (scripted_source_get_level (f->served), ==, 7.5);
}

static void
test_long_option (Fixture *f, gconstpointer data)
{
  g_autofree char *text = g_strnfill (100000, 'x');
  g_autoptr (GError) error = NULL;
  GVariantDict options;

  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "essay", "s", text);
  g_assert_false (gscope_source_configure (f->remote, g_variant_dict_end (&options), &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, "“essay”"));
}

static void
test_failing_starts (Fixture *f, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GscopeSource) base = g_object_new (GSCOPE_TYPE_REMOTE, "name", "base", NULL);
  Answer answer = { 0 };

  f->is_locked = TRUE;
  start_badly (f, "the door is locked");
  f->is_locked = FALSE;

  scripted_source_hold (f->served);
  gscope_source_start_async (f->remote, cancellable, on_started, &answer);
  run_pending ();
  g_assert_false (answer.is_done);
  g_cancellable_cancel (cancellable);
  run_pending ();
  g_assert_error (answer.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  scripted_source_refuse (f->served, "given up");
  clear_answer (&answer);

  gscope_source_start_async (f->remote, NULL, on_started, &answer);
  run_pending ();
  scripted_source_refuse (f->served, "no fuel");
  run_pending ();
  g_assert_error (answer.error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED);
  g_assert_cmpstr (gscope_source_get_status (f->remote), ==, "no fuel");
  clear_answer (&answer);

  gscope_source_start_async (base, NULL, on_started, &answer);
  run_pending ();
  g_assert_error (answer.error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED);
  clear_answer (&answer);
}

static void
test_cancelled_call (Fixture *f, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Answer answer = { 0 };
  GscopeParameter *gain;

  start (f);
  gain = find_parameter (f, "gain");
  scripted_source_hold (f->served);
  gscope_parameter_write_async (gain, g_variant_new_double (2), NULL, cancellable, on_written,
                                &answer);
  run_pending ();
  g_cancellable_cancel (cancellable);
  run_pending ();
  g_assert_error (answer.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpfloat (gscope_parameter_get_number (gain), ==, 1);
  scripted_source_refuse (f->served, "given up");
  run_pending ();
  g_assert_cmpfloat (gscope_parameter_get_number (gain), ==, 1);
  g_assert_cmpint (gscope_source_get_state (f->remote), ==, GSCOPE_SOURCE_RUNNING);
  clear_answer (&answer);
}

static void
test_restart (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeSignal) other = gscope_signal_new_buffered ("other");
  GscopeParameter *gain;
  Answer answer = { 0 };

  gscope_source_add_signal (f->source, other, NULL);
  gscope_source_publish (f->source);
  start (f);
  gain = find_parameter (f, "gain");
  gscope_signal_set_color (find_signal (f, "here/panel/wave"), 3);
  push (f, 1);
  settle (f);
  advance (f, 20);
  stop (f);
  g_assert_cmpuint (f->n_closed, ==, 1);
  g_assert_no_error (f->closed);
  write_value (f, "gain", g_variant_new_double (2), &answer);
  run_pending ();
  g_assert_nonnull (strstr (answer.error->message, "start it first"));
  clear_answer (&answer);

  gscope_source_remove_signal (f->source, other);
  gscope_source_publish (f->source);
  gscope_parameter_notice (gscope_source_find_parameter (f->source, "gain"),
                           g_variant_new_double (4), NULL);
  advance (f, 20);
  start (f);
  push (f, 2);
  settle (f);
  assert_trace (f, "here/panel/wave", "10:1 10.02:nan 10.04:2 ");
  g_assert_false (gscope_signal_get_ended (find_signal (f, "here/panel/wave")));
  g_assert_cmpuint (gscope_signal_get_color (find_signal (f, "here/panel/wave")), ==, 3);
  g_assert_true (gscope_signal_get_ended (find_signal (f, "here/other")));
  g_assert_true (find_parameter (f, "gain") == gain);
  g_assert_cmpfloat (gscope_parameter_get_number (gain), ==, 4);
}

static void
test_restart_after_end (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeSignal) again = gscope_signal_new_buffered ("wave");

  start (f);
  push (f, 1);
  gscope_signal_end (f->wave);
  run_pending ();
  gscope_scope_drain (f->near);
  stop (f);
  start (f);
  assert_trace (f, "here/panel/wave", "10:1 ");
  g_assert_true (gscope_signal_get_ended (find_signal (f, "here/panel/wave")));

  stop (f);
  gscope_source_remove_signal (f->source, f->wave);
  gscope_signal_set_group (again, "panel");
  gscope_source_add_signal (f->source, again, NULL);
  gscope_source_publish (f->source);
  start (f);
  assert_trace (f, "here/panel/wave", "");
  g_assert_false (gscope_signal_get_ended (find_signal (f, "here/panel/wave")));
}

static void
test_peer_dies (Fixture *f, gconstpointer data)
{
  Answer answer = { 0 };

  start (f);
  push (f, 1);
  settle (f);
  scripted_source_hold (f->served);
  write_value (f, "gain", g_variant_new_double (2), &answer);
  run_pending ();
  g_assert_false (answer.is_done);
  advance (f, 10);
  gscope_server_close (f->server);
  run_pending ();
  g_assert_nonnull (answer.error);
  g_assert_nonnull (strstr (answer.error->message, "ended unexpectedly; start it again"));
  g_assert_cmpint (gscope_source_get_state (f->remote), ==, GSCOPE_SOURCE_TROUBLE);
  g_assert_cmpstr (gscope_source_get_status (f->remote), ==, answer.error->message);
  g_assert_cmpuint (f->n_closed, ==, 0);
  clear_answer (&answer);
  scripted_source_refuse (f->served, "too late");

  gscope_source_stop_async (f->source, NULL, NULL, NULL);
  scripted_source_accept (f->served, NULL);
  run_pending ();
  advance (f, 10);
  gscope_source_start_async (f->remote, NULL, on_started, &answer);
  run_pending ();
  scripted_source_accept (f->served, NULL);
  run_pending ();
  g_assert_true (answer.is_done);
  g_assert_no_error (answer.error);
  push (f, 2);
  settle (f);
  assert_trace (f, "here/panel/wave", "10:1 10.01:nan 10.02:2 ");
}

static void
test_peer_dies_while_stopping (Fixture *f, gconstpointer data)
{
  Answer answer = { 0 };

  start (f);
  scripted_source_hold (f->served);
  gscope_source_stop_async (f->remote, NULL, on_stopped, &answer);
  run_pending ();
  g_assert_false (answer.is_done);
  gscope_server_close (f->server);
  run_pending ();
  g_assert_true (answer.is_done);
  g_assert_nonnull (answer.error);
  g_assert_cmpint (gscope_source_get_state (f->remote), ==, GSCOPE_SOURCE_TROUBLE);
  clear_answer (&answer);
  scripted_source_accept (f->served, NULL);
  run_pending ();
}

/* The other end by hand. */

static void
send_bytes (Fixture *f, gconstpointer data, gsize size)
{
  g_autoptr (GError) error = NULL;

  g_output_stream_write_all (g_io_stream_get_output_stream (f->raw), data, size, NULL, NULL,
                             &error);
  g_assert_no_error (error);
}

static void
send_frame (Fixture *f, gconstpointer data, gsize size)
{
  guint32 length = GUINT32_TO_LE (size);

  send_bytes (f, &length, sizeof length);
  send_bytes (f, data, size);
  run_pending ();
}

static void
send_text (Fixture *f, const char *text)
{
  send_frame (f, text, strlen (text));
}

static void
send_hello (Fixture *f, const char *member, gint64 number)
{
  JsonObject *hello = gscope_message_create_hello ();
  g_autoptr (GBytes) message = NULL;

  json_object_set_int_member (hello, member, number);
  message = gscope_message_new (GSCOPE_MESSAGE_HELLO, hello);
  send_frame (f, g_bytes_get_data (message, NULL), g_bytes_get_size (message));
}

/* Everything that has come, as far as it is text. */
static char *
receive (Fixture *f)
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
connect_raw (Fixture *f)
{
  g_autoptr (GIOStream) stream = NULL;

  g_clear_object (&f->raw);
  make_stream_pair (&f->raw, &stream);
  serve (f, stream);
  f->n_closed = 0;
}

static void
connect_raw_client (Fixture *f)
{
  connect_raw (f);
  send_hello (f, "period_ns", 10 * GSCOPE_MSEC);
}

static void
assert_refused (Fixture *f, const char *reason)
{
  g_autofree char *text = receive (f);

  g_assert_cmpuint (f->n_closed, ==, 1);
  g_assert_nonnull (f->closed);
  g_assert_nonnull (strstr (f->closed->message, reason));
  g_assert_nonnull (strstr (text, "{\"error\":{\"message\":\""));
  g_assert_nonnull (strstr (text, reason));
}

static void
test_bad_calls (Fixture *f, gconstpointer data)
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
    { "{\"call\":{\"id\":-1,\"verb\":\"stop\"}}", "in its range" },
    { "{\"call\":{\"id\":\"x\",\"verb\":\"stop\"}}", "whole number" },
    { "{\"call\":{\"id\":1,\"verb\":\"jump\"}}", "known word" },
    { "{\"answer\":{\"id\":1}}", "wrong end" },
    { "{\"hello\":{\"version\":1}}", "wrong time" },
    { "{\"cancel\":{}}", "whole number" },
    { "{\"pace\":{}}", "whole number" },
    { "{\"pace\":{\"interval_ns\":-1}}", "in its range" },
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
test_refused_calls (Fixture *f, gconstpointer data)
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

static void
test_bad_hello (Fixture *f, gconstpointer data)
{
  connect_raw (f);
  send_hello (f, "version", 99);
  assert_refused (f, "version");

  connect_raw (f);
  send_text (f, "{\"hello\":{\"version\":1,\"boot\":\"another\",\"period_ns\":10000000}}");
  assert_refused (f, "different machines");

  connect_raw (f);
  send_hello (f, "period_ns", 1);
  assert_refused (f, "in its range");
}

static void
test_bad_frames (Fixture *f, gconstpointer data)
{
  guint32 length = GUINT32_TO_LE (GSCOPE_CHANNEL_MAX_MESSAGE + 1);

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

/* A remote source faces what a broken or hostile server may say. */
static void
test_bad_server (Fixture *f, gconstpointer data)
{
  static const char samples[] = "\001\001\0\0\0\0\0\0\005\0\0\0\001\0\0\0"
                                "01234567abcdefgh";
  static const char *const rows[] = {
    "{\"signals\":{\"added\":[{\"id\":1,\"name\":\"\",\"color\":0,\"line\":\"steps\"}]}}",
    "{\"signals\":{\"added\":[{\"id\":1,\"name\":\"a\\nb\",\"color\":0,\"line\":\"steps\"}]}}",
    "{\"signals\":{\"added\":[{\"id\":1,\"name\":\"a\",\"color\":0,\"line\":\"loops\"}]}}",
    "{\"signals\":{\"added\":[{\"id\":1,\"name\":\"a\",\"color\":0,\"line\":\"steps\"},"
    "{\"id\":2,\"name\":\"a\",\"color\":0,\"line\":\"steps\"}]}}",
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
    "{\"answer\":{\"id\":1,\"value\":1,\"verdict\":2}}",
    "{\"answer\":{\"id\":1,\"error\":{\"code\":\"odd\"}}}",
    "{\"notice\":{\"parameter\":\"x\",\"value\":1}}",
    "{\"losses\":{\"signal\":1,\"cause\":\"late\",\"count\":1}}",
    "{\"marker\":{\"label\":\"x\"}}",
    "{\"source\":{\"state\":\"asleep\"}}",
    "{\"call\":{\"id\":1,\"verb\":\"stop\"}}",
    "{\"pace\":{\"interval_ns\":1}}",
    "{\"error\":{\"message\":\"I am leaving\"}}",
  };

  f->is_raw = TRUE;
  for (gsize i = 0; i <= G_N_ELEMENTS (rows); i++)
    {
      Answer answer = { 0 };

      gscope_source_start_async (f->remote, NULL, on_started, &answer);
      run_pending ();
      send_hello (f, "title", 0);
      g_assert_true (answer.is_done);
      clear_answer (&answer);

      gscope_source_start_async (f->remote, NULL, on_started, &answer);
      run_pending ();
      send_text (f, "{\"hello\":{\"version\":1,\"boot\":\"another\"}}");
      g_assert_error (answer.error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED);
      clear_answer (&answer);

      gscope_source_start_async (f->remote, NULL, on_started, &answer);
      run_pending ();
      send_hello (f, "more", 0);
      g_assert_false (answer.is_done);
      if (i < G_N_ELEMENTS (rows))
        send_text (f, rows[i]);
      else
        send_frame (f, samples, sizeof samples - 1);
      g_assert_true (answer.is_done);
      g_assert_nonnull (answer.error);
      g_assert_cmpint (gscope_source_get_state (f->remote), ==, GSCOPE_SOURCE_TROUBLE);
      clear_answer (&answer);
    }
}

static gboolean
count_samples (guint32 id, const GscopeSample *samples, gsize n, gpointer data, GError **error)
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
  gsize n_bytes;
} Received;

static void
on_message (GscopeChannel *channel, GBytes *message, Received *received)
{
  g_autoptr (JsonObject) object = NULL;
  GscopeMessageKind kind;

  if (gscope_message_is_samples (message))
    {
      received->n_bytes += g_bytes_get_size (message);
      gscope_message_read_blocks (message, count_samples, &received->n_samples, NULL);
      return;
    }
  object = gscope_message_parse (message, &kind, NULL);
  if (kind == GSCOPE_MESSAGE_LOSSES)
    {
      g_assert_cmpstr (json_object_get_string_member (object, "cause"), ==, "evicted");
      received->n_lost += json_object_get_int_member (object, "count");
    }
}

/* What nobody reads waits in the trace, which drops the oldest. */
static void
test_backlog (Fixture *f, gconstpointer data)
{
  enum
  {
    N = 1000000,
  };
  g_autoptr (GscopeChannel) channel = NULL;
  Received received = { 0 };
  gsize bound;

  gscope_scope_set_budget (f->far, 2 << 20);
  connect_raw_client (f);
  for (guint i = 0; i < N; i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 1000);
      push (f, i);
      if (i % 4096 == 0)
        {
          gscope_scope_drain (f->far);
          run_pending ();
        }
    }
  settle (f);
  g_assert_cmpuint (f->n_closed, ==, 0);
  channel = gscope_channel_new (f->raw);
  g_signal_connect (channel, "received", G_CALLBACK (on_message), &received);
  run_pending ();
  settle (f);
  g_assert_cmpuint (received.n_samples + received.n_lost, ==, N);
  g_assert_cmpuint (received.n_lost, >, 0);
  bound = gscope_trace_get_end (gscope_signal_get_trace (f->wave))
          - gscope_trace_get_first (gscope_signal_get_trace (f->wave));
  /* What the trace had, 1 MiB unsent, and what a socket takes. */
  g_assert_cmpuint (received.n_bytes, <, 16 * bound + (3 << 20));
}

static void
on_bytes (GscopeChannel *channel, GBytes *message, GString *lengths)
{
  g_string_append_printf (lengths, "%" G_GSIZE_FORMAT " ", g_bytes_get_size (message));
}

static void
count_end (GscopeChannel *channel, const GError *error, guint *count)
{
  g_assert_no_error (error);
  *count += 1;
}

static void
test_channel (void)
{
  static const gsize sizes[] = { 0, 1, 5, GSCOPE_CHANNEL_MAX_MESSAGE, 300000, 2 };
  g_autoptr (GIOStream) one = NULL;
  g_autoptr (GIOStream) other = NULL;
  g_autoptr (GString) lengths = g_string_new (NULL);
  GscopeChannel *sender, *receiver;
  guint n_ended = 0;

  make_stream_pair (&one, &other);
  sender = gscope_channel_new (one);
  receiver = gscope_channel_new (other);
  g_signal_connect (receiver, "received", G_CALLBACK (on_bytes), lengths);
  g_signal_connect (receiver, "closed", G_CALLBACK (count_end), &n_ended);
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GBytes) message = g_bytes_new_take (g_malloc0 (sizes[i]), sizes[i]);

      gscope_channel_send (sender, message);
    }
  g_assert_cmpuint (gscope_channel_get_unsent (sender), >, 1300000);
  run_pending ();
  g_assert_cmpuint (gscope_channel_get_unsent (sender), ==, 0);
  g_assert_cmpstr (lengths->str, ==, "0 1 5 1048576 300000 2 ");

  gscope_channel_close (sender);
  g_assert_cmpuint (n_ended, ==, 0);
  run_pending ();
  g_assert_cmpuint (n_ended, ==, 1);
  g_assert_finalize_object (sender);
  g_assert_finalize_object (receiver);
}

/* Who reads nothing at all is given up in the end. */
static void
test_deaf_peer (void)
{
  g_autoptr (GIOStream) one = NULL;
  g_autoptr (GIOStream) other = NULL;
  g_autoptr (GBytes) message = g_bytes_new_take (g_malloc0 (1 << 20), 1 << 20);
  GscopeChannel *sender;

  make_stream_pair (&one, &other);
  sender = gscope_channel_new (one);
  for (guint i = 0; i < 100; i++)
    gscope_channel_send (sender, message);
  g_assert_cmpuint (gscope_channel_get_unsent (sender), <, GSCOPE_CHANNEL_MAX_UNSENT + (2 << 20));
  run_pending ();
  g_assert_true (g_io_stream_is_closed (one));
  g_assert_finalize_object (sender);
}

static void
assert_round_trip (GscopeParameter *parameter)
{
  g_autoptr (JsonObject) object = gscope_describe_parameter (parameter);
  g_autoptr (GBytes) bytes = gscope_message_new (GSCOPE_MESSAGE_CALL, json_object_ref (object));
  g_autoptr (GError) error = NULL;
  GscopeMessageKind kind;
  g_autoptr (JsonObject) parsed = gscope_message_parse (bytes, &kind, &error);
  g_autoptr (GscopeParameter) other = gscope_describe_read_parameter (parsed, &error);

  g_assert_no_error (error);
  g_assert_true (gscope_describe_is_same_parameter (parameter, other));
  g_assert_true (g_strv_equal (gscope_parameter_get_steered (parameter),
                               gscope_parameter_get_steered (other)));
  g_assert_true (
      g_variant_equal (gscope_parameter_get_value (parameter), gscope_parameter_get_value (other)));
  g_assert_true (g_variant_equal (gscope_parameter_get_default (parameter),
                                  gscope_parameter_get_default (other)));
  g_assert_finalize_object (g_steal_pointer (&other));
}

static void
test_signal (void)
{
  static const char *const followers[] = { "decoder/level", "*/busiest/cwnd", NULL };
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("need");
  g_autoptr (JsonObject) object = NULL;
  g_autoptr (GscopeSignal) again = NULL;
  guint32 id;

  gscope_signal_set_followers (signal, followers);
  object = gscope_describe_signal (signal, 7);
  again = gscope_describe_read_signal (object, &id, NULL);
  g_assert_cmpuint (id, ==, 7);
  g_assert_true (g_strv_equal (gscope_signal_get_followers (again), followers));
  json_object_set_int_member (object, "followers", 1);
  g_assert_null (gscope_describe_read_signal (object, &id, NULL));
}

static void
test_parameters (void)
{
  static const char *const nicks[] = { "reno", "cubic", NULL };
  static const char *const titles[] = { "Reno", "Cubic", NULL };
  static const char *const steered[] = { "queue", "*/busiest/cwnd", NULL };
  g_autoptr (GscopeParameter) flag = gscope_parameter_new_boolean ("flag", TRUE);
  g_autoptr (GscopeParameter) whole =
      gscope_parameter_new_integer ("whole", G_MININT64, G_MAXINT64, G_MAXINT64 - 1);
  g_autoptr (GscopeParameter) number =
      gscope_parameter_new_double ("number", -INFINITY, INFINITY, 5);
  g_autoptr (GscopeParameter) choice =
      gscope_parameter_new_enumeration ("choice", nicks, titles, "cubic");
  g_autoptr (GscopeParameter) rate = gscope_parameter_new_double ("rate", 1, 1e9, 1e6);
  g_autoptr (GscopeParameter) text = gscope_parameter_new_string ("text", "a\tb\"ü");

  gscope_parameter_set_group (number, "group");
  gscope_parameter_set_role (number, "limit");
  gscope_parameter_set_title (number, "Number");
  gscope_parameter_set_description (number, "Any number.");
  gscope_parameter_set_unit (number, "s");
  gscope_parameter_set_step (number, 0.1);
  gscope_parameter_set_steered (number, steered);
  gscope_parameter_notice (number, g_variant_new_double (0.1 + 0.2), NULL);
  gscope_parameter_set_step (whole, 4);
  assert_round_trip (flag);
  assert_round_trip (whole);
  assert_round_trip (number);
  assert_round_trip (choice);
  gscope_parameter_set_logarithmic (rate, TRUE);
  assert_round_trip (rate);
  assert_round_trip (text);
}

static void
add (const char *path, void (*test) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/share/channel", test_channel);
  g_test_add_func ("/share/deaf-peer", test_deaf_peer);
  g_test_add_func ("/share/signal", test_signal);
  g_test_add_func ("/share/parameters", test_parameters);
  add ("/share/lists", test_lists);
  add ("/share/comings-and-goings", test_comings_and_goings);
  add ("/share/many-signals", test_many_signals);
  add ("/share/samples", test_samples);
  add ("/share/pace", test_pace);
  add ("/share/burst", test_burst);
  add ("/share/losses", test_losses);
  add ("/share/writes", test_writes);
  add ("/share/check", test_check);
  add ("/share/notices", test_notices);
  add ("/share/refresh", test_refresh);
  add ("/share/state", test_state);
  add ("/share/options", test_options);
  add ("/share/long-option", test_long_option);
  add ("/share/failing-starts", test_failing_starts);
  add ("/share/cancelled-call", test_cancelled_call);
  add ("/share/restart", test_restart);
  add ("/share/restart-after-end", test_restart_after_end);
  add ("/share/peer-dies", test_peer_dies);
  add ("/share/peer-dies-while-stopping", test_peer_dies_while_stopping);
  add ("/share/bad-calls", test_bad_calls);
  add ("/share/refused-calls", test_refused_calls);
  add ("/share/bad-hello", test_bad_hello);
  add ("/share/bad-frames", test_bad_frames);
  add ("/share/bad-server", test_bad_server);
  add ("/share/backlog", test_backlog);
  return g_test_run ();
}
