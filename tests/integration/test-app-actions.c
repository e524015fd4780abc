/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Each action that opens a dialog opens one, and actions are enabled while they can do something. */

#include <gscope-gtk/gscope-gtk.h>

#include "app-bed.h"
#include "window/actions.h"
#include "window/window.h"

static const char document[] =
    "{ \"gscope-workspace\": 1, \"scopes\": [ { \"period-ms\": 100, \"sources\": [ {\n"
    "  \"type\": \"demo\", \"options\": { \"signals\": [ \"sine\" ] } } ] } ],\n"
    "  \"views\": [ { \"signals\": [ { \"match\": \"*\" } ] } ] }\n";

typedef AppBed Fixture;

static void
set_up (Fixture *f, gconstpointer application)
{
  f->is_small = TRUE;
  app_bed_init (f, application, document);
}

static GtkWindow *
find_dialog (Fixture *f)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l; l = l->next)
    if (gtk_window_get_transient_for (l->data) == GTK_WINDOW (f->window))
      return l->data;
  return NULL;
}

/* Each dialog that a row opens belongs to the window, has a title, and goes when it is closed. A dialog of a
 * signal is not opened without one. */
static void
check_dialogs (Fixture *f)
{
  guint n;
  const AppAction *rows = app_actions_get (&n);

  for (guint i = 0; i < n; i++)
    {
      if (!rows[i].open && !rows[i].open_signal)
        continue;
      gscope_gtk_view_set_selected (app_bed_get_view (f), NULL);
      if (rows[i].open_signal)
        {
          gtk_widget_activate_action (f->window, rows[i].name, NULL);
          app_bed_settle ();
          g_assert_null (find_dialog (f));
          app_bed_select_signal (f, 0);
        }
      gtk_widget_activate_action (f->window, rows[i].name, NULL);
      app_bed_settle ();
      g_assert_nonnull (find_dialog (f));
      g_assert_true (gtk_window_get_title (find_dialog (f))[0] != '\0');
      gtk_window_close (find_dialog (f));
      app_bed_settle ();
      g_assert_null (find_dialog (f));
    }
}

/* The enabled state follows what is open. */
static void
check_enabled (Fixture *f)
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

/* In one window: only the last check changes it. */
static void
test_all (Fixture *f, gconstpointer data)
{
  check_dialogs (f);
  check_enabled (f);
}

static void
add_tests (gconstpointer application)
{
  g_test_add ("/app-actions/all", Fixture, application, set_up, test_all, app_bed_tear_down);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
