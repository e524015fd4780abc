/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/sched/admission.h>

/* Returns whether the threads of a workload may request these reserves: threads that spin must
 * leave a part of each processor, and of all processors together, to other threads. */
gboolean workload_demands_judge (const TslDemand *demands, guint n, GError **error);
