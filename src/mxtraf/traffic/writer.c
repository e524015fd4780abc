/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "traffic/writer.h"
#include "process/timer.h"
#include "stream/streamer.h"

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

  /* the stream's windows begin by the timer, also while nothing can be written */
  MxtrafStreamer streamer;
  MxtrafTimer next_window;

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

/* Looks for the next chunk, whose header then begins the data. Returns FALSE if it is too early. */
static gboolean
prepare (MxtrafWriter *self, gint64 now)
{
  MxtrafChunk chunk = { .size = MXTRAF_BLOCK };

  if (self->config.content == MXTRAF_CONTENT_STREAM && !find_part (self, now, &chunk))
    return FALSE;
  chunk.written = now;
  memcpy (self->data, &chunk, sizeof chunk);
  return TRUE;
}

static void
await_window (MxtrafWriter *self, gint64 now)
{
  mxtraf_timer_set (&self->next_window,
                    MAX (1, mxtraf_streamer_get_deadline (&self->streamer, now) - now));
}

static void
on_next_window (gpointer data)
{
  MxtrafWriter *self = data;
  gint64 now = mxtraf_get_time ();
  MxtrafChunk chunk;

  find_part (self, now, &chunk);
  await_window (self, now);
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
  mxtraf_timer_init (&self->next_window, loop, on_next_window, self);
  /* counters only grow, also over connections */
  self->streamer.n_windows = counters->windows;
  self->streamer.n_dropped = counters->dropped_windows;
  return self;
}

void
mxtraf_writer_free (MxtrafWriter *self)
{
  mxtraf_gate_free (self->gate);
  mxtraf_loop_close (self->loop, &self->next_window.watch);
  g_free (self);
}

/* A window of another length or rate begins the stream anew. */
static void
begin_stream (MxtrafWriter *self, const MxtrafConfig *config)
{
  gint64 now = mxtraf_get_time ();

  mxtraf_streamer_begin (&self->streamer, config->window, config->video_rate, now);
  await_window (self, now);
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
  if (!is_new)
    return;
  if (config->content == MXTRAF_CONTENT_STREAM)
    begin_stream (self, config);
  else
    mxtraf_timer_set (&self->next_window, 0);
  mxtraf_loop_change (self->loop, self->watch, EPOLLOUT);
}

static void
take_chunk (MxtrafWriter *self, const MxtrafChunk *chunk)
{
  if (self->config.content == MXTRAF_CONTENT_STREAM && chunk->captured > 0)
    mxtraf_streamer_take (&self->streamer, chunk);
}

gssize
mxtraf_writer_write (MxtrafWriter *self)
{
  MxtrafChunk chunk;
  gssize n;

  if (self->n_written == 0 && !prepare (self, mxtraf_get_time ()))
    {
      mxtraf_loop_change (self->loop, self->watch, 0);
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
