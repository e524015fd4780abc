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
gscope_measure_points_read (GscopeMeasurePoints *self, GscopeTrace *trace, gint64 begin, gint64 end)
{
  guint64 first = gscope_trace_find (trace, begin);
  guint64 last = gscope_trace_find (trace, end);
  GscopeSample samples[BATCH];

  first = MAX (first, last - MIN (last, MAX_POINTS));
  self->n = 0;
  self->times = g_new (double, MAX (last, first) - first);
  self->values = g_new (double, MAX (last, first) - first);
  while (first < last)
    {
      gsize n = gscope_trace_read (trace, first, samples, MIN (BATCH, last - first));

      for (gsize i = 0; i < n; i++)
        {
          self->times[self->n] = (double) (samples[i].time - begin) / GSCOPE_SEC;
          self->values[self->n++] = samples[i].value;
        }
      first += n;
    }
}

void
gscope_measure_points_clear (GscopeMeasurePoints *self)
{
  g_clear_pointer (&self->times, g_free);
  g_clear_pointer (&self->values, g_free);
  self->n = 0;
}
