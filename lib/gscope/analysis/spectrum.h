/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/analysis/spectrum-settings.h>
#include <gscope/trace/trace.h>

G_BEGIN_DECLS

/**
 * GscopeSpectrumPeak:
 * @frequency: hertz, interpolated between bins
 * @amplitude: of the sine that makes it, in the signal's unit: its peak value, interpolated
 *
 * A line of a spectrum.
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
 * What frequencies a trace is made of.
 *
 * The trace is cut into segments of equal length, each is resampled onto a regular grid of times,
 * multiplied by a window and transformed, and the powers are averaged (Welch, IEEE Transactions on
 * Audio and Electroacoustics 15/2, 1967). Bin i is at i × [method@Spectrum.get_resolution].
 *
 * Uneven sampling: the grid has the spacing of most samples and begins with a sample, so that regular
 * samples are taken as they are. Between samples the spectrum uses a straight line, which
 * attenuates frequencies near half of the rate, or the last value for a signal that holds its
 * value. Gaps: a segment that a gap or a sample
 * without a value falls into is left out and counted, and the next one begins with the first sample
 * after it. Nothing is made up for a gap.
 *
 * Transforms are computed without the segment's mean, which is put back, and in single precision:
 * lines of less than a millionth of the largest deviation from the mean drown in its rounding.
 *
 * A spectrum belongs to the main thread.
 */
typedef struct _GscopeSpectrum GscopeSpectrum;

GSCOPE_EXPORT GType gscope_spectrum_get_type (void);
GSCOPE_EXPORT GscopeSpectrum *
gscope_spectrum_new (GscopeTrace *trace, const GscopeSpectrumSettings *settings);
GSCOPE_EXPORT GscopeSpectrum *gscope_spectrum_ref (GscopeSpectrum *self);
GSCOPE_EXPORT void gscope_spectrum_unref (GscopeSpectrum *self);

GSCOPE_EXPORT void gscope_spectrum_start (GscopeSpectrum *self, gint64 begin);
GSCOPE_EXPORT guint gscope_spectrum_update (GscopeSpectrum *self, gint64 end);
GSCOPE_EXPORT guint64 gscope_spectrum_get_n_segments (GscopeSpectrum *self);
GSCOPE_EXPORT guint64 gscope_spectrum_get_n_broken (GscopeSpectrum *self);

GSCOPE_EXPORT gsize gscope_spectrum_get_n_bins (GscopeSpectrum *self);
GSCOPE_EXPORT double gscope_spectrum_get_resolution (GscopeSpectrum *self);
GSCOPE_EXPORT gsize gscope_spectrum_get_values (GscopeSpectrum *self, double *values, gsize n);
GSCOPE_EXPORT gsize gscope_spectrum_find_peaks (GscopeSpectrum *self, double low, double high,
                                                GscopeSpectrumPeak *peaks, gsize n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeSpectrum, gscope_spectrum_unref)

G_END_DECLS
