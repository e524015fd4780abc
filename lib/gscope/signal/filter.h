/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/sample.h>

G_BEGIN_DECLS

/* A low-pass filter, y_i = a * y_(i-1) + (1 - a) * x_i (Goel 2003, section 6.3.1). factor is a, from
 * 0 (off) to 1; state is the last y, not-a-number before there is one. */
typedef struct
{
  double factor;
  double state;
} GscopeFilter;

void gscope_filter_init (GscopeFilter *self, double factor);
void gscope_filter_set_factor (GscopeFilter *self, double factor);
void gscope_filter_apply (GscopeFilter *self, double *values, gsize n);
void gscope_filter_apply_samples (GscopeFilter *self, GscopeSample *samples, gsize n);

G_END_DECLS
