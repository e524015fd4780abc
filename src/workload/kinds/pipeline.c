/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "kinds/pipeline.h"

/* Capacity of a queue in frames, and the length in time at which it should be held: two usual
 * sampling periods. */
#define CAPACITY 400
#define BUFFER (40 * GSCOPE_MSEC)

struct _WorkloadPipeline
{
  WorkloadRated parent_instance;
};

G_DEFINE_FINAL_TYPE (WorkloadPipeline, workload_pipeline, WORKLOAD_TYPE_RATED)

static void
workload_pipeline_build (WorkloadRealrate *realrate, gint64 granularity)
{
  TslQueue *captured = workload_realrate_add_queue (realrate, "captured", CAPACITY);
  TslQueue *decoded = workload_realrate_add_queue (realrate, "decoded", CAPACITY);

  workload_realrate_add_capture (realrate, captured, granularity);
  workload_realrate_add_stage (realrate, "decoder", granularity, captured, decoded);
  workload_realrate_add_stage (realrate, "player", granularity, decoded, NULL);
}

static void
workload_pipeline_class_init (WorkloadPipelineClass *klass)
{
  WorkloadRatedClass *rated_class = WORKLOAD_RATED_CLASS (klass);

  rated_class->n_numbers = WORKLOAD_RATED_N_NUMBERS;
  rated_class->n_shown = WORKLOAD_RATED_N_SHOWN;
  rated_class->buffer = BUFFER;
  rated_class->build = workload_pipeline_build;
}

static void
workload_pipeline_init (WorkloadPipeline *self)
{
}
