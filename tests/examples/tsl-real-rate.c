/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Real-rate scheduling: a decoder takes frames from a queue, each worth 10 ms, and gets the share
 * of a processor that it needs to keep up with time. Nobody says how much that is: its progress
 * does. */

#include <locale.h>
#include <sys/syscall.h>
#include <time.h>
#include <tsl/tsl.h>
#include <unistd.h>

#define MSEC G_GINT64_CONSTANT (1000000)
#define FRAME (10 * MSEC)
#define N_FRAMES 100
#define WORK (1 * MSEC)

typedef struct
{
  TslQueue *frames;
  TslRealrateThread *control;
  int tid;
  int may_begin;
} Decoder;

static gint64
read_clock (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return time.tv_sec * 1000 * MSEC + time.tv_nsec;
}

static void
decode (TslRealrateThread *control)
{
  gint64 begin = read_clock (CLOCK_THREAD_CPUTIME_ID);

  while (read_clock (CLOCK_THREAD_CPUTIME_ID) - begin < WORK)
    if (control)
      tsl_realrate_thread_check (control);
}

static gpointer
run_decoder (gpointer data)
{
  Decoder *self = data;

  g_atomic_int_set (&self->tid, syscall (SYS_gettid));
  while (!g_atomic_int_get (&self->may_begin))
    g_usleep (1000);
  while (tsl_queue_pop (self->frames, NULL))
    decode (self->control);
  return NULL;
}

/* The capture, and between frames the scheduler's steps. */
static void
run_capture (TslQueue *frames, TslRealrateScheduler *scheduler)
{
  gint64 begin = read_clock (CLOCK_MONOTONIC);

  for (int i = 1; i <= N_FRAMES; i++)
    {
      gint64 now, due = begin + i * FRAME;

      while ((now = read_clock (CLOCK_MONOTONIC)) < due)
        {
          gint64 next = tsl_realrate_scheduler_step (scheduler, now);

          g_usleep (CLAMP (MIN (next, due) - now, MSEC / 10, FRAME) / 1000);
        }
      tsl_queue_push (frames, GINT_TO_POINTER (i), i * FRAME);
    }
}

int
main (void)
{
  TslRealrateSettings settings = TSL_REALRATE_SETTINGS_USUAL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TslPage) page = tsl_page_new ("example", NULL);
  g_autoptr (TslQueue) frames = tsl_queue_new (page, "frames", N_FRAMES, NULL);
  TslRealrateScheduler *scheduler = tsl_realrate_scheduler_new (page, NULL);
  TslProgress *progress = tsl_progress_new (page, "decoder", FRAME);
  Decoder decoder = { .frames = frames };
  GThread *thread;

  setlocale (LC_ALL, "");
  tsl_progress_add_queue (progress, frames, TSL_QUEUE_END_HEAD);
  thread = g_thread_new ("decoder", run_decoder, &decoder);
  while (!g_atomic_int_get (&decoder.tid))
    g_usleep (1000);
  decoder.control = tsl_realrate_scheduler_add (scheduler, g_atomic_int_get (&decoder.tid),
                                                progress, &settings, &error);
  g_atomic_int_set (&decoder.may_begin, TRUE);

  run_capture (frames, scheduler);
  if (decoder.control)
    g_print ("the decoder needs %.0f %% of a processor and has %.1f %%\n", 100.0 * WORK / FRAME,
             100 * tsl_realrate_thread_get_proportion (decoder.control));
  else
    g_print ("scheduled as ever: %s\n", error->message);

  /* its progress may be behind: it finishes as an ordinary thread */
  tsl_queue_close (frames);
  g_thread_join (thread);
  tsl_realrate_scheduler_free (scheduler);
  tsl_progress_free (progress);
  return 0;
}
