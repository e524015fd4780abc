/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/spectrum/transfer-picture.h>

#include <glib/gi18n-lib.h>
#include <math.h>

/* Distance of the parts, px. */
#define GAP 10
/* Distance of a title from the left edge of its part, px. */
#define PADDING 4

/* A part of the picture: a member of the points over the frequency. */
typedef struct
{
  const char *title;
  gsize member;
  double min;
  double max;
  const char *unit;
  /* parts of the height */
  double top;
  double bottom;
  /* a value that jumps by more wraps around */
  double wrap;
} Part;

enum
{
  GAIN,
  PHASE,
  COHERENCE,
  N_PARTS
};

void
gscope_gtk_transfer_picture_init (GscopeGtkTransferPicture *self)
{
  *self = (GscopeGtkTransferPicture){ 0 };
  gscope_gtk_graph_init (&self->graph, sizeof (GscopeGtkGraphSignal),
                         (GDestroyNotify) gscope_gtk_graph_signal_clear);
}

void
gscope_gtk_transfer_picture_clear (GscopeGtkTransferPicture *self)
{
  gscope_gtk_graph_clear (&self->graph);
  g_clear_pointer (&self->points, g_array_unref);
}

static void
list_parts (const GscopeGtkTransferPicture *self, Part *parts)
{
  parts[GAIN] = (Part){ _ ("Gain"), G_STRUCT_OFFSET (GscopeTransferPoint, decibels),
                        self->min,  self->max,
                        "dB",       0,
                        0.5,        INFINITY };
  parts[PHASE] =
      (Part){ _ ("Phase"), G_STRUCT_OFFSET (GscopeTransferPoint, phase), -180, 180, "°", 0.5, 0.8,
              180 };
  parts[COHERENCE] =
      (Part){ _ ("Coherence"), G_STRUCT_OFFSET (GscopeTransferPoint, coherence), 0, 1, NULL, 0.8, 1,
              INFINITY };
}

/* Returns a graph, which owns nothing, of a part. */
static GscopeGtkGraph
place_part (const GscopeGtkGraph *graph, const Part *part)
{
  GscopeGtkGraph placed = *graph;
  int height = graph->plot.height;

  placed.plot.y = graph->plot.y + (int) (height * part->top) + (part->top > 0 ? GAP : 0);
  placed.plot.height = MAX (1, graph->plot.y + (int) (height * part->bottom) - placed.plot.y);
  placed.y = (GscopeGtkAxis){ .min = part->min,
                              .max = part->max,
                              .unit = part->unit,
                              .origin = placed.plot.y + placed.plot.height,
                              .length = -placed.plot.height };
  return placed;
}

static double
read_member (const GscopeTransferPoint *point, const Part *part)
{
  return G_STRUCT_MEMBER (double, point, part->member);
}

static void
draw_curve (const GscopeGtkTransferPicture *self, const GscopeGtkGraph *graph, const Part *part,
            GscopeGtkBrush *brush)
{
  double last = NAN;

  cairo_save (brush->cr);
  gscope_gtk_graph_clip (graph, brush);
  for (guint i = 0; i < self->points->len; i++)
    {
      const GscopeTransferPoint *point = &g_array_index (self->points, GscopeTransferPoint, i);
      double value = read_member (point, part);

      if (fabs (value - last) > part->wrap)
        cairo_new_sub_path (brush->cr);
      cairo_line_to (brush->cr, gscope_gtk_axis_to_pixel (&graph->x, point->frequency),
                     gscope_gtk_axis_to_pixel (&graph->y, value));
      last = value;
    }
  gscope_gtk_graph_stroke (&GSCOPE_GTK_GRAPH_SIGNAL (graph, 1), brush);
  cairo_restore (brush->cr);
}

