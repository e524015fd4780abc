/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <sys/types.h>

/* Measures the latency of the wake-ups of all threads in the kernel: the time from a thread's
 * wake-up (sched_waking) until it runs (sched_switch). It needs BPF: root, or CAP_BPF and
 * CAP_PERFMON, and a kernel that describes its types. Times are in nanoseconds. */
typedef struct _Wakeups Wakeups;

/* A requested wake-up. */
typedef struct
{
  /* time at which the thread ran, on CLOCK_MONOTONIC */
  gint64 time;
  /* time from the wake-up until the thread ran */
  gint64 latency;
  /* for the watched thread: time from its timer's due time to the wake-up; -1 if no timer woke
   * it */
  gint64 timer;
  pid_t tid;
  gboolean is_watched;
} Wakeup;

typedef void (*WakeupFunc) (const Wakeup *wakeup, gpointer data);

/* Counts since the program was loaded. */
typedef struct
{
  guint64 n;
  /* sum of the latencies */
  guint64 sum;
  /* requested wake-ups, and those that were lost because the ring was full */
  guint64 n_events;
  guint64 n_lost;
  guint64 n_lost_watched;
  /* those whose latency is not known, because the kernel did not report when the thread was woken or
   * when it began to run */
  guint64 n_unseen;
  guint64 n_unseen_watched;
  /* wake-ups that are in no other count, because another thread took their slot in the table */
  guint64 n_displaced;
} WakeupCounts;

Wakeups *wakeups_new (GError **error);
void wakeups_free (Wakeups *self);

/* Requests all wake-ups of a thread; 0 for none. Any thread may call it. */
void wakeups_watch (Wakeups *self, pid_t tid);
/* Requests the wake-ups of a process, 0 for all processes, at or above a threshold. Initially none
 * are requested. Any thread may call it. */
void wakeups_choose (Wakeups *self, pid_t process, gint64 threshold);

/* Reads the requested wake-ups that have not been read yet, approximately in order of time. One
 * thread at a time may call it. */
gsize wakeups_read (Wakeups *self, WakeupFunc func, gpointer data);

/* Reads the counts, and the distribution of latencies since the last reading. One thread at a time
 * may call it. */
void wakeups_count (Wakeups *self, WakeupCounts *counts);
/* Returns a quantile of the latencies between the last two readings, to within an eighth; -1 if
 * there were no wake-ups. */
gint64 wakeups_get_quantile (Wakeups *self, double share);
/* Returns the maximum latency since the last call; -1 if there were no wake-ups. */
gint64 wakeups_take_maximum (Wakeups *self);
