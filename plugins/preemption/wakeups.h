/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/clock.h>
#include <gscope/signal/signal.h>
#include <tsl-bpf/wakeups.h>

/* A thread that reads wake-ups from the kernel and pushes them into signals. */
typedef struct _PreemptionWakeups PreemptionWakeups;

/* Statistics; NaN for a gap. */
typedef struct
{
  /* of all threads in the last eighth of a second: wake-ups per second; latencies in
   * microseconds */
  double rate;
  double median;
  double high;
  double maximum;
  /* parts of the mean latency of the watched thread's last wake-ups, in microseconds */
  double timer;
  double preemption;
} PreemptionWakeupReadings;

/* The signals that get the latencies of single wake-ups, in microseconds. */
typedef struct
{
  /* the wake-ups of the chosen process */
  GscopeSignal *late;
  /* the two parts of the wake-ups of the watched thread */
  GscopeSignal *timer;
  GscopeSignal *preemption;
} PreemptionStreams;

/* Takes ownership of wakeups. */
PreemptionWakeups *
preemption_wakeups_new (Wakeups *wakeups, GscopeClock *clock, const PreemptionStreams *streams);
void preemption_wakeups_free (PreemptionWakeups *self);

/* Any thread may call these. */
Wakeups *preemption_wakeups_get (PreemptionWakeups *self);
void preemption_wakeups_read (PreemptionWakeups *self, PreemptionWakeupReadings *readings);
void preemption_wakeup_readings_clear (PreemptionWakeupReadings *self, GscopeGapCause cause);
