/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Dialogs that add and configure sources. */

#include "app-bed.h"

typedef AppBed Fixture;

static void
test_source_dialogs (Fixture *f, gconstpointer data)
{
  app_bed_check_opener (f, "win.add-source", NULL);
  app_bed_check_opener (f, "win.add-agent", NULL);
  app_bed_check_opener (f, "win.add-number", NULL);
  app_bed_check_opener (f, "win.configure-source", "demo");
}

static void
add_tests (gconstpointer application)
{
  g_test_add ("/app-source-dialogs/all", Fixture, application, app_bed_set_up, test_source_dialogs,
              app_bed_tear_down);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
