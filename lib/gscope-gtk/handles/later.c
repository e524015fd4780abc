/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/handles/later.h>

/* Frames are drawn at a lower priority. */
#define PRIORITY G_PRIORITY_HIGH_IDLE

#define WAITING "gscope-waiting"
#define SHOWN "gscope-shown"

static gboolean
allocate (gpointer view)
{
  g_object_steal_data (view, WAITING);
  gtk_widget_queue_allocate (view);
  return G_SOURCE_REMOVE;
}

static gboolean
show (gpointer handle)
{
  g_object_steal_data (handle, WAITING);
  gtk_widget_set_visible (handle, g_object_get_data (handle, SHOWN) != NULL);
  return G_SOURCE_REMOVE;
}

static void
forget (gpointer id)
{
  g_source_remove (GPOINTER_TO_UINT (id));
}

static void
call_once (GtkWidget *widget, GSourceFunc func)
{
  guint id;

  if (g_object_get_data (G_OBJECT (widget), WAITING))
    return;
  id = g_idle_add_full (PRIORITY, func, widget, NULL);
  g_object_set_data_full (G_OBJECT (widget), WAITING, GUINT_TO_POINTER (id), forget);
}

void
gscope_gtk_allocate_later (GtkWidget *view)
{
  call_once (view, allocate);
}

void
gscope_gtk_show_later (GtkWidget *handle, gboolean shown)
{
  g_object_set_data (G_OBJECT (handle), SHOWN, shown ? handle : NULL);
  if (gtk_widget_get_visible (handle) != shown)
    call_once (handle, show);
}
