/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

/* The name of the program's page. */
#define WORKLOAD_PAGE "gscope-workload"

/* The kinds of workload: each is a source that works while it is started. */
typedef struct
{
  const char *name;
  const char *description;
  GType (*get_type) (void);
  /* it has threads with SCHED_DEADLINE */
  gboolean reserves;
} WorkloadKind;

/* Ended by a kind without a name. */
extern const WorkloadKind workload_kinds[];

/* NULL with an error that lists what there is. */
const WorkloadKind *workload_kinds_find (const char *name, GError **error);
