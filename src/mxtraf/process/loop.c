/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "process/loop.h"

#include "process/counters.h"
#include "process/timer.h"

#include <sys/epoll.h>
#include <unistd.h>

enum
{
  MAX_EVENTS = 64,
};

struct _MxtrafLoop
{
  int fd;
  int n_events;
  struct epoll_event events[MAX_EVENTS];
  void (*check) (gpointer data);
  gpointer data;
  /* NULL if waits are not measured */
  guint64 *wait_time;
};

MxtrafLoop *
mxtraf_loop_new (void)
{
  MxtrafLoop *self = g_new0 (MxtrafLoop, 1);

  self->fd = epoll_create1 (EPOLL_CLOEXEC);
  return self;
}

static void
control (MxtrafLoop *self, int operation, MxtrafWatch *watch, guint32 events)
{
  struct epoll_event event = { .events = events, .data.ptr = watch };

  epoll_ctl (self->fd, operation, watch->fd, &event);
}

void
mxtraf_loop_add (MxtrafLoop *self, MxtrafWatch *watch, guint32 events)
{
  control (self, EPOLL_CTL_ADD, watch, events);
}

void
mxtraf_loop_change (MxtrafLoop *self, MxtrafWatch *watch, guint32 events)
{
  control (self, EPOLL_CTL_MOD, watch, events);
}

void
mxtraf_loop_close (MxtrafLoop *self, MxtrafWatch *watch)
{
  close (watch->fd);
  /* the remaining events of this iteration may belong to the closed watch */
  for (int i = 0; i < self->n_events; i++)
    if (self->events[i].data.ptr == watch)
      self->events[i].data.ptr = NULL;
}

void
mxtraf_loop_set_check (MxtrafLoop *self, void (*check) (gpointer data), gpointer data)
{
  self->check = check;
  self->data = data;
}

void
mxtraf_loop_set_counter (MxtrafLoop *self, guint64 *wait_time)
{
  self->wait_time = wait_time;
}

static void
wait_for_events (MxtrafLoop *self)
{
  gint64 begin = self->wait_time ? mxtraf_get_thread_time () : 0;

  /* -1, after a signal, means no events */
  self->n_events = epoll_wait (self->fd, self->events, MAX_EVENTS, -1);
  if (self->wait_time)
    mxtraf_count_add (self->wait_time, mxtraf_get_thread_time () - begin);
}

void
mxtraf_loop_check (MxtrafLoop *self)
{
  if (self->check)
    self->check (self->data);
}

void
mxtraf_loop_run (MxtrafLoop *self)
{
  for (;;)
    {
      wait_for_events (self);
      for (int i = 0; i < self->n_events; i++)
        {
          MxtrafWatch *watch = self->events[i].data.ptr;

          if (watch)
            watch->ready (watch->data, self->events[i].events);
          mxtraf_loop_check (self);
        }
      self->n_events = 0;
    }
}
