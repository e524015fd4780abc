/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gstdio.h>
#include <gscope-gtk/chrome/time-ruler.h>
#include <gscope-gtk/plot/columns.h>
#include <gscope/gscope.h>

typedef struct
{
  GscopeGtkScene scene;
  GscopeClock *base;
  GscopeTransport *transport;
} Fixture;

/* A plot of 600 pixels over 60 s. */
static void
set_up (Fixture *f, gconstpointer data)
{
  gscope_gtk_scene_init (&f->scene);
  f->base = gscope_test_clock_new (0);
  f->transport = gscope_transport_new (f->base);
  gscope_transport_set_range (f->transport, 100 * GSCOPE_SEC, 580 * GSCOPE_SEC);
  f->scene.plot.x = 10;
  f->scene.plot.width = 600;
  gscope_gtk_viewport_set_n_columns (f->scene.viewport, 600);
  gscope_gtk_viewport_set_span (f->scene.viewport, 60 * GSCOPE_SEC);
  gscope_gtk_viewport_set_mode (f->scene.viewport, GSCOPE_VIEW_MODE_ROLL);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gscope_gtk_scene_clear (&f->scene);
  g_object_unref (f->transport);
  g_object_unref (f->base);
}

static void
assert_marks (Fixture *f, GscopeClock *clock, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GArray) marks = NULL;
  GscopeGtkTimeRuler ruler;

  gscope_gtk_time_ruler_init (&ruler, &f->scene, clock);
  marks = gscope_gtk_time_ruler_list_marks (&ruler);
  for (guint i = 0; i < marks->len; i++)
    {
      const GscopeGtkMark *mark = &g_array_index (marks, GscopeGtkMark, i);

      g_string_append_printf (text, "%s%g:%s", i > 0 ? " | " : "", mark->place, mark->text);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
assert_cursor (Fixture *f, GscopeClock *clock, gint64 time, const char *expected)
{
  g_autofree char *text = NULL;
  GscopeGtkTimeRuler ruler;

  gscope_gtk_time_ruler_init (&ruler, &f->scene, clock);
  text = gscope_gtk_time_ruler_format (&ruler, time, TRUE);
  g_assert_cmpstr (text, ==, expected);
}

/* A recording of 8 minutes counts from its start, and not back from its end. */
static void
test_recording (Fixture *f, gconstpointer data)
{
  GscopeClock *clock = GSCOPE_CLOCK (f->transport);
  g_autofree char *clock_text = NULL;

  gscope_gtk_viewport_set_pen (f->scene.viewport, 580 * GSCOPE_SEC);
  assert_marks (f, clock, "10:420 s | 110:430 | 210:440 | 310:450 | 410:460 | 510:470 | 610:480");
  assert_cursor (f, clock, 550 * GSCOPE_SEC, "450.0 s");
  clock_text = gscope_gtk_time_format_clock (clock, 130 * GSCOPE_SEC, 1);
  g_assert_cmpstr (clock_text, ==, "30.0 s");
}

static void
on_started (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  gscope_source_start_finish (GSCOPE_SOURCE (source), result, &error);
  g_assert_no_error (error);
  *(gboolean *) data = TRUE;
}

/* A recording that says when it was made has date and time of day. */
static void
test_wall (Fixture *f, gconstpointer data)
{
  g_autofree char *path = NULL;
  g_autoptr (GFile) file = NULL;
  g_autoptr (GscopePlayer) player = NULL;
  GscopeTransport *transport;
  gboolean is_done = FALSE;

  g_close (g_file_open_tmp ("gscope-XXXXXX.csv", &path, NULL), NULL);
  g_file_set_contents (path, "when,v\n2026-01-31 12:00:00,1\n2026-01-31 12:08:00,2\n", -1, NULL);
  file = g_file_new_for_path (path);
  player = gscope_player_new_with_clock ("", file, f->base);
  gscope_source_start_async (GSCOPE_SOURCE (player), NULL, on_started, &is_done);
  while (!is_done)
    g_main_context_iteration (NULL, TRUE);
  transport = gscope_player_get_transport (player);
  g_assert_true (gscope_clock_get_has_wall (GSCOPE_CLOCK (transport)));
  gscope_gtk_viewport_set_pen (f->scene.viewport, gscope_transport_get_end (transport));
  assert_marks (f, GSCOPE_CLOCK (transport),
                "10:31 Jan, 12:07:00 | 110:12:07:10 | 210:12:07:20 | 310:12:07:30 | "
                "410:12:07:40 | 510:12:07:50 | 610:12:08:00");
  assert_cursor (f, GSCOPE_CLOCK (transport),
                 gscope_transport_get_end (transport) - 30 * GSCOPE_SEC, "12:07:30.0");
  g_remove (path);
}

/* A live picture counts back from the pen, and one that was moved into the past says when it was. */
static void
test_live (Fixture *f, gconstpointer data)
{
  GscopeGtkTimeRuler ruler;

  gscope_gtk_viewport_set_pen (f->scene.viewport, 580 * GSCOPE_SEC);
  assert_marks (f, f->base, "10:−60 | 110:−50 | 210:−40 | 310:−30 | 410:−20 | 510:−10 | 610:0 s");
  assert_cursor (f, f->base, 550 * GSCOPE_SEC, "−30.0 s");
  gscope_gtk_time_ruler_init (&ruler, &f->scene, f->base);
  g_assert_false (gscope_gtk_time_ruler_moves (&ruler));
  gscope_gtk_viewport_pan (f->scene.viewport, -100);
  gscope_gtk_time_ruler_init (&ruler, &f->scene, f->base);
  g_assert_cmpint (ruler.kind, ==, GSCOPE_GTK_TIME_OF_DAY);
}

/* On demand the ruler has times of day, also while the picture moves. */
static void
test_wall_clock (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeViewSettings) settings = gscope_view_settings_new ();
  GscopeGtkTimeRuler ruler;

  gscope_view_settings_set_on (settings, "wall-clock", TRUE);
  f->scene.settings = settings;
  gscope_gtk_viewport_set_pen (f->scene.viewport, 580 * GSCOPE_SEC);
  for (guint mode = GSCOPE_VIEW_MODE_SWEEP; mode <= GSCOPE_VIEW_MODE_ROLL; mode++)
    {
      gscope_gtk_viewport_set_mode (f->scene.viewport, mode);
      gscope_gtk_time_ruler_init (&ruler, &f->scene, f->base);
      g_assert_cmpint (ruler.kind, ==, GSCOPE_GTK_TIME_OF_DAY);
      g_assert_true (gscope_gtk_time_ruler_moves (&ruler));
    }
  gscope_gtk_time_ruler_init (&ruler, &f->scene, GSCOPE_CLOCK (f->transport));
  g_assert_cmpint (ruler.kind, ==, GSCOPE_GTK_TIME_OF_RECORDING);
  f->scene.settings = NULL;
}

