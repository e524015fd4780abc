/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Windows that close while their changes are not saved. */

#include <adwaita.h>

#include "app-bed.h"

typedef AppBed Fixture;

/* A window that closes without its changes, or while the question is open, leaves nothing behind. */
static void
test_closing (Fixture *f, gconstpointer data)
{
  app_bed_write (f, 7);
  gtk_window_close (GTK_WINDOW (f->window));
  app_bed_settle ();
  app_bed_answer ("discard");
  app_bed_await (app_bed_is_gone (f));

  app_bed_open_window (f);
  app_bed_write (f, 9);
  gtk_window_close (GTK_WINDOW (f->window));
  app_bed_settle ();
  g_assert_nonnull (app_bed_find_window (ADW_TYPE_MESSAGE_DIALOG));
  gtk_window_destroy (GTK_WINDOW (f->window));
  app_bed_await (app_bed_is_gone (f));
  g_assert_null (app_bed_find_window (ADW_TYPE_MESSAGE_DIALOG));
}

static void
add_tests (gconstpointer application)
{
  g_test_add ("/app-closing/all", Fixture, application, app_bed_set_up, test_closing,
              app_bed_tear_down);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
