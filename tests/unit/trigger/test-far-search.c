/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A search over samples of which most are not in memory, and captures of what it finds. */

#include "support/trace-history.h"

#include <math.h>

enum
{
  /* seconds of a square wave of 1 Hz that somebody else has, and a second of it that is here */
  BEGIN = 60,
  END = 100,
};

typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  GscopeSignal *signal;
  GscopeProducer *producer;
  GscopeTrace *far;
  TraceHistory *history;
  GscopeTriggerSearch *search;
  GCancellable *cancellable;
  gboolean has_ended;
  GError *error;
} Fixture;

static const GscopeTriggerSettings settings = { .condition = { .level = 0.5, .hysteresis = 0.1 },
                                                .after = 1 };

static double
get_value (gint64 time)
{
  return time % GSCOPE_SEC < GSCOPE_SEC / 2 ? 0 : 1;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->clock = gscope_test_clock_new (END * GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  f->signal = gscope_scope_add_buffered (f->scope, "signal");
  f->producer = gscope_signal_create_producer (f->signal);
  for (gint64 time = END * GSCOPE_SEC; time < (END + 1) * GSCOPE_SEC; time += 10 * GSCOPE_MSEC)
    gscope_producer_push (f->producer, time, get_value (time));
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 2 * GSCOPE_SEC);
  gscope_scope_drain (f->scope);
  f->far = gscope_trace_new ();
  f->cancellable = g_cancellable_new ();
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_clear_error (&f->error);
  g_object_unref (f->cancellable);
  g_assert_finalize_object (f->search);
  gscope_producer_unref (f->producer);
  g_assert_finalize_object (f->scope);
  g_object_unref (f->history);
  gscope_trace_unref (f->far);
  g_assert_finalize_object (f->clock);
}

/* Adds the wave before what is here, and its history. */
static void
add_far (Fixture *f, gint64 interval, gboolean at_once)
{
  gsize n = (gsize) (GSCOPE_SEC / interval);
  g_autofree double *values = g_new (double, n);

  for (gsize i = 0; i < n; i++)
    values[i] = get_value ((gint64) i * interval);
  for (int second = BEGIN; second < END; second++)
    gscope_trace_append_regular (f->far, second * GSCOPE_SEC, interval, values, n);
  f->history = trace_history_new (f->far, at_once);
  gscope_tile_history_set_clock (GSCOPE_TILE_HISTORY (f->history), f->clock);
  gscope_signal_set_history (f->signal, GSCOPE_HISTORY (f->history));
}

static void
on_searched (GObject *object, GAsyncResult *result, gpointer data)
{
  Fixture *f = data;

  gscope_trigger_search_run_finish (GSCOPE_TRIGGER_SEARCH (object), result, &f->error);
  f->has_ended = TRUE;
}

static void
start (Fixture *f)
{
  f->search = gscope_trigger_search_new_for_signal (f->signal, &settings, G_MININT64, G_MAXINT64);
  gscope_trigger_search_run_async (f->search, f->cancellable, on_searched, f);
}

static void
await_end (Fixture *f)
{
  while (!f->has_ended)
    g_main_context_iteration (NULL, TRUE);
}

/* All rising edges, of which the last one is here. */
static void
assert_found (Fixture *f, gint64 inaccuracy)
{
  gsize n;
  const gint64 *times = gscope_trigger_search_get_times (f->search, &n);

  g_assert_no_error (f->error);
  g_assert_cmpuint (n, ==, END - BEGIN + 1);
  for (gsize i = 0; i < n; i++)
    g_assert_cmpint (ABS (times[i] - (BEGIN + (gint64) i) * GSCOPE_SEC - GSCOPE_SEC / 2), <=,
                     inaccuracy);
  g_assert_cmpfloat (gscope_trigger_search_get_progress (f->search), ==, 1);
}

