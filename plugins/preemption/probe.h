/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/signal.h>
#include <tsl/latency/latency.h>

/* The source's own sleeper, in a thread, and the figures of its latencies. */
typedef struct _PreemptionProbe PreemptionProbe;

/* The figures of a period; microseconds, not-a-number for a gap. */
typedef struct
{
  double mean;
  double maximum;
  double recent;
  double above;
  /* parts of the mean since the last reading that was long enough ago: until the timer's interrupt had it
   * ready to run, and until it ran */
  double timer;
  double preemption;
} PreemptionReadings;

/* Latencies are pushed into the signal while it runs. It is made running; ending it stops it. */
PreemptionProbe *preemption_probe_new (GscopeSignal *latencies, gint64 period, gint64 threshold);
void preemption_probe_free (PreemptionProbe *self);

TslLatency *preemption_probe_get (PreemptionProbe *self);
/* Waits until its thread runs. Returns its priority. */
int preemption_probe_await (PreemptionProbe *self);
/* Its thread, once that runs. */
pid_t preemption_probe_get_tid (PreemptionProbe *self);
/* Returns whether the kernel reports how long the thread waits. */
gboolean preemption_probe_has_shares (PreemptionProbe *self);
/* One thread at a time. */
void preemption_probe_read (PreemptionProbe *self, PreemptionReadings *readings);
void preemption_readings_clear (PreemptionReadings *self, GscopeGapCause cause);
