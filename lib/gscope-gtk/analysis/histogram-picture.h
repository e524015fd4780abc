/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/analysis/graph.h>
#include <gscope/gscope.h>

/* The histogram of a signal: weights of the bins, their edges (one more than weights), and the
 * percentiles of the samples. */
typedef struct
{
  GscopeGtkGraph graph;
  double *edges;
  double *weights;
  guint n_bins;
  double percents[GSCOPE_MAX_PERCENTS];
  double percentiles[GSCOPE_MAX_PERCENTS];
  guint n_percents;
} GscopeGtkHistogramPicture;

void gscope_gtk_histogram_picture_init (GscopeGtkHistogramPicture *self);
void gscope_gtk_histogram_picture_clear (GscopeGtkHistogramPicture *self);
void gscope_gtk_histogram_picture_set_n_bins (GscopeGtkHistogramPicture *self, guint n);
void
gscope_gtk_histogram_picture_draw (const GscopeGtkHistogramPicture *self, GscopeGtkBrush *brush);

/* Describes the number of samples in the bin of a value. */
char *gscope_gtk_histogram_picture_format (const GscopeGtkHistogramPicture *self, double value);