/* Where a column has one sample, nothing is missing. */
static void
test_exact (Fixture *f, gconstpointer data)
{
  add_far (f, 10 * GSCOPE_MSEC, TRUE);
  start (f);
  g_assert_cmpfloat (gscope_trigger_search_get_progress (f->search), <, 1);
  await_end (f);
  assert_found (f, GSCOPE_MSEC);
  g_assert_cmpuint (gscope_trigger_search_get_n_coarse (f->search), ==, 0);
}

/* Firings in columns of more samples are counted. */
static void
test_coarse (Fixture *f, gconstpointer data)
{
  add_far (f, GSCOPE_MSEC / 50, TRUE);
  start (f);
  await_end (f);
  assert_found (f, GSCOPE_MSEC);
  g_assert_cmpuint (gscope_trigger_search_get_n_coarse (f->search), ==, END - BEGIN);
}

/* A cancelled search asks for nothing more. */
static void
test_cancel (Fixture *f, gconstpointer data)
{
  GArray *queries;

  add_far (f, 10 * GSCOPE_MSEC, FALSE);
  start (f);
  trace_history_settle ();
  queries = trace_history_get_queries (f->history);
  g_assert_cmpuint (queries->len, >, 0);
  g_assert_false (f->has_ended);
  g_cancellable_cancel (f->cancellable);
  await_end (f);
  trace_history_settle ();
  g_assert_error (f->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  for (guint i = 0; i < queries->len; i++)
    g_assert_true (g_array_index (queries, TraceQuery, i).is_cancelled);
}

/* A history that does not answer ends the search with its reason. */
static void
test_failure (Fixture *f, gconstpointer data)
{
  add_far (f, 10 * GSCOPE_MSEC, FALSE);
  start (f);
  trace_history_settle ();
  trace_history_answer (f->history, 0, G_MAXINT64, "Nobody is there");
  await_end (f);
  g_assert_error (f->error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND);
  g_assert_cmpstr (f->error->message, ==, "Nobody is there");
}

static void
on_loaded (GObject *object, GAsyncResult *result, gpointer data)
{
  Fixture *f = data;

  g_assert_true (gscope_capture_list_load_finish (GSCOPE_CAPTURE_LIST (object), result, &f->error));
  f->has_ended = TRUE;
}

/* A capture of what was found has the samples around it, once they have come. */
static void
test_capture (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeTrigger) trigger = gscope_trigger_new (f->signal, &settings);
  g_autoptr (GscopeCaptureList) list = gscope_capture_list_new (f->scope, trigger);
  gint64 time = (BEGIN + 10) * GSCOPE_SEC + GSCOPE_SEC / 2;
  g_autoptr (GscopeCapture) capture = NULL;
  GscopeTrace *trace;
  guint64 position;

  add_far (f, GSCOPE_MSEC, TRUE);
  f->search = gscope_trigger_search_new_for_signal (f->signal, &settings, G_MININT64, G_MAXINT64);
  gscope_capture_list_load_async (list, time, NULL, on_loaded, f);
  await_end (f);
  g_assert_true (gscope_capture_list_add_at (list, time));
  capture = g_list_model_get_item (G_LIST_MODEL (list), 0);
  trace = gscope_capture_find_trace (capture, "signal");
  g_assert_cmpuint (gscope_trace_get_end (trace), >=, 200);
  position = gscope_trace_find (trace, time - 2 * GSCOPE_MSEC);
  g_assert_cmpfloat (gscope_trace_get_value (trace, position), ==, 0);
  position = gscope_trace_find (trace, time + 2 * GSCOPE_MSEC);
  g_assert_cmpfloat (gscope_trace_get_value (trace, position), ==, 1);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add (name, Fixture, NULL, set_up, func, tear_down)
  ADD ("/far-search/exact", test_exact);
  ADD ("/far-search/coarse", test_coarse);
  ADD ("/far-search/cancel", test_cancel);
  ADD ("/far-search/failure", test_failure);
  ADD ("/far-search/capture", test_capture);
  return g_test_run ();
}
