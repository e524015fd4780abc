/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "stream/replay.h"

void
mxtraf_replay_begin (MxtrafReplay *self, const MxtrafSend *sends, guint64 n, gint64 now)
{
  *self = (MxtrafReplay){ .sends = sends, .n = n, .begin = now };
}

gint64
mxtraf_replay_get_deadline (const MxtrafReplay *self)
{
  return self->next < self->n ? self->begin + self->sends[self->next].time : G_MAXINT64;
}

/* A chunk is not shorter than its header. */
gboolean
mxtraf_replay_peek (const MxtrafReplay *self, gint64 now, gsize max, MxtrafChunk *chunk)
{
  if (now < mxtraf_replay_get_deadline (self))
    return FALSE;
  *chunk = (MxtrafChunk){ .size = CLAMP (self->sends[self->next].size - self->done, sizeof *chunk,
                                         max) };
  return TRUE;
}

gboolean
mxtraf_replay_take (MxtrafReplay *self, const MxtrafChunk *chunk, gint64 now, gint64 *late)
{
  gboolean is_first = self->done == 0;

  *late = now - mxtraf_replay_get_deadline (self);
  self->done += chunk->size;
  if (self->done < self->sends[self->next].size)
    return is_first;
  self->next++;
  self->done = 0;
  return is_first;
}
