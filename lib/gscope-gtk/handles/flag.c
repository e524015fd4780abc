/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/handles/flag.h>

#include <math.h>

#define HEIGHT 18

int
gscope_gtk_flag_get_height (double text_scale)
{
  return (int) ceil (HEIGHT * text_scale);
}

void
gscope_gtk_flag_fill (GscopeGtkBrush *brush, gboolean has_focus)
{
  gscope_gtk_brush_set_color (brush, brush->palette->accent, 1);
  cairo_fill_preserve (brush->cr);
  gscope_gtk_brush_set_color (brush, has_focus ? brush->palette->text : brush->palette->plot, 1);
  cairo_set_line_width (brush->cr, has_focus ? 2 : 1);
  cairo_stroke (brush->cr);
}
