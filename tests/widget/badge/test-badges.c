/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Measurements in the heads of lanes: their values over the view, between cursors, over a time and in captures, and how
 * the user sees them. */

#include "support/skip-waits.h"
#include "support/trace-history.h"
#include "view/view-bed.h"

#include <gscope-gtk/badge/badge-list-private.h>
#include <math.h>

typedef struct
{
  ViewBed bed;
  GscopeGtkBadgeList *badges;
  guint n_rounds;
} Fixture;

static void
on_refreshed (Fixture *f)
{
  f->n_rounds++;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  view_bed_set_up (&f->bed, NULL);
  gscope_gtk_viewport_set_span (f->bed.viewport, 2 * GSCOPE_SEC);
  f->badges = gscope_gtk_view_get_badges (f->bed.view);
  g_signal_connect_swapped (f->badges, "refreshed", G_CALLBACK (on_refreshed), f);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_signal_handlers_disconnect_by_data (f->badges, f);
  view_bed_tear_down (&f->bed, NULL);
}

static GscopeGtkBadge *
add (Fixture *f, GscopeMeasurement measurement, GscopeMeasurementSpan over)
{
  g_autoptr (GscopeWorkspaceMeasurement) description =
      gscope_workspace_measurement_new (gscope_signal_get_full_name (f->bed.signal), measurement);

  description->over = over;
  description->latest = GSCOPE_SEC;
  return gscope_gtk_badge_list_add (f->badges, description);
}

static void
await_round (Fixture *f)
{
  guint before = f->n_rounds;

  while (f->n_rounds == before)
    g_main_context_iteration (NULL, TRUE);
}

/* Waits for the values of now. A round that runs already may be of an earlier time. */
static void
settle (Fixture *f)
{
  gscope_gtk_badge_list_queue (f->badges);
  await_round (f);
  gscope_gtk_badge_list_queue (f->badges);
  await_round (f);
}

static void
go_on (Fixture *f, gint64 milliseconds)
{
  view_bed_advance (&f->bed, milliseconds);
  settle (f);
}

/* Returns the mean of the samples from one time to another, both included. */
static double
average (Fixture *f, gint64 begin, gint64 end)
{
  GscopeTrace *trace = gscope_signal_get_trace (f->bed.signal);
  double sum = 0;
  guint n = 0;

  for (guint64 i = gscope_trace_get_first (trace); i < gscope_trace_get_end (trace); i++)
    if (gscope_trace_get_time (trace, i) >= begin && gscope_trace_get_time (trace, i) <= end)
      {
        sum += gscope_trace_get_value (trace, i);
        n++;
      }
  return sum / n;
}

static void
assert_near (double value, double expected)
{
  g_assert_cmpfloat (fabs (value - expected), <, 1e-9);
}

static void
test_view (Fixture *f, gconstpointer data)
{
  GscopeGtkBadge *badge = add (f, GSCOPE_MEASUREMENT_MEAN, GSCOPE_MEASUREMENT_SPAN_VIEW);
  g_autofree char *text = NULL;
  gint64 end;

  g_assert_true (gscope_gtk_badge_get_signal (badge) == view_bed_get_entry (&f->bed, 0));
  g_assert_cmpstr (gscope_gtk_badge_get_text (badge), ==, "–");
  go_on (f, 5000);
  gscope_gtk_viewport_set_held (f->bed.viewport, TRUE);
  settle (f);
  end = gscope_gtk_viewport_get_end (f->bed.viewport);
  assert_near (gscope_gtk_badge_get_value (badge),
               average (f, end - gscope_gtk_viewport_get_span (f->bed.viewport) + 1, end));
  text = gscope_quantity_format (gscope_gtk_badge_get_value (badge), "packets", 4);
  g_assert_cmpstr (gscope_gtk_badge_get_text (badge), ==, text);
}

