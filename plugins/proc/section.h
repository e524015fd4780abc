/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "scan.h"

/* The table of ready entries: each entry has one or more sections. */
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
  /* Rows whose fields are all 0 are not shown. */
  gboolean skips_idle;
  /* Only one of the metrics is shown, chosen by a parameter. */
  gboolean is_choice;
  const ProcMetric *metrics;
  guint n_metrics;
} ProcSection;

#define PROC_N_SECTIONS 8

extern const ProcSection proc_sections[PROC_N_SECTIONS];

/* The choices of the parameter "cpu-time". */
extern const char *const proc_cpu_nicks[];
extern const char *const proc_cpu_titles[];
