/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/control/parameter-owner.h>

#include "support/scripted-source.h"

/* A parameter of a source on a test clock, which is written as keys, clicks and scripts do. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  ScriptedSource *source;
  GscopeParameter *gain;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->clock = gscope_test_clock_new (GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  f->source = scripted_source_new ("lab");
  f->gain = gscope_source_find_parameter (GSCOPE_SOURCE (f->source), "gain");
  gscope_scope_add_source (f->scope, GSCOPE_SOURCE (f->source));
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_unref (f->source);
  g_object_unref (f->scope);
  g_object_unref (f->clock);
}

static void
press (Fixture *f, double value, const char *writer, gint64 pause)
{
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), pause);
  gscope_parameter_write_async (f->gain, g_variant_new_double (value), writer, NULL, NULL, NULL);
  run_pending ();
}

static guint
count_markers (Fixture *f)
{
  return g_list_model_get_n_items (G_LIST_MODEL (gscope_scope_get_markers (f->scope)));
}

static void
assert_marker (Fixture *f, guint index, const char *label, const char *detail, gint64 time)
{
  g_autoptr (GscopeMarker) marker =
      g_list_model_get_item (G_LIST_MODEL (gscope_scope_get_markers (f->scope)), index);

  g_assert_nonnull (marker);
  g_assert_cmpstr (gscope_marker_get_label (marker), ==, label);
  g_assert_cmpstr (gscope_marker_get_detail (marker), ==, detail);
  g_assert_cmpint (gscope_marker_get_time (marker), ==, time);
}

/* Presses of a key are one gesture, as a drag is; a pause ends it, and so does another writer. */
static void
test_keys (Fixture *f, gconstpointer data)
{
  guint gesture;

  g_assert_cmpuint (gscope_parameter_get_gesture (f->gain), ==, 0);
  for (guint i = 2; i <= 10; i++)
    press (f, i, "slider", 900 * GSCOPE_MSEC);
  g_assert_cmpuint (count_markers (f), ==, 1);
  assert_marker (f, 0, "gain 1 → 10 V", "slider", 1900 * GSCOPE_MSEC);
  gesture = gscope_parameter_get_gesture (f->gain);
  press (f, 4, "entry", 100 * GSCOPE_MSEC);
  g_assert_cmpuint (gscope_parameter_get_gesture (f->gain), ==, gesture + 1);
  press (f, 5, "entry", GSCOPE_SEC);
  press (f, 6, "entry", GSCOPE_SEC - 1);
  g_assert_cmpuint (count_markers (f), ==, 3);
  assert_marker (f, 1, "gain 10 → 4 V", "entry", 9200 * GSCOPE_MSEC);
  assert_marker (f, 2, "gain 4 → 6 V", "entry", 10200 * GSCOPE_MSEC);
}

static void
on_written (GscopeParameter *parameter, GVariant *old, GVariant *asked, GVariant *value,
            const char *reason, const char *writer, GArray *gestures)
{
  guint gesture = gscope_parameter_get_gesture (parameter);

  g_array_append_val (gestures, gesture);
}

/* A write is reported with its own number, also where the next one has begun. Initial values have none. */
static void
test_numbers (Fixture *f, gconstpointer data)
{
  g_autoptr (GArray) gestures = g_array_new (FALSE, FALSE, sizeof (guint));

  g_signal_connect (f->gain, "written", G_CALLBACK (on_written), gestures);
  press (f, 2, GSCOPE_INITIAL_WRITER, 0);
  g_assert_cmpuint (gscope_parameter_get_gesture (f->gain), ==, 0);
  scripted_source_hold (f->source);
  press (f, 3, "slider", 0);
  press (f, 4, "entry", 0);
  scripted_source_accept (f->source, NULL);
  run_pending ();
  scripted_source_accept (f->source, NULL);
  run_pending ();
  g_signal_handlers_disconnect_by_data (f->gain, gestures);
  g_assert_cmpuint (gestures->len, ==, 3);
  for (guint i = 0; i < gestures->len; i++)
    g_assert_cmpuint (g_array_index (gestures, guint, i), ==, i);
}

/* Clicks on a slider are drags that follow each other. */
static void
test_clicks (Fixture *f, gconstpointer data)
{
  for (guint i = 2; i < 5; i++)
    {
      gscope_parameter_begin_drag (f->gain);
      press (f, i, "slider", 300 * GSCOPE_MSEC);
      gscope_parameter_end_drag (f->gain);
    }
  g_assert_cmpuint (count_markers (f), ==, 1);
  assert_marker (f, 0, "gain 1 → 4 V", "slider", 1300 * GSCOPE_MSEC);
}

/* A slow source answers one press after others came; a refused one has a marker of its own, and the
 * gesture goes on. */
static void
test_slow_source (Fixture *f, gconstpointer data)
{
  scripted_source_hold (f->source);
  press (f, 2, "slider", 0);
  press (f, 3, "slider", 200 * GSCOPE_MSEC);
  scripted_source_accept (f->source, NULL);
  run_pending ();
  assert_marker (f, 0, "gain 1 → 2 V", "slider", GSCOPE_SEC);
  scripted_source_refuse (f->source, "too hot");
  run_pending ();
  g_assert_cmpuint (count_markers (f), ==, 2);
  assert_marker (f, 0, "gain 1 → 2 V", "slider", GSCOPE_SEC);
  assert_marker (f, 1, "gain 2 → 3 V", "too hot", 1200 * GSCOPE_MSEC);
  press (f, 2.5, "slider", 200 * GSCOPE_MSEC);
  scripted_source_accept (f->source, NULL);
  run_pending ();
  g_assert_cmpuint (count_markers (f), ==, 2);
  assert_marker (f, 0, "gain 1 → 2.5 V", "slider", GSCOPE_SEC);
}

/* A change by somebody else in between has its own marker, and so has the write after it. */
static void
test_others (Fixture *f, gconstpointer data)
{
  press (f, 2, "slider", 0);
  gscope_parameter_notice (f->gain, g_variant_new_double (7), NULL);
  press (f, 8, "slider", 200 * GSCOPE_MSEC);
  g_assert_cmpuint (count_markers (f), ==, 3);
  assert_marker (f, 0, "gain 1 → 2 V", "slider", GSCOPE_SEC);
  assert_marker (f, 1, "gain 2 → 7 V", "", GSCOPE_SEC);
  assert_marker (f, 2, "gain 7 → 8 V", "slider", 1200 * GSCOPE_MSEC);
}

/* Choices are made one by one. */
static void
test_choices (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeParameter) on = gscope_parameter_new_boolean ("on", FALSE);
  g_autoptr (GscopeSource) source = gscope_source_new ("panel");

  gscope_source_add_parameter (source, on, NULL);
  gscope_scope_add_source (f->scope, source);
  for (guint i = 0; i < 3; i++)
    {
      gscope_parameter_write_async (on, g_variant_new_boolean (i % 2 == 0), "switch", NULL, NULL,
                                    NULL);
      run_pending ();
    }
  g_assert_cmpuint (count_markers (f), ==, 3);
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
  add ("/gesture/keys", test_keys);
  add ("/gesture/numbers", test_numbers);
  add ("/gesture/clicks", test_clicks);
  add ("/gesture/slow-source", test_slow_source);
  add ("/gesture/others", test_others);
  add ("/gesture/choices", test_choices);
  return g_test_run ();
}
