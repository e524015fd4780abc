/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/gscope.h>

#include <math.h>

/* A sawtooth of 100 ms, in a sample each 10 ms; delay 100 ms. Time begins at 1 s. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  GscopeSignal *signal;
  GscopeSignal *other;
  GscopeProducer *producer;
  GscopeProducer *other_producer;
  GscopeTrigger *trigger;
  GscopeCaptureList *list;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  const GscopeTriggerSettings settings = { .condition = { .level = 4.5, .hysteresis = 1 },
                                           .after = 1 };

  f->clock = gscope_test_clock_new (GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  f->signal = gscope_scope_add_buffered (f->scope, "signal");
  f->other = gscope_scope_add_buffered (f->scope, "other");
  gscope_signal_set_line_mode (f->signal, GSCOPE_LINE_LINES);
  f->producer = gscope_signal_create_producer (f->signal);
  f->other_producer = gscope_signal_create_producer (f->other);
  f->trigger = gscope_trigger_new (f->signal, &settings);
  f->list = gscope_capture_list_new (f->scope, f->trigger);
  gscope_capture_list_set_window (f->list, 20 * GSCOPE_MSEC, 30 * GSCOPE_MSEC);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gscope_producer_unref (f->producer);
  gscope_producer_unref (f->other_producer);
  g_assert_finalize_object (f->list);
  g_assert_finalize_object (f->trigger);
  g_assert_finalize_object (f->scope);
  g_assert_finalize_object (f->clock);
}

static void
run (Fixture *f, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      gint64 now;

      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      now = gscope_clock_get_time (f->clock);
      gscope_producer_push (f->producer, now, (double) (now / (10 * GSCOPE_MSEC) % 10));
      gscope_producer_push (f->other_producer, now, (double) (now / GSCOPE_MSEC));
      gscope_scope_drain (f->scope);
      while (g_main_context_iteration (NULL, FALSE))
        continue;
    }
}

static guint
count (Fixture *f)
{
  return g_list_model_get_n_items (G_LIST_MODEL (f->list));
}

static GscopeCapture *
get (Fixture *f, guint position)
{
  GscopeCapture *capture = g_list_model_get_item (G_LIST_MODEL (f->list), position);

  g_object_unref (capture);
  return capture;
}

static void
assert_values (GscopeTrace *trace, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint64 i = 0; i < gscope_trace_get_end (trace); i++)
    if (isnan (gscope_trace_get_value (trace, i)))
      g_string_append (text, "| ");
    else
      g_string_append_printf (text, "%g ", gscope_trace_get_value (trace, i));
  g_assert_cmpstr (g_strchomp (text->str), ==, expected);
}

/* A capture has the window about the crossing, which lies between two samples, and a sample beside each end. */
static void
test_window (Fixture *f, gconstpointer data)
{
  GscopeCapture *capture;

  gscope_capture_list_add_signal (f->list, f->other);
  gscope_capture_list_add_signal (f->list, f->other);
  run (f, 30);
  g_assert_cmpuint (count (f), ==, 2);
  capture = get (f, 0);
  g_assert_cmpuint (gscope_capture_get_number (capture), ==, 1);
  g_assert_cmpint (gscope_capture_get_time (capture), ==, 1050 * GSCOPE_MSEC);
  g_assert_cmpint (gscope_capture_get_zero (capture), ==, 1045 * GSCOPE_MSEC);
  assert_values (gscope_capture_get_trace (capture, f->signal), "2 3 4 5 6 7 8");
  assert_values (gscope_capture_get_trace (capture, f->other),
                 "1020 1030 1040 1050 1060 1070 1080");
  g_assert_cmpuint (gscope_capture_get_n_gaps (capture), ==, 0);
  g_assert_cmpint (gscope_capture_get_time (get (f, 1)), ==, 1150 * GSCOPE_MSEC);
  g_assert_cmpuint (gscope_capture_list_get_n_lost (f->list), ==, 0);
  g_assert_cmpuint (gscope_capture_list_get_n_overlapping (f->list), ==, 0);
}

/* Values that hold cross nothing between samples. */
static void
test_steps (Fixture *f, gconstpointer data)
{
  gscope_signal_set_line_mode (f->signal, GSCOPE_LINE_STEPS);
  run (f, 30);
  g_assert_cmpint (gscope_capture_get_zero (get (f, 0)), ==, 1050 * GSCOPE_MSEC);
}

/* The oldest go, except those that are kept; the numbers go on. */
static void
test_bounds (Fixture *f, gconstpointer data)
{
  gsize bytes;

  run (f, 60);
  g_assert_cmpuint (count (f), ==, 5);
  gscope_capture_set_kept (get (f, 0), TRUE);
  bytes = gscope_capture_list_get_bytes (f->list);
  gscope_capture_list_set_bounds (f->list, 3, bytes);
  g_assert_cmpuint (count (f), ==, 3);
  g_assert_cmpuint (gscope_capture_get_number (get (f, 0)), ==, 1);
  g_assert_cmpuint (gscope_capture_get_number (get (f, 1)), ==, 4);
  g_assert_cmpuint (gscope_capture_list_get_n_evicted (f->list), ==, 2);
  gscope_capture_list_set_bounds (f->list, 100, bytes / 2);
  g_assert_cmpuint (gscope_capture_list_get_bytes (f->list), <=, bytes / 2);
  run (f, 20);
  g_assert_cmpuint (gscope_capture_list_get_n_taken (f->list), ==, 7);
  g_assert_true (gscope_capture_get_kept (get (f, 0)));
  gscope_capture_list_remove (f->list, 0);
  g_assert_cmpuint (gscope_capture_get_number (get (f, 0)), ==, 7);
}

