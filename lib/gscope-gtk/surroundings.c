/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/surroundings.h>

#include <string.h>

#ifdef GDK_WINDOWING_WAYLAND
#include <gdk/wayland/gdkwayland.h>
#endif

/* The stylesheet of a program says so by a colour of this name, which may be any. The themes of GTK say it by their names. */
#define HIGH_CONTRAST "gscope_high_contrast"

static gboolean
has_high_contrast (GtkWidget *widget)
{
  g_autofree char *theme = NULL;
  GdkRGBA color;

  if (gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), HIGH_CONTRAST, &color))
    return TRUE;
  g_object_get (gtk_widget_get_settings (widget), "gtk-theme-name", &theme, NULL);
  return theme && (g_str_has_prefix (theme, "HighContrast") || strstr (theme, "-hc"));
}

const GscopeGtkPalette *
gscope_gtk_surroundings_get_palette (GtkWidget *widget)
{
  gboolean is_dark;
  GdkRGBA color;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  is_dark = color.red + color.green + color.blue > 1.5f;
  return has_high_contrast (widget) ? gscope_gtk_palette_get_high_contrast (is_dark)
                                    : gscope_gtk_palette_get (is_dark);
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

gboolean
gscope_gtk_surroundings_paints_all (GtkWidget *widget)
{
#ifdef GDK_WINDOWING_WAYLAND
  GtkNative *native = gtk_widget_get_native (widget);

  return native && GDK_IS_WAYLAND_DISPLAY (gtk_widget_get_display (widget))
         && GSK_IS_CAIRO_RENDERER (gtk_native_get_renderer (native));
#else
  return FALSE;
#endif
}
