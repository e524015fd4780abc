/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/experiment/experiment.h>
#include <gscope/workspace/workspace.h>

/* Leases of the signals that an experiment measures, by which agents send their samples. They end when the array is emptied. */
GArray *gscope_experiment_leases_new (void);
/* Leases the signals of the present sources. Agents go on sending those that were leased before. */
void gscope_experiment_leases_renew (GArray *leases, GscopeExperiment *experiment,
                                     GscopeWorkspace *workspace);
