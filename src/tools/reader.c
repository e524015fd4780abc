/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "reader.h"

void
tools_reader_init (ToolsReader *self, GscopeTrace *trace)
{
  *self = (ToolsReader){ .next = gscope_trace_get_first (trace) };
}

gsize
tools_reader_read (ToolsReader *self, GscopeTrace *trace, gint64 end, GscopeSample *samples,
                   gsize n)
{
  guint64 first = gscope_trace_get_first (trace);
  gsize n_read, n_taken = 0;

  if (first > self->next)
    {
      self->n_dropped += first - self->next;
      self->next = first;
    }
  n_read = gscope_trace_read (trace, self->next, samples, n);
  while (n_taken < n_read && samples[n_taken].time <= end)
    n_taken++;
  self->next += n_taken;
  return n_taken;
}
