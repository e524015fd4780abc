/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/signal.h>
#include <tsl/latency/latency.h>

/* The source's own latency probe, in a thread, and statistics of its latencies. */
typedef struct _PreemptionProbe PreemptionProbe;

/* Statistics in microseconds; NaN for a gap. */
typedef struct
{
  double mean;
  double maximum;
  double recent;
  double above;
  /* the two parts of the recent mean: from the timer's due time until its interrupt made the thread
   * ready, and from then until it ran */
  double timer;
  double preemption;
} PreemptionReadings;

/* Starts a probe, which pushes its latencies into the signal until it is freed. */
PreemptionProbe *preemption_probe_new (GscopeSignal *latencies, gint64 period, gint64 threshold);
void preemption_probe_free (PreemptionProbe *self);

TslLatency *preemption_probe_get (PreemptionProbe *self);
/* Waits until the probe's thread runs. Returns its priority. */
int preemption_probe_await (PreemptionProbe *self);
/* Returns the number of the probe's thread; call it after preemption_probe_await(). */
pid_t preemption_probe_get_tid (PreemptionProbe *self);
/* Returns whether the kernel reports how long the thread waits on the run queue. */
gboolean preemption_probe_has_shares (PreemptionProbe *self);
/* One thread at a time may call it. */
void preemption_probe_read (PreemptionProbe *self, PreemptionReadings *readings);
void preemption_readings_clear (PreemptionReadings *self, GscopeGapCause cause);
