/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/tsl.h>

/* The first thread of a pipeline: pushes an item to a queue once every granularity, stamped with
 * its due time. If the queue is full, the item is dropped, and the queue counts it. */
typedef struct
{
  TslPage *page;
  TslQueue *out;
  gint64 granularity;
  /* due time of the next item: nanoseconds on CLOCK_MONOTONIC */
  gint64 next;

  GThread *thread;
  gint must_end;
} WorkloadCapture;

/* The share of a processor that the thread reserves, if permitted. */
#define WORKLOAD_CAPTURE_PROPORTION 0.02

WorkloadCapture *workload_capture_new (TslPage *page, TslQueue *out, gint64 granularity);
void workload_capture_free (WorkloadCapture *self);

/* Any thread may call it. */
void workload_capture_set_granularity (WorkloadCapture *self, gint64 granularity);
void workload_capture_start (WorkloadCapture *self, gint64 begin);
/* Pushes all items that are due at `now`. Called by the thread or the simulation. */
void workload_capture_run (WorkloadCapture *self, gint64 now);
