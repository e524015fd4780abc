/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib-object.h>
#include <gscope/version.h>

G_BEGIN_DECLS

/**
 * GSCOPE_TONE_LOWEST:
 *
 * The pitch of the lower end of the range, Hz: an A.
 *
 * Since: 1.0
 */
#define GSCOPE_TONE_LOWEST 110.0

/**
 * GSCOPE_TONE_OCTAVES:
 *
 * The octaves from the lower to the upper end of the range.
 *
 * Since: 1.0
 */
#define GSCOPE_TONE_OCTAVES 4.0

/**
 * GSCOPE_TONE_PEAK:
 *
 * The bound of all samples of a tone, of which 1 is the loudest.
 *
 * Since: 1.0
 */
#define GSCOPE_TONE_PEAK 0.5

#define GSCOPE_TYPE_TONE (gscope_tone_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeTone, gscope_tone, GSCOPE, TONE, GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeTone *gscope_tone_new (guint rate);
GSCOPE_AVAILABLE_IN_1_0
void gscope_tone_set_range (GscopeTone *self, double min, double max);
GSCOPE_AVAILABLE_IN_1_0
double gscope_tone_get_pitch (GscopeTone *self, double value);
GSCOPE_AVAILABLE_IN_1_0
void gscope_tone_set_value (GscopeTone *self, double value);
GSCOPE_AVAILABLE_IN_1_0
void gscope_tone_click (GscopeTone *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_tone_render (GscopeTone *self, float *samples, gsize n);
GSCOPE_AVAILABLE_IN_1_0
float *gscope_tone_dup_samples (GscopeTone *self, gsize n_samples, gsize *n);

G_END_DECLS
