/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* How long gscopectl waits for answers. */

#include "wait.h"

#include <gscope-test/gscope-test.h>

#define PATIENCE (10 * GSCOPE_SEC)

typedef struct
{
  GscopeClock *clock;
  ToolsWait *wait;
  GTask *call;
  guint ticker;
  /* the call answers that it was cancelled, or that it was done nevertheless */
  gboolean ends;
  gboolean is_done;
} Fixture;

/* Time passes while the wait runs the main context. */
static gboolean
on_idle (gpointer data)
{
  Fixture *f = data;
  gboolean is_cancelled = f->call && g_cancellable_is_cancelled (g_task_get_cancellable (f->call));

  if (is_cancelled && f->is_done)
    g_task_return_boolean (f->call, TRUE);
  else if (is_cancelled && f->ends)
    g_task_return_error_if_cancelled (f->call);
  else
    gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_SEC);
  if (is_cancelled && (f->is_done || f->ends))
    g_clear_object (&f->call);
  return G_SOURCE_CONTINUE;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->clock = gscope_test_clock_new (GSCOPE_SEC);
  f->wait = tools_wait_new (f->clock, PATIENCE);
  f->call = g_task_new (NULL, tools_wait_get_cancellable (f->wait), tools_wait_keep,
                        tools_wait_ref (f->wait));
  g_task_set_check_cancellable (f->call, FALSE);
  f->ticker = g_idle_add (on_idle, f);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_source_remove (f->ticker);
  g_clear_object (&f->call);
  tools_wait_unref (f->wait);
  g_object_unref (f->clock);
}

static gint64
get_waited (Fixture *f)
{
  return gscope_clock_get_time (f->clock) - GSCOPE_SEC;
}

static void
test_answer (Fixture *f, gconstpointer data)
{
  GAsyncResult *result;

  g_task_return_boolean (f->call, TRUE);
  result = tools_wait_await (f->wait);
  g_assert_true (g_task_propagate_boolean (G_TASK (result), NULL));
  g_assert_false (g_cancellable_is_cancelled (tools_wait_get_cancellable (f->wait)));
  g_assert_cmpint (get_waited (f), <, PATIENCE);
}

static void
test_refusal (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  GAsyncResult *result;

  g_task_return_new_error (f->call, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED, "no");
  result = tools_wait_await (f->wait);
  g_assert_false (g_task_propagate_boolean (G_TASK (result), &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED);
}

static void
test_cancelled (Fixture *f, gconstpointer data)
{
  f->ends = TRUE;
  g_assert_null (tools_wait_await (f->wait));
  g_assert_cmpint (get_waited (f), >=, PATIENCE);
}

/* A call that was done though it was cancelled counts. */
static void
test_late (Fixture *f, gconstpointer data)
{
  f->is_done = TRUE;
  g_assert_nonnull (tools_wait_await (f->wait));
  g_assert_cmpint (get_waited (f), >=, PATIENCE);
}

/* A call that answers nothing is left, and may answer when nobody waits any more. */
static void
test_left (Fixture *f, gconstpointer data)
{
  g_assert_null (tools_wait_await (f->wait));
  g_assert_cmpint (get_waited (f), <=, PATIENCE + 3 * GSCOPE_SEC);
  g_task_return_boolean (f->call, TRUE);
  g_clear_object (&f->call);
  g_source_remove (f->ticker);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  f->ticker = g_idle_add (on_idle, f);
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
  add ("/tools-wait/answer", test_answer);
  add ("/tools-wait/refusal", test_refusal);
  add ("/tools-wait/cancelled", test_cancelled);
  add ("/tools-wait/late", test_late);
  add ("/tools-wait/left", test_left);
  return g_test_run ();
}
