/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "threads/playback.h"

#include "media/video.h"
#include "threads/clock.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#define USEC 1e3
#define MSEC 1e6

/* 1024 samples at 48 kHz, the time that they take to decode, and the number that the card can
 * hold: nanoseconds. */
#define FRAGMENT G_GINT64_CONSTANT (21333333)
#define FRAGMENT_COST G_GINT64_CONSTANT (400000)
#define N_FRAGMENTS 4

/* Time between two check points of a thread that decodes: nanoseconds. */
#define CHECK_INTERVAL G_GINT64_CONSTANT (50000)

/* The video's real-time priority; the audio's is higher by one. */
#define PRIORITY 10

/* A thread with its timers. */
typedef struct _Part Part;
struct _Part
{
  WorkloadPlayback *playback;
  const char *name;
  TslTimers *timers;
  /* check points of soft timers */
  TslTimer *tick;
  /* wakes the thread for new settings, and at the end */
  int event;
  GThread *thread;
  pid_t tid;
  TslReserve *reserve;

  /* used by the thread alone */
  WorkloadPlaybackSettings settings;
  guint n_changes;
  /* Works, or returns FALSE if there is nothing to do before the next timer. */
  gboolean (*step) (Part *self);
};

enum
{
  VIDEO,
  AUDIO,
  N_PARTS
};

struct _WorkloadPlayback
{
  TslPage *page;
  Part parts[N_PARTS];
  WorkloadCard card;

  pthread_mutex_t mutex;
  WorkloadPlaybackSettings settings;
  /* accessed atomically */
  guint n_changes;
  gboolean is_ending;
  WorkloadPlaybackCounts counts;

  /* used by the video's thread alone */
  WorkloadVideo *video;
  GscopeProducer *skew;
  GscopeProducer *video_interval;
  GscopeProducer *cost;
  GscopeProducer *delay;

  /* used by the audio's thread alone */
  TslTimer *room;
  GscopeProducer *audio_interval;
  gint64 last_written;
};

static void
store (gint64 *word, gint64 value)
{
  __atomic_store_n (word, value, __ATOMIC_RELAXED);
}

static gint64
load (const gint64 *word)
{
  return __atomic_load_n (word, __ATOMIC_RELAXED);
}

static void
push (GscopeProducer *producer, double value)
{
  if (producer)
    gscope_producer_push_now (producer, value);
}

/* Functions of both threads. */

static gboolean
is_ending (Part *self)
{
  return __atomic_load_n (&self->playback->is_ending, __ATOMIC_RELAXED);
}

/* Uses processor time, with check points. */
static void
decode (Part *self, gint64 length)
{
  gint64 end = kernel_clock_read (CLOCK_THREAD_CPUTIME_ID) + length;
  gint64 left = length;

  while (left > 0 && !is_ending (self))
    {
      workload_clock_work (MIN (left, CHECK_INTERVAL), &self->playback->is_ending);
      tsl_timers_check (self->timers);
      left = end - kernel_clock_read (CLOCK_THREAD_CPUTIME_ID);
    }
}

static void
take_settings (Part *self)
{
  WorkloadPlayback *playback = self->playback;
  guint n_changes = __atomic_load_n (&playback->n_changes, __ATOMIC_ACQUIRE);

  if (n_changes == self->n_changes)
    return;
  self->n_changes = n_changes;
  pthread_mutex_lock (&playback->mutex);
  self->settings = playback->settings;
  pthread_mutex_unlock (&playback->mutex);
  tsl_timers_set_overshoot (self->timers, self->settings.overshoot);
  if (self->settings.tick > 0)
    tsl_timer_set (self->tick, tsl_timers_get_time (self->timers), self->settings.tick);
  else
    tsl_timer_cancel (self->tick);
}

static void
wait (Part *self)
{
  struct pollfd fds[] = { { .fd = self->event, .events = POLLIN },
                          { .fd = tsl_timers_get_fd (self->timers), .events = POLLIN } };
  guint64 count;

  poll (fds, G_N_ELEMENTS (fds), -1);
  if (fds[0].revents && read (self->event, &count, sizeof count) < 0)
    g_warning ("cannot read the event of “%s”: %s", self->name, g_strerror (errno));
}

static gpointer
run (gpointer data)
{
  Part *self = data;

  __atomic_store_n (&self->tid, syscall (SYS_gettid), __ATOMIC_RELEASE);
  while (!is_ending (self))
    {
      take_settings (self);
      tsl_timers_check (self->timers);
      if (!self->step (self))
        wait (self);
    }
  return NULL;
}

/* The video's thread. */

static void
on_shown (const WorkloadShown *shown, gpointer user_data)
{
  WorkloadPlayback *self = user_data;

  push (self->skew, shown->skew / USEC);
  if (shown->interval >= 0)
    push (self->video_interval, shown->interval / MSEC);
  store (&self->counts.last_shown, kernel_clock_read (CLOCK_MONOTONIC));
  store (&self->counts.n_shown, load (&self->counts.n_shown) + 1);
}

