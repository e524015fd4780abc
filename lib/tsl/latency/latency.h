/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/page/page.h>

G_BEGIN_DECLS

/**
 * TSL_LATENCY_LEAST_PERIOD:
 *
 * The shortest sleep time of a probe: 50 µs, in nanoseconds.
 *
 * Since: 1.0
 */
#define TSL_LATENCY_LEAST_PERIOD (50 * G_GINT64_CONSTANT (1000))

/**
 * TSL_LATENCY_LONGEST_PERIOD:
 *
 * The longest sleep time of a probe: 100 ms, in nanoseconds.
 *
 * Since: 1.0
 */
#define TSL_LATENCY_LONGEST_PERIOD (100 * G_GINT64_CONSTANT (1000000))

/**
 * TSL_LATENCY_LARGEST_THRESHOLD:
 *
 * The largest threshold: 1 s, in nanoseconds.
 *
 * Since: 1.0
 */
#define TSL_LATENCY_LARGEST_THRESHOLD G_GINT64_CONSTANT (1000000000)

/**
 * TslLatency:
 *
 * A latency probe: a thread that sleeps and measures how late it wakes.
 *
 * Since: 1.0
 */
typedef struct _TslLatency TslLatency;

/**
 * TslLatencyFunc:
 * @time: time of the wake-up, in nanoseconds on CLOCK_MONOTONIC
 * @latency: the latency in nanoseconds
 * @user_data: data that was passed with the function
 *
 * Called at each wake-up in the probe's thread, which has the highest priority: the function must
 * neither block nor take long.
 *
 * Since: 1.0
 */
typedef void (*TslLatencyFunc) (gint64 time, gint64 latency, gpointer user_data);

/**
 * TslLatencyStatistics:
 * @n: number of wake-ups
 * @n_above: number of wake-ups that were later than the threshold
 * @sum: sum of the latencies, in nanoseconds
 * @maximum: the largest latency, in nanoseconds
 * @recent: the largest latency of the last second, in nanoseconds
 *
 * The measurements of a probe since its last reset.
 *
 * Since: 1.0
 */
typedef struct
{
  gint64 n;
  gint64 n_above;
  gint64 sum;
  gint64 maximum;
  gint64 recent;
} TslLatencyStatistics;

TSL_AVAILABLE_IN_1_0
TslLatency *
tsl_latency_new (TslPage *page, const char *group, TslLatencyFunc func, gpointer user_data);
TSL_AVAILABLE_IN_1_0
void tsl_latency_free (TslLatency *self);

TSL_AVAILABLE_IN_1_0
void tsl_latency_run (TslLatency *self);
TSL_AVAILABLE_IN_1_0
void tsl_latency_stop (TslLatency *self);
TSL_AVAILABLE_IN_1_0
void tsl_latency_note (TslLatency *self, gint64 time, gint64 latency);
TSL_AVAILABLE_IN_1_0
void tsl_latency_reset (TslLatency *self);

TSL_AVAILABLE_IN_1_0
int tsl_latency_get_priority (TslLatency *self);
TSL_AVAILABLE_IN_1_0
void tsl_latency_get_statistics (TslLatency *self, TslLatencyStatistics *statistics);
TSL_AVAILABLE_IN_1_0
void tsl_latency_set_period (TslLatency *self, gint64 period);
TSL_AVAILABLE_IN_1_0
void tsl_latency_set_threshold (TslLatency *self, gint64 threshold);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TslLatency, tsl_latency_free)

G_END_DECLS
