/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "traffic/blocks.h"
#include "process/time.h"

#include <string.h>
#include <sys/socket.h>

static void
record (MxtrafCounters *counters, gint64 time, gint64 written)
{
  guint64 head = counters->latency_head;
  MxtrafLatency *entry = &counters->latencies[head % MXTRAF_LATENCY_RING];

  __atomic_store_n (&entry->time, time, __ATOMIC_RELAXED);
  __atomic_store_n (&entry->latency, time - written, __ATOMIC_RELAXED);
  __atomic_store_n (&counters->latency_head, head + 1, __ATOMIC_RELEASE);
}

gssize
mxtraf_blocks_read (MxtrafBlocks *self, int fd, MxtrafCounters *counters)
{
  gssize n =
      recv (fd, self->buffer + self->filled, sizeof self->buffer - self->filled, MSG_DONTWAIT);
  gint64 now = mxtraf_get_time (), written;
  gsize done = 0;

  if (n <= 0)
    return n;
  self->filled += n;
  for (; self->filled - done >= MXTRAF_BLOCK; done += MXTRAF_BLOCK)
    {
      memcpy (&written, self->buffer + done, sizeof written);
      record (counters, now, written);
    }
  self->filled -= done;
  memmove (self->buffer, self->buffer + done, self->filled);
  return n;
}