static void
note_decoded (WorkloadPlayback *self, gint64 begin, gint64 used_before)
{
  gint64 used = kernel_clock_read (CLOCK_THREAD_CPUTIME_ID);

  push (self->cost, (used - used_before) / MSEC);
  push (self->delay, (kernel_clock_read (CLOCK_MONOTONIC) - begin) / MSEC);
  store (&self->counts.used, used);
  store (&self->counts.n_decoded, load (&self->counts.n_decoded) + 1);
  store (&self->counts.n_dropped, workload_video_get_n_dropped (self->video));
}

static gboolean
step_video (Part *part)
{
  WorkloadPlayback *self = part->playback;
  gint64 begin = kernel_clock_read (CLOCK_MONOTONIC);
  gint64 used = kernel_clock_read (CLOCK_THREAD_CPUTIME_ID);
  WorkloadFrame frame;

  workload_video_set_rate (self->video, part->settings.rate);
  workload_video_set_ahead (self->video, part->settings.n_ahead);
  if (!workload_video_take (self->video, &frame))
    return FALSE;
  decode (part, workload_frame_cost_get (&part->settings.cost, frame.number, frame.time));
  note_decoded (self, begin, used);
  workload_video_add (self->video, &frame);
  return TRUE;
}

/* The audio's thread. */

static void
on_room (TslTimer *timer, gint64 deadline, gpointer user_data)
{
}

static void
on_tick (TslTimer *timer, gint64 deadline, gpointer user_data)
{
}

static void
write_fragment (WorkloadPlayback *self)
{
  gint64 now = kernel_clock_read (CLOCK_MONOTONIC);

  workload_card_write (&self->card, now, FRAGMENT);
  /* the card is filled at once at the beginning */
  if (workload_card_get_written (&self->card) > N_FRAGMENTS * FRAGMENT)
    push (self->audio_interval, (now - self->last_written) / MSEC);
  self->last_written = now;
  store (&self->counts.n_underruns, workload_card_get_n_underruns (&self->card));
}

static gboolean
step_audio (Part *part)
{
  WorkloadPlayback *self = part->playback;
  gint64 now = kernel_clock_read (CLOCK_MONOTONIC);
  gint64 full = workload_card_get_written (&self->card) - (N_FRAGMENTS - 1) * FRAGMENT;
  gint64 due;

  if (tsl_timer_is_set (self->room))
    return FALSE;
  due = workload_card_find_time (&self->card, now, full);
  if (now < due)
    {
      tsl_timer_set (self->room, due, 0);
      return FALSE;
    }
  decode (part, FRAGMENT_COST);
  write_fragment (self);
  return TRUE;
}

/* Functions of the owner. */

static gboolean
prepare (WorkloadPlayback *self, guint i, const char *name, gboolean (*step) (Part *),
         GError **error)
{
  Part *part = &self->parts[i];

  *part = (Part){ .playback = self, .name = name, .event = -1, .step = step };
  part->n_changes = G_MAXUINT;
  part->timers = tsl_timers_new (self->page, name, error);
  if (!part->timers)
    return FALSE;
  part->tick = tsl_timer_new (part->timers, on_tick, NULL);
  tsl_timer_set_overshoot (part->tick, 0);
  part->event = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (part->event < 0)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
                 _ ("cannot create an event for the player's threads: %s; close other files"),
                 g_strerror (errno));
  return part->event >= 0;
}

static gboolean
start (Part *self, GError **error)
{
  self->thread = g_thread_try_new (self->name, run, self, error);
  while (self->thread && __atomic_load_n (&self->tid, __ATOMIC_ACQUIRE) == 0)
    g_usleep (100);
  return self->thread != NULL;
}

static GscopeProducer *
create_producer (GscopeSignal *signal)
{
  return signal ? gscope_signal_create_producer (signal) : NULL;
}

static void
create_producers (WorkloadPlayback *self, const WorkloadPlaybackSignals *signals)
{
  self->skew = create_producer (signals->skew);
  self->video_interval = create_producer (signals->video_interval);
  self->audio_interval = create_producer (signals->audio_interval);
  self->cost = create_producer (signals->cost);
  self->delay = create_producer (signals->delay);
}

WorkloadPlayback *
workload_playback_new (const WorkloadPlaybackSettings *settings, TslPage *page,
                       const WorkloadPlaybackSignals *signals, GError **error)
{
  WorkloadPlayback *self = g_new0 (WorkloadPlayback, 1);
  Part *video = &self->parts[VIDEO], *audio = &self->parts[AUDIO];

  self->page = tsl_page_ref (page);
  self->settings = *settings;
  pthread_mutex_init (&self->mutex, NULL);
  workload_card_init (&self->card);
  video->event = audio->event = -1;
  create_producers (self, signals);
  if (prepare (self, VIDEO, "video", step_video, error)
      && prepare (self, AUDIO, "audio", step_audio, error))
    {
      self->video = workload_video_new (video->timers, &self->card, settings->rate, on_shown, self);
      self->room = tsl_timer_new (audio->timers, on_room, NULL);
      if (start (audio, error) && start (video, error))
        return self;
    }
  workload_playback_free (self);
  return NULL;
}

