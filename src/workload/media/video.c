/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "media/video.h"

#include "media/frames.h"

struct _WorkloadVideo
{
  TslTimers *timers;
  TslTimer *timer;
  WorkloadCard *card;
  WorkloadFrames frames;
  WorkloadShowFunc func;
  gpointer user_data;

  /* the next frame to take; negative before the first one */
  gint64 next;
  /* display times of decoded frames, a ring */
  gint64 waiting[WORKLOAD_VIDEO_MAX_AHEAD + 1];
  guint first;
  guint n_waiting;
  guint n_ahead;
  gint64 last_shown;
  gint64 n_dropped;
};

static void
set_timer (WorkloadVideo *self)
{
  gint64 now = tsl_timers_get_time (self->timers);

  if (self->n_waiting > 0)
    tsl_timer_set (self->timer,
                   workload_card_find_time (self->card, now, self->waiting[self->first]), 0);
}

static void
show (WorkloadVideo *self, gint64 now, gint64 skew)
{
  const WorkloadShown shown = { skew, self->last_shown > 0 ? now - self->last_shown : -1 };

  self->last_shown = now;
  self->first = (self->first + 1) % G_N_ELEMENTS (self->waiting);
  self->n_waiting--;
  self->func (&shown, self->user_data);
}

/* If the card had no audio for a time, the frame's time has not come. */
static void
on_timer (TslTimer *timer, gint64 deadline, gpointer user_data)
{
  WorkloadVideo *self = user_data;
  gint64 now = tsl_timers_get_time (self->timers);
  gint64 skew = workload_card_get_position (self->card, now) - self->waiting[self->first];

  if (skew >= 0)
    show (self, now, skew);
  set_timer (self);
}

WorkloadVideo *
workload_video_new (TslTimers *timers, WorkloadCard *card, double rate, WorkloadShowFunc func,
                    gpointer user_data)
{
  WorkloadVideo *self = g_new0 (WorkloadVideo, 1);

  self->timers = timers;
  self->timer = tsl_timer_new (timers, on_timer, self);
  self->card = card;
  self->func = func;
  self->user_data = user_data;
  self->next = -1;
  workload_frames_init (&self->frames, rate);
  return self;
}

void
workload_video_free (WorkloadVideo *self)
{
  tsl_timer_free (self->timer);
  g_free (self);
}

void
workload_video_set_rate (WorkloadVideo *self, double rate)
{
  if (rate != self->frames.rate)
    workload_frames_set_rate (&self->frames, MAX (self->next, 0), rate);
}

void
workload_video_set_ahead (WorkloadVideo *self, guint n)
{
  self->n_ahead = MIN (n, WORKLOAD_VIDEO_MAX_AHEAD);
}

static void
drop_late (WorkloadVideo *self)
{
  gint64 now = tsl_timers_get_time (self->timers);
  gint64 due = workload_frames_find (&self->frames, workload_card_get_position (self->card, now));

  /* nothing is late before the first frame */
  if (self->next < 0)
    self->next = due + 1;
  if (self->next >= due)
    return;
  self->n_dropped += due - self->next;
  self->next = due;
}

gboolean
workload_video_take (WorkloadVideo *self, WorkloadFrame *frame)
{
  if (self->n_waiting > self->n_ahead)
    return FALSE;
  drop_late (self);
  *frame = (WorkloadFrame){ self->next, workload_frames_get_time (&self->frames, self->next) };
  self->next++;
  return TRUE;
}

void
workload_video_add (WorkloadVideo *self, const WorkloadFrame *frame)
{
  self->waiting[(self->first + self->n_waiting) % G_N_ELEMENTS (self->waiting)] = frame->time;
  self->n_waiting++;
  if (self->n_waiting == 1)
    set_timer (self);
}

gint64
workload_video_get_n_dropped (WorkloadVideo *self)
{
  return self->n_dropped;
}
