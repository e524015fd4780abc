/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/trace-history.h"

#include <gscope/signal/tile-history-private.h>
#include <gscope/trace/tiles.h>
#include <math.h>

/* Columns of 16 ns in tiles of 4096 ns. */
enum
{
  WIDTH = 16,
  TILE = WIDTH * GSCOPE_TILE_COLUMNS,
};

typedef struct
{
  GscopeClock *clock;
  GscopeTrace *trace;
  TraceHistory *history;
  guint n_changes;
  gint64 changed_begin;
  gint64 changed_end;
} Fixture;

static void
on_changed (GscopeHistory *history, gint64 begin, gint64 end, Fixture *f)
{
  f->n_changes++;
  f->changed_begin = begin;
  f->changed_end = end;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->clock = gscope_test_clock_new (100 * GSCOPE_SEC);
  f->trace = gscope_trace_new ();
  for (gint64 time = 0; time < 64 * TILE; time += 4)
    {
      double value = sin ((double) time / 1000);

      gscope_trace_append (f->trace, &time, &value, 1);
    }
  f->history = trace_history_new (f->trace, FALSE);
  gscope_tile_history_set_clock (GSCOPE_TILE_HISTORY (f->history), f->clock);
  g_signal_connect (f->history, "changed", G_CALLBACK (on_changed), f);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_assert_finalize_object (f->history);
  gscope_trace_unref (f->trace);
  g_object_unref (f->clock);
}

static void
look (Fixture *f, gpointer viewer, gint64 begin, gint64 end)
{
  GscopeHistoryRange range = { begin, end };

  gscope_history_look (GSCOPE_HISTORY (f->history), viewer, WIDTH, &range, begin < end);
  trace_history_settle ();
}

static guint
count_queries (Fixture *f)
{
  return trace_history_get_queries (f->history)->len;
}

static const TraceQuery *
get_query (Fixture *f, guint i)
{
  g_assert_cmpuint (count_queries (f), >, i);
  return &g_array_index (trace_history_get_queries (f->history), TraceQuery, i);
}

static void
assert_query (Fixture *f, guint i, gint64 from, gint64 width, gsize n)
{
  const TraceQuery *query = get_query (f, i);

  g_assert_cmpint (query->from, ==, from);
  g_assert_cmpint (query->width, ==, width);
  g_assert_cmpuint (query->n, ==, n);
}

static void
answer (Fixture *f, guint i)
{
  trace_history_answer (f->history, i, G_MAXINT64, NULL);
  trace_history_settle ();
}

/* Answers all queries, also those that follow. */
static void
answer_all (Fixture *f, guint from)
{
  for (guint i = from; i < count_queries (f); i++)
    answer (f, i);
}

static void
count (const GscopeHistoryRange *range, gint64 time, gint64 width, const GscopeColumn *column,
       gpointer data)
{
  *(guint64 *) data += column->count;
}

static guint64
count_samples (Fixture *f, gint64 begin, gint64 end, gint64 width)
{
  GscopeHistoryRange range = { begin, end };
  guint64 n = 0;

  gscope_history_visit (GSCOPE_HISTORY (f->history), &range, width, count, &n);
  return n;
}

static void
keep_width (const GscopeHistoryRange *range, gint64 time, gint64 width, const GscopeColumn *column,
            gpointer data)
{
  *(gint64 *) data = width;
}

/* Returns the width of the columns that serve at a time. */
static gint64
get_width (Fixture *f, gint64 time)
{
  GscopeHistoryRange range = { time, time + 1 };
  gint64 width = 0;

  gscope_history_visit (GSCOPE_HISTORY (f->history), &range, WIDTH, keep_width, &width);
  return width;
}

