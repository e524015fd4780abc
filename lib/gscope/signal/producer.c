/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/clock/private.h>
#include <gscope/signal/producer-private.h>
#include <gscope/trace/gap.h>

enum
{
  /* At a million samples per second, the drain has 8 ms between a half full and a full ring. */
  RING_CAPACITY = 16384
};

/**
 * GscopeProducer:
 *
 * The handle through which one thread pushes samples or events into one signal.
 *
 * A thread that pushes into a signal has a producer of its own, from
 * [method@Signal.create_producer]. Pushing never blocks and takes no lock. Only the first push
 * allocates memory: the ring of 16384 samples between the thread and the scope. Refused samples are
 * counted in the signal, by cause.
 *
 * Since: 1.0
 */
G_DEFINE_BOXED_TYPE (GscopeProducer, gscope_producer, gscope_producer_ref, gscope_producer_unref)

GscopeGate *
gscope_gate_new (void)
{
  GscopeGate *self = g_new0 (GscopeGate, 1);

  self->refs = 1;
  return self;
}

GscopeGate *
gscope_gate_ref (GscopeGate *self)
{
  g_atomic_int_inc (&self->refs);
  return self;
}

void
gscope_gate_unref (GscopeGate *self)
{
  if (!g_atomic_int_dec_and_test (&self->refs))
    return;
  g_clear_object (&self->clock);
  g_clear_pointer (&self->drain, g_source_unref);
  g_free (self);
}

GscopeProducer *
gscope_producer_new (GscopeGate *gate)
{
  GscopeProducer *self = g_new0 (GscopeProducer, 1);

  self->refs = 2;
  self->handles = 1;
  self->gate = gscope_gate_ref (gate);
  self->capacity = RING_CAPACITY;
  self->last_time = G_MININT64;
  return self;
}

/* The signal holds one reference, all handles together another. */
void
gscope_producer_release (GscopeProducer *self)
{
  if (!g_atomic_int_dec_and_test (&self->refs))
    return;
  g_clear_pointer (&self->ring, gscope_ring_free);
  gscope_gate_unref (self->gate);
  g_free (self);
}

/**
 * gscope_producer_ref:
 * @self: a producer
 *
 * Adds a reference. Any thread may call this.
 *
 * Returns: (transfer full): the producer
 *
 * Since: 1.0
 */
GscopeProducer *
gscope_producer_ref (GscopeProducer *self)
{
  g_atomic_int_inc (&self->handles);
  return self;
}

/**
 * gscope_producer_unref:
 * @self: (transfer full): a producer
 *
 * Drops a reference. The last one closes the producer; its samples are still shown. Any thread may
 * call this.
 *
 * Since: 1.0
 */
void
gscope_producer_unref (GscopeProducer *self)
{
  if (!g_atomic_int_dec_and_test (&self->handles))
    return;
  gscope_producer_close (self);
  gscope_producer_release (self);
}

/**
 * gscope_producer_set_capacity:
 * @self: a producer before its first push
 * @n: number of samples that may wait for the scope, >= 2; rounded up to a power of two
 *
 * Limits the memory of a producer that pushes slowly. By default 16384 samples of 16 bytes may
 * wait; the scope drains them at least every 250 ms, and when the ring is half full. The producer's
 * thread calls this.
 *
 * Since: 1.0
 */
void
gscope_producer_set_capacity (GscopeProducer *self, gsize n)
{
  g_return_if_fail (n >= 2);
  g_return_if_fail (!self->ring);

  self->capacity = n;
}

/**
 * gscope_producer_close:
 * @self: a producer
 *
 * Declares that no more samples will be pushed, so that the ring can be freed once it is drained.
 * The producer's thread calls this.
 *
 * Since: 1.0
 */
void
gscope_producer_close (GscopeProducer *self)
{
  __atomic_store_n (&self->closed, TRUE, __ATOMIC_RELEASE);
}

static gboolean
lose (GscopeProducer *self, GscopeLoss cause, gsize n)
{
  __atomic_store_n (&self->lost[cause], self->lost[cause] + n, __ATOMIC_RELAXED);
  __atomic_store_n (&self->n_losses, self->n_losses + 1, __ATOMIC_RELEASE);
  return FALSE;
}

