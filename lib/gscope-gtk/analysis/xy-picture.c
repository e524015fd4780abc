/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/analysis/xy-picture.h>
#include <gscope-gtk/plot/ruler.h>

#include <glib/gi18n-lib.h>
#include <math.h>

/* The opacity of the oldest part of a curve. */
#define FAINT 0.35
#define N_SHADES 8

void
gscope_gtk_xy_picture_init (GscopeGtkXyPicture *self)
{
  *self = (GscopeGtkXyPicture){ .newest = { NAN, NAN }, .cursor = { NAN, NAN } };
  gscope_gtk_graph_init (&self->graph, sizeof (GscopeGtkGraphSignal),
                         (GDestroyNotify) gscope_gtk_graph_signal_clear);
  self->points = g_new (GscopeXyPoint, GSCOPE_GTK_XY_MAX_POINTS);
}

void
gscope_gtk_xy_picture_clear (GscopeGtkXyPicture *self)
{
  gscope_gtk_graph_clear (&self->graph);
  g_free (self->points);
}

char *
gscope_gtk_xy_picture_format (const GscopeGtkXyPicture *self, GscopeXyPoint point)
{
  g_autofree char *x =
      gscope_quantity_format (point.x, GSCOPE_GTK_GRAPH_SIGNAL (&self->graph, 0).unit, 4);
  g_autofree char *y =
      gscope_quantity_format (point.y, GSCOPE_GTK_GRAPH_SIGNAL (&self->graph, 1).unit, 4);

  /* Translators: the values of two signals at one time */
  return g_strdup_printf (_ ("%s, %s"), x, y);
}

static GscopeXyPoint
get_pixel (const GscopeGtkXyPicture *self, GscopeXyPoint point)
{
  return (GscopeXyPoint){ gscope_gtk_axis_to_pixel (&self->graph.x, point.x),
                          gscope_gtk_axis_to_pixel (&self->graph.y, point.y) };
}

/* A gap has no place; on logarithmic axes, a point with a value from 0 down has none. */
static gboolean
has_place (GscopeXyPoint pixel)
{
  return isfinite (pixel.x) && isfinite (pixel.y);
}

/* Draws one shade: a part of the points, which begins at the end of the previous part. */
static void
draw_shade (const GscopeGtkXyPicture *self, GscopeGtkBrush *brush, guint shade)
{
  const GscopeGtkGraphSignal *signal = &GSCOPE_GTK_GRAPH_SIGNAL (&self->graph, 1);
  gsize begin = self->n_points * shade / N_SHADES, end = self->n_points * (shade + 1) / N_SHADES;

  for (gsize i = begin > 0 ? begin - 1 : 0; i < end; i++)
    {
      GscopeXyPoint pixel = get_pixel (self, self->points[i]);

      if (has_place (pixel))
        cairo_line_to (brush->cr, pixel.x, pixel.y);
      else
        cairo_new_sub_path (brush->cr);
    }
  gscope_gtk_brush_set_color (brush, signal->color, FAINT + (1 - FAINT) * (shade + 1) / N_SHADES);
  cairo_set_line_width (brush->cr, 1.5);
  cairo_set_line_join (brush->cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (brush->cr, CAIRO_LINE_CAP_ROUND);
  cairo_stroke (brush->cr);
}

static void
draw_point (const GscopeGtkXyPicture *self, GscopeGtkBrush *brush, GscopeXyPoint point,
            guint32 color)
{
  GscopeXyPoint pixel = get_pixel (self, point);

  gscope_gtk_graph_draw_dot (&self->graph, brush, pixel.x, pixel.y, color);
}

static void
draw_cursor (const GscopeGtkXyPicture *self, GscopeGtkBrush *brush)
{
  GscopeXyPoint pixel = get_pixel (self, self->cursor);
  g_autofree char *text = gscope_gtk_xy_picture_format (self, self->cursor);

  gscope_gtk_graph_draw_vertical (&self->graph, brush, pixel.x, FALSE);
  gscope_gtk_graph_draw_horizontal (&self->graph, brush, pixel.y);
  draw_point (self, brush, self->cursor, brush->palette->text);
  gscope_gtk_graph_draw_label (&self->graph, brush, pixel.x, pixel.y - 14, text);
}

void
gscope_gtk_xy_picture_draw (const GscopeGtkXyPicture *self, GscopeGtkBrush *brush)
{
  gscope_gtk_graph_draw (&self->graph, brush);
  if (self->graph.signals->len < 2)
    {
      gscope_gtk_graph_draw_message (&self->graph, brush,
                                     _ ("XY needs two signals: show another signal in this view."));
      return;
    }
  gscope_gtk_graph_draw_legend (&self->graph, brush);
  cairo_save (brush->cr);
  gscope_gtk_graph_clip (&self->graph, brush);
  for (guint i = 0; i < N_SHADES; i++)
    draw_shade (self, brush, i);
  cairo_restore (brush->cr);
  if (has_place (get_pixel (self, self->newest)))
    draw_point (self, brush, self->newest, GSCOPE_GTK_GRAPH_SIGNAL (&self->graph, 1).color);
  if (has_place (get_pixel (self, self->cursor)))
    draw_cursor (self, brush);
}

static void
extend (GscopeGtkAxis *axis, double range)
{
  double more = (range - (axis->max - axis->min)) / 2;

  axis->min -= more;
  axis->max += more;
}

void
gscope_gtk_xy_picture_equalize (GscopeGtkXyPicture *self)
{
  GscopeGtkAxis *x = &self->graph.x, *y = &self->graph.y;
  double width = fabs (x->length), height = fabs (y->length);
  double unit = MAX ((x->max - x->min) / width, (y->max - y->min) / height);

  if (!isfinite (unit) || unit <= 0 || x->logarithmic || y->logarithmic)
    return;
  extend (x, unit * width);
  extend (y, unit * height);
}
