/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "traffic/gate.h"
#include "process/timer.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <tsl/tcp/minbuf.h>

struct _MxtrafGate
{
  MxtrafWatch *watch;
  MxtrafLoop *loop;
  MxtrafCounters *counters;
  TslPage *page;
  MxtrafTimer pause;
  MxtrafConfig config;
  /* NULL without a gate */
  TslMinbuf *minbuf;
};

static void
on_pause_over (gpointer data)
{
  MxtrafGate *self = data;

  mxtraf_loop_change (self->loop, self->watch, EPOLLOUT);
}

MxtrafGate *
mxtraf_gate_new (MxtrafWatch *watch, MxtrafLoop *loop, MxtrafCounters *counters, TslPage *page)
{
  MxtrafGate *self = g_new0 (MxtrafGate, 1);

  self->watch = watch;
  self->loop = loop;
  self->counters = counters;
  self->page = page;
  mxtraf_timer_init (&self->pause, loop, on_pause_over, self);
  return self;
}

/* Publishes A and B in thousandths; 0 means no gate. */
static void
show_limit (MxtrafGate *self)
{
  double a = 0, b = 0;

  if (self->minbuf)
    tsl_minbuf_get_limit (self->minbuf, &a, &b);
  mxtraf_count_set (&self->counters->target_delay,
                    self->minbuf ? tsl_minbuf_get_delay (self->minbuf) : 0);
  mxtraf_count_set (&self->counters->limit_a, llrint (1000 * a));
  mxtraf_count_set (&self->counters->limit_b, llrint (1000 * b));
}

static void
remove_gate (MxtrafGate *self)
{
  g_clear_pointer (&self->minbuf, tsl_minbuf_free);
  show_limit (self);
}

void
mxtraf_gate_free (MxtrafGate *self)
{
  remove_gate (self);
  mxtraf_loop_close (self->loop, &self->pause.watch);
  g_free (self);
}

static void
set_limit (MxtrafGate *self, const MxtrafConfig *config)
{
  if (!self->minbuf)
    self->minbuf = tsl_minbuf_new (self->watch->fd, config->a, config->b, self->page, NULL);
  if (self->minbuf && config->method == MXTRAF_METHOD_GATE)
    tsl_minbuf_set_limit (self->minbuf, config->a, config->b);
  else if (self->minbuf)
    tsl_minbuf_set_delay (self->minbuf, llrint (config->buffer_delay * MXTRAF_SECOND));
  show_limit (self);
}

/* Applies only changed settings, so that knobs that other programs have set in the page stay. */
void
mxtraf_gate_configure (MxtrafGate *self, const MxtrafConfig *config)
{
  const MxtrafConfig *old = &self->config;

  if (config->method == old->method && config->a == old->a && config->b == old->b
      && config->buffer_delay == old->buffer_delay)
    return;
  self->config = *config;
  if (config->method == MXTRAF_METHOD_STANDARD)
    remove_gate (self);
  else
    set_limit (self, config);
  on_pause_over (self);
}

static void
wait_for_gate (MxtrafGate *self)
{
  short events;
  gint64 wait = tsl_minbuf_get_wait (self->minbuf, &events);

  if (events & POLLOUT)
    return;
  mxtraf_loop_change (self->loop, self->watch, 0);
  mxtraf_timer_set (&self->pause, wait);
}

static gssize
write_data (MxtrafGate *self, const void *data, gsize size)
{
  gint64 begin = mxtraf_get_thread_time ();
  gssize n = self->minbuf ? tsl_minbuf_write (self->minbuf, data, size)
                          : send (self->watch->fd, data, size, MSG_DONTWAIT | MSG_NOSIGNAL);
  int code = errno;

  mxtraf_count_add (&self->counters->write_time, mxtraf_get_thread_time () - begin);
  errno = code;
  return n;
}

gssize
mxtraf_gate_write (MxtrafGate *self, const void *data, gsize size)
{
  gssize n = write_data (self, data, size);

  if (!self->minbuf)
    return n;
  show_limit (self);
  if (n >= 0 || errno != EAGAIN)
    return n;
  wait_for_gate (self);
  errno = EAGAIN;
  return -1;
}
