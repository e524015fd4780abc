/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/signal/intake.h>
#include <gscope/trace/gap.h>

#include <math.h>
#include <string.h>

/* Has the next drain visit the intake. */
static void
touch (GscopeIntake *self)
{
  if (self->is_due || !self->pool)
    return;
  self->is_due = TRUE;
  g_queue_push_tail_link (&self->pool->due, &self->link);
}

void
gscope_intake_init (GscopeIntake *self, gboolean folds)
{
  *self = (GscopeIntake){ .folds = folds,
                          .latest = { G_MININT64, NAN },
                          .drained_at = G_MININT64,
                          .computed_until = G_MAXINT64,
                          .link = { .data = self } };
  self->gate = gscope_gate_new ();
  self->producers = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_producer_release);
  self->trace = gscope_trace_new ();
  gscope_loss_log_init (&self->losses);
  self->staged = g_array_new (FALSE, FALSE, sizeof (GscopeSample));
  self->folded = g_array_new (FALSE, FALSE, sizeof (double));
  gscope_events_init (&self->events);
  gscope_filter_init (&self->filter, 0);
}

void
gscope_intake_clear (GscopeIntake *self)
{
  gscope_intake_set_tap (self, NULL, NULL);
  g_ptr_array_unref (self->producers);
  gscope_gate_unref (self->gate);
  g_array_unref (self->staged);
  g_array_unref (self->folded);
  gscope_loss_log_clear (&self->losses);
  gscope_trace_unref (self->trace);
}

void
gscope_intake_set_rules (GscopeIntake *self, const GscopeIntakeRules *rules, gint64 now)
{
  gboolean was_open = gscope_gate_is_open (self->gate);

  if (!self->gate->clock)
    {
      self->gate->clock = g_object_ref (rules->clock);
      self->gate->drain = g_source_ref (rules->drain);
    }
  if (self->period != rules->period || !was_open)
    self->next_tick = (now / rules->period + 1) * rules->period;
  self->period = rules->period;
  __atomic_store_n (&self->gate->margin, rules->delay + rules->period, __ATOMIC_RELAXED);
  __atomic_store_n (&self->gate->open, rules->running, __ATOMIC_RELEASE);
  /* A computed signal has the gaps of the signals that it is computed from. */
  if (was_open && !rules->running && self->latest.time != G_MININT64 && !self->is_computed)
    gscope_intake_take_gap (self, now, GSCOPE_GAP_CAUSE_STOPPED);
  touch (self);
}

void
gscope_intake_close (GscopeIntake *self)
{
  __atomic_store_n (&self->gate->open, FALSE, __ATOMIC_RELEASE);
}

GscopeProducer *
gscope_intake_create_producer (GscopeIntake *self)
{
  GscopeProducer *producer = gscope_producer_new (self->gate);

  g_ptr_array_add (self->producers, producer);
  touch (self);
  return producer;
}

const GscopeLossRecord *
gscope_intake_get_losses (GscopeIntake *self, gint64 begin, gint64 end, gsize *n)
{
  return gscope_loss_log_find (&self->losses, begin, end, n);
}

void
gscope_intake_lose (GscopeIntake *self, gint64 now, GscopeLoss cause, guint64 n)
{
  gscope_loss_log_lose (&self->losses, now, cause, n);
}

/* Returns whether all values are finite. The exponent of other values has all bits set (IEEE
 * 754-2008, 3.4), and adding one to it carries into the sign. */
static gboolean
are_finite (const double *values, gsize stride, gsize n)
{
  const guint64 exponent = G_GUINT64_CONSTANT (0x7ff0000000000000);
  const guint64 one = G_GUINT64_CONSTANT (0x0010000000000000);
  guint64 carried = 0;

  for (gsize i = 0; i < n; i++)
    {
      guint64 bits;

      memcpy (&bits, values + i * stride, sizeof bits);
      carried |= (bits & exponent) + one;
    }
  return carried >> 63 == 0;
}

static void
take_one (GscopeIntake *self, gint64 time, double value)
{
  GscopeGapCause cause;

  if (gscope_gap_from_value (value, &cause))
    {
      /* A signal has no gap before its first sample. */
      if (gscope_trace_get_end (self->trace) > 0)
        gscope_trace_append_gap (self->trace, time, cause);
    }
  else
    gscope_intake_lose (self, time, GSCOPE_LOSS_NOT_FINITE,
                        gscope_trace_append_regular (self->trace, time, 0, &value, 1));
}

