/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/skip-waits.h"
#include "support/trace-history.h"
#include "view-bed.h"

#include <math.h>

/* The past of a signal that somebody else has: a sine around 150 until the scope starts, at 100 s. */
static TraceHistory *
add_history (ViewBed *f, gboolean at_once)
{
  g_autoptr (GscopeTrace) far = gscope_trace_new ();
  TraceHistory *history = trace_history_new (far, at_once);

  for (gint64 time = 0; time < 100 * GSCOPE_SEC; time += 10 * GSCOPE_MSEC)
    {
      double value = 150 + 50 * sin ((double) time / 3e8);

      gscope_trace_append (far, &time, &value, 1);
    }
  gscope_tile_history_set_clock (GSCOPE_TILE_HISTORY (history), f->clock);
  gscope_signal_set_history (f->signal, GSCOPE_HISTORY (history));
  gscope_scope_start (f->scope);
  view_bed_advance (f, 1000);
  return history;
}

static void
draw (ViewBed *f)
{
  gtk_widget_queue_draw (GTK_WIDGET (f->view));
  view_bed_wait_for_frame (f);
  trace_history_settle ();
}

static guint
count_queries (TraceHistory *history)
{
  return trace_history_get_queries (history)->len;
}

static gboolean
overlaps (const TraceQuery *a, const TraceQuery *b)
{
  return a->width == b->width && a->from < b->from + b->width * (gint64) b->n
         && b->from < a->from + a->width * (gint64) a->n;
}

static void
assert_asked_once (TraceHistory *history)
{
  GArray *queries = trace_history_get_queries (history);

  for (guint i = 0; i < queries->len; i++)
    for (guint j = 0; j < i; j++)
      g_assert_false (overlaps (&g_array_index (queries, TraceQuery, i),
                                &g_array_index (queries, TraceQuery, j)));
}

/* The view asks for what it shows, once, wherever it goes; nothing while nothing changes. */
static void
test_moves (ViewBed *f, gconstpointer data)
{
  g_autoptr (TraceHistory) history = add_history (f, TRUE);
  guint n;

  gscope_gtk_viewport_set_span (f->viewport, 10 * GSCOPE_SEC);
  gscope_gtk_viewport_look_at (f->viewport, 90 * GSCOPE_SEC);
  draw (f);
  n = count_queries (history);
  g_assert_cmpuint (n, >, 0);
  for (guint i = 0; i < 5; i++)
    draw (f);
  g_assert_cmpuint (count_queries (history), ==, n);
  /* samples that come outside of the window change nothing */
  view_bed_advance (f, 100);
  draw (f);
  g_assert_cmpuint (count_queries (history), ==, n);
  for (guint i = 0; i < 20; i++)
    {
      gscope_gtk_viewport_pan (f->viewport, -40);
      draw (f);
    }
  g_assert_cmpuint (count_queries (history), >, n);
  g_assert_cmpuint (count_queries (history), <, n + 20);
  n = count_queries (history);
  gscope_gtk_viewport_pan (f->viewport, 400);
  draw (f);
  g_assert_cmpuint (count_queries (history), ==, n);
  for (guint i = 0; i < 6; i++)
    {
      gscope_gtk_viewport_zoom (f->viewport, i < 3 ? 2 : 0.5, 0.5);
      draw (f);
    }
  assert_asked_once (history);
}

/* The view draws answers, and ranges follow them. */
static void
test_answer (ViewBed *f, gconstpointer data)
{
  g_autoptr (TraceHistory) history = add_history (f, FALSE);
  double min, max;

  gscope_gtk_viewport_set_span (f->viewport, 4 * GSCOPE_SEC);
  gscope_gtk_viewport_look_at (f->viewport, 50 * GSCOPE_SEC);
  draw (f);
  while (view_bed_count_frames (f) > 0)
    ;
  for (guint i = 0; i < count_queries (history); i++)
    {
      trace_history_answer (history, i, G_MAXINT64, NULL);
      view_bed_wait_for_frame (f);
      trace_history_settle ();
    }
  gscope_gtk_view_signal_get_range (view_bed_get_entry (f, 0), &min, &max);
  g_assert_cmpfloat (min, <=, 100.1);
  g_assert_cmpfloat (max, >=, 199.9);
  g_assert_cmpuint (view_bed_count_frames (f), ==, 0);
}

