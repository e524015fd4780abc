/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* A wait-free queue of records with one producing and one consuming thread. When it is full, new
 * records are refused. Records have a fixed size, a multiple of 8 bytes. Head and tail count
 * records and only grow; each side caches the other's counter, so that its cache line seldom moves
 * between processors. */
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

/* Returns the number of records that the producer has committed and the consumer has not released.
 * Either side may call this. */
static inline gsize
gscope_ring_get_used (GscopeRing *ring)
{
  return __atomic_load_n (&ring->head, __ATOMIC_RELAXED)
         - __atomic_load_n (&ring->tail, __ATOMIC_ACQUIRE);
}

/* Producer: tells whether n more records fit. */
static inline gboolean
gscope_ring_has_room (GscopeRing *ring, gsize n)
{
  gsize head = __atomic_load_n (&ring->head, __ATOMIC_RELAXED);

  if (G_LIKELY (head + n - ring->tail_seen <= ring->mask + 1))
    return TRUE;
  ring->tail_seen = __atomic_load_n (&ring->tail, __ATOMIC_ACQUIRE);
  return head + n - ring->tail_seen <= ring->mask + 1;
}

/* Producer: returns the slot of the next record. There must be room for it. */
static inline gpointer
gscope_ring_get_slot (GscopeRing *ring)
{
  gsize head = __atomic_load_n (&ring->head, __ATOMIC_RELAXED);

  return ring->records + (head & ring->mask) * ring->record_size;
}

/* Producer: hands the record in the slot to the consumer. */
static inline void
gscope_ring_commit (GscopeRing *ring)
{
  gsize head = __atomic_load_n (&ring->head, __ATOMIC_RELAXED);

  __atomic_store_n (&ring->head, head + 1, __ATOMIC_RELEASE);
}

/* Consumer: returns the oldest records that are contiguous in memory, and sets their number. */
static inline gpointer
gscope_ring_peek (GscopeRing *ring, gsize *n)
{
  gsize tail = __atomic_load_n (&ring->tail, __ATOMIC_RELAXED);
  gsize used = __atomic_load_n (&ring->head, __ATOMIC_ACQUIRE) - tail;

  *n = MIN (used, ring->mask + 1 - (tail & ring->mask));
  return ring->records + (tail & ring->mask) * ring->record_size;
}

/* Consumer: frees the space of the n oldest records. */
static inline void
gscope_ring_release (GscopeRing *ring, gsize n)
{
  gsize tail = __atomic_load_n (&ring->tail, __ATOMIC_RELAXED);

  __atomic_store_n (&ring->tail, tail + n, __ATOMIC_RELEASE);
}