void
gscope_intake_take_regular (GscopeIntake *self, gint64 time, gint64 period, double *values, gsize n)
{
  touch (self);
  gscope_filter_apply (&self->filter, values, n);
  self->latest = (GscopeSample){ time + (gint64) (n - 1) * period, values[n - 1] };
  if (G_LIKELY (are_finite (values, 1, n)))
    {
      gscope_trace_append_regular (self->trace, time, period, values, n);
      return;
    }
  for (gsize i = 0; i < n; i++)
    take_one (self, time + (gint64) i * period, values[i]);
}

void
gscope_intake_pass (GscopeIntake *self, const GscopeSample *samples, gsize n)
{
  if (G_LIKELY (are_finite (&samples->value, sizeof *samples / sizeof (double), n)))
    {
      gscope_trace_append_samples (self->trace, samples, n);
      return;
    }
  for (gsize i = 0; i < n; i++)
    take_one (self, samples[i].time, samples[i].value);
}

void
gscope_intake_take_samples (GscopeIntake *self, GscopeSample *samples, gsize n)
{
  touch (self);
  gscope_filter_apply_samples (&self->filter, samples, n);
  self->latest = samples[n - 1];
  if (self->tap)
    self->tap->samples (self->tap_data, samples, n);
  else
    gscope_intake_pass (self, samples, n);
}

void
gscope_intake_set_tap (GscopeIntake *self, const GscopeIntakeTap *tap, gpointer data)
{
  if (self->tap)
    self->tap->destroy (self->tap_data);
  self->tap = tap;
  self->tap_data = data;
  touch (self);
}

void
gscope_intake_take_gap (GscopeIntake *self, gint64 time, GscopeGapCause cause)
{
  GscopeSample sample = { MAX (time, self->latest.time), gscope_gap_value (cause) };

  gscope_intake_take_samples (self, &sample, 1);
}

static void
fold_ticks (GscopeIntake *self, gint64 until)
{
  gint64 begin = self->next_tick;

  g_array_set_size (self->folded, 0);
  for (; self->next_tick <= until; self->next_tick += self->period)
    {
      double value = gscope_aggregation_fold (self->aggregation, &self->events, self->period);

      if (isnan (value))
        value = gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);
      g_array_append_val (self->folded, value);
      gscope_events_reset (&self->events);
    }
  if (self->folded->len > 0)
    gscope_intake_take_regular (self, begin, self->period, (double *) self->folded->data,
                                self->folded->len);
}

/* An event counts for the first tick at or after its time, or for the next tick if that one was
 * already folded. */
static void
take_events (GscopeIntake *self, const GscopeSample *events, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      if (events[i].time > self->next_tick)
        fold_ticks (self, events[i].time - 1);
      if (isfinite (events[i].value))
        gscope_events_add (&self->events, events[i].value);
      else
        gscope_intake_lose (self, events[i].time, GSCOPE_LOSS_NOT_FINITE, 1);
    }
}

/* Counts the samples that are too late for the trace, which only grows at its end. Gaps among them
 * are not counted again: their losses were counted where they began. */
static gsize
pass_old (GscopeIntake *self, const GscopeSample *samples, gsize n)
{
  gsize n_late = 0, i;

  for (i = 0; i < n && samples[i].time < self->latest.time; i++)
    n_late += !gscope_gap_from_value (samples[i].value, NULL);
  gscope_intake_lose (self, self->latest.time, GSCOPE_LOSS_LATE, n_late);
  return i;
}

static void
take (GscopeIntake *self, GscopeSample *samples, gsize n)
{
  gsize n_old;

  if (self->folds)
    {
      take_events (self, samples, n);
      return;
    }
  n_old = pass_old (self, samples, n);
  if (n > n_old)
    gscope_intake_take_samples (self, samples + n_old, n - n_old);
}

void
gscope_intake_take_pushed (GscopeIntake *self, GscopeSample *samples, gsize n)
{
  if (n > 0 && gscope_gate_is_open (self->gate))
    take (self, samples, n);
}

static void
stage (GscopeIntake *self, GscopeSample *samples, gsize n)
{
  g_array_append_vals (self->staged, samples, n);
}

/* Samples that arrive meanwhile wait for the next drain, so that a fast producer cannot hold the
 * drain. */
static void
drain_ring (GscopeIntake *self, GscopeRing *ring,
            void (*func) (GscopeIntake *, GscopeSample *, gsize))
{
  gsize left = gscope_ring_get_used (ring);

  while (left > 0)
    {
      gsize n;
      GscopeSample *samples = gscope_ring_peek (ring, &n);

      n = MIN (n, left);
      func (self, samples, n);
      gscope_ring_release (ring, n);
      left -= n;
    }
}

static int
compare_times (gconstpointer a, gconstpointer b, gpointer user_data)
{
  gint64 x = ((const GscopeSample *) a)->time, y = ((const GscopeSample *) b)->time;

  return (x > y) - (x < y);
}

