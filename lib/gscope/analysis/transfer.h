/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/analysis/spectrum-settings.h>
#include <gscope/trace/trace.h>

G_BEGIN_DECLS

/**
 * GscopeTransferPoint:
 * @frequency: hertz
 * @gain: amplitude of the output divided by the amplitude of the input, in the output's unit per unit of the input
 * @decibels: the gain in decibels, 20 log₁₀ @gain
 * @phase: degrees by which the output leads the input, more than −180, at most 180
 * @coherence: part of the output's power that a linear response to the input explains, 0 to 1
 *
 * A frequency of a transfer function.
 *
 * Since: 1.0
 */
typedef struct
{
  double frequency;
  double gain;
  double decibels;
  double phase;
  double coherence;
} GscopeTransferPoint;

#define GSCOPE_TYPE_TRANSFER (gscope_transfer_get_type ())

/**
 * GscopeTransfer:
 *
 * The transfer function and the coherence between two traces, an input and an output, on the same clock.
 *
 * Both traces are cut into the same segments, resampled onto a common grid of times, and their power spectra Sxx and
 * Syy and their cross spectrum Sxy are averaged (Welch, IEEE Transactions on Audio and Electroacoustics 15/2, 1967). The
 * transfer function is H₁ = Sxy / Sxx, which noise in the output does not bias, and the coherence is |Sxy|² / (Sxx Syy)
 * (Bendat and Piersol, Random Data, 4th edition, 2010, chapters 5 and 6). A segment alone has a coherence of 1, whatever the
 * signals are: [method@Transfer.get_n_segments] tells the number of averages.
 *
 * The grid has the smaller one of both typical spacings and is as [struct@Gscope.Spectrum] describes it: a gap in either trace breaks
 * a segment. The mean of each segment is removed. A delay that is not short beside a segment lowers gain and coherence.
 *
 * A transfer function belongs to the main thread.
 *
 * Since: 1.0
 */
typedef struct _GscopeTransfer GscopeTransfer;

GSCOPE_AVAILABLE_IN_1_0
GType gscope_transfer_get_type (void);
GSCOPE_AVAILABLE_IN_1_0
GscopeTransfer *gscope_transfer_new (GscopeTrace *input, gboolean input_holds, GscopeTrace *output,
                                     gboolean output_holds, const GscopeSpectrumSettings *settings);
GSCOPE_AVAILABLE_IN_1_0
GscopeTransfer *gscope_transfer_ref (GscopeTransfer *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_transfer_unref (GscopeTransfer *self);

GSCOPE_AVAILABLE_IN_1_0
void gscope_transfer_start (GscopeTransfer *self, gint64 begin);
GSCOPE_AVAILABLE_IN_1_0
guint gscope_transfer_update (GscopeTransfer *self, gint64 end);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_transfer_get_n_segments (GscopeTransfer *self);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_transfer_get_n_broken (GscopeTransfer *self);
GSCOPE_AVAILABLE_IN_1_0
GArray *gscope_transfer_get_points (GscopeTransfer *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeTransfer, gscope_transfer_unref)

G_END_DECLS