/* Nobody looks at a hidden signal or a hidden view. */
static void
test_hidden (ViewBed *f, gconstpointer data)
{
  g_autoptr (TraceHistory) history = add_history (f, FALSE);
  GArray *queries = trace_history_get_queries (history);

  gscope_gtk_viewport_look_at (f->viewport, 50 * GSCOPE_SEC);
  draw (f);
  g_assert_cmpuint (queries->len, >, 0);
  gscope_gtk_view_signal_set_hidden (view_bed_get_entry (f, 0), TRUE);
  draw (f);
  for (guint i = 0; i < queries->len; i++)
    g_assert_true (g_array_index (queries, TraceQuery, i).is_cancelled);
  gscope_gtk_view_signal_set_hidden (view_bed_get_entry (f, 0), FALSE);
  draw (f);
  g_assert_false (g_array_index (queries, TraceQuery, queries->len - 1).is_cancelled);
  gtk_widget_set_visible (f->window, FALSE);
  trace_history_settle ();
  g_assert_true (g_array_index (queries, TraceQuery, queries->len - 1).is_cancelled);
  /* a signal that loses its history is shown without */
  gscope_signal_set_history (f->signal, NULL);
  gtk_widget_set_visible (f->window, TRUE);
  view_bed_wait_for_frame (f);
}

/* Draws the frames that are due. */
static void
rest (ViewBed *f)
{
  while (view_bed_count_frames (f) > 0)
    trace_history_settle ();
}

/* Heads are drawn when their texts change, and are then the same as after drawing everything. */
static void
assert_heads_are_fresh (ViewBed *f)
{
  cairo_surface_t *screen, *fresh;

  rest (f);
  screen = view_bed_take_picture (f);
  gtk_widget_queue_allocate (GTK_WIDGET (f->view));
  rest (f);
  fresh = view_bed_take_picture (f);
  g_assert_cmpuint (view_bed_count_differing (screen, fresh, 0, 0, 600, 76), ==, 0);
  cairo_surface_destroy (screen);
  cairo_surface_destroy (fresh);
}

/* Moves the clock on, at least 4 frames a second, with the word as it is. */
static void
pass (ViewBed *f, gint64 milliseconds)
{
  for (gint64 i = 0; i < milliseconds; i += 10)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      gscope_scope_drain (f->scope);
      if (i % 250 == 240)
        view_bed_wait_for_frame (f);
    }
}

/* The badge of a gap goes with the gap when its history fills it, also if no value changes. */
static void
test_filled (ViewBed *f, gconstpointer data)
{
  g_autoptr (GscopeTrace) far = gscope_trace_new ();
  g_autoptr (TraceHistory) history = trace_history_new (far, TRUE);
  double value = f->word = 10;

  for (gint64 time = 90 * GSCOPE_SEC; time < 120 * GSCOPE_SEC; time += 10 * GSCOPE_MSEC)
    gscope_trace_append (far, &time, &value, 1);
  gscope_tile_history_set_clock (GSCOPE_TILE_HISTORY (history), f->clock);
  gscope_signal_set_history (f->signal, GSCOPE_HISTORY (history));
  gscope_gtk_viewport_set_mode (f->viewport, GSCOPE_VIEW_MODE_ROLL);
  gscope_gtk_viewport_set_span (f->viewport, 4 * GSCOPE_SEC);
  pass (f, 5000);
  f->word = gscope_gap_value (GSCOPE_GAP_CAUSE_SILENT);
  pass (f, 1000);
  assert_heads_are_fresh (f);
  f->word = value;
  pass (f, 1000);
  assert_heads_are_fresh (f);
}

/* The badge of a gap goes when the gap leaves the picture, also if no value changes. */
static void
test_left (ViewBed *f, gconstpointer data)
{
  f->word = 10;
  gscope_gtk_viewport_set_mode (f->viewport, GSCOPE_VIEW_MODE_ROLL);
  gscope_gtk_viewport_set_span (f->viewport, 4 * GSCOPE_SEC);
  pass (f, 5000);
  f->word = gscope_gap_value (GSCOPE_GAP_CAUSE_SILENT);
  pass (f, 100);
  f->word = 10;
  pass (f, 3700);
  for (guint i = 0; i < 20; i++)
    {
      pass (f, 50);
      view_bed_wait_for_frame (f);
    }
  assert_heads_are_fresh (f);
}

static void
add_test (const char *path, void (*test) (ViewBed *f, gconstpointer data))
{
  g_test_add (path, ViewBed, NULL, view_bed_set_up, test, view_bed_tear_down);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  skip_waits ();
  add_test ("/view-history/moves", test_moves);
  add_test ("/view-history/answer", test_answer);
  add_test ("/view-history/hidden", test_hidden);
  add_test ("/view-history/filled", test_filled);
  add_test ("/view-history/left", test_left);
  return g_test_run ();
}
