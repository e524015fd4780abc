/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A firm timer in an event loop: a tick every 10 ms. The loop has other work, and a tick rides on the first
 * iteration after its time; only if there was none within 1 ms does the kernel's timer interrupt. */

#include <tsl/tsl.h>

#define MSEC G_GINT64_CONSTANT (1000000)
#define N_TICKS 50

typedef struct
{
  TslTimers *timers;
  GMainLoop *loop;
  guint n;
  gint64 latest;
} Example;

static void
on_tick (TslTimer *timer, gint64 deadline, gpointer user_data)
{
  Example *self = user_data;

  self->latest = MAX (self->latest, tsl_timers_get_time (self->timers) - deadline);
  if (++self->n == N_TICKS)
    g_main_loop_quit (self->loop);
}

/* Any iteration of the loop is a check point; long work may have more of them, with tsl_timers_check(). */
static gboolean
on_work (gpointer user_data)
{
  g_usleep (500);
  return G_SOURCE_CONTINUE;
}

int
main (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TslPage) page = tsl_page_new ("example", NULL);
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (TslTimers) timers = tsl_timers_new (page, "ticks", &error);
  g_autoptr (TslTimer) timer = NULL;
  GSource *source;
  Example example = { timers, loop, 0, 0 };

  if (!timers)
    g_error ("%s", error->message);
  tsl_timers_set_overshoot (timers, 1 * MSEC);
  source = tsl_timers_create_source (timers);
  g_source_attach (source, NULL);

  timer = tsl_timer_new (timers, on_tick, &example);
  tsl_timer_set (timer, tsl_timers_get_time (timers) + 10 * MSEC, 10 * MSEC);
  g_idle_add (on_work, NULL);
  g_main_loop_run (loop);

  g_print ("%u ticks, the latest %.3f ms after its time\n", example.n,
           example.latest / (double) MSEC);
  g_source_destroy (source);
  g_source_unref (source);
  return 0;
}
