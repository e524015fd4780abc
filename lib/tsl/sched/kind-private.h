/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/guard/kind-private.h>

/* Schedules of threads. A guard also frees threads that are stuck in SCHED_DEADLINE: its owner's
 * threads, which could not even end, and the threads whose schedule it restores. */
extern const TslGuardKind tsl_sched_kind;

/* Registers a thread's present policy and attributes with a guard. Before the guard restores them
 * it makes the reservation tiny, so that the kernel does not leak its bandwidth. Returns the
 * setting's number, or 0. */
guint tsl_sched_keep (pid_t tid, TslGuard *guard, GError **error);
