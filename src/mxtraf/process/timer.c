/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "process/timer.h"

#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

static void
on_ready (gpointer data, guint32 events)
{
  MxtrafTimer *self = data;
  guint64 count;

  if (read (self->watch.fd, &count, sizeof count) == sizeof count)
    self->expired (self->data);
}

void
mxtraf_timer_init (MxtrafTimer *self, MxtrafLoop *loop, void (*expired) (gpointer data),
                   gpointer data)
{
  self->watch =
      (MxtrafWatch){ timerfd_create (CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK), on_ready, self };
  self->expired = expired;
  self->data = data;
  mxtraf_loop_add (loop, &self->watch, EPOLLIN);
}

void
mxtraf_timer_set (MxtrafTimer *self, gint64 delay)
{
  struct itimerspec spec = { .it_value = { delay / MXTRAF_SECOND, delay % MXTRAF_SECOND } };

  timerfd_settime (self->watch.fd, 0, &spec, NULL);
}
