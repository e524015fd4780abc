/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "kinds/decoder.h"

struct _WorkloadDecoder
{
  WorkloadRated parent_instance;
};

G_DEFINE_FINAL_TYPE (WorkloadDecoder, workload_decoder, WORKLOAD_TYPE_RATED)

static void
workload_decoder_build (WorkloadRealrate *realrate, gint64 granularity)
{
  workload_realrate_add_stage (realrate, "decoder", granularity, NULL, NULL);
}

static void
workload_decoder_class_init (WorkloadDecoderClass *klass)
{
  WorkloadRatedClass *rated_class = WORKLOAD_RATED_CLASS (klass);

  rated_class->n_numbers = WORKLOAD_RATED_PLAYER_NEED;
  rated_class->n_shown = WORKLOAD_RATED_SHOWN_PLAYER_PROPORTION;
  rated_class->build = workload_decoder_build;
}

static void
workload_decoder_init (WorkloadDecoder *self)
{
}
