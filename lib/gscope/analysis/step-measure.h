/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/analysis/step-points.h>
#include <gscope/analysis/step-response.h>

G_BEGIN_DECLS

/* Figures of what was before a step and what came since; curve gets GscopeStepPoint. The gesture ended
 * at until, in seconds after its first write. is_over where no more will come. Definitions stand in step-response.h. */
void
gscope_step_measure (const GscopeStepPoints *before, const GscopeStepPoints *after, double until,
                     gboolean is_over, GscopeStepFigures *figures, GArray *curve);

G_END_DECLS
