/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "kinds/kinds.h"

typedef struct
{
  const WorkloadKind *kind;
  /* parameters to write at the start, as NAME=VALUE; terminated by NULL */
  char **parameters;
  double duration;
  int share_fd;
  gboolean list;
  gboolean version;
} WorkloadOptions;

/* Runs without Gscope, until the time is over or the program is interrupted. Returns the exit
 * code. */
int workload_run (const WorkloadOptions *options);
