/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "threads/capture.h"
#include "threads/stage.h"

/* Stages under a real-rate scheduler: by real threads where SCHED_DEADLINE is to be had, else in a
 * simulation of the same scheduler. The owner, or a thread of the owner, steps it. */
typedef struct
{
  TslPage *page;
  TslRealrateScheduler *scheduler;
  /* WorkloadStage, TslQueue */
  GPtrArray *stages;
  GPtrArray *queues;
  WorkloadCapture *capture;
  gint64 begin;
  gint64 last;
  gboolean is_simulated;

  GThread *thread;
  gint must_end;
} WorkloadRealrate;

/* Nanoseconds on CLOCK_MONOTONIC. */

/* page and cache may be NULL. */
WorkloadRealrate *workload_realrate_new (TslPage *page, const char *cache);
/* Ends it too. */
void workload_realrate_free (WorkloadRealrate *self);

/* Before it is begun. It owns what it returns. */
TslQueue *workload_realrate_add_queue (WorkloadRealrate *self, const char *name, guint capacity);
WorkloadStage *workload_realrate_add_stage (WorkloadRealrate *self, const char *name,
                                            gint64 granularity, TslQueue *in, TslQueue *out);
void workload_realrate_add_capture (WorkloadRealrate *self, TslQueue *out, gint64 granularity);

/* The settings' buffer is what each queue is to hold. Returns FALSE if it is a simulation, and why. */
gboolean workload_realrate_begin (WorkloadRealrate *self, const TslRealrateSettings *settings,
                                  GError **error);
/* Returns when to be called next, nanoseconds on CLOCK_MONOTONIC. */
gint64 workload_realrate_step (WorkloadRealrate *self, gint64 now);
/* Has the calling thread, which steps, scheduled before those that it controls; NULL where it cannot. */
TslReserve *workload_realrate_reserve_control (WorkloadRealrate *self);
/* Steps on a thread of its own, before those that it controls. */
void workload_realrate_run (WorkloadRealrate *self);
