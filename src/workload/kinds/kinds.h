/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>
#include <tsl/sched/admission.h>

/* The name of the program's page. */
#define WORKLOAD_PAGE "gscope-workload"

/* A kind of workload: a source that runs the workload while it is started. */
typedef struct
{
  const char *name;
  const char *description;
  GType (*get_type) (void);
  /* whether it has threads with SCHED_DEADLINE */
  gboolean reserves;
} WorkloadKind;

/* The last element has no name. */
extern const WorkloadKind workload_kinds[];

/* Each in a file of its own, except for decoder and pipeline, which share one. */
GType workload_accuracy_get_type (void);
GType workload_clients_get_type (void);
GType workload_costs_get_type (void);
GType workload_decoder_get_type (void);
GType workload_latency_loads_get_type (void);
GType workload_overload_get_type (void);
GType workload_periodic_get_type (void);
GType workload_phone_get_type (void);
GType workload_pipeline_get_type (void);
GType workload_player_get_type (void);
GType workload_polling_get_type (void);
GType workload_qos_get_type (void);
GType workload_spin_get_type (void);
GType workload_switches_get_type (void);
GType workload_timers_get_type (void);

/* Returns NULL with an error that lists all kinds if there is no such kind. */
const WorkloadKind *workload_kinds_find (const char *name, GError **error);

/* Returns whether the threads of a workload may request these reserves: threads that spin must
 * leave a part of each processor, and of all processors together, to other threads. */
gboolean workload_demands_check (const TslDemand *demands, guint n, GError **error);
