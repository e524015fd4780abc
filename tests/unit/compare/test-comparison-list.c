/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/scripted-source.h"
#include <gscope-test/run.h>
#include <string.h>

#define MS GSCOPE_MSEC

#define HEADER                                                                                     \
  "#gscope {\"version\":1,\"start\":\"2026-01-01T00:00:00.000000000Z\",\"time_ns\":0,"             \
  "\"clock\":\"monotonic\",\"signals\":[{\"name\":\"mx/level\"}]}\n"
#define VALUE(value)                                                                               \
  "#gscope {\"parameters\":[{\"name\":\"mx/kp\",\"title\":\"Kp\",\"value\":\"" value "\"}]}\n"
#define WRITE(subject, label)                                                                      \
  "#gscope {\"marker\":{\"time_ns\":2000000,\"kind\":\"write\",\"subject\":\"" subject "\","       \
  "\"label\":\"" label "\"}}\n"
#define SAMPLES "1 0 mx/level\n3 1 mx/level\n"

/* A scope with the signal “mx/level”, in which “mx/goal” was written at 1 s. */
typedef struct
{
  char *folder;
  GscopeClock *clock;
  GscopeScope *scope;
  GscopeComparisonList *runs;
  guint n_started;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeMarker) step =
      gscope_marker_new (GSCOPE_SEC, GSCOPE_MARKER_KIND_WRITE, "mx/goal", "Goal 0 → 1", NULL);

  f->folder = g_dir_make_tmp ("gscope-XXXXXX", NULL);
  f->clock = gscope_test_clock_new (2 * GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  gscope_scope_add_buffered (f->scope, "mx/level");
  gscope_marker_list_add (gscope_scope_get_markers (f->scope), step);
  f->runs = gscope_comparison_list_new (f->scope);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_assert_finalize_object (f->runs);
  run_pending ();
  g_object_unref (f->scope);
  g_object_unref (f->clock);
  gscope_test_remove (f->folder);
  g_free (f->folder);
}

static void
on_started (GObject *object, GAsyncResult *result, gpointer data)
{
  Fixture *f = data;
  g_autoptr (GError) error = NULL;

  gscope_comparison_start_finish (GSCOPE_COMPARISON (object), result, &error);
  g_assert_no_error (error);
  f->n_started++;
}

/* Adds a recording of this name and text, at a number or the lowest that is free. */
static GscopeComparison *
add (Fixture *f, guint number, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (f->folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GscopeComparison *run;
  guint n = f->n_started;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  run = gscope_comparison_list_add (f->runs, number, file);
  g_assert_nonnull (run);
  gscope_comparison_start_async (run, NULL, on_started, f);
  while (f->n_started == n)
    g_main_context_iteration (NULL, TRUE);
  run_pending ();
  return run;
}

/* Compares the labels with “A | B”. */
static void
assert_labels (Fixture *f, const char *expected)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) labels = NULL;
  g_autofree char *text = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (f->runs)); i++)
    {
      g_autoptr (GscopeComparison) run = g_list_model_get_item (G_LIST_MODEL (f->runs), i);

      g_strv_builder_add (builder, gscope_comparison_get_label (run));
    }
  labels = g_strv_builder_end (builder);
  text = g_strjoinv (" | ", labels);
  g_assert_cmpstr (text, ==, expected);
}

/* A label has the parameters that differ; without any, a run is called as its file. */
static void
test_labels (Fixture *f, gconstpointer data)
{
  GscopeComparison *first = add (f, 0, "a.tuples", HEADER VALUE ("1 s") SAMPLES);

  assert_labels (f, "a.tuples");
  add (f, 0, "b.tuples", HEADER VALUE ("2 s") SAMPLES);
  assert_labels (f, "Kp 1 s | Kp 2 s");
  add (f, 0, "c.tuples", HEADER VALUE ("2 s") SAMPLES);
  assert_labels (f, "Kp 1 s | Kp 2 s | Kp 2 s, c.tuples");
  gscope_comparison_list_remove (f->runs, first);
  run_pending ();
  assert_labels (f, "b.tuples | c.tuples");
}

/* A label has both values of the step at which runs are aligned. Of another parameter it has the value before the step. */
static void
test_steps (Fixture *f, gconstpointer data)
{
  GscopeComparison *run =
      add (f, 0, "a.tuples", HEADER VALUE ("1 s") SAMPLES WRITE ("mx/goal", "Goal 0 → 1"));

  g_assert_cmpstr (gscope_comparison_get_anchor (run), ==, "marker:mx/goal Goal 0 → 1");
  assert_labels (f, "a.tuples");
  add (f, 0, "b.tuples",
       HEADER VALUE ("3 s") WRITE ("mx/kp", "Kp 3 → 4 s") SAMPLES WRITE ("mx/goal", "Goal 0 → 2")
           WRITE ("mx/kp", "Kp 4 → 5 s"));
  assert_labels (f, "Goal 0 → 1, Kp 1 s | Goal 0 → 2, Kp 4 s");
}

/* Sources and signals know the number of their run, and a number is free again when its run was removed. */
static void
test_numbers (Fixture *f, gconstpointer data)
{
  GscopeComparison *first = add (f, 0, "a.tuples", HEADER SAMPLES);
  GscopeSignal *signal;

  add (f, 0, "b.tuples", HEADER SAMPLES);
  signal = gscope_scope_find_signal (f->scope, "ref/mx/level");
  g_assert_cmpuint (gscope_signal_get_run (signal), ==, 1);
  g_assert_cmpstr (gscope_signal_get_run_label (signal), ==, "a.tuples");
  signal = gscope_scope_find_signal (f->scope, "ref-2/mx/level");
  g_assert_cmpuint (gscope_signal_get_run (signal), ==, 2);
  g_assert_cmpstr (gscope_signal_get_compared_with (signal), ==, "mx/level");
  gscope_comparison_list_remove (f->runs, first);
  g_assert_null (gscope_scope_find_signal (f->scope, "ref/mx/level"));
  g_assert_null (gscope_comparison_list_find (f->runs, 1));
  add (f, 5, "c.tuples", HEADER SAMPLES);
  g_assert_cmpuint (gscope_comparison_get_number (add (f, 0, "d.tuples", HEADER SAMPLES)), ==, 1);
  assert_labels (f, "d.tuples | b.tuples | c.tuples");
}

static void
test_bounded (Fixture *f, gconstpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_path (f->folder);

  for (guint i = 0; i < GSCOPE_COMPARISON_LIST_MAX; i++)
    g_assert_nonnull (gscope_comparison_list_add (f->runs, 0, file));
  g_assert_null (gscope_comparison_list_add (f->runs, 0, file));
  g_assert_null (gscope_comparison_list_add (f->runs, 3, file));
  gscope_comparison_list_remove (f->runs, gscope_comparison_list_find (f->runs, 3));
  g_assert_cmpuint (gscope_comparison_get_number (gscope_comparison_list_add (f->runs, 0, file)),
                    ==, 3);
}

int
main (int argc, char *argv[])
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *f, gconstpointer data);
  } tests[] = {
    { "/comparison-list/labels", test_labels },
    { "/comparison-list/steps", test_steps },
    { "/comparison-list/numbers", test_numbers },
    { "/comparison-list/bounded", test_bounded },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return gscope_test_run (GSCOPE_TEST_DEFAULT);
}
