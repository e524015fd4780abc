/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/analysis/graph.h>
#include <gscope/gscope.h>

/* How often a signal has which values: edges of the bins, one more than weights, and the
 * percentiles of the samples. The cursor is a value, or not-a-number. */
typedef struct
{
  GscopeGtkGraph graph;
  /* one GscopeGtkGraphSignal, or none */
  GArray *signals;
  double *edges;
  double *weights;
  guint n_bins;
  double percents[GSCOPE_MAX_PERCENTS];
  double percentiles[GSCOPE_MAX_PERCENTS];
  guint n_percents;
  double cursor;
} GscopeGtkHistogramPicture;

void gscope_gtk_histogram_picture_init (GscopeGtkHistogramPicture *self);
void gscope_gtk_histogram_picture_clear (GscopeGtkHistogramPicture *self);
void gscope_gtk_histogram_picture_set_n_bins (GscopeGtkHistogramPicture *self, guint n);
void
gscope_gtk_histogram_picture_draw (const GscopeGtkHistogramPicture *self, GscopeGtkBrush *brush);

/* How many samples have about a value, in words. */
char *gscope_gtk_histogram_picture_format (const GscopeGtkHistogramPicture *self, double value);
