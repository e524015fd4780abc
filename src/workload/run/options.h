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

gboolean workload_options_parse (WorkloadOptions *self, int argc, char *argv[], GError **error);
void workload_options_clear (WorkloadOptions *self);
