/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "traffic/receiver.h"
#include "process/config.h"
#include "process/timer.h"
#include "stream/viewer.h"

#include <math.h>
#include <string.h>
#include <sys/socket.h>

enum
{
  BUFFER = 16 * MXTRAF_BLOCK,
};

struct _MxtrafReceiver
{
  MxtrafLoop *loop;
  MxtrafCounters *counters;
  gint64 tolerance;
  MxtrafTimer show;
  /* NULL without a stream */
  MxtrafViewer *viewer;
  gsize filled;
  guint8 buffer[BUFFER];
};

static void
report (MxtrafReceiver *self, MxtrafRingName ring, gint64 time, gint64 value)
{
  mxtraf_ring_push (&self->counters->rings[ring], time, value);
}

static void
count_windows (MxtrafReceiver *self)
{
  MxtrafCounters *counters = self->counters;
  const MxtrafViewer *viewer = self->viewer;

  mxtraf_count_set (&counters->late_windows, viewer->n_late);
  mxtraf_count_set (&counters->quality_changes, viewer->n_changes);
  mxtraf_count_set (&counters->stalls, viewer->n_stalls);
  mxtraf_count_set (&counters->buffered, mxtraf_viewer_get_buffered (viewer));
}

static void
await_show (MxtrafReceiver *self, gint64 now)
{
  gint64 deadline = mxtraf_viewer_get_deadline (self->viewer);

  mxtraf_timer_set (&self->show, deadline < G_MAXINT64 ? MAX (1, deadline - now) : 0);
}

static void
on_show (gpointer data)
{
  MxtrafReceiver *self = data;
  gint64 now = mxtraf_get_time ();
  double quality;

  while (mxtraf_viewer_show (self->viewer, now, &quality))
    report (self, MXTRAF_RING_QUALITY, now, llrint (quality * MXTRAF_SECOND));
  count_windows (self);
  await_show (self, now);
}

/* A viewer goes on counting where the viewer before it ended. */
static void
add_viewer (MxtrafReceiver *self)
{
  self->viewer = mxtraf_viewer_new (self->tolerance);
  self->viewer->n_late = self->counters->late_windows;
  self->viewer->n_changes = self->counters->quality_changes;
  self->viewer->n_stalls = self->counters->stalls;
}

static void
remove_viewer (MxtrafReceiver *self)
{
  mxtraf_timer_set (&self->show, 0);
  mxtraf_count_set (&self->counters->buffered, 0);
  g_clear_pointer (&self->viewer, mxtraf_viewer_free);
}

static void
receive_part (MxtrafReceiver *self, const MxtrafChunk *chunk, gint64 now)
{
  MxtrafDelays delays;

  if (!self->viewer)
    add_viewer (self);
  if (mxtraf_viewer_receive (self->viewer, chunk, now, &delays))
    {
      report (self, MXTRAF_RING_SENDER, now, delays.sender);
      report (self, MXTRAF_RING_PROTOCOL, now, delays.protocol);
      report (self, MXTRAF_RING_RECEIVER, now, delays.receiver);
      report (self, MXTRAF_RING_WHOLE, now, delays.whole);
    }
  count_windows (self);
  await_show (self, now);
}

static void
receive (MxtrafReceiver *self, const MxtrafChunk *chunk, gint64 now)
{
  report (self, MXTRAF_RING_LATENCY, now, now - chunk->written);
  if (chunk->captured > 0)
    receive_part (self, chunk, now);
  else if (self->viewer)
    remove_viewer (self);
}

MxtrafReceiver *
mxtraf_receiver_new (MxtrafLoop *loop, MxtrafCounters *counters, gint64 tolerance)
{
  MxtrafReceiver *self = g_new0 (MxtrafReceiver, 1);

  self->loop = loop;
  self->counters = counters;
  self->tolerance = tolerance;
  mxtraf_timer_init (&self->show, loop, on_show, self);
  return self;
}

void
mxtraf_receiver_free (MxtrafReceiver *self)
{
  remove_viewer (self);
  mxtraf_loop_close (self->loop, &self->show.watch);
  g_free (self);
}

void
mxtraf_receiver_set_tolerance (MxtrafReceiver *self, gint64 tolerance)
{
  self->tolerance = tolerance;
  if (!self->viewer)
    return;
  mxtraf_viewer_set_tolerance (self->viewer, tolerance);
  await_show (self, mxtraf_get_time ());
}

gssize
mxtraf_receiver_read (MxtrafReceiver *self, int fd)
{
  gssize n =
      recv (fd, self->buffer + self->filled, sizeof self->buffer - self->filled, MSG_DONTWAIT);
  gint64 now = mxtraf_get_time ();
  MxtrafChunk chunk = { 0 };
  gsize done = 0;

  if (n <= 0)
    return n;
  self->filled += n;
  for (; self->filled - done >= sizeof chunk; done += chunk.size)
    {
      memcpy (&chunk, self->buffer + done, sizeof chunk);
      if (self->filled - done < chunk.size)
        break;
      receive (self, &chunk, now);
    }
  self->filled -= done;
  memmove (self->buffer, self->buffer + done, self->filled);
  return n;
}
