/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/counted.h"

#include <math.h>

gint64
counted_align (gint64 time)
{
  return time / COUNTED_WIDTH * COUNTED_WIDTH;
}

gboolean
counted_is_whole (GscopeSignal *signal, gpointer viewer, gint64 begin, gint64 end, guint n_gaps)
{
  gint64 first_time = counted_align (begin), end_time = MAX (counted_align (end), first_time);
  gsize n = (gsize) (end_time - first_time) / COUNTED_WIDTH;
  g_autofree GscopeColumn *columns = g_new (GscopeColumn, n);
  g_autoptr (GArray) gaps = NULL;
  GscopeTimeline timeline;
  double first = NAN, last = NAN;
  guint64 n_found = 0;

  gscope_signal_get_timeline (signal, &timeline);
  gscope_timeline_look (&timeline, viewer, first_time, end_time, COUNTED_WIDTH);
  gscope_timeline_get_columns (&timeline, first_time, COUNTED_WIDTH, n, columns, NULL);
  gaps = gscope_timeline_list_gaps (&timeline, first_time, end_time, COUNTED_WIDTH);
  for (gsize i = 0; i < n; i++)
    {
      n_found += columns[i].count;
      if (!(columns[i].min <= columns[i].max))
        continue;
      if (!isnan (last) && columns[i].min != last + 1)
        return FALSE;
      first = isnan (first) ? columns[i].min : first;
      last = columns[i].max;
    }
  return gaps->len == n_gaps && !isnan (last) && n_found >= (guint64) (last - first + 1)
         && n_found <= (guint64) (last - first + 1) + n_gaps;
}
