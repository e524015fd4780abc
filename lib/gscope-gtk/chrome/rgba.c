/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/chrome/rgba.h>
#include <gscope-gtk/plot/view-signal-private.h>

GdkRGBA
gscope_gtk_rgba_make (guint32 color, double alpha)
{
  return (GdkRGBA){ (color >> 16 & 255) / 255.0f, (color >> 8 & 255) / 255.0f,
                    (color & 255) / 255.0f, (float) alpha };
}

void
gscope_gtk_rgba_set_source (cairo_t *cr, guint32 color, double alpha)
{
  cairo_set_source_rgba (cr, (color >> 16 & 255) / 255.0, (color >> 8 & 255) / 255.0,
                         (color & 255) / 255.0, alpha);
}

/**
 * gscope_gtk_view_signal_get_rgba:
 * @self: a signal of a view
 * @dark: whether the theme is dark
 * @rgba: (out caller-allocates): its colour
 * @dashed: (out) (optional): whether its line is dashed
 *
 * Gets the colour and line style of a view's signal in a theme.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_signal_get_rgba (GscopeGtkViewSignal *self, gboolean dark, GdkRGBA *rgba,
                                 gboolean *dashed)
{
  *rgba = gscope_gtk_rgba_make (
      gscope_gtk_view_signal_resolve (self, gscope_gtk_palette_get (dark), dashed), 1);
}

/**
 * gscope_gtk_color_get_rgba:
 * @color: a colour of [method@Gscope.Signal.get_color], not 0
 * @dark: whether the theme is dark
 * @rgba: (out caller-allocates): the colour in the theme
 * @dashed: (out) (optional): whether a line of that colour is dashed
 *
 * Gets a signal's colour in a theme.
 *
 * Since: 1.0
 */
void
gscope_gtk_color_get_rgba (guint color, gboolean dark, GdkRGBA *rgba, gboolean *dashed)
{
  *rgba = gscope_gtk_rgba_make (
      gscope_gtk_palette_resolve (gscope_gtk_palette_get (dark), color, 1, dashed), 1);
}