/* Passes on the staged samples that no further sample can precede. */
static void
take_staged (GscopeIntake *self, gint64 now)
{
  GscopeSample *samples = (GscopeSample *) self->staged->data;
  gint64 horizon = self->folds ? G_MAXINT64 : now - self->gate->margin;
  guint end = 0;

  g_qsort_with_data (samples, self->staged->len, sizeof *samples, compare_times, NULL);
  while (end < self->staged->len && samples[end].time < horizon)
    end++;
  take (self, samples, end);
  g_array_remove_range (self->staged, 0, end);
}

static void
take_losses (GscopeIntake *self, GscopeProducer *producer, gint64 now)
{
  for (guint cause = 0; cause < GSCOPE_N_LOSSES; cause++)
    gscope_intake_lose (self, now, cause, gscope_producer_take_lost (producer, cause));
  self->needed_delay =
      MAX (self->needed_delay, gscope_producer_get_lateness (producer) - self->period);
}

/* The producer's end is checked before its losses are read, because no loss comes after the end. */
static gboolean
drain_producer (GscopeIntake *self, GscopeProducer *producer, gint64 now, gboolean direct)
{
  GscopeRing *ring = gscope_producer_get_ring (producer);
  gboolean done;

  if (ring)
    drain_ring (self, ring, direct ? take : stage);
  done = gscope_producer_is_done (producer);
  if (gscope_producer_has_losses (producer))
    take_losses (self, producer, now);
  return done;
}

static void
drain_producers (GscopeIntake *self, gint64 now)
{
  gboolean direct = self->producers->len == 1 && self->staged->len == 0;

  for (guint i = self->producers->len; i-- > 0;)
    {
      GscopeProducer *producer = self->producers->pdata[i];

      if (drain_producer (self, producer, now, direct))
        g_ptr_array_remove_index_fast (self->producers, i);
    }
  if (!direct)
    take_staged (self, now);
}

void
gscope_intake_drain (GscopeIntake *self, gint64 now)
{
  if (self->producers->len > 0 || self->staged->len > 0)
    drain_producers (self, now);
  if (self->folds && gscope_gate_is_open (self->gate))
    fold_ticks (self, now);
  if (self->tap)
    self->tap->drained (self->tap_data);
  self->drained_at = now;
}

gint64
gscope_intake_get_horizon (GscopeIntake *self)
{
  gint64 drained_at = self->drained_at;

  if (self->pool)
    drained_at = MAX (drained_at, self->pool->drained_at);
  if (drained_at == G_MININT64)
    return G_MININT64;
  return MIN (drained_at - self->gate->margin, self->computed_until);
}

gint64
gscope_intake_get_oldest_held (GscopeIntake *self)
{
  return self->tap ? self->tap->get_oldest (self->tap_data) : G_MAXINT64;
}

/* Returns whether each drain has to visit the intake: its producers push in their own threads, and the time alone can
 * bring samples, too. */
static gboolean
is_busy (GscopeIntake *self)
{
  return self->producers->len > 0 || self->staged->len > 0 || self->tap
         || (self->folds && gscope_gate_is_open (self->gate));
}

static void
measure (GscopeIntake *self)
{
  gsize bytes = gscope_trace_get_bytes (self->trace);

  if (self->pool)
    self->pool->bytes += bytes - self->bytes;
  self->bytes = bytes;
  self->end = gscope_trace_get_end (self->trace);
}

void
gscope_intake_pool_init (GscopeIntakePool *self)
{
  *self = (GscopeIntakePool){ .due = G_QUEUE_INIT, .drained_at = G_MININT64 };
}

gboolean
gscope_intake_pool_drain (GscopeIntakePool *self, gint64 now)
{
  gboolean any = FALSE;
  GList *link;

  for (guint n = self->due.length; n > 0 && (link = g_queue_pop_head_link (&self->due)); n--)
    {
      GscopeIntake *intake = link->data;
      guint64 end = intake->end;

      intake->is_due = FALSE;
      gscope_intake_drain (intake, now);
      measure (intake);
      any |= intake->end != end;
      if (is_busy (intake))
        touch (intake);
    }
  self->drained_at = now;
  return any;
}

void
gscope_intake_join (GscopeIntake *self, GscopeIntakePool *pool)
{
  self->pool = pool;
  touch (self);
}

void
gscope_intake_leave (GscopeIntake *self)
{
  if (!self->pool)
    return;
  self->pool->bytes -= self->bytes;
  if (self->is_due)
    g_queue_unlink (&self->pool->due, &self->link);
  self->is_due = FALSE;
  self->pool = NULL;
}

void
gscope_intake_evict (GscopeIntake *self)
{
  gscope_trace_evict (self->trace);
  measure (self);
}
