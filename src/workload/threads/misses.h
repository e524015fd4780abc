/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Counts the cache misses of a processor with its hardware counters (perf events). */
typedef struct _WorkloadMisses WorkloadMisses;

typedef enum
{
  WORKLOAD_MISSES_DATA,
  WORKLOAD_MISSES_INSTRUCTIONS,
  WORKLOAD_MISSES_TRANSLATIONS,
} WorkloadMissesKind;

#define WORKLOAD_MISSES_N_KINDS (WORKLOAD_MISSES_TRANSLATIONS + 1)

/* Returns NULL with an error if the kernel lends none of these counters. */
WorkloadMisses *workload_misses_new (int cpu, GError **error);
void workload_misses_free (WorkloadMisses *self);
/* Returns the number of misses since the start; -1 if the processor does not count them. */
gint64 workload_misses_read (WorkloadMisses *self, WorkloadMissesKind kind);