static gboolean
lose_late (GscopeProducer *self, gint64 time, gint64 now)
{
  gint64 lateness;

  if (__builtin_sub_overflow (now, time, &lateness))
    lateness = G_MAXINT64;
  if (lateness > self->lateness)
    __atomic_store_n (&self->lateness, lateness, __ATOMIC_RELAXED);
  return lose (self, GSCOPE_LOSS_LATE, 1);
}

static void
create_ring (GscopeProducer *self)
{
  GscopeRing *ring = gscope_ring_new (self->capacity, sizeof (GscopeSample));

  __atomic_store_n (&self->ring, ring, __ATOMIC_RELEASE);
}

/* Sets the next head at which the ring's level is checked: at its half, where the scope is woken,
 * and then at its end. */
static void
set_check (GscopeProducer *self)
{
  gsize capacity = gscope_ring_get_capacity (self->ring);
  gsize used = gscope_ring_get_used (self->ring);

  self->check_at = self->head - used + (used < capacity / 2 ? capacity / 2 : capacity);
  if (used >= capacity / 2)
    g_source_set_ready_time (self->gate->drain, 0);
}

static gboolean
put_checked (GscopeProducer *self, gint64 time, double value)
{
  if (!self->ring)
    create_ring (self);
  if (!gscope_ring_has_room (self->ring, 1 + self->in_gap))
    {
      if (!self->in_gap)
        self->gap_time = time;
      self->in_gap = TRUE;
      self->check_at = self->head;
      return lose (self, GSCOPE_LOSS_RING_FULL, 1);
    }
  if (self->in_gap)
    gscope_producer_write (self, self->gap_time, gscope_gap_value (GSCOPE_GAP_CAUSE_RING_FULL));
  self->in_gap = FALSE;
  gscope_producer_write (self, time, value);
  self->last_time = time;
  set_check (self);
  return TRUE;
}

static inline gboolean
put (GscopeProducer *self, gint64 time, double value)
{
  if (G_UNLIKELY (self->head == self->check_at))
    return put_checked (self, time, value);
  gscope_producer_write (self, time, value);
  self->last_time = time;
  return TRUE;
}

/**
 * gscope_producer_push:
 * @self: a producer
 * @time: the time of the value, nanoseconds on the scope's clock; not before the previous one
 * @value: the value, in the signal's unit
 *
 * Pushes one sample. It is refused and counted if its time is before that of this producer's last
 * sample, if it is late (before now - delay - period of the scope; up to two ticks of the kernel's
 * timer later it may still be accepted), or if the ring is full. While the scope is stopped it is
 * refused without being counted. The producer's thread calls this.
 *
 * Returns: whether the sample was accepted
 *
 * Since: 1.0
 */
gboolean
gscope_producer_push (GscopeProducer *self, gint64 time, double value)
{
  GscopeGate *gate = self->gate;

  if (G_UNLIKELY (!gscope_gate_is_open (gate)))
    return FALSE;
  if (G_UNLIKELY (time < self->last_time))
    return lose (self, GSCOPE_LOSS_BACKWARDS, 1);
  if (G_UNLIKELY (gscope_clock_is_past (gate->clock, time,
                                        __atomic_load_n (&gate->margin, __ATOMIC_RELAXED))))
    return lose_late (self, time, gscope_clock_get_time (gate->clock));
  return put (self, time, value);
}

/**
 * gscope_producer_push_now:
 * @self: a producer
 * @value: the value, in the signal's unit
 *
 * Pushes a sample or an event with the present time. The producer's thread calls this.
 *
 * Returns: whether it was accepted; see [method@Producer.push]
 *
 * Since: 1.0
 */
gboolean
gscope_producer_push_now (GscopeProducer *self, double value)
{
  if (G_UNLIKELY (!gscope_gate_is_open (self->gate)))
    return FALSE;
  return put (self, MAX (self->last_time, gscope_clock_get_time (self->gate->clock)), value);
}

/**
 * gscope_producer_push_many:
 * @self: a producer
 * @samples: (array length=n): samples in the order of their times
 * @n: their number
 *
 * Pushes samples under the rules of [method@Producer.push], reading the clock once. The producer's
 * thread calls this.
 *
 * Returns: the number of accepted samples
 *
 * Since: 1.0
 */
