/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/clock.h>

/* The function that a poller calls once a tick, with the tick's nominal time and the number of
 * ticks that were missed before it. It runs with the poller's lock held, which a worker may release
 * meanwhile. */
typedef struct _GscopePoller GscopePoller;
typedef struct _GscopePollJob GscopePollJob;
typedef void (*GscopePollFunc) (GscopePollJob *job, gint64 time, guint missed);

struct _GscopePollJob
{
  GscopePollFunc func;
  gint64 period;
  gint64 deadline;
};

/* How the poller's thread is scheduled. */
typedef enum
{
  GSCOPE_POLLER_STARTING,
  GSCOPE_POLLER_FIFO,
  GSCOPE_POLLER_STEPPED_DOWN,
  GSCOPE_POLLER_NICE,
  GSCOPE_POLLER_PLAIN,
  GSCOPE_POLLER_DRIVEN,
  GSCOPE_POLLER_IDLE,
} GscopePollerMode;

GscopePoller *gscope_poller_get_shared (GscopeClock *clock);
GscopePoller *gscope_poller_new_worker (GscopeClock *clock);
void gscope_poller_unref (GscopePoller *self);

GscopePollerMode gscope_poller_get_mode (GscopePoller *self);
const char *gscope_poller_mode_get_title (GscopePollerMode mode);

/* Between lock and unlock no job runs, except for the part that a worker runs with the lock
 * released. An unlock without a changed deadline does not wake the poller. */
void gscope_poller_lock (GscopePoller *self);
void gscope_poller_unlock (GscopePoller *self);
void gscope_poller_unlock_unchanged (GscopePoller *self);

/* Both return when no tick of the job is running. */
void gscope_poller_add (GscopePoller *self, GscopePollJob *job);
void gscope_poller_remove (GscopePoller *self, GscopePollJob *job);
