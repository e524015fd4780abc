/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* A wait-free queue of records from one thread to one other. When it is full, new records are
 * refused. Records have a fixed size, a multiple of 8 bytes. Head and tail count records and only
 * grow; each side keeps its own copy of the other's so that the cache line seldom moves. */
typedef struct
{
  guint8 *records;
  gsize record_size;
  gsize mask;

  /* written by the producer */
  gsize head __attribute__ ((aligned (64)));
  gsize tail_seen;

  /* written by the consumer */
  gsize tail __attribute__ ((aligned (64)));
} GscopeRing;

GscopeRing *gscope_ring_new (gsize capacity, gsize record_size);
void gscope_ring_free (GscopeRing *ring);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeRing, gscope_ring_free)

static inline gsize
gscope_ring_get_capacity (const GscopeRing *ring)
{
  return ring->mask + 1;
}

/* The number of records that the producer has put and the consumer not released. Either side. */
static inline gsize
gscope_ring_get_used (GscopeRing *ring)
{
  return __atomic_load_n (&ring->head, __ATOMIC_RELAXED)
         - __atomic_load_n (&ring->tail, __ATOMIC_ACQUIRE);
}

/* Producer: whether n more records fit. */
static inline gboolean
gscope_ring_has_room (GscopeRing *ring, gsize n)
{
  gsize head = __atomic_load_n (&ring->head, __ATOMIC_RELAXED);

  if (G_LIKELY (head + n - ring->tail_seen <= ring->mask + 1))
    return TRUE;
  ring->tail_seen = __atomic_load_n (&ring->tail, __ATOMIC_ACQUIRE);
  return head + n - ring->tail_seen <= ring->mask + 1;
}

/* Producer: where the next record goes. There must be room for it. */
static inline gpointer
gscope_ring_get_slot (GscopeRing *ring)
{
  gsize head = __atomic_load_n (&ring->head, __ATOMIC_RELAXED);

  return ring->records + (head & ring->mask) * ring->record_size;
}

/* Producer: hands the record that was written to the slot to the consumer. */
static inline void
gscope_ring_commit (GscopeRing *ring)
{
  gsize head = __atomic_load_n (&ring->head, __ATOMIC_RELAXED);

  __atomic_store_n (&ring->head, head + 1, __ATOMIC_RELEASE);
}

/* Consumer: the oldest records in contiguous memory, and their number. */
static inline gpointer
gscope_ring_peek (GscopeRing *ring, gsize *n)
{
  gsize tail = __atomic_load_n (&ring->tail, __ATOMIC_RELAXED);
  gsize used = __atomic_load_n (&ring->head, __ATOMIC_ACQUIRE) - tail;

  *n = MIN (used, ring->mask + 1 - (tail & ring->mask));
  return ring->records + (tail & ring->mask) * ring->record_size;
}

/* Consumer: gives the space of n records back. */
static inline void
gscope_ring_release (GscopeRing *ring, gsize n)
{
  gsize tail = __atomic_load_n (&ring->tail, __ATOMIC_RELAXED);

  __atomic_store_n (&ring->tail, tail + n, __ATOMIC_RELEASE);
}
