/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "window/private.h"

#include <glib/gi18n.h>

#include "window/application.h"

/* A button of the window shows whether other programs can connect to this one, and how many are connected. */

static AppApplication *
get_application (AppWindow *self)
{
  return APP_APPLICATION (gtk_window_get_application (GTK_WINDOW (self)));
}

/* Between two frames, widgets have no picture: a paintable keeps the picture of the last frame. */
static void
set_camera (AppWindow *self, gboolean is_shared)
{
  if (is_shared == (self->camera != NULL))
    return;
  g_clear_object (&self->camera);
  if (!is_shared)
    return;
  self->camera = gtk_widget_paintable_new (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

GdkPaintable *
app_window_get_camera (AppWindow *self)
{
  return self->camera;
}

static void
show (AppWindow *self)
{
  AppSharing *sharing = app_application_get_sharing (get_application (self));
  const char *address = app_sharing_get_address (sharing);
  guint n = app_sharing_get_n_clients (sharing);
  g_autofree char *count = n > 0 ? g_strdup_printf ("%u", n) : g_strdup ("");
  g_autofree char *clients =
      g_strdup_printf (ngettext ("%u program is connected", "%u programs are connected", n), n);
  g_autofree char *text =
      address ? g_strdup_printf (_ ("Other programs can connect at %s: %s"), address, clients)
              : g_strdup ("");

  set_camera (self, address != NULL);
  gtk_widget_set_visible (self->shared, address != NULL);
  gtk_label_set_label (self->n_clients, count);
  gtk_widget_set_visible (GTK_WIDGET (self->n_clients), n > 0);
  gtk_widget_set_tooltip_text (self->shared, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->shared), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text, -1);
}

void
app_window_watch_sharing (AppWindow *self)
{
  AppSharing *sharing = app_application_get_sharing (get_application (self));

  g_signal_connect_object (sharing, "notify", G_CALLBACK (show), self, G_CONNECT_SWAPPED);
  show (self);
}

void
app_window_update_sharing (AppWindow *self)
{
  /* a window that goes has none */
  if (get_application (self))
    app_application_update_sharing (get_application (self));
}
