/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/version.h>

G_BEGIN_DECLS

/**
 * GscopeSpectrumWindow:
 * @GSCOPE_SPECTRUM_WINDOW_RECTANGULAR: none: the narrowest line, the most leakage
 * @GSCOPE_SPECTRUM_WINDOW_HANN: a good line and little leakage: the usual choice
 * @GSCOPE_SPECTRUM_WINDOW_HAMMING: less leakage near a line, more far from it
 * @GSCOPE_SPECTRUM_WINDOW_BLACKMAN_HARRIS: leakage below −92 dB: small lines beside large ones
 * @GSCOPE_SPECTRUM_WINDOW_FLAT_TOP: exact heights, wide lines
 *
 * The weights by which a segment is multiplied before its Fourier transform.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_SPECTRUM_WINDOW_RECTANGULAR,
  GSCOPE_SPECTRUM_WINDOW_HANN,
  GSCOPE_SPECTRUM_WINDOW_HAMMING,
  GSCOPE_SPECTRUM_WINDOW_BLACKMAN_HARRIS,
  GSCOPE_SPECTRUM_WINDOW_FLAT_TOP,
} GscopeSpectrumWindow;

GSCOPE_AVAILABLE_IN_1_0
const char *gscope_spectrum_window_get_title (GscopeSpectrumWindow window);
GSCOPE_AVAILABLE_IN_1_0
double gscope_spectrum_window_get_bandwidth (GscopeSpectrumWindow window);
GSCOPE_AVAILABLE_IN_1_0
guint gscope_spectrum_window_get_reach (GscopeSpectrumWindow window);

G_END_DECLS
