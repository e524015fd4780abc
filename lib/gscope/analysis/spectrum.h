/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/analysis/spectrum-settings.h>
#include <gscope/trace/trace.h>

G_BEGIN_DECLS

/**
 * GscopeSpectrumPeak:
 * @frequency: hertz, interpolated between bins
 * @amplitude: peak value of the sine, in the signal's unit, interpolated
 *
 * A line of a spectrum.
 *
 * Since: 1.0
 */
typedef struct
{
  double frequency;
  double amplitude;
} GscopeSpectrumPeak;

#define GSCOPE_TYPE_SPECTRUM (gscope_spectrum_get_type ())

/**
 * GscopeSpectrum:
 *
 * The frequency spectrum of a trace.
 *
 * The trace is cut into segments of equal length, each is resampled onto a regular grid of times,
 * multiplied by a window and transformed, and the powers are averaged (Welch, IEEE Transactions on
 * Audio and Electroacoustics 15/2, 1967). Bin i is at i × [method@Spectrum.get_resolution].
 *
 * Uneven sampling: the grid has the typical spacing of the samples and begins at a sample, so that
 * regular samples are used unchanged. Between samples the value is interpolated linearly, which
 * attenuates frequencies near half of the rate, or held for a signal that holds its value. Gaps: a
 * segment with a gap or a sample without a value is left out and counted, and the next one begins
 * with the first sample after it. Gaps are never interpolated.
 *
 * Transforms are computed in single precision, with the segment's mean removed before and restored
 * after: lines below a millionth of the largest deviation from the mean are lost in rounding
 * errors.
 *
 * A spectrum belongs to the main thread.
 *
 * Since: 1.0
 */
typedef struct _GscopeSpectrum GscopeSpectrum;

GSCOPE_AVAILABLE_IN_1_0
GType gscope_spectrum_get_type (void);
GSCOPE_AVAILABLE_IN_1_0
GscopeSpectrum *gscope_spectrum_new (GscopeTrace *trace, const GscopeSpectrumSettings *settings);
GSCOPE_AVAILABLE_IN_1_0
GscopeSpectrum *gscope_spectrum_ref (GscopeSpectrum *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_spectrum_unref (GscopeSpectrum *self);

GSCOPE_AVAILABLE_IN_1_0
void gscope_spectrum_start (GscopeSpectrum *self, gint64 begin);
GSCOPE_AVAILABLE_IN_1_0
guint gscope_spectrum_update (GscopeSpectrum *self, gint64 end);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_spectrum_get_n_segments (GscopeSpectrum *self);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_spectrum_get_n_broken (GscopeSpectrum *self);

GSCOPE_AVAILABLE_IN_1_0
gsize gscope_spectrum_get_n_bins (GscopeSpectrum *self);
GSCOPE_AVAILABLE_IN_1_0
double gscope_spectrum_get_resolution (GscopeSpectrum *self);
GSCOPE_AVAILABLE_IN_1_0
gsize gscope_spectrum_get_values (GscopeSpectrum *self, double *values, gsize n);
GSCOPE_AVAILABLE_IN_1_0
double *gscope_spectrum_dup_values (GscopeSpectrum *self, gsize *n);
GSCOPE_AVAILABLE_IN_1_0
gsize gscope_spectrum_find_peaks (GscopeSpectrum *self, double low, double high,
                                  GscopeSpectrumPeak *peaks, gsize n);
GSCOPE_AVAILABLE_IN_1_0
GscopeSpectrumPeak *
gscope_spectrum_dup_peaks (GscopeSpectrum *self, double low, double high, gsize max, gsize *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeSpectrum, gscope_spectrum_unref)

G_END_DECLS
