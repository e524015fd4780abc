/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/plot/axis.h>
#include <gscope-gtk/plot/chrome-brush.h>

/* A signal as a graph names and draws it. */
typedef struct
{
  guint key;
  char *title;
  char *unit;
  guint32 color;
  gboolean dashed;
} GscopeGtkGraphSignal;

/* A picture with two axes: what spectra, histograms and the like are drawn in. Lengths are logical
 * pixels. */
typedef struct
{
  const GscopeGtkPalette *palette;
  char *title;
  char *subtitle;
  /* whether there is no signal at all that it could show */
  gboolean vacant;
  /* room at the right end of the second line, for what else is drawn there */
  int aside;
  /* how large text is beside the usual one */
  double text_scale;
  int width;
  int height;
  cairo_rectangle_int_t plot;
  GscopeGtkAxis x;
  GscopeGtkAxis y;
} GscopeGtkGraph;

void gscope_gtk_graph_signal_clear (GscopeGtkGraphSignal *self);
void gscope_gtk_graph_clear (GscopeGtkGraph *self);

/* Places plot and axes. */
void gscope_gtk_graph_arrange (GscopeGtkGraph *self, double text_scale, int width, int height);
/* The same with so much left and right of the plot. */
void gscope_gtk_graph_arrange_within (GscopeGtkGraph *self, double text_scale, int width,
                                      int height, int left, int right);
/* Empties an array of GscopeGtkGraphSignal, whose units the axes may have. */
void gscope_gtk_graph_drop_signals (GscopeGtkGraph *self, GArray *signals);
void gscope_gtk_graph_set_texts (GscopeGtkGraph *self, const char *title, const char *subtitle);

/* Background, titles, rulers and grid. The grid of pictures that fill the plot is drawn over them. */
void gscope_gtk_graph_draw (const GscopeGtkGraph *self, GscopeGtkBrush *brush);
void gscope_gtk_graph_draw_grid (const GscopeGtkGraph *self, GscopeGtkBrush *brush);
/* Keys and titles, at the right end of the first line: GscopeGtkGraphSignal in the first members of
 * an array's elements. */
void gscope_gtk_graph_draw_legend (const GscopeGtkGraph *self, GscopeGtkBrush *brush,
                                   const GArray *signals);
/* Text in a box beside a place of the plot. */
void gscope_gtk_graph_draw_label (const GscopeGtkGraph *self, GscopeGtkBrush *brush, double x,
                                  double y, const char *text);
/* Text in the middle of the plot, where there is nothing to draw: without text, that there are no samples;
 * where it is vacant, that there is no signal. */
void
gscope_gtk_graph_draw_message (const GscopeGtkGraph *self, GscopeGtkBrush *brush, const char *text);
/* A line across the plot, dashed or not. */
void gscope_gtk_graph_draw_vertical (const GscopeGtkGraph *self, GscopeGtkBrush *brush, double x,
                                     gboolean dashed);
void gscope_gtk_graph_draw_horizontal (const GscopeGtkGraph *self, GscopeGtkBrush *brush, double y);
void gscope_gtk_graph_draw_dot (const GscopeGtkGraph *self, GscopeGtkBrush *brush, double x,
                                double y, guint32 color);
/* The value along the x axis at a pixel, within the axis; and the value at a distance in pixels
 * from another value, or from the middle if that is not-a-number. The same along y, where steps go
 * up. */
double gscope_gtk_graph_find_x (const GscopeGtkGraph *self, double pixel);
double gscope_gtk_graph_step_x (const GscopeGtkGraph *self, double value, int pixels);
double gscope_gtk_graph_find_y (const GscopeGtkGraph *self, double pixel);
double gscope_gtk_graph_step_y (const GscopeGtkGraph *self, double value, int pixels);
/* Clips the following drawing to the plot, until the brush's cairo context is restored. */
void gscope_gtk_graph_clip (const GscopeGtkGraph *self, GscopeGtkBrush *brush);
/* Strokes what was laid as a path, as a signal's line. */
void gscope_gtk_graph_stroke (const GscopeGtkGraphSignal *signal, GscopeGtkBrush *brush);
