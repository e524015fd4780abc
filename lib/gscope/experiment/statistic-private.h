/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/experiment/statistic.h>

/* Explains why gscope_experiment_measure_take() has no value, as a sentence without its first capital. */
char *
gscope_experiment_measure_explain (const GscopeExperimentMeasure *self, GscopeSignal *signal,
                                   const gint64 *steps, gsize n_steps, gint64 begin, gint64 end);
