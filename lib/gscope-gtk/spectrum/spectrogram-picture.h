/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/analysis/graph.h>
#include <gscope-gtk/spectrum/color-map.h>
#include <gscope/gscope.h>

/* Spectra over time: `columns` hold n_bins values each, the first at `begin` on the time axis, each
 * `width` long (seconds); not-a-number where a column is empty. Colours go from `low` to `high`.
 * The axis is the view's: it ends at 0, the end of the visible time; or, if `sweep` is not 0, it
 * begins with the sweep, ends `sweep` later, and shows the previous sweep right of the pen.
 * The cursor is a time and a frequency. */
typedef struct
{
  GscopeGtkGraph graph;
  float *columns;
  gsize n_columns;
  gsize n_bins;
  double begin;
  double width;
  double sweep;
  double pen;
  double resolution;
  double low;
  double high;
  const char *unit;
  double cursor_time;
  double cursor_frequency;
} GscopeGtkSpectrogramPicture;

void gscope_gtk_spectrogram_picture_init (GscopeGtkSpectrogramPicture *self);
void gscope_gtk_spectrogram_picture_clear (GscopeGtkSpectrogramPicture *self);
void gscope_gtk_spectrogram_picture_set_size (GscopeGtkSpectrogramPicture *self, gsize n_columns,
                                              gsize n_bins);
void gscope_gtk_spectrogram_picture_draw (const GscopeGtkSpectrogramPicture *self,
                                          GscopeGtkBrush *brush);

/* Returns the value at a time and a frequency; not-a-number if there is none. */
double gscope_gtk_spectrogram_picture_read (const GscopeGtkSpectrogramPicture *self, double time,
                                            double frequency);
