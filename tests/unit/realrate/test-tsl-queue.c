/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/page-directory.h"

#include <tsl/tsl.h>
#include <unistd.h>

#define MSEC 1000000

/* Items are numbers. */
#define ITEM(n) GINT_TO_POINTER (n)

static gint64
read_gauge (TslPageReader *reader, const char *group, const char *name)
{
  g_autoptr (GError) error = NULL;
  int cell;

  g_assert_true (tsl_page_reader_update (reader, &error));
  g_assert_no_error (error);
  cell = tsl_page_reader_find (reader, "real-rate", group, name);
  g_assert_cmpint (cell, >=, 0);
  return tsl_page_reader_get_value (reader, cell);
}

/* Where a page has no room for its cells, it works and goes as any other. */
static void
test_full_page (void)
{
  g_autoptr (TslPage) page = tsl_page_new_unpublished ();
  TslQueue *queue;
  TslProgress *progress;

  for (guint i = 0; i < 500; i++)
    tsl_page_add_counter (page, "test", "a", "x");
  queue = tsl_queue_new (page, "frames", 3, NULL);
  progress = tsl_progress_new (page, "thread", MSEC);
  g_assert_true (tsl_queue_try_push (queue, ITEM (1), 40 * MSEC));
  g_assert_true (tsl_queue_try_push (queue, ITEM (2), 80 * MSEC));
  g_assert_true (tsl_queue_pop (queue, NULL) == ITEM (1));
  g_assert_true (tsl_queue_pop (queue, NULL) == ITEM (2));
  tsl_progress_free (progress);
  tsl_queue_unref (queue);
}

/* First in, first out; its length is time. */
static void
test_order (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("the test", NULL);
  g_autoptr (TslQueue) queue = tsl_queue_new (page, "frames", 3, NULL);
  g_autoptr (TslPageReader) reader = tsl_page_reader_new (getpid (), NULL);
  gint64 time_stamp = 0;

  g_assert_null (tsl_queue_try_pop (queue, &time_stamp));
  for (int i = 1; i <= 3; i++)
    g_assert_true (tsl_queue_try_push (queue, ITEM (i), i * 40 * MSEC));
  g_assert_false (tsl_queue_try_push (queue, ITEM (4), 160 * MSEC));
  g_assert_cmpint (read_gauge (reader, "frames queue", "length"), ==, 0);
  g_assert_true (tsl_queue_pop (queue, &time_stamp) == ITEM (1));
  g_assert_cmpint (time_stamp, ==, 40 * MSEC);
  g_assert_cmpint (read_gauge (reader, "frames queue", "length"), ==, 80);
  g_assert_cmpint (read_gauge (reader, "frames queue", "full"), ==, 1);
  g_assert_true (tsl_queue_pop (queue, NULL) == ITEM (2));
  g_assert_true (tsl_queue_pop (queue, NULL) == ITEM (3));
  g_assert_cmpint (read_gauge (reader, "frames queue", "length"), ==, 0);
  g_assert_cmpint (read_gauge (reader, "frames queue", "pushed"), ==, 3);
  g_assert_cmpint (read_gauge (reader, "frames queue", "popped"), ==, 3);
}

/* Nothing is lost between threads, and a closed queue is emptied first. */

enum
{
  N_ITEMS = 20000,
};

static gpointer
produce (gpointer queue)
{
  for (int i = 1; i <= N_ITEMS; i++)
    g_assert_true (tsl_queue_push (queue, ITEM (i), i));
  tsl_queue_close (queue);
  g_assert_false (tsl_queue_push (queue, ITEM (1), N_ITEMS + 1));
  return NULL;
}

static void
test_threads (void)
{
  g_autoptr (TslQueue) queue = tsl_queue_new (NULL, "frames", 7, NULL);
  GThread *producer = g_thread_new ("producer", produce, queue);
  gint64 time_stamp;

  for (int i = 1; i <= N_ITEMS; i++)
    {
      g_assert_true (tsl_queue_pop (queue, &time_stamp) == ITEM (i));
      g_assert_cmpint (time_stamp, ==, i);
    }
  g_assert_null (tsl_queue_pop (queue, &time_stamp));
  g_thread_join (producer);
}

static gpointer
push_one (gpointer queue)
{
  return GINT_TO_POINTER (tsl_queue_push (queue, ITEM (2), 2));
}

