/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/scripted-source.h"
#include <math.h>
#include <string.h>

#define STEP (4 * GSCOPE_MSEC)
/* of the low pass from the gain to the signal */
#define GAIN 3
#define TIME_CONSTANT 0.1
#define FORMER 4.0
#define DURATION (16 * GSCOPE_SEC)

/* A source "a" whose parameter "gain", 0 to 10 V, drives the signal "x" by a low pass of the first order. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  GscopeSource *source;
  GscopeParameter *gain;
  GscopeSignal *signal;
  GscopeProducer *producer;
  GscopeIdentify *identify;
  double level;
  double least, most;
  guint n_written;
} Fixture;

static void
on_written (Fixture *f)
{
  f->n_written++;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->clock = gscope_test_clock_new (100 * GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  gscope_scope_set_delay (f->scope, 0);
  f->source = GSCOPE_SOURCE (scripted_source_new ("a"));
  f->signal = gscope_signal_new_buffered ("x");
  gscope_signal_set_line_mode (f->signal, GSCOPE_LINE_MODE_LINES);
  gscope_source_add_signal (f->source, f->signal, NULL);
  f->producer = gscope_signal_create_producer (f->signal);
  gscope_scope_add_source (f->scope, f->source);
  f->gain = gscope_source_find_parameter (f->source, "gain");
  gscope_parameter_write_async (f->gain, g_variant_new_double (FORMER), "tester", NULL, NULL, NULL);
  run_pending ();
  f->level = GAIN * FORMER;
  f->least = f->most = FORMER;
  g_signal_connect_swapped (f->gain, "written", G_CALLBACK (on_written), f);
  f->identify = gscope_identify_new (f->scope, f->gain, f->signal);
  gscope_identify_set_chirp (f->identify, 2, 0.5, 5, DURATION);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  if (f->identify)
    g_assert_finalize_object (f->identify);
  gscope_producer_unref (f->producer);
  g_object_unref (f->signal);
  g_object_unref (f->source);
  g_object_unref (f->scope);
  g_object_unref (f->clock);
}

static void
run (Fixture *f, gint64 duration)
{
  for (gint64 i = 0; i < duration; i += STEP)
    {
      double value = gscope_parameter_get_number (f->gain);

      f->least = MIN (f->least, value);
      f->most = MAX (f->most, value);
      f->level +=
          (GAIN * value - f->level) * (1 - exp (-(double) STEP / GSCOPE_SEC / TIME_CONSTANT));
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), STEP);
      gscope_producer_push (f->producer, gscope_clock_get_time (f->clock), f->level);
      gscope_scope_drain (f->scope);
      run_pending ();
    }
}

static void
start (Fixture *f)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (gscope_identify_start (f->identify, &error));
  g_assert_no_error (error);
}

static void
assert_restored (Fixture *f)
{
  g_assert_cmpfloat (gscope_parameter_get_number (f->gain), ==, FORMER);
  g_assert_cmpint (gscope_identify_get_state (f->identify), ==, GSCOPE_IDENTIFY_STATE_ENDED);
}

/* At all frequencies of the band, gain and phase agree with the low pass. */
static void
test_low_pass (Fixture *f, gconstpointer data)
{
  g_autoptr (GArray) none = gscope_identify_get_points (f->identify);
  g_autoptr (GArray) points = NULL;

  g_assert_cmpuint (none->len, ==, 0);
  run (f, GSCOPE_SEC);
  start (f);
  run (f, DURATION / 2);
  g_assert_cmpint (gscope_identify_get_state (f->identify), ==, GSCOPE_IDENTIFY_STATE_RUNNING);
  g_assert_cmpfloat_with_epsilon (gscope_identify_get_progress (f->identify), 0.5, 0.02);
  run (f, DURATION / 2 + GSCOPE_SEC);
  assert_restored (f);
  g_assert_null (gscope_identify_get_reason (f->identify));
  g_assert_cmpfloat (gscope_identify_get_progress (f->identify), ==, 1);
  g_assert_cmpfloat_with_epsilon (f->least, FORMER - 2, 0.05);
  g_assert_cmpfloat_with_epsilon (f->most, FORMER + 2, 0.05);
  points = gscope_identify_get_points (f->identify);
  g_assert_cmpuint (points->len, ==, 21);
  g_assert_cmpfloat (g_array_index (points, GscopeTransferPoint, 0).frequency, ==, 0.5);
  g_assert_cmpfloat (g_array_index (points, GscopeTransferPoint, points->len - 1).frequency, >,
                     4.8);
  for (guint i = 0; i < points->len; i++)
    {
      const GscopeTransferPoint *point = &g_array_index (points, GscopeTransferPoint, i);
      double ratio = 2 * G_PI * point->frequency * TIME_CONSTANT;

      g_assert_cmpfloat_with_epsilon (point->decibels, 20 * log10 (GAIN / hypot (1, ratio)), 0.5);
      g_assert_cmpfloat_with_epsilon (point->phase, -atan (ratio) * 180 / G_PI, 4);
      g_assert_cmpfloat (point->coherence, >, 0.95);
    }
}

