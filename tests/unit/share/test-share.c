/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/catalogue.h"
#include "support/share-bed.h"
#include "support/test-remote.h"

#include <gscope/carrier/message.h>
#include <gscope/source/private.h>
#include <math.h>
#include <string.h>

static void
on_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  ShareAnswer *answer = data;

  gscope_source_stop_finish (GSCOPE_SOURCE (object), result, &answer->error);
  answer->is_done = TRUE;
}

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  ShareAnswer *answer = data;

  answer->value = gscope_parameter_write_finish (GSCOPE_PARAMETER (object), result, &answer->error);
  answer->is_done = TRUE;
}

static void
on_checked (GObject *object, GAsyncResult *result, gpointer data)
{
  ShareAnswer *answer = data;

  answer->value = gscope_parameter_check_finish (GSCOPE_PARAMETER (object), result,
                                                 &answer->verdict, &answer->error);
  answer->is_done = TRUE;
}

static void
start (ShareBed *f)
{
  ShareAnswer answer = { 0 };

  gscope_source_start_async (f->remote, NULL, share_answer_started, &answer);
  run_pending ();
  g_assert_true (answer.is_done);
  g_assert_no_error (answer.error);
}

static void
start_badly (ShareBed *f, const char *reason)
{
  ShareAnswer answer = { 0 };

  gscope_source_start_async (f->remote, NULL, share_answer_started, &answer);
  run_pending ();
  g_assert_true (answer.is_done);
  g_assert_nonnull (answer.error);
  g_assert_nonnull (strstr (answer.error->message, reason));
  g_assert_cmpint (gscope_source_get_state (f->remote), ==, GSCOPE_SOURCE_STATE_TROUBLE);
  share_answer_clear (&answer);
}

static void
stop (ShareBed *f)
{
  ShareAnswer answer = { 0 };

  gscope_source_stop_async (f->remote, NULL, on_stopped, &answer);
  run_pending ();
  g_assert_true (answer.is_done);
  g_assert_no_error (answer.error);
  g_assert_cmpint (gscope_source_get_state (f->remote), ==, GSCOPE_SOURCE_STATE_STOPPED);
}

/* In steps, so that both scopes take their turns. */
static void
advance (ShareBed *f, gint64 milliseconds)
{
  for (; milliseconds > 0; milliseconds -= 10)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      run_pending ();
    }
}

static void
publish (ShareBed *f)
{
  gscope_source_publish (f->source);
  run_pending ();
  gscope_source_publish (f->remote);
}

static GscopeSignal *
find_signal (ShareBed *f, const char *full_name)
{
  GscopeSignal *signal = gscope_scope_find_signal (f->near, full_name);

  g_assert_nonnull (signal);
  return signal;
}

static GscopeParameter *
find_parameter (ShareBed *f, const char *path)
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
assert_trace (ShareBed *f, const char *full_name, const char *expected)
{
  g_autofree char *text = show_trace (find_signal (f, full_name));

  g_assert_cmpstr (text, ==, expected);
}

