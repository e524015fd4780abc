/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A scope in a window in three calls, and a parameter with its control. With GSCOPE_EXAMPLE_PICTURE
 * the program writes a picture of what it showed for two seconds, and ends. */
#include <gscope-gtk/gscope-gtk.h>
#include <math.h>

static double speed = 1, level;

static gboolean
change_level (gpointer data)
{
  level = 10 * sin (speed * g_get_monotonic_time () / 2e5);
  return G_SOURCE_CONTINUE;
}

static gboolean
finish (gpointer view)
{
  exit (!gscope_gtk_view_export (view, g_getenv ("GSCOPE_EXAMPLE_PICTURE"), 0, 0, 1, NULL));
}

int
main (void)
{
  GscopeParameter *parameter = gscope_parameter_new_double ("speed", 0, 10, speed);

  gtk_init ();
  GtkWidget *window = gtk_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GscopeScope *scope = gscope_scope_new ();
  gscope_scope_add_double (scope, "level", &level);
  GtkWidget *view = gscope_gtk_view_new (scope);

  gscope_parameter_bind_double (parameter, &speed);
  gscope_source_add_parameter (gscope_scope_get_source (scope), parameter, NULL);
  gtk_box_append (GTK_BOX (box), view);
  gtk_box_append (GTK_BOX (box), gscope_gtk_control_new (parameter));
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_window_present (GTK_WINDOW (window));
  g_timeout_add (10, change_level, NULL);
  if (g_getenv ("GSCOPE_EXAMPLE_PICTURE"))
    g_timeout_add_seconds (2, finish, view);
  while (g_list_model_get_n_items (gtk_window_get_toplevels ()) > 0)
    g_main_context_iteration (NULL, TRUE);
  return 0;
}
