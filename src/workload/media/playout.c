/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "media/playout.h"

static void
add (gint64 *word, gint64 n)
{
  __atomic_store_n (word, *word + n, __ATOMIC_RELAXED);
}

gboolean
workload_playout_is_late (const WorkloadPacket *packet, gint64 ready)
{
  return ready - packet->spoken > WORKLOAD_PLAYOUT_BOUND * packet->length;
}

/* A packet after a later one was counted when the later one came. */
gboolean
workload_playout_take (WorkloadPlayout *self, const WorkloadPacket *packet, gint64 ready)
{
  gint64 n = packet->number - self->next + 1;
  gboolean is_late = workload_playout_is_late (packet, ready);

  if (n <= 0)
    return FALSE;
  add (&self->n_packets, n);
  add (&self->n_dropouts, is_late ? n : n - 1);
  self->next = packet->number + 1;
  return !is_late;
}
