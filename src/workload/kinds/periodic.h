/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* Three periodic tasks, from the first experiment with RT-Mach's reserves (R:3770). */
#define WORKLOAD_TYPE_PERIODIC (workload_periodic_get_type ())
G_DECLARE_FINAL_TYPE (WorkloadPeriodic, workload_periodic, WORKLOAD, PERIODIC, GscopeSource)