/* All writes are one gesture that changes nothing, so that there is nothing to undo. */
static void
test_gesture (Fixture *f, gconstpointer data)
{
  GListModel *markers = G_LIST_MODEL (gscope_scope_get_markers (f->scope));
  guint n = g_list_model_get_n_items (markers);

  start (f);
  run (f, GSCOPE_SEC);
  g_assert_cmpuint (f->n_written, ==, 0);
  /* the user drags its slider meanwhile */
  gscope_parameter_end_drag (f->gain);
  run (f, GSCOPE_SEC);
  f->n_written = 0;
  gscope_identify_stop (f->identify);
  run (f, GSCOPE_SEC);
  assert_restored (f);
  g_assert_cmpuint (f->n_written, ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (markers), <=, n + 2);
  g_assert_nonnull (gscope_identify_get_reason (f->identify));
  run (f, 2 * GSCOPE_SEC);
  assert_restored (f);
}

static void
assert_refused (Fixture *f, const char *text)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (gscope_identify_start (f->identify, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, text));
  g_assert_cmpint (gscope_identify_get_state (f->identify), ==, GSCOPE_IDENTIFY_STATE_IDLE);
  g_assert_cmpuint (f->n_written, ==, 0);
}

/* Nothing is written by a chirp that would leave the range, or that its samples do not show. */
static void
test_refused (Fixture *f, gconstpointer data)
{
  gscope_identify_set_chirp (f->identify, 4.5, 0.5, 5, DURATION);
  assert_refused (f, "The amplitude may be 4 V at most");
  gscope_identify_set_chirp (f->identify, 0, 0.5, 5, DURATION);
  assert_refused (f, "more than 0");
  gscope_identify_set_chirp (f->identify, NAN, 0.5, 5, DURATION);
  assert_refused (f, "more than 0");
  gscope_identify_set_chirp (f->identify, 2, 5, 0.5, DURATION);
  assert_refused (f, "must rise");
  gscope_identify_set_chirp (f->identify, 2, 1, 1000, DURATION);
  assert_refused (f, "must rise");
  gscope_identify_set_chirp (f->identify, 2, 0.01, 5, DURATION);
  assert_refused (f, "need a duration");
  for (guint i = 0; i < 10; i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 100 * GSCOPE_MSEC);
      gscope_producer_push (f->producer, gscope_clock_get_time (f->clock), 1);
    }
  gscope_scope_drain (f->scope);
  gscope_identify_set_chirp (f->identify, 2, 0.5, 5, DURATION);
  assert_refused (f, "too few samples");
}

