/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

/* Many timers beside a job that has the processor to itself otherwise: what their overshoot costs the one
 * and gains the other. */
#define WORKLOAD_TYPE_TIMERS (workload_timers_get_type ())
G_DECLARE_FINAL_TYPE (WorkloadTimers, workload_timers, WORKLOAD, TIMERS, GscopeSource)
