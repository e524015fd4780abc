/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "kinds/rated.h"

/* The pipeline of the dissertation's figure 5.2: a thread with a reserve captures frames, a second
 * thread decodes them, a third one plays them, with queues between them. The progress of the
 * decoder and of the player is the head of their input queue. */
#define WORKLOAD_TYPE_PIPELINE (workload_pipeline_get_type ())
G_DECLARE_FINAL_TYPE (WorkloadPipeline, workload_pipeline, WORKLOAD, PIPELINE, WorkloadRated)
