/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <tsl-bpf/triggers-kernel.h>

/* Measures the intervals between the trigger states of each processor: moments at which a kernel with
 * soft timers would look at its timers. Needs the same permissions as Wakeups. */
typedef struct _Triggers Triggers;

/* Intervals since the program was loaded, or between two counts: how many ended with a state of each
 * source, their sum in nanoseconds, the sum of their squares in units of (100 ns)², and their
 * histogram. */
typedef struct
{
  guint64 n[TRIGGERS_N_KINDS];
  guint64 sum;
  guint64 squares;
  guint64 buckets[TRIGGERS_N_BUCKETS];
} TriggerCounts;

Triggers *triggers_new (GError **error);
void triggers_free (Triggers *self);

/* Chooses the sources that count, a bit for each kind; initially all. */
void triggers_choose (Triggers *self, guint kinds);
/* Reads the counts. One thread at a time may call it. */
void triggers_count (Triggers *self, TriggerCounts *counts);

/* Subtracts earlier counts. */
void trigger_counts_subtract (TriggerCounts *self, const TriggerCounts *earlier);
guint64 trigger_counts_get_n (const TriggerCounts *self);
/* Return microseconds, or per cent of the intervals that are longer; NAN without intervals. Quantile and
 * share are exact to the width of a bucket. */
double trigger_counts_get_mean (const TriggerCounts *self);
double trigger_counts_get_deviation (const TriggerCounts *self);
double trigger_counts_get_quantile (const TriggerCounts *self, double share);
double trigger_counts_get_share_above (const TriggerCounts *self, double microseconds);
