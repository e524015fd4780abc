/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "kinds/realrate.h"

#include <gscope/source/source.h>

/* The parameters. */
typedef enum
{
  WORKLOAD_RATED_NEED,
  WORKLOAD_RATED_RATIO,
  WORKLOAD_RATED_WAVE,
  WORKLOAD_RATED_GRANULARITY,
  WORKLOAD_RATED_PLAYER_NEED,
  WORKLOAD_RATED_N_NUMBERS,
} WorkloadRatedNumber;

/* The signals. */
typedef enum
{
  WORKLOAD_RATED_SHOWN_NEED,
  WORKLOAD_RATED_SHOWN_PROPORTION,
  WORKLOAD_RATED_SHOWN_PLAYER_PROPORTION,
  WORKLOAD_RATED_SHOWN_LATENCY,
  WORKLOAD_RATED_N_SHOWN,
} WorkloadRatedShown;

/* The base class of workloads whose threads' proportions are controlled by their progress. The need
 * of the first thread is a square wave. */
#define WORKLOAD_TYPE_RATED (workload_rated_get_type ())
G_DECLARE_DERIVABLE_TYPE (WorkloadRated, workload_rated, WORKLOAD, RATED, GscopeSource)

struct _WorkloadRatedClass
{
  GscopeSourceClass parent_class;

  /* the subclass has the first n_numbers parameters and the first n_shown signals */
  guint n_numbers;
  guint n_shown;
  /* set point of the queues' length, in nanoseconds */
  gint64 buffer;
  /* adds the threads and their queues */
  void (*build) (WorkloadRealrate *realrate, gint64 granularity);
};
