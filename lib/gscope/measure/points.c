/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/measure/points.h>

#include <gscope/clock/clock.h>

enum
{
  MAX_POINTS = 1 << 24,
  BATCH = 512,
};

void
gscope_measure_points_begin (GscopeMeasurePoints *self, GscopeTrace *trace, gint64 begin,
                             gint64 end)
{
  guint64 first = gscope_trace_find (trace, begin);
  gsize n;

  self->end = MAX (gscope_trace_find (trace, end), first);
  self->position = MAX (first, self->end - MIN (self->end, MAX_POINTS));
  self->begin = begin;
  self->trace = gscope_trace_ref (trace);
  n = self->end - self->position;
  self->n = 0;
  self->times = g_new (double, n);
  self->values = g_new (double, n);
}

gboolean
gscope_measure_points_go_on (GscopeMeasurePoints *self, gsize max)
{
  GscopeSample samples[BATCH];
  gsize end = self->n + max;

  if (!self->trace)
    return FALSE;
  /* samples may be gone since */
  self->position = MAX (self->position, gscope_trace_get_first (self->trace));
  while (self->position < self->end && self->n < end)
    {
      gsize n = gscope_trace_read (self->trace, self->position, samples,
                                   MIN (BATCH, self->end - self->position));

      for (gsize i = 0; i < n; i++)
        {
          self->times[self->n] = (double) (samples[i].time - self->begin) / GSCOPE_SEC;
          self->values[self->n++] = samples[i].value;
        }
      if (n == 0)
        self->end = self->position;
      self->position += n;
    }
  if (self->position < self->end)
    return TRUE;
  g_clear_pointer (&self->trace, gscope_trace_unref);
  return FALSE;
}

void
gscope_measure_points_clear (GscopeMeasurePoints *self)
{
  g_clear_pointer (&self->trace, gscope_trace_unref);
  g_clear_pointer (&self->times, g_free);
  g_clear_pointer (&self->values, g_free);
  self->n = 0;
}