/* Draws the title at the lower left, which a coherence near 1 leaves free. */
static void
draw_title (const GscopeGtkGraph *graph, const Part *part, GscopeGtkBrush *brush)
{
  double width, height;

  gscope_gtk_brush_set_text (brush, part->title, FALSE, graph->plot.width);
  gscope_gtk_brush_get_size (brush, &width, &height);
  gscope_gtk_brush_draw_text (brush, graph->plot.x + PADDING,
                              graph->plot.y + graph->plot.height - height - 1, graph->palette->dim);
}

static const GscopeTransferPoint *
find_point (const GscopeGtkTransferPicture *self)
{
  const GscopeTransferPoint *found = NULL;

  if (!self->points || isnan (self->graph.cursor))
    return NULL;
  for (guint i = 0; i < self->points->len; i++)
    {
      const GscopeTransferPoint *point = &g_array_index (self->points, GscopeTransferPoint, i);

      if (!found
          || fabs (point->frequency - self->graph.cursor)
                 < fabs (found->frequency - self->graph.cursor))
        found = point;
    }
  return found;
}

static void
draw_cursor (const GscopeGtkTransferPicture *self, const Part *parts, GscopeGtkBrush *brush)
{
  const GscopeTransferPoint *point = find_point (self);
  g_autofree char *frequency = gscope_gtk_axis_format (&self->graph.x, point->frequency);
  double x = gscope_gtk_axis_to_pixel (&self->graph.x, point->frequency);

  gscope_gtk_graph_draw_vertical (&self->graph, brush, x, FALSE);
  for (guint i = 0; i < N_PARTS; i++)
    {
      GscopeGtkGraph graph = place_part (&self->graph, &parts[i]);
      double value = read_member (point, &parts[i]);
      double y = gscope_gtk_axis_to_pixel (&graph.y, CLAMP (value, graph.y.min, graph.y.max));
      g_autofree char *text = gscope_gtk_axis_format (&graph.y, value);
      /* Translators: a frequency and the gain there */
      g_autofree char *first = i == GAIN ? g_strdup_printf (_ ("%s: %s"), frequency, text) : NULL;

      gscope_gtk_graph_draw_dot (&graph, brush, x, y, GSCOPE_GTK_GRAPH_SIGNAL (&graph, 1).color);
      gscope_gtk_graph_draw_label (&graph, brush, x, y, first ? first : text);
    }
}

char *
gscope_gtk_transfer_picture_read (const GscopeGtkTransferPicture *self)
{
  const GscopeTransferPoint *point = find_point (self);
  g_autofree char *frequency = NULL;

  if (!point)
    return NULL;
  frequency = gscope_gtk_axis_format (&self->graph.x, point->frequency);
  /* Translators: a frequency; gain, phase and coherence of a transfer function there */
  return g_strdup_printf (_ ("%s; gain: %.1f dB; phase: %.0f°; coherence: %.2f"), frequency,
                          point->decibels, point->phase, point->coherence);
}

void
gscope_gtk_transfer_picture_draw (const GscopeGtkTransferPicture *self, GscopeGtkBrush *brush)
{
  Part parts[N_PARTS];

  gscope_gtk_graph_draw (&self->graph, brush);
  if (self->graph.signals->len < 2 || self->points->len == 0)
    {
      gscope_gtk_graph_draw_message (
          &self->graph, brush,
          self->message ? self->message
          : self->graph.signals->len < 2
              ? _ ("A transfer function needs two signals: show another signal in this view.")
              : _ ("Too few samples in view: wait for more, or show more time (+)."));
      return;
    }
  gscope_gtk_graph_draw_legend (&self->graph, brush);
  list_parts (self, parts);
  for (guint i = 0; i < N_PARTS; i++)
    {
      GscopeGtkGraph graph = place_part (&self->graph, &parts[i]);

      gscope_gtk_graph_draw_part (&graph, brush);
      draw_title (&graph, &parts[i], brush);
      draw_curve (self, &graph, &parts[i], brush);
    }
  if (isfinite (self->graph.cursor))
    draw_cursor (self, parts, brush);
}