/* A capture that was removed can come back, once, in the order of the times. */
static void
test_add_again (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeCapture) capture = NULL;
  gsize bytes;

  run (f, 60);
  bytes = gscope_capture_list_get_bytes (f->list);
  capture = g_object_ref (get (f, 1));
  gscope_capture_list_remove (f->list, 1);
  g_assert_cmpuint (gscope_capture_list_get_bytes (f->list), <, bytes);
  g_assert_true (gscope_capture_list_add (f->list, capture));
  g_assert_true (get (f, 1) == capture);
  g_assert_cmpuint (gscope_capture_list_get_bytes (f->list), ==, bytes);
  g_assert_false (gscope_capture_list_add (f->list, capture));
  g_assert_true (gscope_capture_list_get_trigger (f->list) == f->trigger);
}

/* A firing within a capture is counted. */
static void
test_overlap (Fixture *f, gconstpointer data)
{
  gscope_capture_list_set_window (f->list, 0, 150 * GSCOPE_MSEC);
  run (f, 70);
  /* two wait for their ends */
  g_assert_cmpuint (gscope_trigger_get_n_fired (f->trigger), ==, 7);
  g_assert_cmpuint (gscope_capture_list_get_n_taken (f->list), ==, 2);
  g_assert_cmpuint (gscope_capture_list_get_n_overlapping (f->list), ==, 3);
  g_assert_cmpuint (gscope_capture_list_get_n_lost (f->list), ==, 0);
}

/* Missing samples are a gap of the capture. */
static void
test_gap (Fixture *f, gconstpointer data)
{
  run (f, 6);
  gscope_trace_append_gap (gscope_signal_get_trace (f->signal), 1065 * GSCOPE_MSEC,
                           GSCOPE_GAP_RING_FULL);
  run (f, 20);
  assert_values (gscope_capture_get_trace (get (f, 0), f->signal), "2 3 4 5 6 | 7 8");
  g_assert_cmpuint (gscope_capture_get_n_gaps (get (f, 0)), ==, 1);
}

/* A gap may begin at the time of the sample before it. */
static void
test_gap_at_sample (Fixture *f, gconstpointer data)
{
  run (f, 6);
  gscope_trace_append_gap (gscope_signal_get_trace (f->signal), 1060 * GSCOPE_MSEC,
                           GSCOPE_GAP_RING_FULL);
  run (f, 20);
  assert_values (gscope_capture_get_trace (get (f, 0), f->signal), "2 3 4 5 6 | 7 8");
}

/* The times that a search finds become captures, each once and in order. */
static void
test_found (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeTriggerSearch) search = NULL;
  const gint64 *times;
  gsize n;

  gscope_capture_list_set_window (f->list, 20 * GSCOPE_MSEC, 3000 * GSCOPE_MSEC);
  run (f, 60);
  g_assert_cmpuint (count (f), ==, 0);
  gscope_capture_list_set_window (f->list, 20 * GSCOPE_MSEC, 30 * GSCOPE_MSEC);
  search =
      gscope_trigger_search_new (gscope_signal_get_trace (f->signal),
                                 gscope_trigger_get_settings (f->trigger), G_MININT64, G_MAXINT64);
  g_assert_false (gscope_trigger_search_go_on (search, G_MAXUINT64));
  times = gscope_trigger_search_get_times (search, &n);
  g_assert_cmpuint (n, ==, 6);
  for (gsize i = n; i-- > 0;)
    g_assert_true (gscope_capture_list_add_at (f->list, times[i]));
  g_assert_false (gscope_capture_list_add_at (f->list, times[0]));
  g_assert_cmpuint (count (f), ==, 6);
  g_assert_cmpint (gscope_capture_get_time (get (f, 0)), ==, times[0]);
  run (f, 1);
  g_assert_cmpuint (count (f), ==, 6);
}

/* Firings that are too many for the main loop at once are counted as lost. */
static void
test_lost (Fixture *f, gconstpointer data)
{
  gint64 begin = gscope_clock_get_time (f->clock);

  gscope_capture_list_set_window (f->list, 0, 1);
  gscope_scope_set_delay (f->scope, 10 * GSCOPE_SEC);
  for (gint64 i = 0; i < 40000; i++)
    {
      gscope_producer_push (f->producer, begin + i * 10, i % 2 ? 9 : 0);
      if (i % 1000 == 999)
        gscope_scope_drain (f->scope);
    }
  gscope_scope_drain (f->scope);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 20 * GSCOPE_SEC);
  run (f, 1);
  g_assert_cmpuint (gscope_trigger_get_n_fired (f->trigger), ==, 20000);
  g_assert_cmpuint (gscope_capture_list_get_n_lost (f->list), >, 0);
  g_assert_cmpuint (gscope_capture_list_get_n_taken (f->list)
                        + gscope_capture_list_get_n_lost (f->list),
                    ==, 20000);
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/capture/window", test_window);
  ADD ("/capture/steps", test_steps);
  ADD ("/capture/bounds", test_bounds);
  ADD ("/capture/add-again", test_add_again);
  ADD ("/capture/overlap", test_overlap);
  ADD ("/capture/gap", test_gap);
  ADD ("/capture/gap-at-sample", test_gap_at_sample);
  ADD ("/capture/found", test_found);
  ADD ("/capture/lost", test_lost);
  return g_test_run ();
}
