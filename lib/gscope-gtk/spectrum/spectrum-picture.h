/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/analysis/graph.h>
#include <gscope/gscope.h>

enum
{
  GSCOPE_GTK_MAX_PEAKS = 8,
  GSCOPE_GTK_MAX_HARMONIC = 10,
};

/* The spectrum of one signal: values of bins from 0 Hz on, and its highest lines with their values. */
typedef struct
{
  GscopeGtkGraphSignal signal;
  double *values;
  gsize n_values;
  double resolution;
  struct
  {
    double frequency;
    double value;
  } peaks[GSCOPE_GTK_MAX_PEAKS];
  guint n_peaks;
  /* frequency of the highest peak, whose harmonics are marked; 0 for no marks */
  double fundamental;
} GscopeGtkSpectrumCurve;

#define GSCOPE_GTK_SPECTRUM_CURVE(graph, i)                                                        \
  (&g_array_index ((graph)->signals, GscopeGtkSpectrumCurve, i))

/* A picture of spectra over one frequency axis: the graph's signals are curves. */
void gscope_gtk_spectrum_picture_init (GscopeGtkGraph *self);
void gscope_gtk_spectrum_picture_draw (const GscopeGtkGraph *self, GscopeGtkBrush *brush);

/* Returns the value at a frequency; not-a-number if there is none. */
double gscope_gtk_spectrum_curve_read (const GscopeGtkSpectrumCurve *self, double frequency);
