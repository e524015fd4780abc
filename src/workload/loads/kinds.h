/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "loads/load.h"

/* Loads of the dissertation's section 3.3.1, in the order of its table 3.1. */
enum
{
  WORKLOAD_N_LOADS = 6
};

extern const WorkloadLoadKind *const workload_load_kinds[WORKLOAD_N_LOADS];

/* Each in a file of its own. */
extern const WorkloadLoadKind workload_load_memory;
extern const WorkloadLoadKind workload_load_caps_lock;
extern const WorkloadLoadKind workload_load_console;
extern const WorkloadLoadKind workload_load_io;
extern const WorkloadLoadKind workload_load_procfs;
extern const WorkloadLoadKind workload_load_fork;
