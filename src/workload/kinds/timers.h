/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

/* Many timers and a CPU-bound job on one processor: shows how the timers' overshoot affects their
 * lateness and the progress of the job. */
#define WORKLOAD_TYPE_TIMERS (workload_timers_get_type ())
G_DECLARE_FINAL_TYPE (WorkloadTimers, workload_timers, WORKLOAD, TIMERS, GscopeSource)
