/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "stream/viewer.h"

#include <math.h>

MxtrafViewer *
mxtraf_viewer_new (gint64 tolerance)
{
  MxtrafViewer *self = g_new0 (MxtrafViewer, 1);

  self->tolerance = tolerance;
  self->arrivals = g_queue_new ();
  self->level = -1;
  return self;
}

void
mxtraf_viewer_free (MxtrafViewer *self)
{
  g_queue_free_full (self->arrivals, g_free);
  g_free (self);
}

void
mxtraf_viewer_set_tolerance (MxtrafViewer *self, gint64 tolerance)
{
  if (self->next_show > 0)
    self->next_show += tolerance - self->tolerance;
  self->tolerance = tolerance;
}

/* Windows are shown one length after the other, each when the tolerance has passed since its
 * capture. */
static void
align (MxtrafViewer *self, const MxtrafChunk *chunk, gint64 now)
{
  gint64 due = chunk->captured + self->tolerance;

  if (self->next_show > 0 && chunk->length == self->length
      && (due - self->next_show) % self->length == 0)
    return;
  self->length = chunk->length;
  self->next_show = due;
  if (due < now)
    self->next_show += (now - due + self->length - 1) / self->length * self->length;
}

static void
keep_to_show (MxtrafViewer *self, const MxtrafChunk *chunk)
{
  MxtrafArrival *last = g_queue_peek_tail (self->arrivals);

  if (!last || last->captured != chunk->captured)
    {
      last = g_new0 (MxtrafArrival, 1);
      last->captured = chunk->captured;
      last->length = chunk->length;
      last->frames = chunk->frames;
      g_queue_push_tail (self->arrivals, last);
    }
  last->units_done = chunk->units_done;
}

static gboolean
end_window (MxtrafViewer *self, MxtrafDelays *delays)
{
  if (self->captured == 0)
    return FALSE;
  self->n_late += self->arrived > self->captured + self->tolerance;
  self->delays.receiver =
      self->arrived - self->captured - self->delays.sender - self->delays.protocol;
  self->delays.whole = self->arrived - self->captured;
  *delays = self->delays;
  return TRUE;
}

gboolean
mxtraf_viewer_receive (MxtrafViewer *self, const MxtrafChunk *chunk, gint64 now,
                       MxtrafDelays *delays)
{
  gboolean ends = FALSE;

  align (self, chunk, now);
  if (chunk->captured != self->captured)
    {
      ends = end_window (self, delays);
      self->captured = chunk->captured;
      self->delays = (MxtrafDelays){ .sender = chunk->written - chunk->captured,
                                     .protocol = now - chunk->written };
    }
  self->arrived = now;
  if (now <= chunk->captured + self->tolerance)
    keep_to_show (self, chunk);
  return ends;
}

/* Removes the windows that are shown now, or should have been before. */
static double
take_quality (MxtrafViewer *self)
{
  gint64 captured = self->next_show - self->tolerance;
  MxtrafArrival *arrival;
  double quality = NAN;

  while ((arrival = g_queue_peek_head (self->arrivals)) && arrival->captured <= captured)
    {
      if (arrival->captured == captured)
        quality = (double) arrival->units_done / arrival->frames;
      g_free (g_queue_pop_head (self->arrivals));
    }
  return quality;
}

gboolean
mxtraf_viewer_show (MxtrafViewer *self, gint64 now, double *quality)
{
  double found;
  int level;

  if (now < mxtraf_viewer_get_deadline (self))
    return FALSE;
  found = take_quality (self);
  *quality = isnan (found) ? 0 : found;
  level = *quality;
  self->n_stalls += isnan (found);
  self->n_changes += self->level >= 0 && level != self->level;
  self->level = level;
  self->next_show += self->length;
  return TRUE;
}

gint64
mxtraf_viewer_get_deadline (const MxtrafViewer *self)
{
  return self->next_show > 0 ? self->next_show : G_MAXINT64;
}

gint64
mxtraf_viewer_get_buffered (const MxtrafViewer *self)
{
  gint64 sum = 0;

  for (const GList *link = self->arrivals->head; link; link = link->next)
    sum += ((const MxtrafArrival *) link->data)->length;
  return sum;
}