static void
wake (Part *self)
{
  guint64 one = 1;

  if (self->event >= 0 && write (self->event, &one, sizeof one) < 0)
    g_warning ("cannot wake “%s”: %s", self->name, g_strerror (errno));
}

static void
clear_part (Part *self)
{
  g_clear_pointer (&self->tick, tsl_timer_free);
  g_clear_pointer (&self->timers, tsl_timers_free);
  if (self->event >= 0)
    close (self->event);
}

static void
clear_producers (WorkloadPlayback *self)
{
  g_clear_pointer (&self->skew, gscope_producer_unref);
  g_clear_pointer (&self->video_interval, gscope_producer_unref);
  g_clear_pointer (&self->audio_interval, gscope_producer_unref);
  g_clear_pointer (&self->cost, gscope_producer_unref);
  g_clear_pointer (&self->delay, gscope_producer_unref);
}

void
workload_playback_free (WorkloadPlayback *self)
{
  __atomic_store_n (&self->is_ending, TRUE, __ATOMIC_RELAXED);
  for (guint i = 0; i < N_PARTS; i++)
    {
      Part *part = &self->parts[i];

      wake (part);
      g_clear_pointer (&part->reserve, tsl_reserve_free);
      if (part->thread)
        g_thread_join (part->thread);
    }
  g_clear_pointer (&self->video, workload_video_free);
  g_clear_pointer (&self->room, tsl_timer_free);
  for (guint i = 0; i < N_PARTS; i++)
    clear_part (&self->parts[i]);
  clear_producers (self);
  workload_card_clear (&self->card);
  pthread_mutex_destroy (&self->mutex);
  tsl_page_unref (self->page);
  g_free (self);
}

void
workload_playback_set (WorkloadPlayback *self, const WorkloadPlaybackSettings *settings)
{
  pthread_mutex_lock (&self->mutex);
  self->settings = *settings;
  __atomic_fetch_add (&self->n_changes, 1, __ATOMIC_RELEASE);
  pthread_mutex_unlock (&self->mutex);
  for (guint i = 0; i < N_PARTS; i++)
    wake (&self->parts[i]);
}

static gboolean
set_priority (Part *self, int priority, GError **error)
{
  const struct sched_param param = { .sched_priority = priority };
  int policy = priority > 0 ? SCHED_FIFO : SCHED_OTHER;

  if (sched_setscheduler (self->tid, policy, &param) == 0)
    return TRUE;
  g_set_error (error, TSL_ERROR, errno == EPERM ? TSL_ERROR_PRIVILEGE : TSL_ERROR_REFUSED,
               _ ("the kernel refused a real-time priority: %s; run with CAP_SYS_NICE, or raise "
                  "the limit “rtprio”"),
               g_strerror (errno));
  return FALSE;
}

static void
end_reserves (WorkloadPlayback *self)
{
  for (guint i = 0; i < N_PARTS; i++)
    g_clear_pointer (&self->parts[i].reserve, tsl_reserve_free);
}

static gboolean
reserve (Part *self, const TslDemand *demand, GError **error)
{
  if (self->reserve)
    return tsl_reserve_change (self->reserve, demand, error);
  set_priority (self, 0, NULL);
  self->reserve = tsl_reserve_new (self->playback->page, self->name, self->tid, demand, error);
  return self->reserve != NULL;
}

/* A video priority of 0 makes ordinary threads. */
static gboolean
prioritize (WorkloadPlayback *self, int priority, GError **error)
{
  end_reserves (self);
  return set_priority (&self->parts[VIDEO], priority, error)
         && set_priority (&self->parts[AUDIO], priority > 0 ? priority + 1 : 0, error);
}

gboolean
workload_playback_schedule (WorkloadPlayback *self, WorkloadPlaybackScheduling scheduling,
                            const TslDemand *demand, GError **error)
{
  const TslDemand audio = { WORKLOAD_PLAYBACK_AUDIO_SHARE * FRAGMENT, FRAGMENT };

  switch (scheduling)
    {
    case WORKLOAD_PLAYBACK_PRIORITY:
      return prioritize (self, PRIORITY, error);
    case WORKLOAD_PLAYBACK_RESERVE:
      return reserve (&self->parts[AUDIO], &audio, error)
             && reserve (&self->parts[VIDEO], demand, error);
    case WORKLOAD_PLAYBACK_ORDINARY:
    default:
      return prioritize (self, 0, error);
    }
}

void
workload_playback_count (WorkloadPlayback *self, WorkloadPlaybackCounts *counts)
{
  counts->n_decoded = load (&self->counts.n_decoded);
  counts->n_shown = load (&self->counts.n_shown);
  counts->last_shown = load (&self->counts.last_shown);
  counts->n_dropped = load (&self->counts.n_dropped);
  counts->n_underruns = load (&self->counts.n_underruns);
  counts->used = load (&self->counts.used);
}
