/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "threads/team.h"

/* Timers of libtsl that the job itself runs, at its check points. Where there is none in time, a thread that
 * waits for the kernel's timer interrupts it. */
typedef struct _WorkloadHeap WorkloadHeap;

WorkloadHeap *workload_heap_new (WorkloadTeam *team, TslPage *page, GError **error);
/* Lets the thread that watches end. */
void workload_heap_end (WorkloadHeap *self);
void workload_heap_free (WorkloadHeap *self);

/* The job's thread, again and again: takes changes of the settings, and makes check points. */
void workload_heap_step (WorkloadHeap *self);
/* The thread that waits for the kernel's timer. */
gpointer workload_heap_watch (gpointer data);
