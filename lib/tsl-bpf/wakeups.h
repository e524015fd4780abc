/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <sys/types.h>

/* The wake-ups of all threads of the machine, as the kernel has them: from when a thread was woken
 * (sched_waking) until it ran (sched_switch). It takes BPF: root, or CAP_BPF and CAP_PERFMON, and a kernel that
 * describes its types. Times are nanoseconds. */
typedef struct _Wakeups Wakeups;

/* A wake-up that was asked for. */
typedef struct
{
  /* when the thread ran, on CLOCK_MONOTONIC */
  gint64 time;
  /* how long it had been ready to run */
  gint64 latency;
  /* of the watched thread: how long after its timer was due it was woken; -1 where none woke it */
  gint64 timer;
  pid_t tid;
  gboolean is_watched;
} Wakeup;

typedef void (*WakeupFunc) (const Wakeup *wakeup, gpointer data);

/* Since the program is in the kernel. */
typedef struct
{
  guint64 n;
  /* of their latencies */
  guint64 sum;
  /* wake-ups that were asked for; those of them that were lost because nobody read them in time, or because
   * the kernel does not tell of them */
  guint64 n_events;
  guint64 n_lost;
  guint64 n_lost_watched;
  /* waits, counted nowhere else, whose place another thread took in the table of those that were woken */
  guint64 n_displaced;
} WakeupCounts;

Wakeups *wakeups_new (GError **error);
void wakeups_free (Wakeups *self);

/* Any thread. Asks for all wake-ups of a thread; 0 for none. */
void wakeups_watch (Wakeups *self, pid_t tid);
/* Any thread. Requests the wake-ups of a process, 0 for all, at or above a threshold; none at
 * first. */
void wakeups_choose (Wakeups *self, pid_t process, gint64 threshold);

/* The requested wake-ups that have not been read yet, approximately in the order of time. One
 * thread at a time. */
gsize wakeups_read (Wakeups *self, WakeupFunc func, gpointer data);

/* One thread at a time: reads the counts and keeps the distribution of latencies since the last reading. */
void wakeups_count (Wakeups *self, WakeupCounts *counts);
/* Of the time between the last two readings: the latency that a share of wake-ups is not above, to within an
 * eighth; -1 where there were none. */
gint64 wakeups_get_quantile (Wakeups *self, double share);
/* The largest since the last call; -1 where there were none. */
gint64 wakeups_take_maximum (Wakeups *self);
