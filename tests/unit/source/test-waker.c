/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/source/waker.h>

typedef struct
{
  GSource *waker;
  int wakes;
  int rest;
} Bed;

/* A flood: each callback takes its time, and more work is ready already. */
static gboolean
on_wake (gpointer data)
{
  Bed *bed = data;
  gint64 end = g_get_monotonic_time () + G_TIME_SPAN_MILLISECOND;

  while (g_get_monotonic_time () < end)
    ;
  bed->wakes++;
  g_source_set_ready_time (bed->waker, 0);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_rest (gpointer data)
{
  ((Bed *) data)->rest++;
  return G_SOURCE_CONTINUE;
}

static gboolean
on_late (gpointer data)
{
  g_assert_not_reached ();
}

/* A source that wakes all the time leaves time to later sources, and still runs. */
static void
test_flood (void)
{
  Bed bed = { 0 };
  guint idle = g_idle_add (on_rest, &bed);

  bed.waker = gscope_waker_new ("flood", G_PRIORITY_HIGH, on_wake, &bed);
  g_source_set_ready_time (bed.waker, 0);
  while (bed.rest < 100 || bed.wakes < 20)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (idle);
  g_source_destroy (bed.waker);
  g_source_unref (bed.waker);
}

static gboolean
on_once (gpointer data)
{
  ++*(int *) data;
  return G_SOURCE_CONTINUE;
}

static void
test_once (void)
{
  int wakes = 0;
  GSource *waker = gscope_waker_new ("once", G_PRIORITY_HIGH, on_once, &wakes);
  guint late = g_idle_add (on_late, NULL);

  g_source_set_ready_time (waker, 0);
  g_source_set_ready_time (waker, 0);
  g_main_context_iteration (NULL, FALSE);
  g_assert_cmpint (wakes, ==, 1);
  g_source_remove (late);
  g_main_context_iteration (NULL, FALSE);
  g_assert_cmpint (wakes, ==, 1);
  g_source_destroy (waker);
  g_source_unref (waker);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/waker/once", test_once);
  g_test_add_func ("/waker/flood", test_flood);
  return g_test_run ();
}
