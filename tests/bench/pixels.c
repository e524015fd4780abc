/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "pixels.h"

#include <gdk/x11/gdkx.h>

GtkWidget *
pixels_show (GtkWidget *child, GtkWidget *sized, int width, int height)
{
  GtkWidget *window = gtk_window_new ();

  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_widget_set_size_request (sized, width, height);
  gtk_window_set_child (GTK_WINDOW (window), child);
  gtk_window_present (GTK_WINDOW (window));
  while (!gtk_widget_get_mapped (sized))
    g_main_context_iteration (NULL, TRUE);
  return window;
}

XImage *
pixels_read (GtkWidget *window, int y, int width, int n_rows)
{
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (window));
  double left, top;

  gtk_native_get_surface_transform (GTK_NATIVE (window), &left, &top);
  return XGetImage (gdk_x11_display_get_xdisplay (gdk_surface_get_display (surface)),
                    gdk_x11_surface_get_xid (surface), left, top + y, width, n_rows, AllPlanes,
                    ZPixmap);
}

static gboolean
has_color (XImage *rows, int x, guint color)
{
  for (int y = 0; y < rows->height; y++)
    if ((XGetPixel (rows, x, y) & 0xffffff) == color)
      return TRUE;
  return FALSE;
}

gboolean
pixels_have (XImage *rows, GscopeGtkView *view, int y, guint color, gint64 time, gint64 tolerance)
{
  gint64 there;
  double value;

  for (int x = 0; x < rows->width; x++)
    if (gscope_gtk_view_pick (view, x, y, &there, &value) && ABS (there - time) <= tolerance
        && has_color (rows, x, color))
      return TRUE;
  return FALSE;
}
