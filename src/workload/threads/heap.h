/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "threads/team.h"

/* Timers of libtsl that the job runs at its check points. If there is no check point in time, a
 * thread that waits for the kernel's timer interrupts the job. */
typedef struct _WorkloadHeap WorkloadHeap;

WorkloadHeap *workload_heap_new (WorkloadTeam *team, TslPage *page, GError **error);
/* Ends the watching thread. */
void workload_heap_end (WorkloadHeap *self);
void workload_heap_free (WorkloadHeap *self);

/* Applies changed settings and makes check points. The job's thread calls it repeatedly. */
void workload_heap_step (WorkloadHeap *self);
/* The main function of the thread that waits for the kernel's timer. */
gpointer workload_heap_watch (gpointer data);
