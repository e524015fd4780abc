/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/clock.h>
#include <gscope/signal/loss.h>
#include <gscope/signal/producer.h>
#include <gscope/trace/ring.h>

/* The state of the signal and its scope that producers need. The scope sets it up before it opens
 * it; margin and open change while producers run. */
typedef struct
{
  int refs;
  GscopeClock *clock;
  GSource *drain;
  gint64 margin;
  int open;
} GscopeGate;

GscopeGate *gscope_gate_new (void);
GscopeGate *gscope_gate_ref (GscopeGate *self);
void gscope_gate_unref (GscopeGate *self);

static inline gboolean
gscope_gate_is_open (GscopeGate *self)
{
  return __atomic_load_n (&self->open, __ATOMIC_ACQUIRE);
}

struct _GscopeProducer
{
  /* Not gatomicrefcount, whose functions GLib does not inline: ThreadSanitizer would not see them */
  int refs;
  int handles;
  GscopeGate *gate;
  GscopeRing *ring;
  gsize capacity;
  int closed;

  /* used by the pushing thread; before it writes at the head check_at, it checks the ring's level */
  gint64 last_time;
  gsize head;
  gsize check_at;
  gint64 gap_time;
  gboolean in_gap;
  gint64 lateness;
  /* grows with each loss */
  gsize n_losses;
  guint64 lost[GSCOPE_N_LOSSES];

  /* used by the scope */
  gsize n_losses_seen;
  guint64 lost_seen[GSCOPE_N_LOSSES];
};

static inline void
gscope_producer_write (GscopeProducer *self, gint64 time, double value)
{
  GscopeRing *ring = self->ring;
  GscopeSample *slot = (GscopeSample *) ring->records + (self->head & ring->mask);

  slot->time = time;
  slot->value = value;
  __atomic_store_n (&ring->head, ++self->head, __ATOMIC_RELEASE);
}

GscopeProducer *gscope_producer_new (GscopeGate *gate);

/* The result of an offer, by a thread that can wait: samples without room are not lost. */
typedef enum
{
  GSCOPE_OFFER_TAKEN,
  /* the sample was not taken; the drain was woken */
  GSCOPE_OFFER_FULL,
  /* the sample was late, and was counted */
  GSCOPE_OFFER_LATE,
  GSCOPE_OFFER_REFUSED,
} GscopeOffer;

GscopeOffer
gscope_producer_offer_checked (GscopeProducer *self, gint64 time, double value, gint64 now);

/* Pushes a sample as gscope_producer_push() would have done at `now`, the time of its arrival. */
static inline GscopeOffer
gscope_producer_offer (GscopeProducer *self, gint64 time, double value, gint64 now)
{
  GscopeGate *gate = self->gate;

  if (G_UNLIKELY (!gscope_gate_is_open (gate) || time < self->last_time
                  || time < now - __atomic_load_n (&gate->margin, __ATOMIC_RELAXED)
                  || self->head == self->check_at))
    return gscope_producer_offer_checked (self, time, value, now);
  gscope_producer_write (self, time, value);
  self->last_time = time;
  return GSCOPE_OFFER_TAKEN;
}

/* The consumer's side: main thread. */
GscopeRing *gscope_producer_get_ring (GscopeProducer *self);
gboolean gscope_producer_is_done (GscopeProducer *self);
/* Returns whether there were losses since the last call. */
gboolean gscope_producer_has_losses (GscopeProducer *self);
guint64 gscope_producer_take_lost (GscopeProducer *self, GscopeLoss cause);
/* Returns the largest age of late samples when they were pushed, nanoseconds; 0 if none was late. */
gint64 gscope_producer_get_lateness (GscopeProducer *self);
void gscope_producer_release (GscopeProducer *self);
