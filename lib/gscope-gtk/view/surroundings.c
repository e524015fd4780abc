/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/view/surroundings.h>

const GscopeGtkPalette *
gscope_gtk_surroundings_get_palette (GtkWidget *widget)
{
  GdkRGBA color;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  return gscope_gtk_palette_get (color.red + color.green + color.blue > 1.5f);
}

static GdkSurface *
get_surface (GtkWidget *widget)
{
  GtkNative *native = gtk_widget_get_native (widget);

  return native ? gtk_native_get_surface (native) : NULL;
}

void
gscope_gtk_surroundings_watch (GtkWidget *widget, GCallback func)
{
  GdkSurface *surface = get_surface (widget);

  if (GDK_IS_TOPLEVEL (surface))
    g_signal_connect (surface, "notify::state", func, widget);
}

void
gscope_gtk_surroundings_unwatch (GtkWidget *widget, GCallback func)
{
  GdkSurface *surface = get_surface (widget);

  if (surface)
    g_signal_handlers_disconnect_by_func (surface, func, widget);
}

gboolean
gscope_gtk_surroundings_can_see (GtkWidget *widget)
{
  GdkSurface *surface = get_surface (widget);

  if (!gtk_widget_get_mapped (widget))
    return FALSE;
  return !GDK_IS_TOPLEVEL (surface)
         || !(gdk_toplevel_get_state (GDK_TOPLEVEL (surface)) & GDK_TOPLEVEL_STATE_MINIMIZED);
}
