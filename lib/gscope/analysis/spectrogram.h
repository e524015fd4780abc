/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/analysis/spectrum-settings.h>
#include <gscope/trace/trace.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_SPECTROGRAM (gscope_spectrogram_get_type ())

/**
 * GscopeSpectrogram:
 *
 * The spectra of a trace over time.
 *
 * Column i covers the time from i × the width of a column up to the next column, wherever the view
 * begins. Its values are the means of the segments whose middles are in this time; a column without
 * such a segment has no values. The segments are the same as in a [struct@Spectrum]; averaging is
 * by column only. The newest columns are kept.
 *
 * A spectrogram belongs to the main thread.
 *
 * Since: 1.0
 */
typedef struct _GscopeSpectrogram GscopeSpectrogram;

GSCOPE_AVAILABLE_IN_1_0
GType gscope_spectrogram_get_type (void);
GSCOPE_AVAILABLE_IN_1_0
GscopeSpectrogram *
gscope_spectrogram_new (GscopeTrace *trace, const GscopeSpectrumSettings *settings, gint64 width,
                        guint n_columns);
GSCOPE_AVAILABLE_IN_1_0
GscopeSpectrogram *gscope_spectrogram_ref (GscopeSpectrogram *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_spectrogram_unref (GscopeSpectrogram *self);

GSCOPE_AVAILABLE_IN_1_0
void gscope_spectrogram_start (GscopeSpectrogram *self, gint64 begin);
GSCOPE_AVAILABLE_IN_1_0
guint gscope_spectrogram_update (GscopeSpectrogram *self, gint64 end);
GSCOPE_AVAILABLE_IN_1_0
gsize gscope_spectrogram_get_n_bins (GscopeSpectrogram *self);
GSCOPE_AVAILABLE_IN_1_0
double gscope_spectrogram_get_resolution (GscopeSpectrogram *self);
GSCOPE_AVAILABLE_IN_1_0
gsize
gscope_spectrogram_get_column (GscopeSpectrogram *self, gint64 column, double *values, gsize n);
GSCOPE_AVAILABLE_IN_1_0
double *gscope_spectrogram_dup_column (GscopeSpectrogram *self, gint64 column, gsize *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeSpectrogram, gscope_spectrogram_unref)

G_END_DECLS
