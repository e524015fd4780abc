/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/trace/ring.h>

GscopeRing *
gscope_ring_new (gsize capacity, gsize record_size)
{
  GscopeRing *ring = g_aligned_alloc0 (1, sizeof *ring, 64);
  gsize n = 2;

  while (n < capacity)
    n *= 2;
  ring->mask = n - 1;
  ring->record_size = record_size;
  ring->records = g_malloc_n (n, record_size);
  return ring;
}

void
gscope_ring_free (GscopeRing *ring)
{
  g_free (ring->records);
  g_aligned_free (ring);
}
