/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "threads/stage.h"

#include <gscope/source/source.h>

/* The first thread of a pipeline: pushes an item to a queue once every granularity. */
typedef struct _WorkloadCapture WorkloadCapture;

/* Stages under a real-rate scheduler: real threads if SCHED_DEADLINE is available, otherwise a
 * simulation with the same scheduler. The owner, or one of its threads, steps it. */
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

/* Times are in nanoseconds on CLOCK_MONOTONIC. */

/* page and cache may be NULL. */
WorkloadRealrate *workload_realrate_new (TslPage *page, const char *cache);
/* Stops the threads, too. */
void workload_realrate_free (WorkloadRealrate *self);

/* Call these before workload_realrate_begin(). The returned objects belong to the
 * WorkloadRealrate. */
TslQueue *workload_realrate_add_queue (WorkloadRealrate *self, const char *name, guint capacity);
WorkloadStage *workload_realrate_add_stage (WorkloadRealrate *self, const char *name,
                                            gint64 granularity, TslQueue *in, TslQueue *out);
void workload_realrate_add_capture (WorkloadRealrate *self, TslQueue *out, gint64 granularity);

/* Sets the time between two items. Any thread may call it. */
void workload_realrate_set_granularity (WorkloadRealrate *self, gint64 granularity);

/* The settings' buffer is the set point of each queue's length. Returns FALSE with the reason if it
 * has to be simulated. */
gboolean workload_realrate_begin (WorkloadRealrate *self, const TslRealrateSettings *settings,
                                  GError **error);
/* Returns the time of the next step. */
gint64 workload_realrate_step (WorkloadRealrate *self, gint64 now);
/* Gives the calling thread, which steps, a reserve with a shorter deadline than
 * the controlled threads have. Returns NULL if the kernel refuses it. */
TslReserve *workload_realrate_reserve_control (WorkloadRealrate *self);
/* Steps on a thread of its own with such a reserve. */
void workload_realrate_run (WorkloadRealrate *self);

/* Sets the status of a source whose work has to be simulated, with the reason. */
void workload_realrate_show_simulation (GscopeSource *source, const GError *why);
