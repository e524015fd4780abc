/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/share/program-remote.h>

/* The program gscope-workload: what occupies processors and disks ends with it, and is not in the
 * scope's own process. */
#define WORKLOAD_TYPE_REMOTE (workload_remote_get_type ())
G_DECLARE_FINAL_TYPE (WorkloadRemote, workload_remote, WORKLOAD, REMOTE, GscopeProgramRemote)
