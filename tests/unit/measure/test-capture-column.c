/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A measurement of each capture of a list, and its statistics. */

#include <gscope/gscope.h>

#include <math.h>

/* A ramp from 0 to 9 in each 100 ms, which is higher by 10 each time. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  GscopeProducer *producer;
  GscopeTrigger *trigger;
  GscopeCaptureList *list;
  GscopeCaptureColumn *column;
  guint n;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  const GscopeTriggerSettings settings = { .condition = { .level = 0.5, .hysteresis = 1 },
                                           .after = 1 };
  const GscopeMeasurementSettings measuring = { .holds = TRUE };
  GscopeSignal *signal, *marks;

  f->clock = gscope_test_clock_new (GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  marks = gscope_scope_add_buffered (f->scope, "marks");
  signal = gscope_scope_add_buffered (f->scope, "signal");
  f->producer = gscope_signal_create_producer (signal);
  f->trigger = gscope_trigger_new (marks, &settings);
  f->list = gscope_capture_list_new (f->scope, f->trigger);
  gscope_capture_list_add_signal (f->list, signal);
  gscope_capture_list_set_window (f->list, 0, 50 * GSCOPE_MSEC);
  f->column =
      gscope_capture_column_new (f->list, GSCOPE_MEASUREMENT_MAXIMUM, &measuring, "signal", NULL);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gscope_producer_unref (f->producer);
  g_assert_finalize_object (f->column);
  g_assert_finalize_object (f->list);
  g_assert_finalize_object (f->trigger);
  g_assert_finalize_object (f->scope);
  g_assert_finalize_object (f->clock);
}

/* Takes a capture of a period whose greatest value is `max`. */
static GscopeCapture *
take (Fixture *f, double max)
{
  gint64 time = gscope_clock_get_time (f->clock);
  g_autoptr (GscopeCapture) capture = NULL;

  for (int i = 0; i < 10; i++)
    gscope_producer_push (f->producer, time + i * GSCOPE_MSEC, i == 5 ? max : 0);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_SEC);
  gscope_scope_drain (f->scope);
  g_assert_true (gscope_capture_list_add_at (f->list, time));
  capture = g_list_model_get_item (G_LIST_MODEL (f->list), f->n++);
  return capture;
}

/* The newest are measured first, as many at once as are asked for. */
static void
test_values (Fixture *f, gconstpointer data)
{
  GscopeCapture *first = take (f, 3), *second = take (f, 7), *third = take (f, 5);
  GscopeMeasures statistics;

  g_assert_true (isnan (gscope_capture_column_get_value (f->column, third)));
  g_assert_true (gscope_capture_column_measure (f->column, 1));
  g_assert_cmpfloat (gscope_capture_column_get_value (f->column, third), ==, 5);
  g_assert_true (isnan (gscope_capture_column_get_value (f->column, first)));
  g_assert_false (gscope_capture_column_measure (f->column, 10));
  g_assert_cmpfloat (gscope_capture_column_get_value (f->column, first), ==, 3);
  g_assert_cmpfloat (gscope_capture_column_get_value (f->column, second), ==, 7);
  gscope_capture_column_get_statistics (f->column, &statistics);
  g_assert_cmpuint (statistics.count, ==, 3);
  g_assert_cmpfloat (statistics.mean, ==, 5);
  g_assert_cmpfloat_with_epsilon (statistics.deviation, sqrt (8.0 / 3), 1e-12);
  g_assert_cmpfloat (statistics.min, ==, 3);
  g_assert_cmpfloat (statistics.max, ==, 7);
  g_assert_cmpfloat (statistics.last, ==, 5);
}

/* A column follows its list: captures that went do not count, and later ones are still to be measured. */
static void
test_changes (Fixture *f, gconstpointer data)
{
  GscopeCapture *second, *third;
  GscopeMeasures statistics;

  take (f, 3);
  second = take (f, 7);
  g_assert_true (gscope_capture_column_measure (f->column, 1));
  gscope_capture_list_remove (f->list, 0);
  f->n--;
  g_assert_false (gscope_capture_column_measure (f->column, 1));
  third = take (f, 9);
  gscope_capture_column_get_statistics (f->column, &statistics);
  g_assert_cmpuint (statistics.count, ==, 1);
  g_assert_false (gscope_capture_column_measure (f->column, 10));
  g_assert_cmpfloat (gscope_capture_column_get_value (f->column, second), ==, 7);
  g_assert_cmpfloat (gscope_capture_column_get_value (f->column, third), ==, 9);
  gscope_capture_list_remove (f->list, 0);
  gscope_capture_list_remove (f->list, 0);
  gscope_capture_column_get_statistics (f->column, &statistics);
  g_assert_cmpuint (statistics.count, ==, 0);
  g_assert_true (isnan (statistics.mean));
}

/* A capture without the signal has no value. */
static void
test_absent (Fixture *f, gconstpointer data)
{
  const GscopeMeasurementSettings settings = { .holds = TRUE };
  g_autoptr (GscopeCaptureColumn) column =
      gscope_capture_column_new (f->list, GSCOPE_MEASUREMENT_MEAN, &settings, "absent", NULL);
  GscopeCapture *capture = take (f, 3);

  g_assert_false (gscope_capture_column_measure (column, 10));
  g_assert_true (isnan (gscope_capture_column_get_value (column, capture)));
  g_assert_null (gscope_capture_find_trace (capture, "absent"));
  g_assert_nonnull (gscope_capture_find_trace (capture, "signal"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add (name, Fixture, NULL, set_up, func, tear_down)
  ADD ("/capture-column/values", test_values);
  ADD ("/capture-column/changes", test_changes);
  ADD ("/capture-column/absent", test_absent);
  return g_test_run ();
}