static void
test_lists (ShareBed *f, gconstpointer data)
{
  GscopeSignal *wave;
  GscopeParameter *gain;

  g_object_set (f->wave, "role", "usage", "title", "The wave", "description", "It waves.", "unit",
                "V", "min", -2.5, "max", 7.0, "color", 0x80112233, "line-mode",
                GSCOPE_LINE_MODE_POINTS, "hidden", TRUE, NULL);
  gscope_source_set_title (f->source, "Far away");
  start (f);
  g_assert_cmpint (gscope_source_get_state (f->remote), ==, GSCOPE_SOURCE_STATE_RUNNING);
  g_assert_cmpstr (gscope_source_get_title (f->remote), ==, "Far away");
  g_assert_cmpint (gscope_scope_get_period (f->far), ==, 10 * GSCOPE_MSEC);

  wave = find_signal (f, "here/panel/wave");
  g_assert_cmpint (gscope_signal_get_kind (wave), ==, GSCOPE_SIGNAL_KIND_BUFFERED);
  g_assert_cmpstr (gscope_signal_get_role (wave), ==, "usage");
  g_assert_cmpstr (gscope_signal_get_title (wave), ==, "The wave");
  g_assert_cmpstr (gscope_signal_get_description (wave), ==, "It waves.");
  g_assert_cmpstr (gscope_signal_get_unit (wave), ==, "V");
  g_assert_cmpfloat (gscope_signal_get_min (wave), ==, -2.5);
  g_assert_cmpfloat (gscope_signal_get_max (wave), ==, 7);
  g_assert_cmphex (gscope_signal_get_color (wave), ==, 0x80112233);
  g_assert_cmpint (gscope_signal_get_line_mode (wave), ==, GSCOPE_LINE_MODE_POINTS);
  g_assert_true (gscope_signal_get_hidden (wave));

  gain = find_parameter (f, "gain");
  g_assert_cmpstr (gscope_parameter_get_unit (gain), ==, "V");
  g_assert_cmpfloat (gscope_parameter_get_max (gain), ==, 10);
  g_assert_cmpfloat (gscope_parameter_get_number (gain), ==, 1);
  g_assert_cmpfloat (gscope_parameter_get_number (find_parameter (f, "panel/knob")), ==, 50);
}

/* Titles arrive in the language of the process that shows them; names are never translated. */
static void
test_translation (ShareBed *f, gconstpointer data)
{
  char *directory = catalogue_install (TEST_REMOTE_DOMAIN, "wave", "Welle");
  GscopeParameter *gain = gscope_source_find_parameter (f->source, "gain");

  g_object_set (f->wave, "description", "wave", NULL);
  gscope_parameter_set_title (gain, "wave");
  start (f);
  g_assert_cmpstr (gscope_signal_get_description (find_signal (f, "here/panel/wave")), ==, "Welle");
  g_assert_cmpstr (gscope_signal_get_title (find_signal (f, "here/panel/wave")), ==, "wave");
  g_assert_cmpstr (gscope_parameter_get_title (find_parameter (f, "gain")), ==, "Welle");
  catalogue_remove (directory, TEST_REMOTE_DOMAIN);
}

static void
test_comings_and_goings (ShareBed *f, gconstpointer data)
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
  share_bed_settle (f);
  assert_trace (f, "here/other", "10:3 ");
  g_assert_cmpstr (
      g_variant_get_string (gscope_parameter_get_value (find_parameter (f, "text")), NULL), ==,
      "“ü”\n\"\\");

  /* The list drops the first of two: the second stays unchanged. */
  gscope_signal_set_title (f->wave, "Renamed");
  gscope_signal_set_group_title (f->wave, "The panel");
  gscope_signal_set_range (f->wave, 0, 5);
  gscope_source_remove_parameter (f->source, text);
  gscope_source_remove_signal (f->source, other);
  publish (f);
  g_assert_null (gscope_scope_find_signal (f->near, "here/other"));
  g_assert_null (gscope_source_find_parameter (f->remote, "text"));
  g_assert_cmpstr (gscope_signal_get_title (find_signal (f, "here/panel/wave")), ==, "Renamed");
  g_assert_cmpstr (gscope_signal_get_group_title (find_signal (f, "here/panel/wave")), ==,
                   "The panel");
  g_assert_cmpfloat (gscope_signal_get_max (find_signal (f, "here/panel/wave")), ==, 5);
  g_assert_true (gscope_signal_get_trace (find_signal (f, "here/panel/wave")) == trace);

  share_bed_push (f, 8);
  gscope_signal_end (f->wave);
  run_pending ();
  gscope_scope_drain (f->near);
  g_assert_true (gscope_signal_get_ended (find_signal (f, "here/panel/wave")));
  assert_trace (f, "here/panel/wave", "10:8 ");
  gscope_trace_unref (trace);
}

