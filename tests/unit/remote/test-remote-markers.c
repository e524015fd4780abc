/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/share-bed.h"

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
advance (ShareBed *f, gint64 milliseconds)
{
  for (; milliseconds > 0; milliseconds -= 10)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      run_pending ();
    }
}

/* Checks that the scopes here and there have some markers, and that the last one here is one of the signal. */
static void
check_last (ShareBed *f, guint n, GscopeMarkerKind kind, const char *label)
{
  GListModel *near = G_LIST_MODEL (gscope_scope_get_markers (f->near));
  g_autoptr (GscopeMarker) marker = g_list_model_get_item (near, n - 1);

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gscope_scope_get_markers (f->far))), ==,
                    n);
  g_assert_cmpuint (g_list_model_get_n_items (near), ==, n);
  g_assert_cmpint (gscope_marker_get_kind (marker), ==, kind);
  g_assert_cmpstr (gscope_marker_get_label (marker), ==, label);
  g_assert_cmpstr (gscope_marker_get_subject (marker), ==, "here/panel/wave");
}

/* Firings of a trigger there, and failures of a limit, are marked here, too. */
static void
test_trigger (ShareBed *f, gconstpointer data)
{
  const GscopeTriggerSettings settings = { .condition = { .level = 5 }, .after = GSCOPE_MSEC };
  const GscopeLimitSettings bounds = { .kind = GSCOPE_LIMIT_KIND_AT_MOST,
                                       .upper = 7,
                                       .marks = TRUE };
  g_autoptr (GscopeTrigger) trigger = gscope_trigger_new (f->wave, &settings);
  g_autoptr (GscopeLimit) limit = gscope_limit_new (f->far, f->wave, NULL, &bounds, NULL);

  start (f);
  gscope_scope_mark_trigger (f->far, trigger);
  share_bed_push (f, 1);
  advance (f, 50);
  share_bed_push (f, 6);
  advance (f, 500);
  check_last (f, 1, GSCOPE_MARKER_KIND_EVENT, "Trigger");
  share_bed_push (f, 8);
  advance (f, 500);
  check_last (f, 2, GSCOPE_MARKER_KIND_FAILURE, "Limit failed");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/remote-markers/trigger", ShareBed, NULL, share_bed_set_up, test_trigger,
              share_bed_tear_down);
  return g_test_run ();
}
