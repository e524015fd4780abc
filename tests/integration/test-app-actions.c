/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Actions are enabled while they can do something: see test-app-nothing-open.c for those without a session. */

#include <gscope-gtk/gscope-gtk.h>

#include "app-bed.h"
#include "window/window.h"

typedef AppBed Fixture;

/* The enabled state follows what is open. */
static void
test_enabled (Fixture *f, gconstpointer data)
{
  static const char *const live[] = { "save", "add-source", "scopes", "find",
                                      "run",  "record",     "export", "split-right" };
  g_autofree char *path = g_build_filename (f->directory, "lab.tuples", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (live); i++)
    g_assert_true (app_bed_is_enabled (f, live[i]));
  g_assert_false (app_bed_is_enabled (f, "undo"));
  g_assert_false (app_bed_is_enabled (f, "close-view"));
  g_assert_false (app_bed_is_enabled (f, "play"));
  g_assert_false (app_bed_is_enabled (f, "change-format"));
  app_bed_activate (f, "split-right", NULL);
  g_assert_true (app_bed_is_enabled (f, "close-view"));
  app_bed_activate (f, "close-view", NULL);
  g_assert_false (app_bed_is_enabled (f, "close-view"));
  g_assert_true (app_bed_is_enabled (f, "undo"));
  g_assert_true (g_file_set_contents (path, "0 1 a\n1000 2 a\n", -1, NULL));
  app_bed_save_and_open (f, f->path);
  g_assert_false (app_bed_is_enabled (f, "undo"));
  app_bed_open (f, path);
  g_assert_true (app_bed_is_enabled (f, "play"));
  g_assert_true (app_bed_is_enabled (f, "change-format"));
  g_assert_false (app_bed_is_enabled (f, "record"));
  g_assert_false (app_bed_is_enabled (f, "add-source"));
  app_window_show_welcome (APP_WINDOW (f->window));
  for (guint i = 0; i < G_N_ELEMENTS (live); i++)
    g_assert_false (app_bed_is_enabled (f, live[i]));
  g_assert_false (app_bed_is_enabled (f, "play"));
}

static void
add_tests (gconstpointer application)
{
  g_test_add ("/app-actions/all", Fixture, application, app_bed_set_up, test_enabled,
              app_bed_tear_down);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