/* A view of which a part is not in memory is measured as a whole: extremes exactly, the rest approximately. */
static void
test_far (Fixture *f, gconstpointer data)
{
  GscopeGtkBadge *max = add (f, GSCOPE_MEASUREMENT_MAXIMUM, GSCOPE_MEASUREMENT_SPAN_VIEW);
  GscopeGtkBadge *mean = add (f, GSCOPE_MEASUREMENT_MEAN, GSCOPE_MEASUREMENT_SPAN_VIEW);
  g_autoptr (GscopeTrace) far = gscope_trace_new ();
  g_autoptr (TraceHistory) history = trace_history_new (far, TRUE);

  for (gint64 time = 90 * GSCOPE_SEC; time < 100 * GSCOPE_SEC; time += GSCOPE_MSEC)
    {
      double value = time == 99500 * GSCOPE_MSEC ? 200 : 10;

      gscope_trace_append (far, &time, &value, 1);
    }
  gscope_tile_history_set_clock (GSCOPE_TILE_HISTORY (history), f->bed.clock);
  gscope_signal_set_history (f->bed.signal, GSCOPE_HISTORY (history));
  gscope_scope_start (f->bed.scope);
  view_bed_advance (&f->bed, 1000);
  gscope_gtk_viewport_set_held (f->bed.viewport, TRUE);
  gtk_widget_queue_draw (GTK_WIDGET (f->bed.view));
  view_bed_wait_for_frame (&f->bed);
  trace_history_settle ();
  settle (f);
  g_assert_cmpfloat (gscope_gtk_badge_get_value (max), ==, 200);
  g_assert_cmpstr (gscope_gtk_badge_get_text (max), ==, "200 packets");
  g_assert_cmpfloat (fabs (gscope_gtk_badge_get_value (mean) - 10), <, 5);
  g_assert_true (g_str_has_prefix (gscope_gtk_badge_get_text (mean), "≈ "));
}

static void
test_cursors (Fixture *f, gconstpointer data)
{
  GscopeGtkBadge *badge = add (f, GSCOPE_MEASUREMENT_MEAN, GSCOPE_MEASUREMENT_SPAN_CURSORS);
  gint64 end;

  go_on (f, 5000);
  g_assert_cmpstr (gscope_gtk_badge_get_text (badge), ==, "–");
  gscope_gtk_viewport_set_held (f->bed.viewport, TRUE);
  end = gscope_gtk_viewport_get_end (f->bed.viewport);
  gscope_gtk_view_set_cursors (f->bed.view, 2, end - GSCOPE_SEC / 4, end - GSCOPE_SEC);
  settle (f);
  assert_near (gscope_gtk_badge_get_value (badge),
               average (f, end - GSCOPE_SEC, end - GSCOPE_SEC / 4));
  gscope_gtk_view_set_n_cursors (f->bed.view, 1);
  settle (f);
  g_assert_cmpstr (gscope_gtk_badge_get_text (badge), ==, "–");
}

static void
test_latest (Fixture *f, gconstpointer data)
{
  GscopeGtkBadge *badge = add (f, GSCOPE_MEASUREMENT_MEAN, GSCOPE_MEASUREMENT_SPAN_LATEST);
  gint64 end;

  go_on (f, 5000);
  gscope_gtk_viewport_set_held (f->bed.viewport, TRUE);
  settle (f);
  end = gscope_gtk_viewport_get_end (f->bed.viewport);
  assert_near (gscope_gtk_badge_get_value (badge), average (f, end - GSCOPE_SEC + 1, end));
}

/* The sine of the bed has a period of 1.885 s. */
static void
test_captures (Fixture *f, gconstpointer data)
{
  const GscopeTriggerSettings settings = { .condition = { .level = 10, .hysteresis = 1 },
                                           .after = 1 };
  g_autoptr (GscopeTrigger) trigger = gscope_trigger_new (f->bed.signal, &settings);
  g_autoptr (GscopeCaptureList) list = gscope_capture_list_new (f->bed.scope, trigger);
  GscopeGtkBadge *badge = add (f, GSCOPE_MEASUREMENT_MAXIMUM, GSCOPE_MEASUREMENT_SPAN_CAPTURE);
  GscopeCapture *capture;
  GscopeTrace *trace;
  double max = -INFINITY;

  gscope_gtk_view_set_captures (f->bed.view, list);
  while (!gscope_gtk_view_get_shown_capture (f->bed.view))
    {
      view_bed_advance (&f->bed, 100);
      while (g_main_context_iteration (NULL, FALSE))
        continue;
    }
  settle (f);
  capture = gscope_gtk_view_get_shown_capture (f->bed.view);
  trace = gscope_capture_get_trace (capture, f->bed.signal);
  for (guint64 i = gscope_trace_get_first (trace); i < gscope_trace_get_end (trace); i++)
    max = MAX (max, gscope_trace_get_value (trace, i));
  assert_near (gscope_gtk_badge_get_value (badge), max);
  gscope_gtk_view_set_captures (f->bed.view, NULL);
  settle (f);
  g_assert_cmpstr (gscope_gtk_badge_get_text (badge), ==, "–");
}

