/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/scripted-source.h"
#include <math.h>

/* A source "a" with a parameter "gain" that steers the signals "x", which follows it with a time
 * constant of 0.2 s, and "y" of another scope, which does not move. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  GscopeScope *other;
  GscopeSource *source;
  GscopeParameter *gain;
  GscopeProducer *x;
  GscopeProducer *y;
  GscopeSignal *signal;
  GscopeStepTracker *tracker;
  double level;
  guint n_changed;
} Fixture;

static GscopeSignal *
add_signal (GscopeScope *scope, GscopeSource *source, const char *name, GscopeProducer **producer)
{
  GscopeSignal *signal = gscope_signal_new_buffered (name);

  gscope_source_add_signal (source, signal, NULL);
  *producer = gscope_signal_create_producer (signal);
  g_object_unref (signal);
  return signal;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  static const char *const names[] = { "x", "b/y", NULL };
  g_autoptr (GscopeSource) b = gscope_source_new ("b");

  f->clock = gscope_test_clock_new (100 * GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  f->other = gscope_scope_new_with_clock (f->clock);
  gscope_scope_set_delay (f->scope, 0);
  gscope_scope_set_delay (f->other, 0);
  f->source = GSCOPE_SOURCE (scripted_source_new ("a"));
  f->signal = add_signal (f->scope, f->source, "x", &f->x);
  add_signal (f->other, b, "y", &f->y);
  gscope_scope_add_source (f->scope, f->source);
  gscope_scope_add_source (f->other, b);
  f->gain = gscope_source_find_parameter (f->source, "gain");
  gscope_parameter_set_steered (f->gain, names);
  f->tracker = gscope_step_tracker_new ();
  gscope_step_tracker_add_scope (f->tracker, f->scope);
  gscope_step_tracker_add_scope (f->tracker, f->other);
  g_signal_connect_swapped (f->tracker, "changed", G_CALLBACK (g_atomic_int_inc), &f->n_changed);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_assert_finalize_object (f->tracker);
  gscope_producer_unref (f->x);
  gscope_producer_unref (f->y);
  g_object_unref (f->source);
  g_object_unref (f->scope);
  g_object_unref (f->other);
  g_object_unref (f->clock);
}

/* In steps of 10 ms. */
static void
run (Fixture *f, double seconds)
{
  for (guint i = 0; i < seconds * 100; i++)
    {
      gint64 now;

      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      now = gscope_clock_get_time (f->clock);
      f->level += (gscope_parameter_get_number (f->gain) - f->level) * (1 - exp (-0.01 / 0.2));
      gscope_producer_push (f->x, now, f->level);
      gscope_producer_push (f->y, now, 7);
      gscope_scope_drain (f->scope);
      gscope_scope_drain (f->other);
      run_pending ();
    }
}

static void
set_gain_as (Fixture *f, double value, const char *writer)
{
  gscope_parameter_write_async (f->gain, g_variant_new_double (value), writer, NULL, NULL, NULL);
  run_pending ();
}

static void
set_gain (Fixture *f, double value)
{
  set_gain_as (f, value, "tester");
}

static guint
count_steps (Fixture *f)
{
  return g_list_model_get_n_items (gscope_step_tracker_get_steps (f->tracker));
}

static GscopeStepFigures
get_figures (GscopeStep *step)
{
  GscopeStepFigures figures;

  gscope_step_response_get_figures (gscope_step_get_response (step), &figures);
  return figures;
}

static void
test_write (Fixture *f, gconstpointer data)
{
  GscopeStep *step, *second;
  guint n;

  run (f, 3);
  g_assert_cmpuint (count_steps (f), ==, 0);
  set_gain (f, 4);
  g_assert_cmpuint (count_steps (f), ==, 2);
  step = gscope_step_tracker_find_last (f->tracker, f->gain, f->signal);
  g_assert_true (gscope_step_get_signal (step) == f->signal);
  g_assert_true (gscope_step_get_parameter (step) == f->gain);
  g_assert_cmpstr (gscope_marker_get_subject (gscope_step_get_marker (step)), ==, "a/gain");
  g_assert_cmpint (get_figures (step).state, ==, GSCOPE_STEP_STATE_SETTLING);
  g_assert_null (gscope_step_tracker_find_previous (f->tracker, step));
  run (f, 3);
  g_assert_cmpint (get_figures (step).state, ==, GSCOPE_STEP_STATE_SETTLED);
  g_assert_cmpfloat_with_epsilon (get_figures (step).rise, 0.2 * log (9), 0.02);
  g_assert_cmpfloat_with_epsilon (get_figures (step).after, 4, 0.05);

  /* the other signal stays where it was until that is known for good */
  second = gscope_step_tracker_find_last (f->tracker, NULL, NULL);
  g_assert_cmpint (get_figures (second).state, ==, GSCOPE_STEP_STATE_SETTLING);
  run (f, 28);
  g_assert_cmpint (get_figures (second).state, ==, GSCOPE_STEP_STATE_NONE);
  n = f->n_changed;
  run (f, 1);
  g_assert_cmpuint (f->n_changed, ==, n);

  set_gain (f, 1);
  second = gscope_step_tracker_find_last (f->tracker, f->gain, f->signal);
  g_assert_true (gscope_step_tracker_find_previous (f->tracker, second) == step);
}

