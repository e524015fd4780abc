/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <sys/types.h>
#include <tsl/guard/guard.h>
#include <tsl/page/page.h>
#include <tsl/sched/demand.h>

G_BEGIN_DECLS

/**
 * TSL_RESERVE_FREED:
 *
 * The gauge in a guard's page (mechanism %TSL_GUARD_MECHANISM) with the number of threads that were
 * stuck in SCHED_DEADLINE and that the guard freed ([func@Guard.serve]).
 *
 * Since: 1.0
 */
#define TSL_RESERVE_FREED "freed"

/**
 * TslReserve:
 *
 * A thread's reserve: a budget of processor time in every period, by the kernel's SCHED_DEADLINE.
 * The kernel enforces budgets only at its tick, every few milliseconds. A thread with a shorter
 * period therefore calls [method@Reserve.progress] while it works, which yields the processor as
 * soon as the budget is spent.
 *
 * It publishes as mechanism “reserve” the counters `used` (microseconds of processor time), `periods` and
 * `yields`, and the knobs `budget` and `period` (milliseconds).
 *
 * Since: 1.0
 */
typedef struct _TslReserve TslReserve;

TSL_AVAILABLE_IN_1_0
gboolean tsl_reserve_find (pid_t tid, TslDemand *demand);

TSL_AVAILABLE_IN_1_0
TslReserve *tsl_reserve_new (TslPage *page, const char *name, pid_t tid, const TslDemand *demand,
                             GError **error);
TSL_AVAILABLE_IN_1_0
TslReserve *tsl_reserve_new_guarded (TslPage *page, const char *name, pid_t tid,
                                     const TslDemand *demand, TslGuard *guard, GError **error);
TSL_AVAILABLE_IN_1_0
void tsl_reserve_free (TslReserve *self);
TSL_AVAILABLE_IN_1_0
gboolean tsl_reserve_change (TslReserve *self, const TslDemand *demand, GError **error);
TSL_AVAILABLE_IN_1_0
void tsl_reserve_get_demand (TslReserve *self, TslDemand *demand);
TSL_AVAILABLE_IN_1_0
gint64 tsl_reserve_get_used (TslReserve *self);
TSL_AVAILABLE_IN_1_0
gboolean tsl_reserve_progress (TslReserve *self);
TSL_AVAILABLE_IN_1_0
void tsl_reserve_yield (TslReserve *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TslReserve, tsl_reserve_free)

G_END_DECLS
