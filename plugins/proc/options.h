/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

#include "probe.h"
#include "section.h"

/* Maximum number of signals of a source. */
#define PROC_MAX_SIGNALS 256

/* The configuration of a source. */
typedef struct
{
  char *root;
  /* names of entries in proc_sections */
  GStrv entries;
  /* ProcProbe; the array is replaced, never changed. */
  GPtrArray *probes;
} ProcOptions;

/* Reads the option "signals", an array of objects, into an array of ProcProbe. */
GPtrArray *proc_options_read_probes (GVariant *array, GError **error);
/* Checks the option "root". */
gboolean proc_options_check_root (const char *root, GError **error);
/* Implements GscopeSourceClass.list_demands: lists the files outside /proc and /sys. */
void proc_options_list_demands (GVariant *options, GVariant *parameters, GPtrArray *demands);
