/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The losses that a recording has. */

#include <glib/gstdio.h>

#include "app-bed.h"
#include "bars/bottom.h"
#include "signals/panel.h"
#include "window/window.h"

typedef AppBed Fixture;

static void
set_up_large (Fixture *f, gconstpointer application)
{
  app_bed_init (f, application, APP_BED_LAB);
}

static GtkWidget *
find_losses (Fixture *f)
{
  return app_bed_find_text (app_bed_find (f->window, APP_TYPE_SIGNALS_PANEL), "5 lost, 154 late");
}

/* Losses of a recording cut off neither the range in their signal's row nor the narrow bar. */
static void
test_losses (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (f->directory, "losses.tuples", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GtkWidget *bar = app_bed_find (f->window, APP_TYPE_BOTTOM_BAR), *range;
  int width;

  g_assert_true (g_file_set_contents (path,
                                      "0 0 lab/wave\n10 1 lab/wave\n"
                                      "#gscope {\"loss\":{\"signal\":\"lab/wave\","
                                      "\"time_ns\":10000000,\"cause\":\"ring-full\",\"count\":5}}\n"
                                      "#gscope {\"loss\":{\"signal\":\"lab/wave\","
                                      "\"time_ns\":10000000,\"cause\":\"late\",\"count\":154}}\n",
                                      -1, NULL));
  app_window_open (APP_WINDOW (f->window), file);
  app_bed_await (find_losses (f) && gtk_widget_get_mapped (find_losses (f)));
  range = gtk_widget_get_prev_sibling (find_losses (f));
  app_bed_await (!pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (range))));
  g_object_set (bar, "narrow", TRUE, "single", TRUE, NULL);
  gtk_widget_measure (bar, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  g_assert_cmpint (width, <=, 420);
  g_unlink (path);
}

static void
add_tests (gconstpointer application)
{
  g_test_add ("/app-recorded-losses/all", Fixture, application, set_up_large, test_losses,
              app_bed_tear_down);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
