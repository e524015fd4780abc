/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* Measures how exactly budgets are enforced: the two threads of the dissertation's table 5.1. */
#define WORKLOAD_TYPE_ACCURACY (workload_accuracy_get_type ())
G_DECLARE_FINAL_TYPE (WorkloadAccuracy, workload_accuracy, WORKLOAD, ACCURACY, GscopeSource)
