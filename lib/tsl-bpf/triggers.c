/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl-bpf/triggers.h>

#include <math.h>
#include <string.h>
#include <tsl-bpf/kernel-program.h>

#define USEC 1e3
/* Nanoseconds in the unit of the squares. */
#define SQUARE_UNIT 100

struct _Triggers
{
  KernelProgram *program;
  TriggersWords *words;
};

Triggers *
triggers_new (GError **error)
{
  KernelProgram *program =
      kernel_program_new ("triggers", sizeof (TriggersWords), TRIGGERS_N_COUNTS, error);
  Triggers *self;

  if (!program)
    return NULL;
  self = g_new0 (Triggers, 1);
  self->program = program;
  self->words = kernel_program_get_words (program);
  triggers_choose (self, (1 << TRIGGERS_N_KINDS) - 1);
  return self;
}

void
triggers_free (Triggers *self)
{
  kernel_program_free (self->program);
  g_free (self);
}

void
triggers_choose (Triggers *self, guint kinds)
{
  __atomic_store_n (&self->words->kinds, kinds, __ATOMIC_RELAXED);
}

void
triggers_count (Triggers *self, TriggerCounts *counts)
{
  guint64 all[TRIGGERS_N_COUNTS];

  kernel_program_read_counts (self->program, all);
  memcpy (counts->n, all, sizeof counts->n);
  counts->sum = all[TRIGGERS_COUNT_SUM];
  counts->squares = all[TRIGGERS_COUNT_SQUARES];
  memcpy (counts->buckets, all + TRIGGERS_COUNT_BUCKETS, sizeof counts->buckets);
}

void
trigger_counts_subtract (TriggerCounts *self, const TriggerCounts *earlier)
{
  for (guint i = 0; i < TRIGGERS_N_KINDS; i++)
    self->n[i] -= earlier->n[i];
  for (guint i = 0; i < TRIGGERS_N_BUCKETS; i++)
    self->buckets[i] -= earlier->buckets[i];
  self->sum -= earlier->sum;
  self->squares -= earlier->squares;
}

guint64
trigger_counts_get_n (const TriggerCounts *self)
{
  guint64 n = 0;

  for (guint i = 0; i < TRIGGERS_N_KINDS; i++)
    n += self->n[i];
  return n;
}

double
trigger_counts_get_mean (const TriggerCounts *self)
{
  guint64 n = trigger_counts_get_n (self);

  return n > 0 ? self->sum / USEC / n : NAN;
}

double
trigger_counts_get_deviation (const TriggerCounts *self)
{
  guint64 n = trigger_counts_get_n (self);
  double mean = trigger_counts_get_mean (self), unit = SQUARE_UNIT / USEC;

  return n > 0 ? sqrt (fmax (0, self->squares * unit * unit / n - mean * mean)) : NAN;
}

/* Returns the lower edge of a bucket, in microseconds. */
static double
get_edge (guint bucket)
{
  guint octave = (bucket - 1) / 4, step = (bucket - 1) % 4;

  return bucket == 0 ? 0 : ldexp (1 + step / 4.0, octave + TRIGGERS_FIRST_BIT) / USEC;
}

static guint64
add_up (const TriggerCounts *self)
{
  guint64 n = 0;

  for (guint i = 0; i < TRIGGERS_N_BUCKETS; i++)
    n += self->buckets[i];
  return n;
}

double
trigger_counts_get_quantile (const TriggerCounts *self, double share)
{
  double rest = share * add_up (self);

  for (guint i = 0; i < TRIGGERS_N_BUCKETS; i++)
    {
      double n = self->buckets[i];

      if (n > 0 && rest <= n)
        return get_edge (i) + (get_edge (i + 1) - get_edge (i)) * rest / n;
      rest -= n;
    }
  return NAN;
}

double
trigger_counts_get_share_above (const TriggerCounts *self, double microseconds)
{
  double n = add_up (self), above = 0;

  for (guint i = 0; i < TRIGGERS_N_BUCKETS; i++)
    {
      double begin = get_edge (i), end = get_edge (i + 1);

      above += self->buckets[i] * CLAMP ((end - microseconds) / (end - begin), 0, 1);
    }
  return n > 0 ? 100 * above / n : NAN;
}