/* The overview comes first, then what is looked at; what is known is not asked for again. */
static void
test_order (Fixture *f, gconstpointer data)
{
  look (f, f, 10 * TILE, 14 * TILE);
  g_assert_cmpuint (count_queries (f), ==, 2);
  g_assert_cmpint (get_query (f, 0)->width, ==, 2 * WIDTH);
  assert_query (f, 0, 10 * TILE, 2 * WIDTH, 2 * GSCOPE_TILE_COLUMNS);
  assert_query (f, 1, 10 * TILE, WIDTH, 4 * GSCOPE_TILE_COLUMNS);
  answer (f, 0);
  g_assert_cmpuint (f->n_changes, ==, 1);
  g_assert_cmpint (f->changed_begin, ==, 10 * TILE);
  g_assert_cmpint (f->changed_end, ==, 14 * TILE);
  /* wider columns serve until the others are there */
  g_assert_cmpint (get_width (f, 11 * TILE), ==, 2 * WIDTH);
  answer (f, 1);
  g_assert_cmpint (get_width (f, 11 * TILE), ==, WIDTH);
  g_assert_cmpuint (count_samples (f, 10 * TILE, 14 * TILE, WIDTH), ==, TILE);
  g_assert_cmpuint (count_queries (f), ==, 2);
  /* the same again, and a part of it */
  look (f, f, 10 * TILE, 14 * TILE);
  look (f, f, 10 * TILE + 1, 14 * TILE - 1);
  look (f, f, 11 * TILE, 12 * TILE);
  g_assert_cmpuint (count_queries (f), ==, 2);
}

/* Only the new part is asked for when the viewer moves. */
static void
test_pan (Fixture *f, gconstpointer data)
{
  look (f, f, 8 * TILE, 10 * TILE);
  assert_query (f, 0, 8 * TILE, WIDTH, 2 * GSCOPE_TILE_COLUMNS);
  answer (f, 0);
  look (f, f, 9 * TILE, 11 * TILE);
  g_assert_cmpuint (count_queries (f), ==, 2);
  assert_query (f, 1, 10 * TILE, WIDTH, GSCOPE_TILE_COLUMNS);
  answer (f, 1);
  /* there and back */
  look (f, f, 8 * TILE, 10 * TILE);
  g_assert_cmpuint (count_queries (f), ==, 2);
}

/* Few requests are under way; those that nobody needs any more are cancelled. */
static void
test_cancel (Fixture *f, gconstpointer data)
{
  GscopeHistoryRange ranges[8];

  for (int i = 0; i < 8; i++)
    ranges[i] = (GscopeHistoryRange){ 4 * i * TILE, (4 * i + 1) * TILE };
  gscope_history_look (GSCOPE_HISTORY (f->history), f, WIDTH, ranges, 8);
  trace_history_settle ();
  g_assert_cmpuint (count_queries (f), ==, 4);
  answer (f, 0);
  g_assert_cmpuint (count_queries (f), ==, 5);
  look (f, f, 60 * TILE, 61 * TILE);
  for (guint i = 1; i < 5; i++)
    g_assert_true (get_query (f, i)->is_cancelled);
  assert_query (f, 5, 60 * TILE, WIDTH, GSCOPE_TILE_COLUMNS);
  /* an answer that was on its way is ignored */
  answer (f, 1);
  g_assert_cmpuint (f->n_changes, ==, 1);
  look (f, f, 0, 0);
  g_assert_true (get_query (f, 5)->is_cancelled);
}

/* Two viewers of one interval cause one request, which stays while one of them looks. */
static void
test_viewers (Fixture *f, gconstpointer data)
{
  look (f, f, 0, TILE);
  look (f, f->trace, 0, TILE);
  g_assert_cmpuint (count_queries (f), ==, 1);
  look (f, f, 0, 0);
  g_assert_false (get_query (f, 0)->is_cancelled);
  look (f, f->trace, 0, 0);
  g_assert_true (get_query (f, 0)->is_cancelled);
}

static void
advance (Fixture *f, gint64 interval)
{
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), interval);
  trace_history_settle ();
}