/* A sweep counts from its start while it goes on. When it is held, each time is the true one: at the right of the pen
 * are older times. */
static void
test_sweep (Fixture *f, gconstpointer data)
{
  GscopeGtkViewport *viewport = f->scene.viewport;
  GscopeClock *clock = GSCOPE_CLOCK (f->transport);

  gscope_gtk_viewport_set_mode (viewport, GSCOPE_VIEW_MODE_SWEEP);
  gscope_gtk_viewport_set_origin (viewport, 100 * GSCOPE_SEC);
  gscope_gtk_viewport_set_pen (viewport, 185 * GSCOPE_SEC - 1);
  assert_marks (f, clock, "10:0 s | 110:10 | 210:20 | 310:30 | 410:40 | 510:50 | 610:60");
  assert_cursor (f, clock, 180 * GSCOPE_SEC, "20.0 s");
  assert_cursor (f, clock, 130 * GSCOPE_SEC, "30.0 s");
  gscope_gtk_viewport_set_held (viewport, TRUE);
  assert_marks (f, clock, "10:60 s | 110:70 | 210:80 | 310:30 | 410:40 | 510:50");
  assert_cursor (f, clock, 180 * GSCOPE_SEC, "80.0 s");
  assert_cursor (f, clock, 130 * GSCOPE_SEC, "30.0 s");
  gscope_gtk_viewport_set_held (viewport, FALSE);
  assert_cursor (f, clock, 180 * GSCOPE_SEC, "20.0 s");
}

/* Over an hour, hours and minutes read better than seconds. */
static void
test_hours (Fixture *f, gconstpointer data)
{
  GscopeClock *clock = GSCOPE_CLOCK (f->transport);

  gscope_transport_set_range (f->transport, 0, 7200 * GSCOPE_SEC);
  gscope_gtk_viewport_set_pen (f->scene.viewport, 3630 * GSCOPE_SEC);
  assert_cursor (f, clock, 3601 * GSCOPE_SEC, "1:00:01.0");
  assert_marks (f, clock,
                "10:0:59:30 | 110:0:59:40 | 210:0:59:50 | 310:1:00:00 | 410:1:00:10 | 510:1:00:20 "
                "| 610:1:00:30");
}

int
main (int argc, char *argv[])
{
  g_setenv ("TZ", "UTC", TRUE);
  g_setenv ("LC_ALL", "C.UTF-8", TRUE);
  g_test_init (&argc, &argv, NULL);

#define ADD(name, func) g_test_add ("/time-ruler/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("recording", test_recording);
  ADD ("wall", test_wall);
  ADD ("live", test_live);
  ADD ("sweep", test_sweep);
  ADD ("wall-clock", test_wall_clock);
  ADD ("hours", test_hours);
#undef ADD

  return g_test_run ();
}