/* A thread that waits for room continues when the queue is closed. */
static void
test_close (void)
{
  g_autoptr (TslQueue) queue = tsl_queue_new (NULL, "frames", 1, NULL);
  GThread *producer;

  g_assert_true (tsl_queue_push (queue, ITEM (1), 1));
  producer = g_thread_new ("producer", push_one, queue);
  tsl_queue_close (queue);
  g_assert_false (GPOINTER_TO_INT (g_thread_join (producer)));
  g_assert_true (tsl_queue_pop (queue, NULL) == ITEM (1));
  g_assert_null (tsl_queue_pop (queue, NULL));
}

static void
count_freed (gpointer data)
{
  (*(int *) data)++;
}

static void
test_free (void)
{
  TslQueue *queue = tsl_queue_new (NULL, "frames", 4, count_freed);
  int n = 0;

  tsl_queue_push (queue, &n, 1);
  tsl_queue_push (queue, &n, 2);
  tsl_queue_unref (queue);
  g_assert_cmpint (n, ==, 2);
}

/* The progress that a thread sets itself. */
static void
test_progress (void)
{
  g_autoptr (TslProgress) progress = tsl_progress_new (NULL, "decoder", 5 * MSEC);
  gint64 time_stamp, time, later;

  g_assert_cmpint (tsl_progress_get_granularity (progress), ==, 5 * MSEC);
  g_assert_cmpstr (tsl_progress_get_name (progress), ==, "decoder");
  g_assert_false (tsl_progress_get (progress, &time_stamp, &time));
  tsl_progress_set (progress, 0);
  g_assert_true (tsl_progress_get (progress, &time_stamp, &time));
  g_assert_cmpint (time_stamp, ==, 0);
  g_assert_cmpint (time / 1000, <=, g_get_monotonic_time ());
  tsl_progress_set (progress, 0);
  g_assert_true (tsl_progress_get (progress, &time_stamp, &later));
  g_assert_cmpint (later, ==, time);
  tsl_progress_set (progress, 5 * MSEC);
  g_assert_true (tsl_progress_get (progress, &time_stamp, &later));
  g_assert_cmpint (time_stamp, ==, 5 * MSEC);
  g_assert_cmpint (later, >=, time);
  tsl_progress_set_granularity (progress, 2 * MSEC);
  g_assert_cmpint (tsl_progress_get_granularity (progress), ==, 2 * MSEC);
}

/* Of a thread in the middle of a pipeline the slowest end counts; one that is not monitored does not. */
static void
test_queues (void)
{
  g_autoptr (TslQueue) in = tsl_queue_new (NULL, "in", 8, NULL);
  g_autoptr (TslQueue) out = tsl_queue_new (NULL, "out", 8, NULL);
  g_autoptr (TslQueue) other = tsl_queue_new (NULL, "other", 8, NULL);
  g_autoptr (TslProgress) progress = tsl_progress_new (NULL, "decoder", 5 * MSEC);
  gint64 time_stamp, time;

  tsl_progress_add_queue (progress, in, TSL_QUEUE_END_HEAD);
  tsl_progress_add_queue (progress, out, TSL_QUEUE_END_TAIL);
  tsl_progress_add_queue (progress, other, TSL_QUEUE_END_NONE);
  tsl_queue_push (in, ITEM (1), 100);
  tsl_queue_push (in, ITEM (2), 200);
  g_assert_false (tsl_progress_get (progress, &time_stamp, &time));
  tsl_queue_pop (in, NULL);
  tsl_queue_pop (in, NULL);
  g_assert_false (tsl_progress_get (progress, &time_stamp, &time));
  tsl_queue_push (out, ITEM (1), 100);
  g_assert_true (tsl_progress_get (progress, &time_stamp, &time));
  g_assert_cmpint (time_stamp, ==, 100);
  tsl_queue_push (out, ITEM (3), 300);
  g_assert_true (tsl_progress_get (progress, &time_stamp, &time));
  g_assert_cmpint (time_stamp, ==, 200);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tsl/queue/order", test_order);
  g_test_add_func ("/tsl/queue/full-page", test_full_page);
  g_test_add_func ("/tsl/queue/threads", test_threads);
  g_test_add_func ("/tsl/queue/close", test_close);
  g_test_add_func ("/tsl/queue/free", test_free);
  g_test_add_func ("/tsl/queue/progress", test_progress);
  g_test_add_func ("/tsl/queue/progress-of-queues", test_queues);
  return page_directory_run ();
}
