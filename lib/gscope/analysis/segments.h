/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/analysis/spectrum-settings.h>
#include <gscope/trace/trace.h>

G_BEGIN_DECLS

/* A bin of two spectra X and Y, without a scale: |X|², |Y|² and the conjugate of X times Y. */
typedef struct
{
  double input;
  double output;
  double real;
  double imaginary;
} GscopePairPower;

/* The power spectra of a trace's segments, one after the other. Between two gaps all segments are
 * on one regular grid. */
typedef struct _GscopeSegments GscopeSegments;

GscopeSegments *gscope_segments_new (GscopeTrace *trace, const GscopeSpectrumSettings *settings);
/* A pair of traces on a common grid; the settings hold for the input. */
GscopeSegments *
gscope_segments_new_pair (GscopeTrace *input, GscopeTrace *output, gboolean output_holds,
                          const GscopeSpectrumSettings *settings);
void gscope_segments_free (GscopeSegments *self);

/* Begins at a time, and determines the grid's step from the samples unless the settings have a
 * rate. */
void gscope_segments_start (GscopeSegments *self, gint64 begin);
/* Skips segments that are more than n segments before the end of the trace or `end`. */
void gscope_segments_keep_last (GscopeSegments *self, gint64 end, guint n);
/* Computes the mean squares of bins 0 to size / 2 of the next segment, and the time of its middle.
 * Returns FALSE if the segment does not end before `end` or before the end of the trace. */
gboolean gscope_segments_next (GscopeSegments *self, gint64 end, double *powers, gint64 *middle);
/* Computes the powers of bins 0 to size / 2 of a pair's next segment, whose means are removed. Returns
 * FALSE as gscope_segments_next () does. */
gboolean gscope_segments_next_pair (GscopeSegments *self, gint64 end, GscopePairPower *powers);

guint64 gscope_segments_get_n_broken (GscopeSegments *self);
/* Returns the points per second; 0 before they are known. */
double gscope_segments_get_rate (GscopeSegments *self);
/* Converts a mean square to the settings' scale. */
double gscope_segments_to_scale (GscopeSegments *self, gsize bin, double power);

G_END_DECLS
