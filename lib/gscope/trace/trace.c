/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/trace/private.h>
#include <gscope/trace/shares.h>

#include <string.h>

enum
{
  SAMPLE_BATCH = 256,
};

/* Positions in the pyramid count from origin. */
struct _GscopeTrace
{
  int ref_count;
  guint64 origin;
  GscopePyramid pyramid;
  GscopeShares shares;
  GscopeGap *gaps;
  gsize gaps_begin;
  gsize gaps_end;
  gsize gaps_size;
  /* since the trace was created */
  guint64 n_gaps;
  guint64 n_restarts;
};

G_DEFINE_BOXED_TYPE (GscopeTrace, gscope_trace, gscope_trace_ref, gscope_trace_unref)

static inline gboolean
may_follow (const GscopeTrace *self, gint64 time)
{
  const GscopePyramid *pyramid = &self->pyramid;

  return pyramid->first == pyramid->end
         || time >= gscope_pyramid_get_time (pyramid, pyramid->end - 1);
}

static inline gboolean
has (const GscopeTrace *self, guint64 position)
{
  const GscopePyramid *pyramid = &self->pyramid;

  return position - self->origin - pyramid->first < pyramid->end - pyramid->first;
}

static gboolean
in_gap (const GscopeTrace *self)
{
  return self->gaps_begin < self->gaps_end && self->gaps[self->gaps_end - 1].end == G_MAXINT64;
}

static void
end_gap (GscopeTrace *self, gint64 time)
{
  if (in_gap (self))
    self->gaps[self->gaps_end - 1].end = time;
}

static void
add_gap (GscopeTrace *self, GscopeGap gap)
{
  gsize n = self->gaps_end - self->gaps_begin;

  if (self->gaps_end == self->gaps_size && n >= self->gaps_size / 2)
    {
      gsize size = MAX (4, 2 * self->gaps_size);

      self->gaps = g_renew (GscopeGap, self->gaps, size);
      self->gaps_size = size;
    }
  else if (self->gaps_end == self->gaps_size)
    {
      memmove (self->gaps, self->gaps + self->gaps_begin, n * sizeof gap);
      self->gaps_begin = 0;
      self->gaps_end = n;
    }
  self->gaps[self->gaps_end++] = gap;
  /* A signal that switches to another object continues with its next value: nothing is missing. */
  self->n_gaps += gap.cause != GSCOPE_GAP_CAUSE_SWITCHED;
}

static void
fill_column (const GscopePyramid *pyramid, guint64 begin, guint64 end, GscopeColumn *column)
{
  GscopeExtent extent = gscope_pyramid_reduce (pyramid, begin, end);
  gboolean any = begin < end;

  *column = (GscopeColumn){
    .min = extent.min,
    .max = extent.max,
    .first = any ? gscope_pyramid_get_value (pyramid, begin) : NAN,
    .last = any ? gscope_pyramid_get_value (pyramid, end - 1) : NAN,
    .count = any ? end - begin : 0,
  };
}

/* Returns the index of the first gap that ends after `time`, or, if `begins` is set, of the first
 * gap that begins at `time` or later. Gaps do not overlap, so both their begins and their ends are
 * in order. */
