/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "loads/kinds.h"

const WorkloadLoadKind *const workload_load_kinds[WORKLOAD_N_LOADS] = {
  &workload_load_memory, &workload_load_caps_lock, &workload_load_console,
  &workload_load_io,     &workload_load_procfs,    &workload_load_fork,
};
