/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "threads/wave.h"

static void
store (double *word, double value)
{
  __atomic_store (word, &value, __ATOMIC_RELAXED);
}

static double
load (const double *word)
{
  double value;

  __atomic_load (word, &value, __ATOMIC_RELAXED);
  return value;
}

void
workload_wave_set (WorkloadWave *self, double least, double ratio, double period)
{
  store (&self->least, least);
  store (&self->ratio, ratio);
  store (&self->period, period);
}

double
workload_wave_get (const WorkloadWave *self, gint64 time)
{
  gint64 period = load (&self->period);
  double least = load (&self->least);

  return period > 0 && time % period < period / 2 ? least * load (&self->ratio) : least;
}
