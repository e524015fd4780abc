/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "parameters/allocation-picture.h"

#include <gscope-gtk/gscope-gtk.h>
#include <math.h>

#define PERCENT 100.0

/* The size of the axes' text, divided by the size of the panel's text. */
#define TEXT_SCALE 0.8

enum
{
  TOP = 8,
  RIGHT = 10,
  GAP = 4,
  RADIUS = 4,
  N_LINES = 4,
};

typedef struct
{
  cairo_t *cr;
  PangoLayout *layout;
  GdkRGBA text;
  double left;
  double bottom;
  double width;
  double height;
  /* the right end of the axis, in processors, and the greatest utility */
  double share;
  double utility;
} Picture;

/* Dashes of the first curves: solid, dashed, dotted. */
static const double dashes[][2] = { { 1, 0 }, { 6, 4 }, { 1.5, 2.5 } };

static double
get_x (const Picture *self, double share)
{
  return self->left + self->width * share / self->share;
}

static double
get_y (const Picture *self, double utility)
{
  return self->bottom - self->height * utility / self->utility;
}

/* The axes end a little beyond the curves. */
static void
find_ends (Picture *self, AppAllocation *allocation)
{
  double share = 0.1, utility = 1;

  for (guint i = 0; i < app_allocation_get_n (allocation); i++)
    {
      const AppAllocationRow *row = app_allocation_get_row (allocation, i);
      guint n;

      if (!row->utility)
        continue;
      share = MAX (share, tsl_utility_get_points (row->utility, &n)[n > 0 ? n - 1 : 0].resource);
      share = MAX (share, row->now);
      utility = MAX (utility, row->most);
    }
  self->share = ceil (share * 10 + 0.5) / 10;
  self->utility = utility * 1.05;
}

static void
draw_text (Picture *self, double x, double y, double align, const char *text)
{
  int width, height;

  pango_layout_set_text (self->layout, text, -1);
  pango_layout_get_pixel_size (self->layout, &width, &height);
  gdk_cairo_set_source_rgba (self->cr, &self->text);
  cairo_move_to (self->cr, x - align * width, y - height / 2.0);
  pango_cairo_show_layout (self->cr, self->layout);
}

static void
draw_line (Picture *self, double x0, double y0, double x1, double y1)
{
  cairo_move_to (self->cr, round (x0) + 0.5, round (y0) + 0.5);
  cairo_line_to (self->cr, round (x1) + 0.5, round (y1) + 0.5);
  cairo_set_source_rgba (self->cr, self->text.red, self->text.green, self->text.blue, 0.18);
  cairo_set_line_width (self->cr, 1);
  cairo_stroke (self->cr);
}

static void
draw_axes (Picture *self, double line)
{
  double right = self->left + self->width;
  double step = self->utility > 4 ? ceil (self->utility / N_LINES) : self->utility > 2 ? 1 : 0.5;

  for (double utility = 0; utility <= self->utility; utility += step)
    {
      g_autofree char *text = g_strdup_printf ("%g", utility);

      draw_line (self, self->left, get_y (self, utility), right, get_y (self, utility));
      draw_text (self, self->left - GAP, get_y (self, utility), 1, text);
    }
  step = ceil (self->share * 10 / N_LINES) / 10;
  for (double share = 0; share <= self->share + 1e-9; share += step)
    {
      g_autofree char *text = g_strdup_printf ("%.0f %%", PERCENT * share);

      draw_line (self, get_x (self, share), self->bottom, get_x (self, share),
                 self->bottom - self->height);
      draw_text (self, get_x (self, share), self->bottom + line / 2 + GAP, share > 0 ? 0.5 : 0,
                 text);
    }
}

/* From the axis at the minimum, over all points, to the right end. */
static void
draw_curve (Picture *self, const TslUtility *curve, const GdkRGBA *color, guint style)
{
  guint n;
  const TslUtilityPoint *points = tsl_utility_get_points (curve, &n);

  cairo_move_to (self->cr, get_x (self, points[0].resource), self->bottom);
  for (guint i = 0; i < n; i++)
    cairo_line_to (self->cr, get_x (self, points[i].resource), get_y (self, points[i].utility));
  cairo_line_to (self->cr, self->left + self->width, get_y (self, points[n - 1].utility));
  gdk_cairo_set_source_rgba (self->cr, color);
  cairo_set_line_width (self->cr, 2);
  cairo_set_dash (self->cr, dashes[style], dashes[style][1] > 0 ? 2 : 0, 0);
  cairo_stroke (self->cr);
  cairo_set_dash (self->cr, NULL, 0, 0);
}

static void
draw_mark (Picture *self, const TslUtility *curve, double share, const GdkRGBA *color,
           gboolean is_filled)
{
  if (share <= 0)
    return;
  cairo_new_sub_path (self->cr);
  cairo_arc (self->cr, get_x (self, share), get_y (self, tsl_utility_get (curve, share)),
             is_filled ? RADIUS : RADIUS + 1.5, 0, 2 * G_PI);
  gdk_cairo_set_source_rgba (self->cr, color);
  cairo_set_line_width (self->cr, 2);
  if (is_filled)
    cairo_fill (self->cr);
  else
    cairo_stroke (self->cr);
}

void
app_allocation_picture_draw (AppAllocation *allocation, cairo_t *cr, PangoContext *context,
                             int width, int height, gboolean dark)
{
  g_autoptr (PangoLayout) layout = pango_layout_new (context);
  Picture self = { .cr = cr, .layout = layout };
  g_autoptr (PangoFontDescription) font = NULL;
  int left, line;

  font = pango_font_description_copy (pango_context_get_font_description (context));
  pango_font_description_set_size (font,
                                   (int) (TEXT_SCALE * pango_font_description_get_size (font)));
  pango_layout_set_font_description (layout, font);
  pango_layout_set_text (layout, "100", -1);
  pango_layout_get_pixel_size (layout, &left, &line);
  self.text = dark ? (GdkRGBA){ 1, 1, 1, 0.8f } : (GdkRGBA){ 0, 0, 0, 0.8f };
  self.left = left + GAP;
  self.bottom = height - line - 2 * GAP;
  self.width = MAX (1, width - self.left - RIGHT);
  self.height = MAX (1, self.bottom - TOP);
  find_ends (&self, allocation);
  draw_axes (&self, line);
  for (guint i = 0; i < app_allocation_get_n (allocation); i++)
    {
      const AppAllocationRow *row = app_allocation_get_row (allocation, i);
      GdkRGBA color;
      gboolean dashed;

      if (!row->utility)
        continue;
      gscope_gtk_color_get_rgba (i + 1, dark, &color, &dashed);
      draw_curve (&self, row->utility, &color, i % G_N_ELEMENTS (dashes));
      draw_mark (&self, row->utility, row->now, &color, TRUE);
      draw_mark (&self, row->utility, row->proposed, &color, FALSE);
    }
}
