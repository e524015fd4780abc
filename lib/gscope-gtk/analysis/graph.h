/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/chrome/brush.h>
#include <gscope-gtk/plot/axis.h>

/* The name and the look of a signal in a graph. */
typedef struct
{
  guint key;
  char *title;
  char *unit;
  guint32 color;
  gboolean dashed;
} GscopeGtkGraphSignal;

/* A picture with two axes, for spectra, histograms and the like. Lengths are in logical pixels. */
typedef struct
{
  const GscopeGtkPalette *palette;
  char *title;
  char *subtitle;
  /* GscopeGtkGraphSignal, or records that begin with one; none where nothing can be drawn */
  GArray *signals;
  /* the value on the x axis at the cursor; not-a-number without a cursor */
  double cursor;
  /* whether the view has no signal that it could show */
  gboolean vacant;
  /* reserved width at the right end of the second line */
  int aside;
  /* ratio of the text size to the usual size */
  double text_scale;
  int width;
  int height;
  cairo_rectangle_int_t plot;
  GscopeGtkAxis x;
  GscopeGtkAxis y;
} GscopeGtkGraph;

#define GSCOPE_GTK_GRAPH_SIGNAL(graph, i) g_array_index ((graph)->signals, GscopeGtkGraphSignal, i)

void gscope_gtk_graph_signal_clear (GscopeGtkGraphSignal *self);
/* Makes a graph without signals, whose records have a size and a function that clears them. */
void gscope_gtk_graph_init (GscopeGtkGraph *self, guint size, GDestroyNotify clear);
void gscope_gtk_graph_clear (GscopeGtkGraph *self);

/* Places plot and axes. */
void gscope_gtk_graph_arrange (GscopeGtkGraph *self, double text_scale, int width, int height);
/* Places plot and axes, with given widths to the left and right of the plot. */
void gscope_gtk_graph_arrange_within (GscopeGtkGraph *self, double text_scale, int width,
                                      int height, int left, int right);
/* Removes the signals, and clears the axes' units, which belong to them. */
void gscope_gtk_graph_drop_signals (GscopeGtkGraph *self);
void gscope_gtk_graph_set_texts (GscopeGtkGraph *self, const char *title, const char *subtitle);

/* Draws background, titles, rulers and grid. For a picture that fills the plot, the grid is drawn
 * over it. */
void gscope_gtk_graph_draw (const GscopeGtkGraph *self, GscopeGtkBrush *brush);
/* Draws the ruler and the grid of the y axis, for one of several plots over each other. */
void gscope_gtk_graph_draw_part (const GscopeGtkGraph *self, GscopeGtkBrush *brush);
void gscope_gtk_graph_draw_grid (const GscopeGtkGraph *self, GscopeGtkBrush *brush);
/* Draws keys and titles of the signals at the right end of the first line. */
void gscope_gtk_graph_draw_legend (const GscopeGtkGraph *self, GscopeGtkBrush *brush);
/* Draws a text in a box beside a position in the plot. */
void gscope_gtk_graph_draw_label (const GscopeGtkGraph *self, GscopeGtkBrush *brush, double x,
                                  double y, const char *text);
/* Draws a text in the middle of an empty plot; without a text, that there are no samples or, if the
 * graph is vacant, that there is no signal. */
void
gscope_gtk_graph_draw_message (const GscopeGtkGraph *self, GscopeGtkBrush *brush, const char *text);
/* Draws a line across the plot, dashed or not. */
void gscope_gtk_graph_draw_vertical (const GscopeGtkGraph *self, GscopeGtkBrush *brush, double x,
                                     gboolean dashed);
void gscope_gtk_graph_draw_horizontal (const GscopeGtkGraph *self, GscopeGtkBrush *brush, double y);
void gscope_gtk_graph_draw_dot (const GscopeGtkGraph *self, GscopeGtkBrush *brush, double x,
                                double y, guint32 color);
/* Return the value on the x axis at a pixel, clamped to the axis, and the value at a distance in
 * pixels from another value, or from the middle if that is not-a-number. The same for the y axis,
 * where steps go upwards. */
double gscope_gtk_graph_find_x (const GscopeGtkGraph *self, double pixel);
double gscope_gtk_graph_step_x (const GscopeGtkGraph *self, double value, int pixels);
double gscope_gtk_graph_find_y (const GscopeGtkGraph *self, double pixel);
double gscope_gtk_graph_step_y (const GscopeGtkGraph *self, double value, int pixels);
/* Clips the following drawing to the plot, until the brush's cairo context is restored. */
void gscope_gtk_graph_clip (const GscopeGtkGraph *self, GscopeGtkBrush *brush);
/* Strokes the current path as a signal's line. */
void gscope_gtk_graph_stroke (const GscopeGtkGraphSignal *signal, GscopeGtkBrush *brush);
