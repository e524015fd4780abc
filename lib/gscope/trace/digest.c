/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/trace/digest.h>

#include <gscope/trace/gap.h>
#include <math.h>

enum
{
  BATCH = 256,
};

void
gscope_gap_digest (const GscopeGap *gap, gint64 time, gint64 width, gsize n, GscopeDigestFunc func,
                   gpointer user_data)
{
  gint64 end = time + width * (gint64) n;
  gint64 first = gap->begin > time ? (gap->begin - time - 1) / width + 1 : 0;
  gint64 last = MIN (gap->end, end) - time;
  GscopeColumn column = { gscope_gap_value (gap->cause), -INFINITY, NAN, NAN, 0 };

  last = last / width;
  /* The sample at the begin of a gap is part of its first column. */
  if (gap->begin >= time && (gap->begin - time) % width == 0)
    first++;
  if (first < last)
    func (time + first * width, (last - first) * width, &column, 1, user_data);
}

void
gscope_columns_digest (const GscopeColumn *columns, gint64 time, gint64 width, gsize n,
                       GscopeDigestFunc func, gpointer user_data)
{
  for (gsize i = 0, run; i < n; i += MAX (run, 1))
    {
      for (run = 0; i + run < n && columns[i + run].count > 0;)
        run++;
      if (run > 0)
        func (time + (gint64) i * width, width, columns + i, run, user_data);
    }
}

void
gscope_trace_digest (GscopeTrace *self, gint64 time, gint64 width, gsize n, GscopeDigestFunc func,
                     gpointer user_data)
{
  GscopeColumn columns[BATCH];
  gsize n_gaps;
  const GscopeGap *gaps = gscope_trace_get_gaps (self, time, time + width * (gint64) n, &n_gaps);

  for (gsize i = 0; i < n_gaps; i++)
    gscope_gap_digest (&gaps[i], time, width, n, func, user_data);
  for (gsize done = 0, part; done < n; done += part)
    {
      gint64 begin = time + width * (gint64) done;

      part = MIN (n - done, BATCH);
      gscope_trace_get_columns (self, begin, width, part, columns);
      gscope_columns_digest (columns, begin, width, part, func, user_data);
    }
}

static void
digest_sample (GscopeTrace *self, guint64 position, GscopeDigestFunc func, gpointer user_data)
{
  GscopeColumn column;
  GscopeSample sample;

  if (gscope_trace_read (self, position, &sample, 1) == 0)
    return;
  gscope_trace_get_range (self, position, position + 1, &column);
  func (sample.time, 1, &column, 1, user_data);
}

void
gscope_trace_digest_before (GscopeTrace *self, gint64 time, GscopeDigestFunc func,
                            gpointer user_data)
{
  digest_sample (self, gscope_trace_find (self, time) - 1, func, user_data);
}

void
gscope_trace_digest_after (GscopeTrace *self, gint64 time, GscopeDigestFunc func,
                           gpointer user_data)
{
  digest_sample (self, gscope_trace_find (self, time), func, user_data);
}
