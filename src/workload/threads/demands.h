/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/sched/admission.h>

/* Whether the threads of a workload may ask the kernel for these: those that spin in their reserves must
 * leave something of each processor, and of all, to others. */
gboolean workload_demands_judge (const TslDemand *demands, guint n, GError **error);
