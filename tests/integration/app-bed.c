/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "app-bed.h"

void
app_bed_settle (void)
{
  for (guint i = 0; i < 200; i++)
    g_main_context_iteration (NULL, FALSE);
}

void
app_bed_step (void)
{
  g_main_context_iteration (NULL, FALSE);
  g_usleep (1000);
}

GtkWidget *
app_bed_find (GtkWidget *widget, GType type)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (widget, type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = app_bed_find (child, type);
  return found;
}
