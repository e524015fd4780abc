/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/sched/demand.h>
#include <tsl/sched/private.h>

/* The kernel's bounds, nanoseconds: a budget has 1024 ns or more; a period, as long as nobody turned
 * sched_deadline_period_min_us and sched_deadline_period_max_us, 100 us to 4.19 s. */
#define TSL_LEAST_BUDGET G_GINT64_CONSTANT (1024)
#define TSL_LEAST_PERIOD G_GINT64_CONSTANT (100000)
#define TSL_LONGEST_PERIOD G_GINT64_CONSTANT (4194304000)

/* Returns the attributes that a reserve gives a thread with the attributes `old`. */
TslSchedAttr tsl_demand_make_attr (const TslSchedAttr *old, const TslDemand *demand);
/* Says why sched_setattr(2) failed. */
void tsl_demand_set_error (GError **error, int code, const TslDemand *demand);
