/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "threads/task.h"

/* A periodic task whose level, the share of a processor that it reserves, can change. It uses nearly
 * all of it: its jobs become longer. At level 0 it has no thread. */
typedef struct _WorkloadElastic WorkloadElastic;

/* name lives as long; the period is in nanoseconds. */
WorkloadElastic *workload_elastic_new (TslPage *page, const char *name, gint64 period);
void workload_elastic_free (WorkloadElastic *self);
/* Fails if the kernel refuses the reserve, and keeps the old level. */
gboolean workload_elastic_set_level (WorkloadElastic *self, double level, GError **error);
