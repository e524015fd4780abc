/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/analysis/spectrum.h>

G_BEGIN_DECLS

/* The n highest lines between two bins of mean squares; frequencies are in bins. */
gsize gscope_spectrum_peaks_find (GscopeSpectrumWindow window, const double *powers, gsize n_bins,
                                  double low, double high, GscopeSpectrumPeak *peaks, gsize n);

G_END_DECLS
