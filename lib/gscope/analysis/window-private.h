/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/analysis/spectrum-window.h>

/* Gets a window's coherent gain: the mean of its weights, by which it attenuates a line. Spectra
 * are corrected for it. */
double gscope_spectrum_window_get_gain (GscopeSpectrumWindow window);
/* Gets the relative height of a line `offset` bins from its frequency: the magnitude of the
 * window's own spectrum, for windows of many points. */
double gscope_spectrum_window_get_response (GscopeSpectrumWindow window, double offset);
/* Computes a window's weights, periodic in n. */
void gscope_spectrum_window_fill (GscopeSpectrumWindow window, double *weights, gsize n);
