/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/clock/watch.h>

#include <glib-unix.h>
#include <kernel-clock.h>
#include <main-source.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

/* A smaller difference comes from clocks that are read one after the other. */
#define MIN_STEP (10 * GSCOPE_MSEC)

struct _GscopeClockWatch
{
  GscopeClockReading last;
  GscopeClockWatchFunc func;
  gpointer user_data;
  int fd;
  GSource *source;
};

static GscopeClockReading
read_clocks (void)
{
  return (GscopeClockReading){ kernel_clock_read (CLOCK_MONOTONIC),
                               kernel_clock_read (CLOCK_BOOTTIME),
                               kernel_clock_read (CLOCK_REALTIME) };
}

gint64
gscope_clock_reading_compare (const GscopeClockReading *before, const GscopeClockReading *after,
                              GscopeClockStepKind kind)
{
  gint64 passed = after->boot - before->boot;
  gint64 size = kind == GSCOPE_CLOCK_STEP_WALL ? after->real - before->real - passed
                                               : passed - (after->monotonic - before->monotonic);

  return ABS (size) >= MIN_STEP ? size : 0;
}

/* Makes the descriptor readable when the wall clock is set, which the kernel does at each resume, too. */
static void
arm (GscopeClockWatch *self)
{
  struct itimerspec never = { .it_value = { .tv_sec = G_MAXINT32 } };

  timerfd_settime (self->fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL);
}

static gboolean
on_set (int fd, GIOCondition condition, gpointer data)
{
  GscopeClockWatch *self = data;
  g_autoptr (GSource) source = g_source_ref (self->source);
  GscopeClockReading before = self->last;
  GscopeClockReading now = read_clocks ();
  gint64 sizes[GSCOPE_N_CLOCK_STEP_KINDS];
  guint64 n_expired;

  if (read (fd, &n_expired, sizeof n_expired) > 0)
    return G_SOURCE_REMOVE;
  arm (self);
  self->last = now;
  for (guint i = 0; i < GSCOPE_N_CLOCK_STEP_KINDS; i++)
    sizes[i] = gscope_clock_reading_compare (&before, &now, i);
  /* the function may free the watch */
  for (guint i = 0; i < GSCOPE_N_CLOCK_STEP_KINDS && !g_source_is_destroyed (source); i++)
    if (sizes[i] != 0)
      self->func (self->user_data, i, now.monotonic, sizes[i]);
  return G_SOURCE_CONTINUE;
}

GscopeClockWatch *
gscope_clock_watch_new (GscopeClock *clock, GscopeClockWatchFunc func, gpointer user_data)
{
  GscopeClockWatch *self;
  int fd;

  if (!GSCOPE_CLOCK_GET_CLASS (clock)->monotonic)
    return NULL;
  fd = timerfd_create (CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
  if (fd < 0)
    return NULL;
  self = g_new0 (GscopeClockWatch, 1);
  self->func = func;
  self->user_data = user_data;
  self->fd = fd;
  self->last = read_clocks ();
  arm (self);
  self->source = g_unix_fd_source_new (fd, G_IO_IN);
  g_source_set_callback (self->source, G_SOURCE_FUNC (on_set), self, NULL);
  g_source_set_static_name (self->source, "[gscope] clock watch");
  /* after a resume, a step is reported before samples that were taken after it */
  g_source_set_priority (self->source, G_PRIORITY_HIGH);
  g_source_attach (self->source, g_main_context_get_thread_default ());
  return self;
}

void
gscope_clock_watch_free (GscopeClockWatch *self)
{
  main_source_drop (self->source);
  close (self->fd);
  g_free (self);
}
