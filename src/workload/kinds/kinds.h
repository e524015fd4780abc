/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

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

/* Returns NULL with an error that lists all kinds if there is no such kind. */
const WorkloadKind *workload_kinds_find (const char *name, GError **error);
