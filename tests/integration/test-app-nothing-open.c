/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Actions of a window that has nothing open. */

#include <string.h>

#include "app-bed.h"
#include "window/actions.h"
#include "window/window.h"

typedef AppBed Fixture;

static gboolean
has_no_target (const AppAction *row)
{
  return row->activate || row->go || row->set || row->open || row->open_signal;
}

/* An action whose row forgets its condition is enabled where it has nothing to work on. */
static void
test_nothing_open (Fixture *f, gconstpointer data)
{
  guint n;
  const AppAction *rows = app_actions_get (&n);

  for (guint i = 0; i < n; i++)
    {
      if (!rows[i].name || !g_str_has_prefix (rows[i].name, "win.") || !has_no_target (&rows[i]))
        continue;
      app_window_show_welcome (APP_WINDOW (f->window));
      g_test_message ("%s", rows[i].name);
      if (rows[i].open || rows[i].open_signal)
        g_assert_false (app_bed_is_enabled (f, rows[i].name + strlen ("win.")));
      gtk_widget_activate_action (f->window, rows[i].name, NULL);
      app_bed_settle ();
    }
}

static void
add_tests (gconstpointer application)
{
  g_test_add ("/app-nothing-open/all", Fixture, application, app_bed_set_up, test_nothing_open,
              app_bed_tear_down);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
