/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A recording that grows while the window shows it. */

#include <glib/gstdio.h>
#include <gscope-gtk/gscope-gtk.h>

#include "app-bed.h"
#include "window/application.h"
#include "window/window.h"

typedef AppBed Fixture;

static gint64
get_place (Fixture *f)
{
  GscopePlayer *player = app_session_get_player (app_bed_get_session (f));

  return gscope_transport_get_position (gscope_player_get_transport (player));
}

/* The panel shows the facts of the recording and each skipped line; a view at the end stays there. */
static void
test_growing (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (f->directory, "lab.tuples", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileOutputStream) more = NULL;

  g_assert_true (g_file_set_contents (
      path, "1000 1 a/one\nnonsense\n1000 1 a/two\n11000 2 a/one\nworse\n", -1, NULL));
  app_window_open (APP_WINDOW (f->window), file);
  app_bed_await (app_bed_shows_recording (f));
  app_bed_await (app_bed_find_text (f->window, "line 5: "));
  g_assert_nonnull (app_bed_find_text (f->window, "line 2: "));
  g_assert_nonnull (app_bed_find_text (f->window, "10 s"));
  g_assert_cmpint (get_place (f), ==, 11 * GSCOPE_SEC);
  more = g_file_append_to (file, G_FILE_CREATE_NONE, NULL, NULL);
  g_assert_true (
      g_output_stream_write_all (G_OUTPUT_STREAM (more), "16000 3 a/one\n", 14, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (G_OUTPUT_STREAM (more), NULL, NULL));
  app_bed_await (get_place (f) == 16 * GSCOPE_SEC);
  gtk_window_close (GTK_WINDOW (f->window));
  app_bed_await (app_bed_is_gone (f));
  g_unlink (path);
}

static void
add_tests (gconstpointer application)
{
  g_test_add ("/app-growing/all", Fixture, application, app_bed_set_up, test_growing,
              app_bed_tear_down);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
