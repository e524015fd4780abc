/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/analysis/periods.h>

#include <math.h>

typedef enum
{
  SIDE_UNKNOWN,
  SIDE_LOW,
  SIDE_HIGH,
} Side;

/* The state of the search, which goes backwards: a rise of the signal is a fall here. */
typedef struct
{
  GscopeTrace *trace;
  double low;
  double high;
  gsize budget;
  Side side;
  gboolean has_rise;
  gint64 rise;
  gint64 duration;
  guint64 n_periods;
} Walk;

/* Numbers of samples that may be skipped at once, the largest first. */
static const guint64 strides[] = { 16384, 1024, 64 };

/* Returns the interpolated time of the crossing between the sample at a position, which is below
 * the band, and the next one. */
static gint64
cross_low (Walk *self, guint64 position)
{
  double before = gscope_trace_get_value (self->trace, position);
  double after = gscope_trace_get_value (self->trace, position + 1);
  gint64 time = gscope_trace_get_time (self->trace, position);
  gint64 spacing = gscope_trace_get_time (self->trace, position + 1) - time;

  if (isnan (after))
    return time;
  return time + (gint64) ((double) spacing * ((self->low - before) / (after - before)));
}

static void
meet_rise (Walk *self, guint64 position)
{
  gint64 time = cross_low (self, position);

  if (self->has_rise)
    {
      self->duration += self->rise - time;
      self->n_periods++;
    }
  self->has_rise = TRUE;
  self->rise = time;
}

static void
forget (Walk *self)
{
  self->side = SIDE_UNKNOWN;
  self->has_rise = FALSE;
}

static inline void
look_at (Walk *self, guint64 position)
{
  double value = gscope_trace_get_value (self->trace, position);

  if (G_UNLIKELY (isnan (value)))
    forget (self);
  else if (value > self->high)
    self->side = SIDE_HIGH;
  else if (value < self->low)
    {
      if (self->side == SIDE_HIGH)
        meet_rise (self, position);
      self->side = SIDE_LOW;
    }
}

/* Returns whether no value changes sides in the given number of samples before a position. */
static gboolean
is_still (Walk *self, guint64 end, guint64 n)
{
  GscopeColumn column;

  if (self->side == SIDE_UNKNOWN)
    return FALSE;
  self->budget--;
  gscope_trace_get_range (self->trace, end - n, end, &column);
  return self->side == SIDE_HIGH ? column.min >= self->low : column.max <= self->high;
}

static guint64
find_still (Walk *self, guint64 begin, guint64 end)
{
  for (guint i = 0; i < G_N_ELEMENTS (strides); i++)
    if (end % strides[i] == 0 && end - begin >= strides[i] && self->budget > 0
        && is_still (self, end, strides[i]))
      return strides[i];
  return 0;
}

/* Counts the periods of a range without a gap. */
static void
walk (Walk *self, guint64 begin, guint64 end)
{
  forget (self);
  while (end > begin && self->budget > 0)
    {
      guint64 n = find_still (self, begin, end);

      if (n == 0)
        {
          n = 1;
          self->budget -= MIN (1, self->budget);
          look_at (self, end - 1);
        }
      end -= n;
    }
}

double
gscope_periods_measure (GscopeTrace *trace, guint64 begin, guint64 end, double low, double high,
                        gsize budget)
{
  Walk self = { .trace = trace, .low = low, .high = high, .budget = budget };
  const GscopeGap *gaps;
  gsize n;

  if (begin >= end)
    return NAN;

  gaps = gscope_trace_get_gaps (trace, gscope_trace_get_time (trace, begin),
                                gscope_trace_get_time (trace, end - 1), &n);
  while (n-- > 0)
    {
      walk (&self, CLAMP (gscope_trace_find (trace, gaps[n].end), begin, end), end);
      end = CLAMP (gscope_trace_find (trace, gaps[n].begin), begin, end);
    }
  walk (&self, begin, end);
  /* several samples may have the same time */
  return self.duration > 0 ? (double) self.n_periods * GSCOPE_SEC / (double) self.duration : NAN;
}
