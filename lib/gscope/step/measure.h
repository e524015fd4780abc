/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/step/points.h>
#include <gscope/step/response.h>

G_BEGIN_DECLS

/* Measures the samples before and after a step. `curve` is filled with GscopeStepPoint. A gesture
 * ends at `until`, seconds after its first write; `is_over` says that no more samples will come.
 * step-response.h has the definitions. */
void
gscope_step_measure (const GscopeStepPoints *before, const GscopeStepPoints *after, double until,
                     gboolean is_over, GscopeStepFigures *figures, GArray *curve);

/* Sets all figures to unknown. */
void gscope_step_figures_clear (GscopeStepFigures *figures);

G_END_DECLS