static void
test_quick_writes (Fixture *f, gconstpointer data)
{
  GscopeStep *one, *two;

  run (f, 3);
  set_gain (f, 4);
  one = gscope_step_tracker_find_last (f->tracker, f->gain, f->signal);
  run (f, 0.3);
  set_gain_as (f, 8, "other");
  two = gscope_step_tracker_find_last (f->tracker, f->gain, f->signal);
  run (f, 4);
  g_assert_true (one != two);
  g_assert_cmpint (get_figures (one).state, ==, GSCOPE_STEP_STATE_UNSETTLED);
  g_assert_cmpint (get_figures (two).state, ==, GSCOPE_STEP_STATE_SETTLED);
  g_assert_cmpfloat_with_epsilon (get_figures (two).after, 8, 0.1);
}

/* Keys from 1 to 6 are one step with one marker, however quick the answer to each is. */
static void
test_gesture (Fixture *f, gconstpointer data)
{
  GscopeStep *step;

  run (f, 3);
  for (guint i = 2; i <= 6; i++)
    {
      set_gain (f, i);
      run (f, 0.8);
    }
  g_assert_cmpuint (count_steps (f), ==, 2);
  step = gscope_step_tracker_find_last (f->tracker, f->gain, f->signal);
  g_assert_cmpstr (gscope_marker_get_label (gscope_step_get_marker (step)), ==, "gain 1 → 6 V");
  run (f, 4);
  g_assert_cmpint (get_figures (step).state, ==, GSCOPE_STEP_STATE_SETTLED);
  g_assert_cmpfloat_with_epsilon (get_figures (step).before, 1, 0.1);
  g_assert_cmpfloat_with_epsilon (get_figures (step).after, 6, 0.1);
  set_gain (f, 1);
  g_assert_cmpuint (count_steps (f), ==, 4);
}

/* A refused write, or a write that steers nothing, is no step. */
static void
test_no_step (Fixture *f, gconstpointer data)
{
  run (f, 1);
  scripted_source_hold (SCRIPTED_SOURCE (f->source));
  set_gain (f, 4);
  g_assert_cmpuint (count_steps (f), ==, 0);
  scripted_source_refuse (SCRIPTED_SOURCE (f->source), "no");
  run_pending ();
  g_assert_cmpuint (count_steps (f), ==, 0);
  set_gain (f, 5);
  scripted_source_accept (SCRIPTED_SOURCE (f->source), NULL);
  run_pending ();
  g_assert_cmpuint (count_steps (f), ==, 2);
  gscope_parameter_set_steered (f->gain, NULL);
  set_gain (f, 6);
  scripted_source_accept (SCRIPTED_SOURCE (f->source), NULL);
  run_pending ();
  g_assert_cmpuint (count_steps (f), ==, 2);
}

/* "c/need" leads "x" and steps from 1 to 3 and back every two seconds; it comes half a second later. */
static void
run_wave (Fixture *f, GscopeProducer *need, double seconds, double time_constant)
{
  for (guint i = 0; i < seconds * 100; i++)
    {
      gint64 now, then;

      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      now = gscope_clock_get_time (f->clock);
      then = now - GSCOPE_SEC / 2;
      f->level +=
          ((now / (2 * GSCOPE_SEC) % 2 ? 3 : 1) - f->level) * (1 - exp (-0.01 / time_constant));
      gscope_producer_push (f->x, now, f->level);
      gscope_producer_push (need, then, then / (2 * GSCOPE_SEC) % 2 ? 3 : 1);
      gscope_scope_drain (f->scope);
      gscope_scope_drain (f->other);
      run_pending ();
    }
}

