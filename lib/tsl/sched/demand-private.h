/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/sched/demand.h>
#include <tsl/sched/private.h>

/* The kernel's bounds in nanoseconds: budgets of at least 1024 ns, and by default periods of 100 us
 * to 4.19 s (sched_deadline_period_min_us, sched_deadline_period_max_us). */
#define TSL_LEAST_BUDGET G_GINT64_CONSTANT (1024)
#define TSL_LEAST_PERIOD G_GINT64_CONSTANT (100000)
#define TSL_LONGEST_PERIOD G_GINT64_CONSTANT (4194304000)

/* Returns the attributes that a reserve gives a thread with the attributes `old`. */
TslSchedAttr tsl_demand_make_attr (const TslSchedAttr *old, const TslDemand *demand);
/* Sets the error for a failure of sched_setattr(2). */
void tsl_demand_set_error (GError **error, int code, const TslDemand *demand);