static gsize
find_gap (const GscopeTrace *self, gint64 time, gboolean begins)
{
  gsize low = self->gaps_begin, high = self->gaps_end;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;
      const GscopeGap *gap = &self->gaps[middle];

      if (begins ? gap->begin < time : gap->end <= time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/**
 * gscope_trace_new:
 *
 * Creates an empty trace.
 *
 * Returns: (transfer full): the trace
 *
 * Since: 1.0
 */
GscopeTrace *
gscope_trace_new (void)
{
  GscopeTrace *self = g_new0 (GscopeTrace, 1);

  g_atomic_int_set (&self->ref_count, 1);
  return self;
}

/**
 * gscope_trace_ref:
 * @self: a trace
 *
 * Adds a reference. Any thread may call this.
 *
 * Returns: (transfer full): @self
 *
 * Since: 1.0
 */
GscopeTrace *
gscope_trace_ref (GscopeTrace *self)
{
  g_atomic_int_inc (&self->ref_count);
  return self;
}

/**
 * gscope_trace_unref:
 * @self: (transfer full): a trace
 *
 * Drops a reference; the last one frees the trace. Any thread may call this.
 *
 * Since: 1.0
 */
void
gscope_trace_unref (GscopeTrace *self)
{
  if (!g_atomic_int_dec_and_test (&self->ref_count))
    return;

  gscope_pyramid_clear (&self->pyramid);
  gscope_shares_clear (&self->shares);
  g_free (self->gaps);
  g_free (self);
}

/**
 * gscope_trace_append_regular:
 * @self: a trace
 * @time: time of the first value, nanoseconds; not older than the newest sample
 * @interval: interval between values, nanoseconds; not negative
 * @values: (array length=n): the values, in the signal's unit
 * @n: how many
 *
 * Appends samples at times @time + i × @interval. Values that are infinite or not a number are
 * stored as not-a-number.
 *
 * Returns: how many values were not finite
 *
 * Since: 1.0
 */
gsize
gscope_trace_append_regular (GscopeTrace *self, gint64 time, gint64 interval, const double *values,
                             gsize n)
{
  g_return_val_if_fail (interval >= 0, 0);
  g_return_val_if_fail (n == 0 || may_follow (self, time), 0);

  if (n > 0)
    end_gap (self, time);
  return gscope_pyramid_append_regular (&self->pyramid, time, interval, values, n);
}

/**
 * gscope_trace_append:
 * @self: a trace
 * @times: (array length=n): the samples' times, nanoseconds; in order, the first not older than the
 *   newest sample
 * @values: (array length=n): their values, in the signal's unit
 * @n: how many
 *
 * Appends samples at any times. Values that are infinite or not a number are stored as
 * not-a-number. For
 * speed the order within @times is not checked.
 *
 * Returns: how many values were not finite
 *
 * Since: 1.0
 */
gsize
gscope_trace_append (GscopeTrace *self, const gint64 *times, const double *values, gsize n)
{
  g_return_val_if_fail (n == 0 || may_follow (self, times[0]), 0);

  if (n > 0)
    end_gap (self, times[0]);
  return gscope_pyramid_append (&self->pyramid, times, values, n);
}

/**
 * gscope_trace_append_arrays: (rename-to gscope_trace_append)
 * @self: a trace
 * @times: (array length=n_times): the times, nanoseconds, as gscope_trace_append() takes them
 * @n_times: how many times
 * @values: (array length=n_values): as many values, in the signal's unit
 * @n_values: how many values
 *
 * Appends samples, as gscope_trace_append() does, for languages whose arrays know their lengths.
 *
 * Returns: how many values were not finite
 *
 * Since: 1.0
 */
gsize
gscope_trace_append_arrays (GscopeTrace *self, const gint64 *times, gsize n_times,
                            const double *values, gsize n_values)
{
  g_return_val_if_fail (n_times == n_values, 0);

  return gscope_trace_append (self, times, values, n_values);
}

/**
 * gscope_trace_append_samples:
 * @self: a trace
 * @samples: (array length=n): samples, in the order of their times, the first not older than the
 *   newest sample
 * @n: how many
 *
 * Appends samples, as [method@Trace.append] does.
 *
 * Returns: how many values were not finite
 *
 * Since: 1.0
 */
gsize
gscope_trace_append_samples (GscopeTrace *self, const GscopeSample *samples, gsize n)
{
  gint64 times[SAMPLE_BATCH];
  double values[SAMPLE_BATCH];
  gsize n_not_finite = 0;

  for (gsize done = 0, k; done < n; done += k)
    {
      k = MIN (n - done, SAMPLE_BATCH);
      for (gsize i = 0; i < k; i++)
        {
          times[i] = samples[done + i].time;
          values[i] = samples[done + i].value;
        }
      n_not_finite += gscope_trace_append (self, times, values, k);
    }
  return n_not_finite;
}

/**
 * gscope_trace_append_gap:
 * @self: a trace
 * @time: begin of the gap, nanoseconds; not older than the newest sample
 * @cause: the cause
 *
 * Records that there are no samples from @time until the next one. The gap adds a sample with the
 * value not-a-number at @time, which breaks the line. Within a gap this does nothing.
 *
 * Since: 1.0
 */
void
gscope_trace_append_gap (GscopeTrace *self, gint64 time, GscopeGapCause cause)
{
  double value = NAN;

  g_return_if_fail (may_follow (self, time));

  if (in_gap (self))
    return;

  gscope_trace_append_regular (self, time, 0, &value, 1);
  add_gap (self, (GscopeGap){ .begin = time, .end = G_MAXINT64, .cause = cause });
}

/**
 * gscope_trace_get_first:
 * @self: a trace
 *
 * Gets the position of the oldest sample that is still there.
 *
 * Returns: the position; the end if the trace is empty
 *
 * Since: 1.0
 */
guint64
gscope_trace_get_first (GscopeTrace *self)
{
  return self->origin + self->pyramid.first;
}

/**
 * gscope_trace_get_end:
 * @self: a trace
 *
 * Gets the position after the newest sample, which is the number of samples ever appended.
 *
 * Returns: the position
 *
 * Since: 1.0
 */
guint64
gscope_trace_get_end (GscopeTrace *self)
{
  return self->origin + self->pyramid.end;
}

/**
 * gscope_trace_get_bytes:
 * @self: a trace
 *
 * Gets how much memory the trace has allocated.
 *
 * Returns: bytes
 *
 * Since: 1.0
 */
gsize
gscope_trace_get_bytes (GscopeTrace *self)
{
  return sizeof *self + self->pyramid.bytes + gscope_shares_get_bytes (&self->shares)
         + self->gaps_size * sizeof *self->gaps;
}

/**
 * gscope_trace_get_oldest:
 * @self: a trace
 * @time: (out): time of the newest sample that [method@Trace.evict] would drop, nanoseconds
 *
 * Gets the age of the samples that [method@Trace.evict] would drop, so that a scope can choose
 * among its traces.
 *
 * Returns: whether there is a chunk to drop; @time is set only then
 *
 * Since: 1.0
 */
gboolean
gscope_trace_get_oldest (GscopeTrace *self, gint64 *time)
{
  const GscopePyramid *pyramid = &self->pyramid;

  if (pyramid->end - pyramid->first <= GSCOPE_PYRAMID_CHUNK)
    return FALSE;

  *time = gscope_pyramid_get_time (pyramid, pyramid->first + GSCOPE_PYRAMID_CHUNK - 1);
  return TRUE;
}

/**
 * gscope_trace_evict:
 * @self: a trace
 *
 * Drops the oldest chunk of samples and the gaps that began in it. The newest chunk is never
 * dropped.
 *
 * Returns: whether a chunk was dropped
 *
 * Since: 1.0
 */
gboolean
gscope_trace_evict (GscopeTrace *self)
{
  gint64 begin;

  if (!gscope_pyramid_evict (&self->pyramid))
    return FALSE;

  begin = gscope_pyramid_get_time (&self->pyramid, self->pyramid.first);
  while (self->gaps_begin < self->gaps_end && self->gaps[self->gaps_begin].begin < begin)
    self->gaps_begin++;
  return TRUE;
}

/**
 * gscope_trace_clear:
 * @self: a trace
 *
 * Drops all samples and gaps. Positions continue to count; the next sample may have any time.
 *
 * Since: 1.0
 */
void
gscope_trace_clear (GscopeTrace *self)
{
  self->origin += self->pyramid.end;
  gscope_pyramid_clear (&self->pyramid);
  gscope_shares_clear (&self->shares);
  g_clear_pointer (&self->gaps, g_free);
  self->gaps_begin = self->gaps_end = self->gaps_size = 0;
}

static gboolean
leaves_range (gint64 time, gint64 distance)
{
  return __builtin_add_overflow (time, distance, &time) || time == G_MAXINT64;
}

/**
 * gscope_trace_shift:
 * @self: a trace
 * @distance: how much later all samples and gaps are, nanoseconds; may be negative
 *
 * Moves the trace in time, so that it can be compared with another one. Samples get new positions:
 * a reader finds all of them after those that it has read.
 *
 * Samples at regular times cost nothing; 10⁷ others cost about 10 ms.
 *
 * Returns: whether the trace was moved; %FALSE if a time would be out of the range of numbers
 *
 * Since: 1.0
 */
gboolean
gscope_trace_shift (GscopeTrace *self, gint64 distance)
{
  GscopePyramid *pyramid = &self->pyramid;

  if (distance == 0)
    return TRUE;
  if (pyramid->first < pyramid->end
      && (leaves_range (gscope_pyramid_get_time (pyramid, pyramid->first), distance)
          || leaves_range (gscope_pyramid_get_time (pyramid, pyramid->end - 1), distance)))
    return FALSE;
  gscope_pyramid_shift (pyramid, distance);
  for (gsize i = self->gaps_begin; i < self->gaps_end; i++)
    {
      self->gaps[i].begin += distance;
      self->gaps[i].end += self->gaps[i].end < G_MAXINT64 ? distance : 0;
    }
  self->origin += pyramid->end - pyramid->first;
  self->n_restarts++;
  return TRUE;
}

guint64
gscope_trace_get_n_restarts (GscopeTrace *self)
{
  return self->n_restarts;
}

void
gscope_trace_restart (GscopeTrace *self)
{
  gscope_trace_clear (self);
  self->n_restarts++;
}

/**
 * gscope_trace_find:
 * @self: a trace
 * @time: nanoseconds
 *
 * Looks for the first sample that is not older than @time.
 *
 * Returns: its position; the end if there is none
 *
 * Since: 1.0
 */
guint64
gscope_trace_find (GscopeTrace *self, gint64 time)
{
  const GscopePyramid *pyramid = &self->pyramid;

  return self->origin + gscope_pyramid_find (pyramid, time, pyramid->first, pyramid->end);
}

/**
 * gscope_trace_get_time:
 * @self: a trace
 * @position: a position, from the first on and before the end
 *
 * Gets the time of a sample.
 *
 * Returns: nanoseconds
 *
 * Since: 1.0
 */
gint64
gscope_trace_get_time (GscopeTrace *self, guint64 position)
{
  g_return_val_if_fail (has (self, position), 0);

  return gscope_pyramid_get_time (&self->pyramid, position - self->origin);
}

/**
 * gscope_trace_get_value:
 * @self: a trace
 * @position: a position, from the first on and before the end
 *
 * Gets the value of a sample.
 *
 * Returns: the value in the signal's unit; not-a-number where the trace is broken
 *
 * Since: 1.0
 */
double
gscope_trace_get_value (GscopeTrace *self, guint64 position)
{
  g_return_val_if_fail (has (self, position), NAN);

  return gscope_pyramid_get_value (&self->pyramid, position - self->origin);
}

/**
 * gscope_trace_read:
 * @self: a trace
 * @position: position of the first sample to read
 * @samples: (out caller-allocates) (array length=n): room for @n samples
 * @n: how many to read at most
 *
 * Copies samples. At a position that was evicted the function reads none: the reader counts the
 * loss and continues at [method@Trace.get_first].
 *
 * Returns: the number of samples that were read
 *
 * Since: 1.0
 */
gsize
gscope_trace_read (GscopeTrace *self, guint64 position, GscopeSample *samples, gsize n)
{
  const GscopePyramid *pyramid = &self->pyramid;
  guint64 begin = position - self->origin;

  if (!has (self, position))
    return 0;

  n = MIN (n, pyramid->end - begin);
  gscope_pyramid_read (pyramid, begin, samples, n);
  return n;
}

/**
 * gscope_trace_get_range:
 * @self: a trace
 * @begin: a position
 * @end: a position, not included
 * @column: (out caller-allocates): the summary of the samples between them
 *
 * Summarises a range of samples. Positions outside the trace are left out.
 *
 * Since: 1.0
 */
void
gscope_trace_get_range (GscopeTrace *self, guint64 begin, guint64 end, GscopeColumn *column)
{
  begin = MAX (begin, gscope_trace_get_first (self));
  end = CLAMP (end, begin, MAX (begin, gscope_trace_get_end (self)));
  fill_column (&self->pyramid, begin - self->origin, end - self->origin, column);
}

guint64
gscope_trace_find_outside (GscopeTrace *self, guint64 begin, guint64 end,
                           const GscopeExtent *extent, GscopeSample *sample)
{
  return self->origin
         + gscope_pyramid_find_outside (&self->pyramid, begin - self->origin, end - self->origin,
                                        extent, sample);
}

const GscopePyramid *
gscope_trace_get_pyramid (GscopeTrace *self, guint64 position, guint64 *at)
{
  *at = position - self->origin;
  return &self->pyramid;
}

void
gscope_trace_visit (GscopeTrace *self, guint64 begin, guint64 end, gsize max_entries,
                    GscopeVisitFunc func, gpointer data)
{
  begin = MAX (begin, gscope_trace_get_first (self));
  end = CLAMP (end, begin, MAX (begin, gscope_trace_get_end (self)));
  gscope_pyramid_visit (&self->pyramid, begin - self->origin, end - self->origin, max_entries, func,
                        data);
}

/**
 * gscope_trace_get_columns:
 * @self: a trace
 * @time: where the first column begins, nanoseconds
 * @width: width of each column, nanoseconds, more than 0
 * @n: how many columns
 * @columns: (out caller-allocates) (array length=n): the summary of each column
 *
 * Summarises adjacent intervals of time. Column i holds the samples from @time + i × @width up to,
 * and not including, @time + (i + 1) × @width.
 *
 * Since: 1.0
 */
void
gscope_trace_get_columns (GscopeTrace *self, gint64 time, gint64 width, gsize n,
                          GscopeColumn *columns)
{
  const GscopePyramid *pyramid = &self->pyramid;
  guint64 begin = gscope_pyramid_find (pyramid, time, pyramid->first, pyramid->end), step = 0;

  g_return_if_fail (width > 0);

  for (gsize i = 0; i < n; i++)
    {
      guint64 end;

      if (__builtin_add_overflow (time, width, &time))
        time = G_MAXINT64;
      end = gscope_pyramid_find (pyramid, time, begin, begin + step);
      fill_column (pyramid, begin, end, &columns[i]);
      step = end - begin;
      begin = end;
    }
}

/**
 * gscope_trace_get_shares:
 * @self: a trace
 * @time: where the first column begins, nanoseconds
 * @width: width of each column, nanoseconds, more than 0
 * @n: number of columns
 * @until: time until which the newest state lasts, nanoseconds
 * @n_states: number of states that are wanted, at most %GSCOPE_MAX_STATES: those with the values
 *   from 0 to @n_states - 1
 * @durations: (out caller-allocates): room for @n × @n_states numbers: how many nanoseconds each
 *   state lasted in the first column, then in the next columns
 *
 * Computes how long each state lasted in adjacent intervals of time, as gscope_trace_get_columns()
 * has them. A sample begins the state of its value, which lasts until the next sample; a gap and a
 * value without a state end it.
 *
 * The first call computes sums for all samples, later ones only for the new samples. A column then costs
 * O(log n) in the number of samples. The sums need up to 8 bytes for 64 samples and each state,
 * where the number of states is the largest value + 1, rounded up to a power of two: half a byte a sample
 * for 4 states, 8 bytes for 64.
 *
 * Since: 1.0
 */
void
gscope_trace_get_shares (GscopeTrace *self, gint64 time, gint64 width, gsize n, gint64 until,
                         gsize n_states, gint64 *durations)
{
  g_return_if_fail (width > 0);
  g_return_if_fail (n_states > 0 && n_states <= GSCOPE_MAX_STATES);

  gscope_shares_query (&self->shares, &self->pyramid, time, width, n, until, n_states, durations);
}

/**
 * gscope_trace_get_gaps:
 * @self: a trace
 * @begin: nanoseconds
 * @end: nanoseconds, not included
 * @n: (out): how many gaps there are
 *
 * Gets the gaps that overlap an interval of time, in order.
 *
 * Returns: (transfer none) (array length=n) (nullable): the gaps; valid until the trace changes
 *
 * Since: 1.0
 */
const GscopeGap *
gscope_trace_get_gaps (GscopeTrace *self, gint64 begin, gint64 end, gsize *n)
{
  gsize low = find_gap (self, begin, FALSE), high = find_gap (self, end, TRUE);

  *n = high > low ? high - low : 0;
  return *n > 0 ? self->gaps + low : NULL;
}

/**
 * gscope_trace_get_n_gaps:
 * @self: a trace
 *
 * Gets the number of gaps recorded since the trace was created, including those dropped since. Gaps
 * of the cause %GSCOPE_GAP_CAUSE_SWITCHED are not counted.
 *
 * Returns: the number of gaps
 *
 * Since: 1.0
 */
guint64
gscope_trace_get_n_gaps (GscopeTrace *self)
{
  return self->n_gaps;
}

static void
swap_contents (GscopeTrace *a, GscopeTrace *b)
{
  GscopeTrace old = *a;

  a->pyramid = b->pyramid;
  a->shares = b->shares;
  a->gaps = b->gaps;
  a->gaps_begin = b->gaps_begin;
  a->gaps_end = b->gaps_end;
  a->gaps_size = b->gaps_size;
  a->n_gaps = b->n_gaps;
  b->pyramid = old.pyramid;
  b->shares = old.shares;
  b->gaps = old.gaps;
  b->gaps_begin = old.gaps_begin;
  b->gaps_end = old.gaps_end;
  b->gaps_size = old.gaps_size;
  b->n_gaps = old.n_gaps;
}

void
gscope_trace_exchange (GscopeTrace *self, GscopeTrace *other)
{
  self->origin += self->pyramid.end;
  other->origin += other->pyramid.end;
  self->n_restarts++;
  other->n_restarts++;
  swap_contents (self, other);
}

void
gscope_trace_set_n_gaps (GscopeTrace *self, guint64 n_gaps)
{
  self->n_gaps = n_gaps;
}

static void
append_stretch (GscopeTrace *self, GscopeTrace *other, guint64 begin, guint64 end)
{
  GscopeSample samples[SAMPLE_BATCH];

  while (begin < end)
    {
      gsize n = gscope_trace_read (other, begin, samples, MIN (SAMPLE_BATCH, end - begin));

      gscope_trace_append_samples (self, samples, n);
      begin += n;
    }
}

void
gscope_trace_take (GscopeTrace *self, GscopeTrace *other)
{
  guint64 at = gscope_trace_get_first (other);

  if (self->pyramid.first == self->pyramid.end)
    {
      gscope_trace_exchange (self, other);
      return;
    }
  for (gsize i = other->gaps_begin; i < other->gaps_end; i++)
    {
      guint64 gap = gscope_trace_find (other, other->gaps[i].begin);

      /* A sample with a value at the time where a gap begins is not part of the gap. */
      while (!isnan (gscope_trace_get_value (other, gap)))
        gap++;
      append_stretch (self, other, at, gap);
      gscope_trace_append_gap (self, other->gaps[i].begin, other->gaps[i].cause);
      at = gap + 1;
    }
  append_stretch (self, other, at, gscope_trace_get_end (other));
  gscope_trace_clear (other);
}