static void
assert_response (GscopeStep *step, double to, double time_constant)
{
  double from, value;

  g_assert_nonnull (step);
  gscope_step_get_levels (step, &from, &value);
  g_assert_cmpfloat (value, ==, to);
  g_assert_cmpfloat (from, ==, 4 - to);
  g_assert_cmpint (get_figures (step).state, ==, GSCOPE_STEP_STATE_SETTLED);
  g_assert_cmpfloat_with_epsilon (get_figures (step).after, to, 0.05);
  g_assert_cmpfloat_with_epsilon (get_figures (step).rise, time_constant * log (9), 0.02);
}

static GscopeStep *
get_response (Fixture *f, GscopeMarker *marker)
{
  g_autoptr (GPtrArray) found = gscope_step_tracker_list_responses (f->tracker, marker);

  for (guint i = 0; i < found->len; i++)
    if (gscope_step_get_signal (found->pdata[i]) == f->signal)
      return found->pdata[i];
  return NULL;
}

/* A reference's steps are compared before and after a write. */
static void
test_reference (Fixture *f, gconstpointer data)
{
  static const char *const followers[] = { "nothing", "a/x", NULL };
  g_autoptr (GscopeSource) c = gscope_source_new ("c");
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("need");
  g_autoptr (GscopeProducer) need = gscope_signal_create_producer (signal);
  GscopeStep *first, *step;

  f->level = 1;
  gscope_scope_set_delay (f->other, GSCOPE_SEC);
  gscope_signal_set_followers (signal, followers);
  gscope_source_add_signal (c, signal, NULL);
  gscope_scope_add_source (f->other, c);
  run_wave (f, need, 9, 0.1);
  first = get_response (f, NULL);
  g_assert_true (gscope_step_get_reference (first) == signal);
  g_assert_null (gscope_step_get_parameter (first));
  g_assert_true (gscope_step_tracker_find_last (f->tracker, f->gain, f->signal) != NULL);
  assert_response (first, 3, 0.1);

  set_gain (f, 4);
  run_wave (f, need, 8, 0.2);
  step = gscope_step_tracker_find_last (f->tracker, f->gain, f->signal);
  step = get_response (f, gscope_step_get_marker (step));
  g_assert_true (gscope_step_get_parameter (step) == f->gain);
  assert_response (step, 3, 0.2);
  assert_response (gscope_step_tracker_find_previous (f->tracker, step), 3, 0.1);

  /* two of a kind for each write, and one of the write itself for each of the signals that it steers */
  run_wave (f, need, 40, 0.2);
  g_assert_cmpuint (count_steps (f), <=, 2 * 2 * 2 + 2);
  gscope_scope_remove_source (f->other, c);
  run (f, 1);
}

/* A scope that is stopped brings nothing more. */
static void
test_stopped (Fixture *f, gconstpointer data)
{
  GscopeStep *step;

  run (f, 1);
  set_gain (f, 4);
  step = gscope_step_tracker_find_last (f->tracker, f->gain, f->signal);
  run (f, 0.3);
  gscope_scope_stop (f->scope);
  run (f, 0.3);
  g_assert_cmpint (get_figures (step).state, !=, GSCOPE_STEP_STATE_SETTLING);
}

static void
test_many (Fixture *f, gconstpointer data)
{
  run (f, 0.2);
  for (guint i = 0; i < GSCOPE_STEP_TRACKER_MAX; i++)
    {
      set_gain_as (f, i % 2 + 1, i % 2 ? "one" : "two");
      run (f, 0.01);
    }
  g_assert_cmpuint (count_steps (f), ==, GSCOPE_STEP_TRACKER_MAX);
}

/* A program that writes its own parameter is not what a user waits for an answer to. */
static void
test_notice (Fixture *f, gconstpointer data)
{
  gscope_parameter_notice (f->gain, g_variant_new_double (3), NULL);
  run (f, 0.2);
  g_assert_cmpuint (count_steps (f), ==, 0);
  gscope_parameter_notice (f->gain, g_variant_new_double (4), "somebody");
  run (f, 0.2);
  g_assert_cmpuint (count_steps (f), ==, 2);
}

static void
add (const char *path, void (*test) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/step-tracker/write", test_write);
  add ("/step-tracker/quick-writes", test_quick_writes);
  add ("/step-tracker/gesture", test_gesture);
  add ("/step-tracker/no-step", test_no_step);
  add ("/step-tracker/notice", test_notice);
  add ("/step-tracker/reference", test_reference);
  add ("/step-tracker/stopped", test_stopped);
  add ("/step-tracker/many", test_many);
  return g_test_run ();
}
