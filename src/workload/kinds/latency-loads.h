/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* Loads that delay preemption in the kernel, each with a switch. */
#define WORKLOAD_TYPE_LATENCY_LOADS (workload_latency_loads_get_type ())
G_DECLARE_FINAL_TYPE (WorkloadLatencyLoads, workload_latency_loads, WORKLOAD, LATENCY_LOADS,
                      GscopeSource)
