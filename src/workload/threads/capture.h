/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/tsl.h>

/* The beginning of a pipeline: puts an item into a queue every granularity, stamped with the time
 * when it was due. Items for which there is no room are dropped; the queue counts them. */
typedef struct
{
  TslPage *page;
  TslQueue *out;
  gint64 granularity;
  /* nanoseconds on CLOCK_MONOTONIC */
  gint64 next;

  GThread *thread;
  gint must_end;
} WorkloadCapture;

/* The part of a processor that its thread reserves, where it may. */
#define WORKLOAD_CAPTURE_PROPORTION 0.02

WorkloadCapture *workload_capture_new (TslPage *page, TslQueue *out, gint64 granularity);
void workload_capture_free (WorkloadCapture *self);

/* Any thread. */
void workload_capture_set_granularity (WorkloadCapture *self, gint64 granularity);
void workload_capture_start (WorkloadCapture *self, gint64 begin);
/* At a time, in a thread or in a simulation. */
void workload_capture_run (WorkloadCapture *self, gint64 now);
