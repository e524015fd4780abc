/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A recording that is played back in the window. */

#include <gscope-gtk/gscope-gtk.h>

#include "app-bed.h"
#include "bars/bottom.h"
#include "bars/transport.h"
#include "window/application.h"
#include "window/window.h"

typedef AppBed Fixture;

/* Waits until the window draws nothing for as long as three frames would take. */
static void
await_stillness (Fixture *f)
{
  const gint64 quiet = 60 * G_TIME_SPAN_MILLISECOND;
  GdkFrameClock *clock = gtk_widget_get_frame_clock (f->window);
  gint64 n = gdk_frame_clock_get_frame_counter (clock);
  gint64 begin = g_get_monotonic_time (), end = begin + quiet;

  while (g_get_monotonic_time () < end)
    {
      app_bed_step ();
      if (gdk_frame_clock_get_frame_counter (clock) == n)
        continue;
      n = gdk_frame_clock_get_frame_counter (clock);
      end = g_get_monotonic_time () + quiet;
      g_assert_cmpint (end - begin, <, 10 * G_TIME_SPAN_SECOND);
    }
}

/* As a drag of the bar does. */
static void
scrub (GtkRange *place, double share)
{
  gboolean is_handled;

  g_signal_emit_by_name (place, "change-value", GTK_SCROLL_JUMP, share, &is_handled);
  app_bed_settle ();
}

/* Returns the text of the first signal's row and legend. */
static void
assert_text (Fixture *f, const char *expected)
{
  g_autoptr (GscopeGtkViewSignal) signal =
      g_list_model_get_item (gscope_gtk_view_get_signals (app_bed_get_view (f)), 0);

  g_assert_cmpstr (gscope_gtk_view_signal_get_text (signal), ==, expected);
}

/* The overview keeps the whole file in sight, whatever part is played. */
static void
assert_overview (Fixture *f, gint64 length)
{
  GtkWidget *overview = app_bed_find (f->window, GSCOPE_GTK_TYPE_OVERVIEW);
  gint64 begin, end;

  g_assert_nonnull (overview);
  g_assert_true (gtk_widget_get_mapped (overview));
  gscope_gtk_overview_get_interval (GSCOPE_GTK_OVERVIEW (overview), &begin, &end);
  g_assert_cmpint (begin, <=, 0);
  g_assert_cmpint (end, >=, length);
  g_assert_cmpint (end, <, length + length / 50);
}

/* A recording is shown as a whole; nothing else is recorded, or added, meanwhile. */
static void
test_playback (Fixture *f, gconstpointer data)
{
  GtkRange *place;

  g_assert_false (app_bed_is_enabled (f, "play"));
  app_bed_play (f);
  place = GTK_RANGE (app_bed_find (app_bed_find (f->window, APP_TYPE_TRANSPORT), GTK_TYPE_SCALE));
  g_assert_false (app_bed_is_enabled (f, "add-source"));
  g_assert_false (app_bed_is_enabled (f, "record"));
  g_assert_cmpfloat (gtk_range_get_value (place), ==, 1);
  scrub (place, 0.25);
  g_assert_cmpfloat_with_epsilon (gtk_range_get_value (place), 0.25, 0.001);
  assert_text (f, "1");
  scrub (place, 0.5);
  assert_text (f, "2");
  scrub (place, 0.25);
  assert_text (f, "1");
  assert_overview (f, 10 * GSCOPE_SEC);
  scrub (place, 1);

  for (guint i = 0; i < 20; i++)
    app_bed_press (f, "<Alt>Left");
  g_assert_cmpfloat (gtk_range_get_value (place), <, 0.01);
  app_bed_press (f, "<Control>space");
  g_assert_true (app_bed_get_state (f, "play"));
  for (guint i = 0; i < 8; i++)
    app_bed_press (f, "<Alt>Up");
  app_bed_await (!app_bed_get_state (f, "play"));
  g_assert_cmpfloat (gtk_range_get_value (place), ==, 1);
  await_stillness (f);
  app_bed_press (f, "<Control>l");
  g_assert_true (app_bed_get_state (f, "loop"));
  gtk_window_close (GTK_WINDOW (f->window));
  app_bed_await (app_bed_is_gone (f));
}

static void
add_tests (gconstpointer application)
{
  g_test_add ("/app-playback/all", Fixture, application, app_bed_set_up, test_playback,
              app_bed_tear_down);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
