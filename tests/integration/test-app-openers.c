/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Dialogs that are opened by actions of their own: see test-app-dialogs.c for the dialogs of the table. */

#include "app-bed.h"

typedef AppBed Fixture;

/* Each belongs to the window, and goes when it is closed. */
static void
test_openers (Fixture *f, gconstpointer data)
{
  static const struct
  {
    const char *action;
    const char *target;
  } openers[] = {
    { "win.add-source", NULL }, { "win.add-agent", NULL },          { "win.add-math", NULL },
    { "win.go-to", NULL },      { "win.configure-source", "demo" }, { "app.preferences", NULL },
    { "win.add-number", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (openers); i++)
    {
      g_autoptr (GVariant) target =
          openers[i].target ? g_variant_ref_sink (g_variant_new_string (openers[i].target)) : NULL;

      g_assert_true (gtk_widget_activate_action_variant (f->window, openers[i].action, target));
      app_bed_settle ();
      g_assert_nonnull (app_bed_find_dialog (f));
      app_bed_check_keys (app_bed_find_dialog (f));
      g_assert_null (app_bed_find_dialog (f));
    }
}

static void
add_tests (gconstpointer application)
{
  g_test_add ("/app-openers/all", Fixture, application, app_bed_set_up, test_openers,
              app_bed_tear_down);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
