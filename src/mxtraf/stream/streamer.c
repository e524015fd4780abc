/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "stream/streamer.h"

#include <math.h>
#include <stdlib.h>

typedef struct
{
  guint64 frame;
  guint layer;
} Unit;

static int
compare_units (const void *a, const void *b)
{
  const Unit *x = a, *y = b;
  guint first = mxtraf_video_get_priority (x->frame, x->layer);
  guint second = mxtraf_video_get_priority (y->frame, y->layer);

  if (first != second)
    return (first > second) - (first < second);
  return (x->frame > y->frame) - (x->frame < y->frame);
}

static void
fill_window (MxtrafStreamer *self)
{
  Unit units[MXTRAF_MAX_WINDOW * MXTRAF_VIDEO_LAYERS];
  double end = 0;

  self->sent = 0;
  self->n_units = self->frames * MXTRAF_VIDEO_LAYERS;
  for (guint i = 0; i < self->n_units; i++)
    units[i] =
        (Unit){ self->window * self->frames + i / MXTRAF_VIDEO_LAYERS, i % MXTRAF_VIDEO_LAYERS };
  qsort (units, self->n_units, sizeof *units, compare_units);
  for (guint i = 0; i < self->n_units; i++)
    {
      end += mxtraf_video_get_size (units[i].frame, units[i].layer, self->rate);
      self->ends[i] = ceil (end);
    }
}

static double
get_whole (const MxtrafStreamer *self)
{
  return self->n_units > 0 ? self->ends[self->n_units - 1] : 0;
}

static void
end_window (MxtrafStreamer *self, gint64 next)
{
  gint64 n_skipped = next - self->window - 1;

  if (self->window >= 0)
    {
      self->n_windows++;
      self->n_dropped += self->sent == 0;
      self->last_part = self->sent / get_whole (self);
    }
  self->n_windows += n_skipped;
  self->n_dropped += n_skipped;
  self->window = next;
}

/* Returns the number of the window that is sent now. */
static gint64
find_window (const MxtrafStreamer *self, gint64 now)
{
  return (now - self->begin) / self->length - 1;
}

static void
advance (MxtrafStreamer *self, gint64 now)
{
  gint64 present = find_window (self, now);

  if (present <= self->window)
    return;
  end_window (self, present);
  fill_window (self);
}

void
mxtraf_streamer_begin (MxtrafStreamer *self, guint n_frames, double rate, gint64 now)
{
  self->begin = now;
  self->frames = CLAMP (n_frames, 1, MXTRAF_MAX_WINDOW);
  self->length = mxtraf_video_get_length (self->frames);
  self->rate = rate;
  self->most = 1;
  self->window = -1;
  self->sent = 0;
  self->n_units = 0;
}

void
mxtraf_streamer_set_most (MxtrafStreamer *self, double most)
{
  self->most = CLAMP (most, 0, 1);
}

gboolean
mxtraf_streamer_peek (MxtrafStreamer *self, gint64 now, gsize max, MxtrafChunk *chunk)
{
  gsize total, data;

  advance (self, now);
  total = ceil (self->most * get_whole (self));
  if (self->sent >= total)
    return FALSE;
  data = MIN (max - sizeof *chunk, total - self->sent);
  *chunk = (MxtrafChunk){ .captured = self->begin + self->window * self->length,
                          .length = self->length,
                          .size = sizeof *chunk + data,
                          .frames = self->frames,
                          .units = self->n_units };
  while (chunk->units_done < self->n_units && self->ends[chunk->units_done] <= self->sent + data)
    chunk->units_done++;
  return TRUE;
}

void
mxtraf_streamer_take (MxtrafStreamer *self, const MxtrafChunk *chunk)
{
  self->sent += chunk->size - sizeof *chunk;
}

gint64
mxtraf_streamer_get_deadline (const MxtrafStreamer *self, gint64 now)
{
  return self->begin + (find_window (self, now) + 2) * self->length;
}
