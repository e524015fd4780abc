/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "run/options.h"

/* Runs without Gscope, until the time is over or the program is interrupted. Returns the exit
 * code. */
int workload_run (const WorkloadOptions *options);
