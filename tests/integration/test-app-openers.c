/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Dialogs that are opened by actions of their own: see test-app-dialogs.c for the dialogs of the table, and
 * test-app-source-dialogs.c for those of sources. */

#include "app-bed.h"

typedef AppBed Fixture;

static void
test_openers (Fixture *f, gconstpointer data)
{
  app_bed_check_opener (f, "win.add-math", NULL);
  app_bed_check_opener (f, "win.go-to", NULL);
  app_bed_check_opener (f, "app.preferences", NULL);
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
