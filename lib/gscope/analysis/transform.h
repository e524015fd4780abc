/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/analysis/spectrum-window.h>

G_BEGIN_DECLS

/* A Fourier transform of one length, of real numbers under a window. This is all that is known of the
 * library that does it. One thread at a time may use one. */
typedef struct _GscopeTransform GscopeTransform;

/* The size is even. */
GscopeTransform *gscope_transform_new (GscopeSpectrumWindow window, gsize size);
void gscope_transform_free (GscopeTransform *self);
/* The size numbers to transform, which are kept. */
double *gscope_transform_get_input (GscopeTransform *self);
/* Squares of the magnitudes of bins 0 to size / 2. */
void gscope_transform_run (GscopeTransform *self, double *squares);

G_END_DECLS
