/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The names of the parts of the window, and the dialogs that its actions open. */

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

#include "app-bed.h"
#include "signals/source-header.h"
#include "window/actions.h"

typedef AppBed Fixture;

/* The window itself, with its panels. */
static void
check_names (Fixture *f)
{
  app_bed_await (app_bed_has_samples (f));
  app_bed_check_names (f->window);
  gtk_test_accessible_assert_property (
      GTK_ACCESSIBLE (
          app_bed_find (app_bed_find (f->window, APP_TYPE_SOURCE_HEADER), GTK_TYPE_MENU_BUTTON)),
      GTK_ACCESSIBLE_PROPERTY_LABEL, "Menu of demo");
  app_bed_select_signal (f, 0);
  app_bed_settle ();
  app_bed_check_names (f->window);
}

/* Each dialog that a row opens belongs to the window, has a title, and goes when it is closed. A dialog of a
 * signal is not opened without one. */
static void
test_dialogs (Fixture *f, gconstpointer data)
{
  guint n;
  const AppAction *rows = app_actions_get (&n);

  check_names (f);
  for (guint i = 0; i < n; i++)
    {
      if (!rows[i].open && !rows[i].open_signal)
        continue;
      gscope_gtk_view_set_selected (app_bed_get_view (f), NULL);
      if (rows[i].open_signal)
        {
          gtk_widget_activate_action (f->window, rows[i].name, NULL);
          app_bed_settle ();
          g_assert_null (app_bed_find_dialog (f));
          app_bed_select_signal (f, 0);
        }
      gtk_widget_activate_action (f->window, rows[i].name, NULL);
      app_bed_settle ();
      g_assert_nonnull (app_bed_find_dialog (f));
      g_assert_true (gtk_window_get_title (app_bed_find_dialog (f))[0] != '\0');
      app_bed_check_keys (app_bed_find_dialog (f));
      g_assert_null (app_bed_find_dialog (f));
    }
}

static void
add_tests (gconstpointer application)
{
  g_test_add ("/app-dialogs/all", Fixture, application, app_bed_set_up, test_dialogs,
              app_bed_tear_down);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
