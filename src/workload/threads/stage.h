/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <pthread.h>
#include <tsl/tsl.h>

/* The share of a processor that a stage needs to keep up: a square wave. One thread sets it; any
 * thread reads it. */
typedef struct
{
  /* 1 is one processor */
  double least;
  double ratio;
  /* nanoseconds; 0: always the low value */
  double period;
} WorkloadWave;

void workload_wave_set (WorkloadWave *self, double least, double ratio, double period);
/* Returns the need at a time since the start, in nanoseconds. The first half of a period is
 * high. */
double workload_wave_get (const WorkloadWave *self, gint64 time);

/* A stage of a pipeline: a thread, or its simulation, that processes items, each of which advances
 * its time-stamp by the granularity. Items come from a queue or without limit, and go to a queue or
 * are dropped. */
typedef struct
{
  WorkloadWave wave;
  TslProgress *progress;
  TslQueue *in;
  TslQueue *out;
  /* start of the wave: nanoseconds on CLOCK_MONOTONIC */
  gint64 begin;

  /* the controller, while the stage is started */
  TslRealrateThread *control;

  GThread *thread;
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  pid_t tid;
  gboolean may_work;
  gint must_end;

  /* used by the thread or the simulation: time-stamp of the present item, its length, its remaining
   * processor time, and the processor time that the simulation may spend; all in nanoseconds */
  gboolean has_item;
  gint64 time_stamp;
  gint64 worth;
  double left;
  double budget;
} WorkloadStage;

/* The progress is the head of the input queue; without a queue, the processed items. */
WorkloadStage *workload_stage_new (TslPage *page, const char *name, gint64 granularity,
                                   TslQueue *in, TslQueue *out);
void workload_stage_free (WorkloadStage *self);

/* Create the thread, which waits; then start its work. */
pid_t workload_stage_spawn (WorkloadStage *self, gint64 begin);
void workload_stage_go (WorkloadStage *self, TslRealrateThread *control);
/* Ends the thread, whether or not it was started. Close the queues first. */
void workload_stage_join (WorkloadStage *self);

/* Simulates the work of the thread with its proportion, in the `passed` nanoseconds before
 * `now`. */
void workload_stage_simulate (WorkloadStage *self, gint64 now, gint64 passed);
