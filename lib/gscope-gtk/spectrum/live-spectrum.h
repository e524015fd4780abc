/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/chrome/interval.h>
#include <gscope-gtk/plot/view-signal.h>
#include <gscope-gtk/spectrum/spectrum-picture.h>

/* The running spectrum of one signal of a view. */
typedef struct _GscopeGtkLiveSpectrum GscopeGtkLiveSpectrum;

GscopeGtkLiveSpectrum *gscope_gtk_live_spectrum_new (GscopeGtkViewSignal *signal);
void gscope_gtk_live_spectrum_free (GscopeGtkLiveSpectrum *self);
GscopeGtkViewSignal *gscope_gtk_live_spectrum_get_signal (GscopeGtkLiveSpectrum *self);

/* Measures an interval, incrementally if it continues the last one; a size of 0 in the settings is
 * chosen by the number of samples. Returns whether anything changed. */
gboolean gscope_gtk_live_spectrum_update (GscopeGtkLiveSpectrum *self,
                                          const GscopeSpectrumSettings *settings,
                                          const GscopeGtkInterval *interval);
/* Gets values and n peaks of the measured spectrum. Returns FALSE if there are not enough samples. */
gboolean gscope_gtk_live_spectrum_fill (GscopeGtkLiveSpectrum *self, GscopeGtkSpectrumCurve *curve,
                                        guint n_peaks);
/* Finds the n highest peaks, with values on the scale of the settings, after the curve was filled. Returns
 * their number. */
gsize gscope_gtk_live_spectrum_find_peaks (GscopeGtkLiveSpectrum *self,
                                           const GscopeGtkSpectrumCurve *curve,
                                           GscopeSpectrumPeak *peaks, gsize n);
/* Describes the resampling and the segments left out because of gaps, for users; NULL without
 * enough samples. */
char *gscope_gtk_live_spectrum_describe (GscopeGtkLiveSpectrum *self);