static void
test_other (Fixture *f, gconstpointer data)
{
  GscopeSignal *other = gscope_scope_add_double (f->bed.scope, "other", &f->bed.word);
  g_autoptr (GscopeWorkspaceMeasurement) description = gscope_workspace_measurement_new (
      gscope_signal_get_full_name (f->bed.signal), GSCOPE_MEASUREMENT_CORRELATION);
  GscopeGtkBadge *badge;

  description->other = g_strdup (gscope_signal_get_full_name (other));
  badge = gscope_gtk_badge_list_add (f->badges, description);
  go_on (f, 5000);
  g_assert_cmpfloat (fabs (gscope_gtk_badge_get_value (badge) - 1), <, 1e-9);
  gscope_scope_remove_signal (f->bed.scope, other);
  go_on (f, 300);
  g_assert_cmpstr (gscope_gtk_badge_get_text (badge), ==, "–");
}

/* The values that a badge had. */
typedef struct
{
  GscopeGtkBadge *badge;
  guint64 n;
  double sum;
  double squares;
  double min;
  double max;
} Values;

static void
on_value (Values *self)
{
  double value = gscope_gtk_badge_get_value (self->badge);
  GscopeMeasures statistics;

  gscope_gtk_badge_get_statistics (self->badge, &statistics);
  if (statistics.count == self->n)
    return;
  self->n++;
  self->sum += value;
  self->squares += value * value;
  self->min = MIN (self->min, value);
  self->max = MAX (self->max, value);
}

/* Each value counts once: a picture that stands still adds none. */
static void
test_statistics (Fixture *f, gconstpointer data)
{
  Values values = { .min = INFINITY, .max = -INFINITY };
  GscopeMeasures statistics;
  double n;

  values.badge = add (f, GSCOPE_MEASUREMENT_MAXIMUM, GSCOPE_MEASUREMENT_SPAN_LATEST);
  go_on (f, 5000);
  gscope_gtk_badge_reset_statistics (values.badge);
  gscope_gtk_badge_get_statistics (values.badge, &statistics);
  g_assert_cmpuint (statistics.count, ==, 0);
  g_assert_true (isnan (statistics.mean) && isnan (statistics.min));
  g_signal_connect_swapped (f->badges, "refreshed", G_CALLBACK (on_value), &values);
  for (guint i = 0; i < 8; i++)
    go_on (f, 400);
  gscope_gtk_badge_get_statistics (values.badge, &statistics);
  g_assert_cmpuint (statistics.count, ==, values.n);
  g_assert_cmpuint (statistics.count, >=, 8);
  n = (double) values.n;
  assert_near (statistics.mean, values.sum / n);
  g_assert_cmpfloat (
      fabs (statistics.deviation - sqrt (values.squares / n - values.sum * values.sum / n / n)), <,
      1e-6);
  g_assert_cmpfloat (statistics.min, ==, values.min);
  g_assert_cmpfloat (statistics.max, ==, values.max);
  gscope_gtk_viewport_set_held (f->bed.viewport, TRUE);
  settle (f);
  g_signal_handlers_disconnect_by_data (f->badges, &values);
  settle (f);
  gscope_gtk_badge_get_statistics (values.badge, &statistics);
  g_assert_cmpuint (statistics.count, ==, values.n);
}

/* A workspace has them, and a badge whose signal comes again has its statistics. */
static void
test_description (Fixture *f, gconstpointer data)
{
  GscopeGtkBadge *badge = add (f, GSCOPE_MEASUREMENT_RMS, GSCOPE_MEASUREMENT_SPAN_LATEST);
  g_autoptr (GscopeWorkspaceView) description = gscope_gtk_view_describe (f->bed.view);
  g_autoptr (GscopeWorkspaceView) other = gscope_workspace_view_new ();
  GscopeMeasures statistics;

  go_on (f, 5000);
  g_assert_cmpuint (description->measurements->len, ==, 1);
  g_assert_true (gscope_workspace_measurement_equal (description->measurements->pdata[0],
                                                     gscope_gtk_badge_get_description (badge)));
  gscope_gtk_view_remove_signal (f->bed.view, view_bed_get_entry (&f->bed, 0));
  g_assert_null (gscope_gtk_badge_get_signal (badge));
  gscope_gtk_view_add_signal (f->bed.view, f->bed.scope, f->bed.signal);
  g_assert_nonnull (gscope_gtk_badge_get_signal (badge));
  gscope_gtk_view_set_description (f->bed.view, description);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->badges)), ==, 1);
  gscope_gtk_badge_get_statistics (badge, &statistics);
  g_assert_cmpuint (statistics.count, >, 0);
  gscope_gtk_view_set_description (f->bed.view, other);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->badges)), ==, 0);
}

/* A measurement that runs keeps neither the view nor the scope. */
static void
test_gone (Fixture *f, gconstpointer data)
{
  add (f, GSCOPE_MEASUREMENT_MEAN, GSCOPE_MEASUREMENT_SPAN_VIEW);
  view_bed_advance (&f->bed, 1000);
  gscope_gtk_badge_list_refresh (f->badges);
}

