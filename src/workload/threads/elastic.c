/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "threads/elastic.h"

#include "threads/playback.h"

#define SEC 1e9

/* The part of its level that a task uses, so that its jobs end in time. */
#define PART_USED 0.9

/* The frame rate of a player at its full level, and the least one, in frames per second. */
#define FULL_RATE 30
#define MIN_RATE 1

struct _WorkloadElastic
{
  TslPage *page;
  const char *name;
  gint64 period;
  /* the level of a player at its full frame rate; 0 for a task */
  double full;
  /* protects task and playback, which one thread changes and others count */
  TslLock lock;
  WorkloadTask *task;
  WorkloadPlayback *playback;
};

WorkloadElastic *
workload_elastic_new (TslPage *page, const char *name, gint64 period)
{
  WorkloadElastic *self = g_new0 (WorkloadElastic, 1);

  self->page = tsl_page_ref (page);
  self->name = name;
  self->period = period;
  tsl_lock_init (&self->lock);
  return self;
}

WorkloadElastic *
workload_elastic_new_player (TslPage *page, gint64 period, double full)
{
  WorkloadElastic *self = workload_elastic_new (page, "player", period);

  self->full = full;
  return self;
}

/* Frees without the lock, so that nobody waits for the threads' end. */
static void
stop (WorkloadElastic *self)
{
  WorkloadTask *task;
  WorkloadPlayback *playback;

  tsl_lock_take (&self->lock);
  task = g_steal_pointer (&self->task);
  playback = g_steal_pointer (&self->playback);
  tsl_lock_release (&self->lock);
  g_clear_pointer (&task, workload_task_free);
  g_clear_pointer (&playback, workload_playback_free);
}

void
workload_elastic_free (WorkloadElastic *self)
{
  stop (self);
  tsl_lock_clear (&self->lock);
  tsl_page_unref (self->page);
  g_free (self);
}

static gboolean
start_task (WorkloadElastic *self, const WorkloadTaskTimes *times, GError **error)
{
  WorkloadTask *task = workload_task_new (self->page, self->name, times);

  if (!workload_task_set_reserved (task, TRUE, error))
    {
      workload_task_free (task);
      return FALSE;
    }
  workload_task_start (task);
  tsl_lock_take (&self->lock);
  self->task = task;
  tsl_lock_release (&self->lock);
  return TRUE;
}

static gboolean
set_task_level (WorkloadElastic *self, double level, GError **error)
{
  gint64 budget = level * self->period;
  const WorkloadTaskTimes times = { PART_USED * budget, self->period, budget };

  return self->task ? workload_task_set_times (self->task, &times, error)
                    : start_task (self, &times, error);
}

static gboolean
start_playback (WorkloadElastic *self, const WorkloadPlaybackSettings *settings,
                const TslDemand *demand, GError **error)
{
  const WorkloadPlaybackSignals none = { 0 };
  WorkloadPlayback *playback = workload_playback_new (settings, self->page, &none, error);

  if (!playback)
    return FALSE;
  if (!workload_playback_schedule (playback, WORKLOAD_PLAYBACK_RESERVE, demand, error))
    {
      workload_playback_free (playback);
      return FALSE;
    }
  tsl_lock_take (&self->lock);
  self->playback = playback;
  tsl_lock_release (&self->lock);
  return TRUE;
}

/* A part of the level is the audio's; the frame rate takes the rest. */
static gboolean
set_player_level (WorkloadElastic *self, double level, GError **error)
{
  double full = self->full - WORKLOAD_PLAYBACK_AUDIO_SHARE;
  double video = MAX (level - WORKLOAD_PLAYBACK_AUDIO_SHARE, full * MIN_RATE / FULL_RATE);
  const TslDemand demand = { video * self->period, self->period };
  const WorkloadPlaybackSettings settings = {
    .cost = { .kind = WORKLOAD_COST_EVEN, .mean = PART_USED * full / FULL_RATE * SEC },
    .rate = FULL_RATE * video / full,
  };

  if (!self->playback)
    return start_playback (self, &settings, &demand, error);
  if (!workload_playback_schedule (self->playback, WORKLOAD_PLAYBACK_RESERVE, &demand, error))
    return FALSE;
  workload_playback_set (self->playback, &settings);
  return TRUE;
}

gboolean
workload_elastic_set_level (WorkloadElastic *self, double level, GError **error)
{
  if (level > 0)
    return self->full > 0 ? set_player_level (self, level, error)
                          : set_task_level (self, level, error);
  stop (self);
  return TRUE;
}

static void
count_frames (WorkloadPlayback *playback, WorkloadTaskCounts *counts)
{
  WorkloadPlaybackCounts frames;

  workload_playback_count (playback, &frames);
  *counts = (WorkloadTaskCounts){ .jobs = frames.n_shown,
                                  .misses = frames.n_dropped,
                                  .used = frames.used };
}

gboolean
workload_elastic_count (WorkloadElastic *self, WorkloadTaskCounts *counts)
{
  gboolean is_running;

  tsl_lock_take (&self->lock);
  is_running = self->task || self->playback;
  if (self->task)
    workload_task_count (self->task, counts);
  else if (self->playback)
    count_frames (self->playback, counts);
  tsl_lock_release (&self->lock);
  return is_running;
}
