/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/experiment/records.h>
#include <gscope/signal/signal.h>

G_BEGIN_DECLS

GSCOPE_AVAILABLE_IN_1_0
const char *gscope_experiment_statistic_get_title (GscopeExperimentStatistic statistic);
GSCOPE_AVAILABLE_IN_1_0
double
gscope_experiment_measure_take (const GscopeExperimentMeasure *self, GscopeSignal *signal,
                                const gint64 *steps, gsize n_steps, gint64 begin, gint64 end);
GSCOPE_AVAILABLE_IN_1_0
GArray *gscope_experiment_list_steps (GscopeSignal *reference, gint64 begin, gint64 end);

G_END_DECLS
