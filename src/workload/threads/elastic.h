/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "threads/task.h"

/* A periodic task or a player whose level, the share of a processor that it reserves, can change. It
 * uses nearly all of it: the jobs of a task become longer, a player shows more frames. At level 0 it
 * has no thread. */
typedef struct _WorkloadElastic WorkloadElastic;

/* name lives as long; the period is in nanoseconds. */
WorkloadElastic *workload_elastic_new (TslPage *page, const char *name, gint64 period);
/* A player of audio and video, which shows 30 frames a second at the level `full`. */
WorkloadElastic *workload_elastic_new_player (TslPage *page, gint64 period, double full);
void workload_elastic_free (WorkloadElastic *self);
/* Fails if the kernel refuses the reserve, and keeps the old level. */
gboolean workload_elastic_set_level (WorkloadElastic *self, double level, GError **error);
/* The jobs of a player are the frames that it showed, those that it dropped are missed. Returns FALSE
 * if it has no thread. Any thread may call it. */
gboolean workload_elastic_count (WorkloadElastic *self, WorkloadTaskCounts *counts);
