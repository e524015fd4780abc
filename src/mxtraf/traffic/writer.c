/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "traffic/writer.h"
#include "process/timer.h"
#include "stream/replay.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/epoll.h>

struct _MxtrafWriter
{
  MxtrafWatch *watch;
  MxtrafLoop *loop;
  MxtrafCounters *counters;
  MxtrafGate *gate;
  MxtrafConfig config;
  gboolean is_configured;

  MxtrafStreamer streamer;
  MxtrafReplay replay;
  /* for the stream's windows, which begin also while nothing can be written, and sends of a trace */
  MxtrafTimer due;

  /* the chunk that is being written */
  guint8 data[MXTRAF_BLOCK];
  gsize n_written;
};

/* Nothing was sent of windows that were skipped, which follow the one that was sent last. */
static void
report_windows (MxtrafWriter *self, gint64 now)
{
  MxtrafCounters *counters = self->counters;
  double part = self->streamer.last_part;

  for (guint64 n = counters->windows; n < self->streamer.n_windows; n++)
    {
      mxtraf_ring_push (&counters->rings[MXTRAF_RING_SENT], now,
                        llrint (100 * part * MXTRAF_SECOND));
      part = 0;
    }
  mxtraf_count_set (&counters->windows, self->streamer.n_windows);
  mxtraf_count_set (&counters->dropped_windows, self->streamer.n_dropped);
}

static gboolean
find_part (MxtrafWriter *self, gint64 now, MxtrafChunk *chunk)
{
  gboolean found = mxtraf_streamer_peek (&self->streamer, now, MXTRAF_BLOCK, chunk);

  report_windows (self, now);
  return found;
}

/* Returns FALSE if it is too early for a chunk. */
static gboolean
find_chunk (MxtrafWriter *self, gint64 now, MxtrafChunk *chunk)
{
  switch ((MxtrafContent) self->config.content)
    {
    case MXTRAF_CONTENT_STREAM:
      return find_part (self, now, chunk);
    case MXTRAF_CONTENT_REPLAY:
      return mxtraf_replay_peek (&self->replay, now, MXTRAF_BLOCK, chunk);
    case MXTRAF_CONTENT_BLOCKS:
    default:
      *chunk = (MxtrafChunk){ .size = MXTRAF_BLOCK };
      return TRUE;
    }
}

static gint64
get_deadline (MxtrafWriter *self, gint64 now)
{
  switch ((MxtrafContent) self->config.content)
    {
    case MXTRAF_CONTENT_STREAM:
      return mxtraf_streamer_get_deadline (&self->streamer, now);
    case MXTRAF_CONTENT_REPLAY:
      return mxtraf_replay_get_deadline (&self->replay);
    case MXTRAF_CONTENT_BLOCKS:
    default:
      return G_MAXINT64;
    }
}

static void
await_deadline (MxtrafWriter *self, gint64 now)
{
  gint64 deadline = get_deadline (self, now);

  mxtraf_timer_set (&self->due, deadline < G_MAXINT64 ? MAX (1, deadline - now) : 0);
}

/* Looks for the next chunk, whose header then begins the data. */
static gboolean
prepare (MxtrafWriter *self, gint64 now)
{
  MxtrafChunk chunk;

  if (!find_chunk (self, now, &chunk))
    return FALSE;
  chunk.written = now;
  memcpy (self->data, &chunk, sizeof chunk);
  return TRUE;
}

static void
on_due (gpointer data)
{
  MxtrafWriter *self = data;
  gint64 now = mxtraf_get_time ();
  MxtrafChunk chunk;

  find_chunk (self, now, &chunk);
  if (self->config.content == MXTRAF_CONTENT_STREAM)
    await_deadline (self, now);
  mxtraf_loop_change (self->loop, self->watch, EPOLLOUT);
}

MxtrafWriter *
mxtraf_writer_new (MxtrafWatch *watch, MxtrafLoop *loop, MxtrafCounters *counters, TslPage *page)
{
  MxtrafWriter *self = g_new0 (MxtrafWriter, 1);

  self->watch = watch;
  self->loop = loop;
  self->counters = counters;
  self->gate = mxtraf_gate_new (watch, loop, counters, page);
  mxtraf_timer_init (&self->due, loop, on_due, self);
  /* counters only grow, also over connections */
  self->streamer.n_windows = counters->windows;
  self->streamer.n_dropped = counters->dropped_windows;
  return self;
}

void
mxtraf_writer_free (MxtrafWriter *self)
{
  mxtraf_gate_free (self->gate);
  mxtraf_loop_close (self->loop, &self->due.watch);
  g_free (self);
}

/* Begins the content again. */
static void
begin (MxtrafWriter *self)
{
  const MxtrafConfig *config = &self->config;
  MxtrafCounters *counters = self->counters;
  gint64 now = mxtraf_get_time ();

  mxtraf_streamer_begin (&self->streamer, config->window, config->video_rate, now);
  mxtraf_replay_begin (&self->replay, counters->sends, counters->n_sends, now);
  await_deadline (self, now);
  mxtraf_loop_change (self->loop, self->watch, EPOLLOUT);
}

void
mxtraf_writer_configure (MxtrafWriter *self, const MxtrafConfig *config)
{
  const MxtrafConfig *old = &self->config;
  gboolean is_new = !self->is_configured || config->content != old->content
                    || config->window != old->window || config->video_rate != old->video_rate;

  self->config = *config;
  self->is_configured = TRUE;
  mxtraf_gate_configure (self->gate, config);
  if (is_new)
    begin (self);
  mxtraf_streamer_set_most (&self->streamer,
                            config->level > 0 ? config->level / MXTRAF_FULL_LEVEL : 1);
}

static void
take_chunk (MxtrafWriter *self, const MxtrafChunk *chunk)
{
  gint64 late;

  if (self->config.content == MXTRAF_CONTENT_STREAM)
    mxtraf_streamer_take (&self->streamer, chunk);
  else if (self->config.content == MXTRAF_CONTENT_REPLAY
           && mxtraf_replay_take (&self->replay, chunk, chunk->written, &late))
    mxtraf_ring_push (&self->counters->rings[MXTRAF_RING_TIMING], chunk->written, late);
}

/* Called when there is nothing to write until the deadline. */
static void
rest (MxtrafWriter *self, gint64 now)
{
  mxtraf_loop_change (self->loop, self->watch, 0);
  await_deadline (self, now);
}

gssize
mxtraf_writer_write (MxtrafWriter *self)
{
  gint64 now = mxtraf_get_time ();
  MxtrafChunk chunk;
  gssize n;

  if (self->n_written == 0 && !prepare (self, now))
    {
      rest (self, now);
      errno = EAGAIN;
      return -1;
    }
  memcpy (&chunk, self->data, sizeof chunk);
  n = mxtraf_gate_write (self->gate, self->data + self->n_written, chunk.size - self->n_written);
  if (n <= 0)
    return n;
  if (self->n_written == 0)
    take_chunk (self, &chunk);
  self->n_written = (self->n_written + n) % chunk.size;
  return n;
}
