/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* Threads that compete for processors; a parameter sets their number. */
#define WORKLOAD_TYPE_SPIN (workload_spin_get_type ())
G_DECLARE_FINAL_TYPE (WorkloadSpin, workload_spin, WORKLOAD, SPIN, GscopeSource)
