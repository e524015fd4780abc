/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

#include "probe.h"
#include "section.h"

/* The most signals of a source. */
#define PROC_MAX_SIGNALS 256

/* The configuration of a source. */
typedef struct
{
  char *root;
  /* of proc_sections */
  GStrv entries;
  /* Of ProcProbe; replaced, never changed. */
  GPtrArray *probes;
} ProcOptions;

/* The option "signals", an array of objects: one ProcProbe each. */
GPtrArray *proc_options_read_probes (GVariant *array, GError **error);
/* The option "root". */
gboolean proc_options_check_root (const char *root, GError **error);
/* For GscopeSourceClass: files that are not of /proc or /sys. */
void proc_options_list_demands (GVariant *options, GVariant *parameters, GPtrArray *demands);
