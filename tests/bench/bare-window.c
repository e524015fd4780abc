/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <adwaita.h>

/* A window of libadwaita with a label, whose start a benchmark compares with the start of the
 * application. */

static void
on_activate (GtkApplication *application)
{
  GtkWidget *window = adw_application_window_new (application);

  adw_application_window_set_content (ADW_APPLICATION_WINDOW (window), gtk_label_new ("Bare"));
  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 800);
  gtk_window_present (GTK_WINDOW (window));
}

int
main (void)
{
  g_autoptr (AdwApplication) application = adw_application_new (NULL, G_APPLICATION_NON_UNIQUE);

  g_signal_connect (application, "activate", G_CALLBACK (on_activate), NULL);
  return g_application_run (G_APPLICATION (application), 0, NULL);
}