static void
add_signals (ShareBed *f, guint first, guint n)
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
test_many_signals (ShareBed *f, gconstpointer data)
{
  add_signals (f, 0, GSCOPE_MESSAGE_MAX_ITEMS - 1);
  start (f);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_source_get_signals (f->remote)), ==,
                    GSCOPE_MESSAGE_MAX_ITEMS);
  share_bed_push (f, 1);
  share_bed_settle (f);
  assert_trace (f, "here/panel/wave", "10:1 ");

  add_signals (f, GSCOPE_MESSAGE_MAX_ITEMS, 1);
  g_assert_cmpint (gscope_source_get_state (f->remote), ==, GSCOPE_SOURCE_STATE_TROUBLE);
  g_assert_nonnull (strstr (gscope_source_get_status (f->remote), "more than 4096 signals"));
  g_assert_cmpuint (f->n_closed, ==, 1);
}

static void
test_samples (ShareBed *f, gconstpointer data)
{
  double word = 4;
  g_autoptr (GscopeSignal) polled = gscope_signal_new_double ("word", &word);
  const GscopeGap *gaps;
  gsize n;

  /* Earlier samples than the start are not sent. */
  share_bed_push (f, -1);
  gscope_scope_drain (f->far);
  advance (f, 10);
  gscope_remote_set_period (GSCOPE_REMOTE (f->remote), 20 * GSCOPE_MSEC);
  gscope_source_add_signal (f->source, polled, NULL);
  gscope_source_publish (f->source);
  start (f);
  g_assert_cmpint (gscope_scope_get_period (f->far), ==, 20 * GSCOPE_MSEC);

  share_bed_push (f, 1.5);
  advance (f, 10);
  gscope_producer_push_gap (f->producer, 10020 * GSCOPE_MSEC, GSCOPE_GAP_CAUSE_SWITCHED);
  advance (f, 10);
  word = 5;
  share_bed_push (f, -1e300);
  advance (f, 20);
  share_bed_settle (f);
  assert_trace (f, "here/panel/wave", "10.01:1.5 10.02:nan 10.03:-1e+300 ");
  assert_trace (f, "here/word", "10.02:4 10.04:5 ");
  gaps = gscope_trace_get_gaps (gscope_signal_get_trace (find_signal (f, "here/panel/wave")), 0,
                                G_MAXINT64, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (gaps[0].cause, ==, GSCOPE_GAP_CAUSE_SWITCHED);
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
count_sent (ShareBed *f)
{
  guint n = 0;
  gulong handler = g_signal_connect (f->far, "drained", G_CALLBACK (count_drained), &n);

  for (guint i = 0; i < 50; i++)
    {
      share_bed_push (f, i);
      advance (f, 10);
    }
  g_signal_handler_disconnect (f->far, handler);
  return n;
}

/* Samples come as often as somebody looks, and in time for the scope's delay. */
static void
test_pace (ShareBed *f, gconstpointer data)
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
  share_bed_settle (f);
  g_assert_cmpuint (gscope_signal_get_total_lost (find_signal (f, "here/panel/wave")), ==, 0);
}

static void
test_burst (ShareBed *f, gconstpointer data)
{
  GscopeTrace *trace;

  start (f);
  gscope_producer_set_capacity (f->producer, 65536);
  for (guint i = 0; i < 50000; i++)
    share_bed_push (f, i);
  share_bed_settle (f);
  trace = gscope_signal_get_trace (find_signal (f, "here/panel/wave"));
  g_assert_cmpuint (gscope_trace_get_end (trace), ==, 50000);
  for (guint i = 0; i < 50000; i++)
    g_assert_cmpfloat (gscope_trace_get_value (trace, i), ==, i);
  g_assert_cmpuint (gscope_signal_get_total_lost (find_signal (f, "here/panel/wave")), ==, 0);
}

static void
test_losses (ShareBed *f, gconstpointer data)
{
  GscopeSignal *wave;

  gscope_producer_push (f->producer, GSCOPE_SEC, 0);
  gscope_scope_drain (f->far);
  start (f);
  /* The first one breaks nothing, as there is nothing yet. */
  share_bed_push (f, NAN);
  share_bed_push (f, 5);
  share_bed_push (f, NAN);
  share_bed_push (f, 1);
  gscope_producer_push (f->producer, 2 * GSCOPE_SEC, 0);
  gscope_producer_push (f->producer, 3 * GSCOPE_SEC, 0);
  share_bed_settle (f);
  wave = find_signal (f, "here/panel/wave");
  g_assert_cmpuint (gscope_signal_get_lost (wave, GSCOPE_LOSS_BACKWARDS), ==, 2);
  g_assert_cmpuint (gscope_signal_get_lost (wave, GSCOPE_LOSS_NOT_FINITE), ==, 2);
  g_assert_cmpuint (gscope_signal_get_total_lost (wave), ==, 4);
  assert_trace (f, "here/panel/wave", "10:5 10:nan 10:1 ");
}

static void
write_value (ShareBed *f, const char *path, GVariant *value, ShareAnswer *answer)
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
test_writes (ShareBed *f, gconstpointer data)
{
  ShareAnswer first = { 0 }, second = { 0 }, third = { 0 };
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
  g_assert_cmpint (gscope_parameter_get_state (gain), ==, GSCOPE_PARAMETER_STATE_PENDING);

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
  share_answer_clear (&first);
  share_answer_clear (&second);
  share_answer_clear (&third);
}

static void
test_check (ShareBed *f, gconstpointer data)
{
  ShareAnswer answer = { 0 };

  start (f);
  scripted_source_hold (f->served);
  gscope_parameter_check_async (find_parameter (f, "panel/knob"), g_variant_new_int64 (7), NULL,
                                on_checked, &answer);
  run_pending ();
  scripted_source_accept_saying (f->served, g_variant_new_int64 (8), "eight of nine\nas ever");
  run_pending ();
  g_assert_cmpint (g_variant_get_int64 (answer.value), ==, 8);
  g_assert_cmpstr (answer.verdict, ==, "eight of nine\nas ever");
  share_answer_clear (&answer);

  gscope_parameter_check_async (find_parameter (f, "panel/knob"), g_variant_new_int64 (9), NULL,
                                on_checked, &answer);
  run_pending ();
  scripted_source_refuse (f->served, "no nines");
  run_pending ();
  g_assert_cmpstr (answer.error->message, ==, "no nines");
  share_answer_clear (&answer);
}

static void
test_notices (ShareBed *f, gconstpointer data)
{
  ShareAnswer answer = { 0 };
  GscopeParameter *gain, *far_gain = gscope_source_find_parameter (f->source, "gain");

  start (f);
  gain = find_parameter (f, "gain");
  gscope_parameter_notice (far_gain, g_variant_new_double (6), "sysctl");
  run_pending ();
  g_assert_cmpfloat (gscope_parameter_get_number (gain), ==, 6);
  g_assert_cmpstr (gscope_marker_get_detail (get_last_marker (f->near)), ==, "sysctl");

  /* Somebody else's write comes before this one, which was made for the value before. */
  scripted_source_hold (f->served);
  gscope_parameter_write_async (far_gain, g_variant_new_double (7), "other", NULL, NULL, NULL);
  write_value (f, "gain", g_variant_new_double (8), &answer);
  run_pending ();
  scripted_source_accept (f->served, NULL);
  run_pending ();
  g_assert_true (answer.is_done);
  g_assert_error (answer.error, GSCOPE_ERROR, GSCOPE_ERROR_SUPERSEDED);
  g_assert_cmpfloat (gscope_parameter_get_number (gain), ==, 7);
  share_answer_clear (&answer);
}

static void
on_refreshed (GObject *object, GAsyncResult *result, gpointer data)
{
  ShareAnswer *answer = data;

  gscope_source_refresh_finish (GSCOPE_SOURCE (object), result, &answer->error);
  answer->is_done = TRUE;
}

static void
test_refresh (ShareBed *f, gconstpointer data)
{
  double word = 1;
  ShareAnswer answer = { 0 };

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
test_state (ShareBed *f, gconstpointer data)
{
  start (f);
  gscope_source_set_status (f->source, GSCOPE_SOURCE_STATE_TROUBLE, "It smokes; open a window.");
  run_pending ();
  g_assert_cmpint (gscope_source_get_state (f->remote), ==, GSCOPE_SOURCE_STATE_TROUBLE);
  g_assert_cmpstr (gscope_source_get_status (f->remote), ==, "It smokes; open a window.");
  gscope_source_set_status (f->source, GSCOPE_SOURCE_STATE_RUNNING, NULL);
  run_pending ();
  g_assert_cmpint (gscope_source_get_state (f->remote), ==, GSCOPE_SOURCE_STATE_RUNNING);
  g_assert_cmpstr (gscope_source_get_status (f->remote), ==, "");

  gscope_source_stop_async (f->source, NULL, NULL, NULL);
  run_pending ();
  g_assert_cmpint (gscope_source_get_state (f->remote), ==, GSCOPE_SOURCE_STATE_TROUBLE);
  g_assert_nonnull (strstr (gscope_source_get_status (f->remote), "stopped at the other end"));

  gscope_source_mark (f->source, "Drop", "The queue was full.");
  advance (f, 50);
  g_assert_cmpint (gscope_marker_get_time (get_last_marker (f->near)), ==, 10 * GSCOPE_SEC);
  g_assert_cmpstr (gscope_marker_get_subject (get_last_marker (f->near)), ==, "here");
  g_assert_cmpstr (gscope_marker_get_label (get_last_marker (f->near)), ==, "Drop");
  g_assert_cmpstr (gscope_marker_get_detail (get_last_marker (f->near)), ==, "The queue was full.");
}

static void
configure (ShareBed *f, const char *name, GVariant *value)
{
  GVariantDict options;
  g_autoptr (GError) error = NULL;

  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert_value (&options, name, value);
  gscope_source_configure (f->remote, g_variant_dict_end (&options), &error);
  g_assert_no_error (error);
}

static void
test_options (ShareBed *f, gconstpointer data)
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
test_long_option (ShareBed *f, gconstpointer data)
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
test_failing_starts (ShareBed *f, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GscopeSource) base = g_object_new (GSCOPE_TYPE_REMOTE, "name", "base", NULL);
  ShareAnswer answer = { 0 };

  f->is_locked = TRUE;
  start_badly (f, "the door is locked");
  f->is_locked = FALSE;

  scripted_source_hold (f->served);
  gscope_source_start_async (f->remote, cancellable, share_answer_started, &answer);
  run_pending ();
  g_assert_false (answer.is_done);
  g_cancellable_cancel (cancellable);
  run_pending ();
  g_assert_error (answer.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  scripted_source_refuse (f->served, "given up");
  share_answer_clear (&answer);

  gscope_source_start_async (f->remote, NULL, share_answer_started, &answer);
  run_pending ();
  scripted_source_refuse (f->served, "no fuel");
  run_pending ();
  g_assert_error (answer.error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED);
  g_assert_cmpstr (gscope_source_get_status (f->remote), ==, "no fuel");
  share_answer_clear (&answer);

  gscope_source_start_async (base, NULL, share_answer_started, &answer);
  run_pending ();
  g_assert_error (answer.error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED);
  share_answer_clear (&answer);
}

static void
test_cancelled_call (ShareBed *f, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  ShareAnswer answer = { 0 };
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
  g_assert_cmpint (gscope_source_get_state (f->remote), ==, GSCOPE_SOURCE_STATE_RUNNING);
  share_answer_clear (&answer);
}

static void
test_restart (ShareBed *f, gconstpointer data)
{
  g_autoptr (GscopeSignal) other = gscope_signal_new_buffered ("other");
  GscopeParameter *gain;
  ShareAnswer answer = { 0 };

  gscope_source_add_signal (f->source, other, NULL);
  gscope_source_publish (f->source);
  start (f);
  gain = find_parameter (f, "gain");
  gscope_signal_set_color (find_signal (f, "here/panel/wave"), 3);
  share_bed_push (f, 1);
  share_bed_settle (f);
  advance (f, 20);
  stop (f);
  g_assert_cmpuint (f->n_closed, ==, 1);
  g_assert_no_error (f->closed);
  write_value (f, "gain", g_variant_new_double (2), &answer);
  run_pending ();
  g_assert_nonnull (strstr (answer.error->message, "start it first"));
  share_answer_clear (&answer);

  gscope_source_remove_signal (f->source, other);
  gscope_source_publish (f->source);
  gscope_parameter_notice (gscope_source_find_parameter (f->source, "gain"),
                           g_variant_new_double (4), NULL);
  advance (f, 20);
  start (f);
  share_bed_push (f, 2);
  share_bed_settle (f);
  assert_trace (f, "here/panel/wave", "10:1 10.02:nan 10.04:2 ");
  g_assert_false (gscope_signal_get_ended (find_signal (f, "here/panel/wave")));
  g_assert_cmpuint (gscope_signal_get_color (find_signal (f, "here/panel/wave")), ==, 3);
  g_assert_true (gscope_signal_get_ended (find_signal (f, "here/other")));
  g_assert_true (find_parameter (f, "gain") == gain);
  g_assert_cmpfloat (gscope_parameter_get_number (gain), ==, 4);
}

static void
test_restart_after_end (ShareBed *f, gconstpointer data)
{
  g_autoptr (GscopeSignal) again = gscope_signal_new_buffered ("wave");

  start (f);
  share_bed_push (f, 1);
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
test_peer_dies (ShareBed *f, gconstpointer data)
{
  ShareAnswer answer = { 0 };

  start (f);
  share_bed_push (f, 1);
  share_bed_settle (f);
  scripted_source_hold (f->served);
  write_value (f, "gain", g_variant_new_double (2), &answer);
  run_pending ();
  g_assert_false (answer.is_done);
  advance (f, 10);
  gscope_server_close (f->server);
  run_pending ();
  g_assert_nonnull (answer.error);
  g_assert_nonnull (strstr (answer.error->message, "ended unexpectedly. Start it again"));
  g_assert_cmpint (gscope_source_get_state (f->remote), ==, GSCOPE_SOURCE_STATE_TROUBLE);
  g_assert_cmpstr (gscope_source_get_status (f->remote), ==, answer.error->message);
  g_assert_cmpuint (f->n_closed, ==, 0);
  share_answer_clear (&answer);
  scripted_source_refuse (f->served, "too late");

  gscope_source_stop_async (f->source, NULL, NULL, NULL);
  scripted_source_accept (f->served, NULL);
  run_pending ();
  advance (f, 10);
  gscope_source_start_async (f->remote, NULL, share_answer_started, &answer);
  run_pending ();
  scripted_source_accept (f->served, NULL);
  run_pending ();
  g_assert_true (answer.is_done);
  g_assert_no_error (answer.error);
  share_bed_push (f, 2);
  share_bed_settle (f);
  assert_trace (f, "here/panel/wave", "10:1 10:nan 10.02:2 ");
}

static void
test_peer_dies_while_stopping (ShareBed *f, gconstpointer data)
{
  ShareAnswer answer = { 0 };

  start (f);
  scripted_source_hold (f->served);
  gscope_source_stop_async (f->remote, NULL, on_stopped, &answer);
  run_pending ();
  g_assert_false (answer.is_done);
  gscope_server_close (f->server);
  run_pending ();
  g_assert_true (answer.is_done);
  g_assert_nonnull (answer.error);
  g_assert_cmpint (gscope_source_get_state (f->remote), ==, GSCOPE_SOURCE_STATE_TROUBLE);
  share_answer_clear (&answer);
  scripted_source_accept (f->served, NULL);
  run_pending ();
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

  add ("/share/lists", test_lists);
  add ("/share/translation", test_translation);
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
  return g_test_run ();
}
