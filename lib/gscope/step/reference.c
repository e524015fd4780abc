/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/step/reference.h>

#include <gscope/clock/clock.h>
#include <math.h>

#define BATCH 256

/* How long a level must last before a step can start from it. A reference that moves all the time
 * has no steps. */
#define STEADY (100 * GSCOPE_MSEC)

struct _GscopeStepReference
{
  GscopeSignal *signal;
  guint64 position;
  double level;
  gint64 since;
  gint64 time;
};

GscopeStepReference *
gscope_step_reference_new (GscopeSignal *signal)
{
  GscopeStepReference *self = g_new0 (GscopeStepReference, 1);

  self->signal = g_object_ref (signal);
  self->position = gscope_trace_get_end (gscope_signal_get_trace (signal));
  self->level = NAN;
  self->time = G_MAXINT64;
  return self;
}

void
gscope_step_reference_free (GscopeStepReference *self)
{
  g_object_unref (self->signal);
  g_free (self);
}

GscopeSignal *
gscope_step_reference_get_signal (GscopeStepReference *self)
{
  return self->signal;
}

gint64
gscope_step_reference_get_time (GscopeStepReference *self)
{
  return gscope_signal_get_ended (self->signal) ? G_MAXINT64 : self->time;
}

/* Returns whether the sample is a step. */
static gboolean
take (GscopeStepReference *self, const GscopeSample *sample, GscopeStepCause *cause)
{
  gboolean was_steady = !isnan (self->level) && sample->time - self->since >= STEADY;
  double from = self->level;

  self->position++;
  self->time = sample->time;
  if (sample->value == from)
    return FALSE;
  self->level = sample->value;
  self->since = sample->time;
  if (!was_steady || isnan (sample->value))
    return FALSE;
  *cause = (GscopeStepCause){
    .time = sample->time,
    .until = sample->time,
    .reference = self->signal,
    .from = from,
    .to = sample->value,
  };
  return TRUE;
}

gboolean
gscope_step_reference_next (GscopeStepReference *self, GscopeStepCause *cause)
{
  GscopeTrace *trace = gscope_signal_get_trace (self->signal);
  GscopeSample batch[BATCH];
  gsize n;

  self->position = MAX (self->position, gscope_trace_get_first (trace));
  while ((n = gscope_trace_read (trace, self->position, batch, BATCH)) > 0)
    for (gsize i = 0; i < n; i++)
      if (take (self, &batch[i], cause))
        return TRUE;
  return FALSE;
}
