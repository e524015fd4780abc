/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "kinds/rated.h"

/* The pipeline of the dissertation's figure 5.2: a thread with a reserve captures frames, one decodes
 * them, one plays them, with a queue between each two. The last two are monitored at the head of the
 * queue that they take from. */
#define WORKLOAD_TYPE_PIPELINE (workload_pipeline_get_type ())
G_DECLARE_FINAL_TYPE (WorkloadPipeline, workload_pipeline, WORKLOAD, PIPELINE, WorkloadRated)