gsize
gscope_producer_push_many (GscopeProducer *self, const GscopeSample *samples, gsize n)
{
  gsize n_accepted = 0;
  gint64 now, late;

  if (n == 0 || !gscope_gate_is_open (self->gate))
    return 0;
  now = gscope_clock_get_time (self->gate->clock);
  late = now - __atomic_load_n (&self->gate->margin, __ATOMIC_RELAXED);
  for (gsize i = 0; i < n; i++)
    {
      if (G_UNLIKELY (samples[i].time < self->last_time))
        lose (self, GSCOPE_LOSS_BACKWARDS, 1);
      else if (G_UNLIKELY (samples[i].time < late))
        lose_late (self, samples[i].time, now);
      else
        n_accepted += put (self, samples[i].time, samples[i].value);
    }
  return n_accepted;
}

static gboolean
is_full (GscopeProducer *self)
{
  if (G_LIKELY (self->head != self->check_at) || !self->ring
      || gscope_ring_has_room (self->ring, 1 + self->in_gap))
    return FALSE;
  g_source_set_ready_time (self->gate->drain, 0);
  return TRUE;
}

GscopeOffer
gscope_producer_offer_checked (GscopeProducer *self, gint64 time, double value, gint64 now)
{
  GscopeGate *gate = self->gate;

  if (!gscope_gate_is_open (gate))
    return GSCOPE_OFFER_REFUSED;
  if (time < self->last_time)
    {
      lose (self, GSCOPE_LOSS_BACKWARDS, 1);
      return GSCOPE_OFFER_REFUSED;
    }
  if (time < now - __atomic_load_n (&gate->margin, __ATOMIC_RELAXED))
    {
      lose_late (self, time, now);
      return GSCOPE_OFFER_LATE;
    }
  if (is_full (self))
    return GSCOPE_OFFER_FULL;
  put (self, time, value);
  return GSCOPE_OFFER_TAKEN;
}

/**
 * gscope_producer_push_gap:
 * @self: a producer
 * @time: begin of the gap, nanoseconds on the scope's clock
 * @cause: why
 *
 * Declares that there are no values until the next sample, which breaks the trace. The producer's
 * thread calls this.
 *
 * Returns: whether it was accepted; see [method@Producer.push]
 *
 * Since: 1.0
 */
gboolean
gscope_producer_push_gap (GscopeProducer *self, gint64 time, GscopeGapCause cause)
{
  return gscope_producer_push (self, time, gscope_gap_value (cause));
}

/**
 * gscope_producer_tell_lost:
 * @self: a producer
 * @cause: why
 * @n: how many samples
 *
 * Reports samples that were lost before they reached this producer, so that they are counted in the
 * signal with its own losses. The producer's thread calls this.
 *
 * Since: 1.0
 */
void
gscope_producer_tell_lost (GscopeProducer *self, GscopeLoss cause, guint64 n)
{
  g_return_if_fail ((guint) cause < GSCOPE_N_LOSSES);

  lose (self, cause, n);
}

GscopeRing *
gscope_producer_get_ring (GscopeProducer *self)
{
  return __atomic_load_n (&self->ring, __ATOMIC_ACQUIRE);
}

gboolean
gscope_producer_is_done (GscopeProducer *self)
{
  /* `closed` is read before the ring, so that samples pushed before the close are seen. */
  gboolean closed = __atomic_load_n (&self->closed, __ATOMIC_ACQUIRE);
  GscopeRing *ring = gscope_producer_get_ring (self);

  return closed && (!ring || gscope_ring_get_used (ring) == 0);
}

gint64
gscope_producer_get_lateness (GscopeProducer *self)
{
  return __atomic_load_n (&self->lateness, __ATOMIC_RELAXED);
}

gboolean
gscope_producer_has_losses (GscopeProducer *self)
{
  gsize n_losses = __atomic_load_n (&self->n_losses, __ATOMIC_ACQUIRE);
  gboolean has_losses = n_losses != self->n_losses_seen;

  self->n_losses_seen = n_losses;
  return has_losses;
}

guint64
gscope_producer_take_lost (GscopeProducer *self, GscopeLoss cause)
{
  guint64 lost = __atomic_load_n (&self->lost[cause], __ATOMIC_RELAXED);
  guint64 n = lost - self->lost_seen[cause];

  self->lost_seen[cause] = lost;
  return n;
}