/* Failures are shown, and repeated after longer and longer times. */
static void
test_failure (Fixture *f, gconstpointer data)
{
  GscopeHistory *history = GSCOPE_HISTORY (f->history);

  look (f, f, 0, TILE);
  trace_history_answer (f->history, 0, 0, "The connection is broken");
  trace_history_settle ();
  g_assert_cmpstr (gscope_history_get_status (history), ==, "The connection is broken");
  look (f, f, 0, TILE);
  g_assert_cmpuint (count_queries (f), ==, 1);
  advance (f, GSCOPE_SEC - 1);
  g_assert_cmpuint (count_queries (f), ==, 1);
  advance (f, 1);
  g_assert_cmpuint (count_queries (f), ==, 2);
  trace_history_answer (f->history, 1, 0, "The connection is broken");
  advance (f, GSCOPE_SEC);
  g_assert_cmpuint (count_queries (f), ==, 2);
  advance (f, GSCOPE_SEC);
  g_assert_cmpuint (count_queries (f), ==, 3);
  trace_history_answer (f->history, 2, 0, "The connection is broken");
  gscope_tile_history_retry (GSCOPE_TILE_HISTORY (f->history));
  trace_history_settle ();
  g_assert_cmpuint (count_queries (f), ==, 4);
  answer (f, 3);
  g_assert_null (gscope_history_get_status (history));
  g_assert_cmpuint (count_samples (f, 0, TILE, WIDTH), ==, TILE / 4);
  advance (f, GSCOPE_SEC * 60);
  g_assert_cmpuint (count_queries (f), ==, 4);
}

/* An incomplete tile is asked for again, but only if somebody needs the rest, and not at once. */
static void
test_incomplete (Fixture *f, gconstpointer data)
{
  look (f, f, 0, TILE / 2);
  trace_history_answer (f->history, 0, TILE / 2, NULL);
  trace_history_settle ();
  advance (f, 10 * GSCOPE_SEC);
  g_assert_cmpuint (count_queries (f), ==, 1);
  g_assert_cmpuint (count_samples (f, 0, TILE, WIDTH), ==, TILE / 8);
  look (f, f, 0, TILE);
  g_assert_cmpuint (count_queries (f), ==, 2);
  trace_history_answer (f->history, 1, TILE / 2, NULL);
  trace_history_settle ();
  look (f, f, 0, TILE);
  g_assert_cmpuint (count_queries (f), ==, 2);
  advance (f, GSCOPE_SEC);
  g_assert_cmpuint (count_queries (f), ==, 3);
  answer (f, 2);
  advance (f, GSCOPE_SEC);
  g_assert_cmpuint (count_queries (f), ==, 3);
}

/* The column at the end of what somebody looks at is asked for again when it has ended. */
static void
test_last_column (Fixture *f, gconstpointer data)
{
  look (f, f, 0, TILE / 2 + 4);
  trace_history_answer (f->history, 0, TILE / 2 + 8, NULL);
  trace_history_settle ();
  g_assert_cmpuint (count_queries (f), ==, 1);
  advance (f, GSCOPE_SEC);
  g_assert_cmpuint (count_queries (f), ==, 2);
  trace_history_answer (f->history, 1, TILE / 2 + WIDTH, NULL);
  trace_history_settle ();
  advance (f, GSCOPE_SEC);
  g_assert_cmpuint (count_queries (f), ==, 2);
}

/* The cache stays within its bound; what was used last stays. */
static void
test_bound (Fixture *f, gconstpointer data)
{
  gscope_tile_history_set_max_bytes (GSCOPE_TILE_HISTORY (f->history), 4 * sizeof (GscopeTile));
  for (gint64 i = 0; i < 10; i++)
    {
      look (f, f, i * TILE, (i + 1) * TILE);
      answer_all (f, i);
    }
  g_assert_cmpuint (count_samples (f, 0, 10 * TILE, WIDTH), ==, TILE);
  g_assert_cmpuint (count_samples (f, 6 * TILE, 10 * TILE, WIDTH), ==, TILE);
  /* a viewer that looks at more than there is room for asks for as much as there is room for, once */
  look (f, f, 20 * TILE, 40 * TILE);
  answer_all (f, 10);
  g_assert_cmpuint (count_queries (f), <=, 14);
  look (f, f, 20 * TILE, 40 * TILE);
  advance (f, GSCOPE_SEC);
  g_assert_cmpuint (count_queries (f), <=, 14);
}

/* Narrower columns serve, too. */
static void
test_zoom_out (Fixture *f, gconstpointer data)
{
  look (f, f, 8 * TILE, 9 * TILE);
  answer_all (f, 0);
  g_assert_cmpuint (count_samples (f, 0, 32 * TILE, 8 * WIDTH), ==, TILE / 4);
}

