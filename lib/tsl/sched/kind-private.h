/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/guard/kind-private.h>

/* The schedules of threads. A guard also frees threads that are stuck in SCHED_DEADLINE: those of its owner, which could
 * not end either, and those whose schedule it keeps. */
extern const TslGuardKind tsl_sched_kind;

/* Has a guard restore the policy and attributes that a thread has now. A reservation is made tiny before it is left, so
 * that the kernel does not hold its bandwidth. Returns a number, or 0. */
guint tsl_sched_keep (pid_t tid, TslGuard *guard, GError **error);