/* Returns the first place from the right in the head of the first lane with words that begin so; 0 if there is none. */
static double
find_words (Fixture *f, const char *begin)
{
  for (double x = 590; x > 60; x -= 16)
    {
      const char *keys;

      for (double y = 4; y < 80; y += 8)
        {
          g_autofree char *words = gscope_gtk_view_describe_place (f->bed.view, x, y, &keys);

          if (g_str_has_prefix (words, begin))
            return x + y * 1000;
        }
    }
  return 0;
}

static void
on_activated (GscopeGtkView *view, GscopeGtkBadge *badge, GscopeGtkBadge **activated)
{
  *activated = badge;
}

/* The pointer finds it in the head, and a click selects its signal. */
static void
test_head (Fixture *f, gconstpointer data)
{
  GscopeGtkBadge *badge = add (f, GSCOPE_MEASUREMENT_MAXIMUM, GSCOPE_MEASUREMENT_SPAN_VIEW);
  GtkGesture *click = view_bed_get_controller (GTK_WIDGET (f->bed.view), GTK_TYPE_GESTURE_CLICK);
  GscopeGtkBadge *activated = NULL;
  double place;

  go_on (f, 5000);
  view_bed_wait_for_frame (&f->bed);
  place = find_words (f, "Maximum, The View: 15");
  g_assert_cmpfloat (place, >, 0);
  g_signal_connect (f->bed.view, "badge-activated", G_CALLBACK (on_activated), &activated);
  g_signal_emit_by_name (click, "released", 1, fmod (place, 1000), floor (place / 1000));
  g_assert_true (activated == badge);
  g_assert_true (gscope_gtk_view_get_selected (f->bed.view) == view_bed_get_entry (&f->bed, 0));
  g_assert_cmpuint (gscope_gtk_view_get_cursors (f->bed.view, NULL, NULL), ==, 0);
  gscope_gtk_badge_list_remove (f->badges, 0);
  g_assert_cmpfloat (find_words (f, "Maximum, The View"), ==, 0);
}

/* The badges that have no room are counted, and the others are whole. */
static void
test_room (Fixture *f, gconstpointer data)
{
  for (guint i = 0; i < 12; i++)
    add (f, GSCOPE_MEASUREMENT_MAXIMUM, GSCOPE_MEASUREMENT_SPAN_VIEW);
  add (f, GSCOPE_MEASUREMENT_MINIMUM, GSCOPE_MEASUREMENT_SPAN_VIEW);
  go_on (f, 5000);
  view_bed_wait_for_frame (&f->bed);
  g_assert_cmpfloat (find_words (f, "Maximum, The View"), >, 0);
  g_assert_cmpfloat (find_words (f, "Minimum, The View"), ==, 0);
}

/* Without room for all of them, the badges of the selected signal come first. */
static void
test_selected (Fixture *f, gconstpointer data)
{
  GscopeSignal *other = gscope_scope_add_double (f->bed.scope, "other", &f->bed.word);
  g_autoptr (GscopeWorkspaceMeasurement) description = gscope_workspace_measurement_new (
      gscope_signal_get_full_name (other), GSCOPE_MEASUREMENT_MINIMUM);

  gscope_signal_set_unit (other, "packets");
  for (guint i = 0; i < 12; i++)
    add (f, GSCOPE_MEASUREMENT_MAXIMUM, GSCOPE_MEASUREMENT_SPAN_VIEW);
  gscope_gtk_badge_list_add (f->badges, description);
  go_on (f, 5000);
  view_bed_wait_for_frame (&f->bed);
  g_assert_cmpfloat (find_words (f, "Minimum, The View"), ==, 0);
  gscope_gtk_view_set_selected (f->bed.view, view_bed_get_entry (&f->bed, 1));
  view_bed_wait_for_frame (&f->bed);
  g_assert_cmpfloat (find_words (f, "Minimum, The View"), >, 0);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  skip_waits ();
#define ADD(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)
  ADD ("/badges/view", test_view);
  ADD ("/badges/far", test_far);
  ADD ("/badges/cursors", test_cursors);
  ADD ("/badges/latest", test_latest);
  ADD ("/badges/captures", test_captures);
  ADD ("/badges/other", test_other);
  ADD ("/badges/statistics", test_statistics);
  ADD ("/badges/description", test_description);
  ADD ("/badges/gone", test_gone);
  ADD ("/badges/head", test_head);
  ADD ("/badges/room", test_room);
  ADD ("/badges/selected", test_selected);
#undef ADD
  return g_test_run ();
}