/* The source refuses a write, and the former value for a while. */
static void
test_source_fails (Fixture *f, gconstpointer data)
{
  ScriptedSource *source = SCRIPTED_SOURCE (f->source);

  start (f);
  run (f, GSCOPE_SEC);
  scripted_source_hold (source);
  run (f, GSCOPE_SEC);
  g_assert_cmpuint (scripted_source_count (source), ==, 1);
  scripted_source_refuse (source, "too hot");
  run_pending ();
  g_assert_cmpint (gscope_identify_get_state (f->identify), ==, GSCOPE_IDENTIFY_STATE_RESTORING);
  g_assert_cmpstr (gscope_identify_get_reason (f->identify), ==, "too hot");
  scripted_source_refuse (source, "too hot");
  run (f, 2 * GSCOPE_SEC);
  g_assert_cmpuint (scripted_source_count (source), ==, 1);
  scripted_source_accept (source, g_variant_new_double (FORMER));
  run (f, GSCOPE_SEC);
  assert_restored (f);
}

/* Counts the changes after which the response settles, and the parameter has its former value. */
static void
on_changed (GscopeIdentify *identify, guint *n)
{
  *n += gscope_identify_get_state (identify) == GSCOPE_IDENTIFY_STATE_RESTORING
        && gscope_parameter_get_state (gscope_identify_get_parameter (identify))
               == GSCOPE_PARAMETER_STATE_IN_SYNC;
}

/* A source that answers later: it is reported when the parameter has its former value, before the response has settled. */
static void
test_answers_later (Fixture *f, gconstpointer data)
{
  ScriptedSource *source = SCRIPTED_SOURCE (f->source);
  guint n = 0;

  g_signal_connect (f->identify, "changed", G_CALLBACK (on_changed), &n);
  start (f);
  run (f, GSCOPE_SEC);
  scripted_source_hold (source);
  gscope_identify_stop (f->identify);
  run_pending ();
  g_assert_cmpuint (n, ==, 0);
  scripted_source_accept (source, g_variant_new_double (FORMER));
  run_pending ();
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (gscope_identify_get_state (f->identify), ==, GSCOPE_IDENTIFY_STATE_RESTORING);
  run (f, GSCOPE_SEC);
  assert_restored (f);
}

/* A former value that is refused is written again also when nobody has the identification any more. */
static void
test_dropped (Fixture *f, gconstpointer data)
{
  ScriptedSource *source = SCRIPTED_SOURCE (f->source);

  start (f);
  run (f, GSCOPE_SEC);
  scripted_source_hold (source);
  gscope_identify_stop (f->identify);
  run_pending ();
  g_clear_object (&f->identify);
  scripted_source_refuse (source, "too hot");
  run (f, 2 * GSCOPE_SEC);
  g_assert_cmpuint (scripted_source_count (source), ==, 1);
  scripted_source_accept (source, g_variant_new_double (FORMER));
  run (f, 2 * GSCOPE_SEC);
  g_assert_cmpfloat (gscope_parameter_get_number (f->gain), ==, FORMER);
}

static void
test_source_removed (Fixture *f, gconstpointer data)
{
  start (f);
  run (f, GSCOPE_SEC);
  gscope_scope_remove_source (f->scope, f->source);
  run_pending ();
  gscope_source_remove_parameter (f->source, f->gain);
  run (f, 3 * GSCOPE_SEC);
  assert_restored (f);
  g_assert_nonnull (strstr (gscope_identify_get_reason (f->identify), "removed"));
}

static void
test_disposed (Fixture *f, gconstpointer data)
{
  start (f);
  run (f, GSCOPE_SEC);
  run_pending ();
  g_assert_finalize_object (g_steal_pointer (&f->identify));
  run (f, GSCOPE_SEC);
  g_assert_cmpfloat (gscope_parameter_get_number (f->gain), ==, FORMER);
  g_assert_cmpint (gscope_parameter_get_state (f->gain), ==, GSCOPE_PARAMETER_STATE_IN_SYNC);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add ("/identify/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("low-pass", test_low_pass);
  ADD ("gesture", test_gesture);
  ADD ("refused", test_refused);
  ADD ("source-fails", test_source_fails);
  ADD ("answers-later", test_answers_later);
  ADD ("dropped", test_dropped);
  ADD ("source-removed", test_source_removed);
  ADD ("disposed", test_disposed);
  return g_test_run ();
}
