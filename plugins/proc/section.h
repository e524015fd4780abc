/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "scan.h"

/* A table of what is ready: each entry is one or more sections. */
typedef struct
{
  const char *entry;
  const char *file;
  ProcScan scan;
  /* Group and title of the row without a key; the prefix of the key in other rows. */
  const char *group;
  const char *title;
  const char *group_prefix;
  const char *title_prefix;
  /* A row that never counted anything is not shown. */
  gboolean skips_idle;
  /* The metrics are a choice of which one is shown. */
  gboolean is_choice;
  const ProcMetric *metrics;
  guint n_metrics;
} ProcSection;

#define PROC_N_SECTIONS 8

extern const ProcSection proc_sections[PROC_N_SECTIONS];

/* The choices for the shown part of a core's time. */
extern const char *const proc_cpu_nicks[];
extern const char *const proc_cpu_titles[];
