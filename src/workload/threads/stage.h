/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "threads/wave.h"

#include <pthread.h>
#include <tsl/tsl.h>

/* A thread of a pipeline that works on one item after the other, each worth the time-stamps' granularity:
 * from a queue or without end, into a queue or not. It does it really, or in a simulation. */
typedef struct
{
  WorkloadWave wave;
  TslProgress *progress;
  TslQueue *in;
  TslQueue *out;
  /* nanoseconds on CLOCK_MONOTONIC, from which the wave counts */
  gint64 begin;

  /* what controls it, while it is started */
  TslRealrateThread *control;

  GThread *thread;
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  pid_t tid;
  gboolean may_work;
  gint must_end;

  /* the worker's, or the simulation's: time-stamp of the item at work, what it is worth and still takes,
   * and what the simulation has to spend, in nanoseconds */
  gboolean has_item;
  gint64 time_stamp;
  gint64 worth;
  double left;
  double budget;
} WorkloadStage;

/* Its progress is the head of the queue that it takes from; without one, what it has done. */
WorkloadStage *workload_stage_new (TslPage *page, const char *name, gint64 granularity,
                                   TslQueue *in, TslQueue *out);
void workload_stage_free (WorkloadStage *self);

/* Makes a thread, which waits; then has it work. */
pid_t workload_stage_spawn (WorkloadStage *self, gint64 begin);
void workload_stage_go (WorkloadStage *self, TslRealrateThread *control);
/* Ends the thread, whether it worked or not. Close the queues before. */
void workload_stage_join (WorkloadStage *self);

/* Works as a thread would with its proportion, in the nanoseconds up to now. */
void workload_stage_simulate (WorkloadStage *self, gint64 now, gint64 passed);