/* Parts that do not belong to a request are refused. */
static void
test_take (Fixture *f, gconstpointer data)
{
  GscopeTileHistory *history = GSCOPE_TILE_HISTORY (f->history);
  GscopeColumn columns[2] = { { 1, 2, 1, 2, 3 }, { 1, 2, 1, 2, 3 } };
  GscopeColumn empty = { NAN, NAN, NAN, NAN, 0 }, one = { 1, 1, 1, 1, 1 };

  look (f, f, 0, TILE);
  g_assert_false (gscope_tile_history_take (history, 1, 1, WIDTH, columns, 2));
  g_assert_false (gscope_tile_history_take (history, 1, -WIDTH, WIDTH, columns, 2));
  g_assert_false (gscope_tile_history_take (history, 1, TILE, WIDTH, columns, 2));
  g_assert_false (gscope_tile_history_take (history, 1, TILE - WIDTH, WIDTH, columns, 2));
  g_assert_false (gscope_tile_history_take (history, 1, 0, WIDTH / 2, columns, 2));
  g_assert_false (gscope_tile_history_take (history, 1, 0, 0, columns, 2));
  g_assert_false (gscope_tile_history_take (history, 1, 0, -WIDTH, columns, 2));
  g_assert_false (gscope_tile_history_take (history, 1, 0, 2 * WIDTH, columns, 2));
  g_assert_false (gscope_tile_history_take (history, 1, 0, G_MAXINT64 - 15, &empty, 1));
  g_assert_false (gscope_tile_history_take (history, 1, 0, 2 * TILE, &empty, 1));
  g_assert_false (gscope_tile_history_take (history, 1, -1, 1, columns, 1));
  g_assert_true (gscope_tile_history_take (history, 1, -1, 1, &one, 1));
  g_assert_true (gscope_tile_history_take (history, 1, 0, TILE, &empty, 1));
  g_assert_true (gscope_tile_history_take (history, 1, 0, WIDTH, columns, 2));
  g_assert_true (gscope_tile_history_take (history, 99, 5, 7, columns, 2));
}

/* A tile knows its neighbours, so that a line reaches them. */
static void
test_neighbours (Fixture *f, gconstpointer data)
{
  GscopeHistory *history = GSCOPE_HISTORY (f->history);
  GscopeSample sample;

  look (f, f, 70 * TILE, 71 * TILE);
  answer_all (f, 0);
  g_assert_cmpint (gscope_history_find (history, 70 * TILE + 100, G_MININT64, WIDTH, &sample), ==,
                   GSCOPE_HISTORY_ANSWER_SAMPLE);
  g_assert_cmpint (sample.time, ==, 64 * TILE - 4);
  g_assert_cmpint (gscope_history_find (history, 70 * TILE + 100, 65 * TILE, WIDTH, &sample), ==,
                   GSCOPE_HISTORY_ANSWER_NOTHING);
  g_assert_cmpint (gscope_history_find (history, 70 * TILE, G_MAXINT64, WIDTH, &sample), ==,
                   GSCOPE_HISTORY_ANSWER_NOTHING);
  g_assert_cmpint (gscope_history_find (history, 80 * TILE, G_MININT64, WIDTH, &sample), ==,
                   GSCOPE_HISTORY_ANSWER_UNKNOWN);
}

static void
add_test (const char *path, void (*test) (Fixture *f, gconstpointer data))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_test ("/tile-history/order", test_order);
  add_test ("/tile-history/pan", test_pan);
  add_test ("/tile-history/cancel", test_cancel);
  add_test ("/tile-history/viewers", test_viewers);
  add_test ("/tile-history/failure", test_failure);
  add_test ("/tile-history/incomplete", test_incomplete);
  add_test ("/tile-history/last-column", test_last_column);
  add_test ("/tile-history/bound", test_bound);
  add_test ("/tile-history/zoom-out", test_zoom_out);
  add_test ("/tile-history/take", test_take);
  add_test ("/tile-history/neighbours", test_neighbours);
  return g_test_run ();
}
