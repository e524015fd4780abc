/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/analysis/spectrum-window.h>

G_BEGIN_DECLS

/**
 * GscopeSpectrumAveraging:
 * @GSCOPE_SPECTRUM_AVERAGING_NONE: the newest segment alone
 * @GSCOPE_SPECTRUM_AVERAGING_LINEAR: the mean of the newest segments
 * @GSCOPE_SPECTRUM_AVERAGING_EXPONENTIAL: each new segment has the same weight, those of older ones
 *   decay
 *
 * How the powers of several segments are averaged.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_SPECTRUM_AVERAGING_NONE,
  GSCOPE_SPECTRUM_AVERAGING_LINEAR,
  GSCOPE_SPECTRUM_AVERAGING_EXPONENTIAL,
} GscopeSpectrumAveraging;

/**
 * GscopeSpectrumScale:
 * @GSCOPE_SPECTRUM_SCALE_AMPLITUDE: the peak value of a sine, in the signal's unit
 * @GSCOPE_SPECTRUM_SCALE_POWER: the mean square of a sine, in the unit's square
 * @GSCOPE_SPECTRUM_SCALE_DENSITY: power per hertz, in the unit's square per hertz: the scale for noise
 *
 * The scale of the values of a spectrum. Spectra are one-sided: the power of each negative frequency is added to the
 * power of the positive frequency.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_SPECTRUM_SCALE_AMPLITUDE,
  GSCOPE_SPECTRUM_SCALE_POWER,
  GSCOPE_SPECTRUM_SCALE_DENSITY,
} GscopeSpectrumScale;

/**
 * GscopeSpectrumSettings:
 * @window: the window by which segments are multiplied
 * @size: points of a segment, 16 to 1048576, an even number; products of 2, 3 and 5 are the fastest
 * @overlap: part of a segment that it shares with the next one, 0 to 0.95
 * @averaging: how segments are averaged
 * @n_averaged: number of segments that are averaged, 1 to 1024; with exponential averaging a new
 *   segment has the weight 1 / @n_averaged
 * @scale: the scale of the values
 * @decibels: whether the values are in decibels
 * @reference: the value at 0 dB, in the unit of @scale; more than 0
 * @rate: points per second to which the trace is resampled, 0.001 to 10^9; 0 for the rate of its
 *   samples
 * @hold: whether a value holds until the next sample; otherwise values are interpolated linearly
 *
 * The settings of a spectrum.
 *
 * Since: 1.0
 */
typedef struct
{
  GscopeSpectrumWindow window;
  gsize size;
  double overlap;
  GscopeSpectrumAveraging averaging;
  guint n_averaged;
  GscopeSpectrumScale scale;
  gboolean decibels;
  double reference;
  double rate;
  gboolean hold;
} GscopeSpectrumSettings;

GSCOPE_AVAILABLE_IN_1_0
void gscope_spectrum_settings_init (GscopeSpectrumSettings *settings);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_spectrum_settings_check (const GscopeSpectrumSettings *settings);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_spectrum_settings_get_unit (const GscopeSpectrumSettings *settings, const char *unit);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_spectrum_averaging_get_title (GscopeSpectrumAveraging averaging);

G_END_DECLS
