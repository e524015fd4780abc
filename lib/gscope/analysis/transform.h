/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/analysis/spectrum-window.h>

G_BEGIN_DECLS

/* A windowed Fourier transform of real numbers, of a fixed length. No other file uses the FFT
 * library. One thread at a time may use a transform. */
typedef struct _GscopeTransform GscopeTransform;

/* Creates a transform; the size is even. */
GscopeTransform *gscope_transform_new (GscopeSpectrumWindow window, gsize size);
void gscope_transform_free (GscopeTransform *self);
/* Returns the input, an array of `size` numbers. A run does not change it. */
double *gscope_transform_get_input (GscopeTransform *self);
/* Computes the squared magnitudes of bins 0 to size / 2. */
void gscope_transform_run (GscopeTransform *self, double *squares);

G_END_DECLS
