/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* How exactly budgets hold: the two threads of table 5.1 of the dissertation. */
#define WORKLOAD_TYPE_ACCURACY (workload_accuracy_get_type ())
G_DECLARE_FINAL_TYPE (WorkloadAccuracy, workload_accuracy, WORKLOAD, ACCURACY, GscopeSource)
