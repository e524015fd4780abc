/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <cairo.h>
#include <gscope-gtk/paint/palette.h>
#include <gscope-gtk/paint/raster.h>

enum
{
  PICTURE_WIDTH = 320,
  PICTURE_HEIGHT = 160,
  COLUMN = 10000000,
  MAX_LANES = 4,
  MAX_STROKES = 8,
};

/* A plot with its traces; time 0 is its left edge, unless it was moved to another column. */
typedef struct
{
  GscopeGtkPlot plot;
  GscopeGtkLane lanes[MAX_LANES];
  GscopeGtkStroke strokes[MAX_STROKES];
  int rows[64];
  guint n_rows;
  guint n_strokes;
  gint64 column;
  gboolean faded;
} Picture;

typedef double (*PictureFunc) (gint64 time);

/* The shape of a signal, from -1 to 1. */
double picture_sine (gint64 time);
double picture_saw (gint64 time);
double picture_square (gint64 time);
double picture_noise (gint64 time);
double picture_noisy_sine (gint64 time);

void picture_init (Picture *self, gboolean dark, double scale);
void picture_clear (Picture *self);
/* Divides the plot into lanes with grid rows. */
void picture_add_lanes (Picture *self, guint n);
/* A stroke from -1.1 to 1.1, in the lane added last; strokes go to lanes in order. */
GscopeGtkStroke *picture_add_stroke (Picture *self, guint lane, GscopeLineMode mode);
/* n samples of a function, the first at `time`. */
void picture_add_samples (GscopeGtkStroke *stroke, PictureFunc func, gint64 time, gint64 interval,
                          gsize n);
/* Draws in strips of some columns. */
cairo_surface_t *picture_draw (Picture *self, gsize strip);

/* Means over the channels of all pixels, 0 to 255: how far a is from b, or from a colour. */
double picture_compare (cairo_surface_t *a, cairo_surface_t *b);
double picture_count_ink (cairo_surface_t *a, guint32 ground);
/* Fails the test if a picture is not the reference of this name; then it is written beside the test's
 * program. With GSCOPE_UPDATE_REFERENCES it becomes the reference. */
void picture_check (cairo_surface_t *actual, const char *name);
