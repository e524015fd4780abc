/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/tsl.h>

/* The reserve of a thread that serves others, without their loans: it suffices to receive requests. */
#define WORKLOAD_SERVER_DEMAND                                                                     \
  {                                                                                                \
    500000, 10000000                                                                               \
  }

/* A thread that can be given a reserve. It waits for workload_worker_begin(), so that it can have the
 * reserve before its work begins. */
typedef struct _WorkloadWorker WorkloadWorker;

/* The work; it ends soon after *is_ending, which is accessed atomically. */
typedef void (*WorkloadWork) (gpointer data, const gboolean *is_ending);

WorkloadWorker *
workload_worker_new (TslPage *page, const char *name, WorkloadWork work, gpointer data);
void workload_worker_begin (WorkloadWorker *self);
/* Ends the thread, but not yet its reserve, which others may still use. */
void workload_worker_join (WorkloadWorker *self);
/* Ends the thread and its reserve. */
void workload_worker_free (WorkloadWorker *self);
/* Gives the thread a reserve, changes it, or with NULL ends it. A refused change has no effect. */
gboolean workload_worker_set_demand (WorkloadWorker *self, const TslDemand *demand, GError **error);
/* Returns NULL without a reserve. */
TslReserve *workload_worker_get_reserve (WorkloadWorker *self);
pid_t workload_worker_get_tid (WorkloadWorker *self);
