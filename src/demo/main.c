/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* gscope-gtk-demo, the gallery of the widgets of libgscope-gtk-1. */
#include "window.h"

static void
on_activate (GtkApplication *application)
{
  GtkWidget *window = demo_window_new ();

  gtk_window_set_application (GTK_WINDOW (window), application);
  gtk_window_present (GTK_WINDOW (window));
}

int
main (int argc, char *argv[])
{
  g_autoptr (AdwApplication) application =
      adw_application_new ("org.gscope.GtkDemo", G_APPLICATION_NON_UNIQUE);

  g_signal_connect (application, "activate", G_CALLBACK (on_activate), NULL);
  return g_application_run (G_APPLICATION (application), argc, argv);
}
