/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

#include "probe.h"
#include "section.h"

/* The most signals of a source. */
#define PROC_MAX_SIGNALS 256

/* What a user may be asked for; "signals" are too rich for that. */
extern const GscopeSourceOption proc_source_options[];

/* What a source is to offer. */
typedef struct
{
  char *root;
  gboolean sections[PROC_N_SECTIONS];
  /* Of ProcProbe; replaced, never changed. */
  GPtrArray *probes;
} ProcOptions;

ProcOptions *proc_options_new (void);
void proc_options_free (ProcOptions *self);
/* Takes options of a workspace, a{sv}: "entries", "signals", "root". */
gboolean proc_options_read (ProcOptions *self, GVariant *options, GError **error);
/* For GscopeSourceClass: files that are not of /proc or /sys. */
void proc_options_list_demands (GVariant *options, GVariant *parameters, GPtrArray *demands);
