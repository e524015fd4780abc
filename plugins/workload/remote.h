/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/share/program-remote.h>

/* Runs the program gscope-workload in a process of its own, so that the scope's process is not
 * loaded, and all load ends with that process. */
#define WORKLOAD_TYPE_REMOTE (workload_remote_get_type ())
G_DECLARE_FINAL_TYPE (WorkloadRemote, workload_remote, WORKLOAD, REMOTE, GscopeProgramRemote)
