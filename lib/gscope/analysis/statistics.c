/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/analysis/statistics.h>
#include <gscope/trace/trace.h>

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

/* Returns the frequency at which values rise through a band, in hertz; not-a-number if there is no
 * whole period. A period begins where a value rises through the lower end, and counts if it then
 * passes the upper end. The search goes backwards from the end and reads at most the given number
 * of samples and pyramid entries; periods with a gap are left out. */
static double
periods_measure (GscopeTrace *trace, guint64 begin, guint64 end, double low, double high,
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

enum
{
  BLOCK = 4096,
  /* Number of samples that are read at a time. */
  BATCH = 512,
  /* Largest number of samples and pyramid entries that are read for the frequency. */
  FREQUENCY_BUDGET = 1 << 16,
};

/* Number and mean of values, and the sum of the squares of their distances from the mean. */
typedef struct
{
  guint64 n;
  double mean;
  double squares;
} Moments;

static void
merge_moments (Moments *self, const Moments *other)
{
  guint64 n = self->n + other->n;
  double distance = other->mean - self->mean;

  if (other->n == 0)
    return;

  self->mean += distance * ((double) other->n / (double) n);
  self->squares +=
      other->squares + distance * distance * ((double) self->n * (double) other->n / (double) n);
  self->n = n;
}

/* Measures in two passes, while the values are in the first-level cache. The sum of distances,
 * which is zero except for rounding, corrects the mean and the squares. */
static Moments
measure_values (const double *values, gsize n)
{
  Moments moments = { .n = n };
  double sum = 0, rest = 0, squares = 0;

  if (n == 0)
    return moments;

  for (gsize i = 0; i < n; i++)
    sum += values[i];
  moments.mean = sum / (double) n;
  for (gsize i = 0; i < n; i++)
    {
      double distance = values[i] - moments.mean;

      rest += distance;
      squares += distance * distance;
    }
  moments.mean += rest / (double) n;
  moments.squares = MAX (0, squares - rest * rest / (double) n);
  return moments;
}

/* Measures the samples between two positions that have values. */
static Moments
measure_moments (GscopeTrace *trace, guint64 begin, guint64 end)
{
  Moments moments = { 0 };
  GscopeSample samples[BATCH];
  double values[BATCH];

  while (begin < end)
    {
      gsize n = gscope_trace_read (trace, begin, samples, MIN (BATCH, end - begin)), n_values = 0;
      Moments part;

      for (gsize i = 0; i < n; i++)
        {
          values[n_values] = samples[i].value;
          n_values += !isnan (samples[i].value);
        }
      part = measure_values (values, n_values);
      merge_moments (&moments, &part);
      begin += n;
    }
  return moments;
}

/* The moments of blocks from first_block on; block i has positions i * BLOCK and up. */
struct _GscopeStatistics
{
  gatomicrefcount ref_count;
  GscopeSignal *signal;
  guint64 first_block;
  GArray *blocks;
};

G_DEFINE_BOXED_TYPE (GscopeStatistics, gscope_statistics, gscope_statistics_ref,
                     gscope_statistics_unref)

/**
 * gscope_statistics_new:
 * @signal: a signal
 *
 * Creates statistics of a signal.
 *
 * Returns: (transfer full): the statistics
 *
 * Since: 1.0
 */
GscopeStatistics *
gscope_statistics_new (GscopeSignal *signal)
{
  GscopeStatistics *self = g_new0 (GscopeStatistics, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->signal = g_object_ref (signal);
  self->blocks = g_array_new (FALSE, FALSE, sizeof (Moments));
  return self;
}

/**
 * gscope_statistics_ref:
 * @self: statistics
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @self
 *
 * Since: 1.0
 */
GscopeStatistics *
gscope_statistics_ref (GscopeStatistics *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * gscope_statistics_unref:
 * @self: (transfer full): statistics
 *
 * Drops a reference; the last one frees the statistics.
 *
 * Since: 1.0
 */
void
gscope_statistics_unref (GscopeStatistics *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_object_unref (self->signal);
  g_array_unref (self->blocks);
  g_free (self);
}

/* Caches the moments of the blocks from begin to end (not included), and drops those of earlier
 * ones. */
static void
remember_blocks (GscopeStatistics *self, GscopeTrace *trace, guint64 begin, guint64 end)
{
  guint64 last = self->first_block + self->blocks->len;

  if (begin < self->first_block || begin >= last)
    g_array_set_size (self->blocks, 0);
  else
    g_array_remove_range (self->blocks, 0, begin - self->first_block);
  self->first_block = begin;
  for (guint64 i = begin + self->blocks->len; i < end; i++)
    {
      Moments moments = measure_moments (trace, i * BLOCK, (i + 1) * BLOCK);

      g_array_append_val (self->blocks, moments);
    }
}

static Moments
sum_up (GscopeStatistics *self, GscopeTrace *trace, guint64 begin, guint64 end)
{
  guint64 first = (begin + BLOCK - 1) / BLOCK, last = end / BLOCK;
  Moments moments, tail;

  if (first >= last)
    return measure_moments (trace, begin, end);

  remember_blocks (self, trace, first, last);
  moments = measure_moments (trace, begin, first * BLOCK);
  for (guint64 i = first; i < last; i++)
    merge_moments (&moments, &g_array_index (self->blocks, Moments, i - self->first_block));
  tail = measure_moments (trace, last * BLOCK, end);
  merge_moments (&moments, &tail);
  return moments;
}

/* Returns the number of spacings divided by their total time; those with a gap are left out. */
static double
measure_rate (GscopeTrace *trace, guint64 begin, guint64 end, guint64 n)
{
  gint64 from = gscope_trace_get_time (trace, begin), to = gscope_trace_get_time (trace, end - 1);
  gint64 duration = to - from;
  gsize n_gaps, n_breaks = 0;
  const GscopeGap *gaps = gscope_trace_get_gaps (trace, from, to, &n_gaps);

  for (gsize i = 0; i < n_gaps; i++)
    {
      guint64 before = gscope_trace_find (trace, gaps[i].begin);
      gint64 last = before > begin ? gscope_trace_get_time (trace, before - 1) : from;

      duration -= MIN (gaps[i].end, to) - last;
      n_breaks += before > begin && gaps[i].end <= to;
    }
  return n > n_breaks + 1 && duration > 0
             ? (double) (n - n_breaks - 1) * GSCOPE_SEC / (double) duration
             : NAN;
}

static double
measure_frequency (GscopeTrace *trace, guint64 begin, guint64 end, const GscopeMeasures *measures)
{
  double reach = measures->deviation / 2;
  double low = measures->mean - MIN (reach, (measures->mean - measures->min) / 2);
  double high = measures->mean + MIN (reach, (measures->max - measures->mean) / 2);

  if (!(high > low))
    return NAN;
  return periods_measure (trace, begin, end, low, high, FREQUENCY_BUDGET);
}

/* Returns the end of the values in a range that has at least one. */
static guint64
find_end (GscopeTrace *trace, guint64 end)
{
  while (isnan (gscope_trace_get_value (trace, end - 1)))
    end--;
  return end;
}

static guint64
count_lost (GscopeSignal *signal, gint64 begin, gint64 end)
{
  gsize n;
  const GscopeLossRecord *records = gscope_signal_get_losses (signal, begin, end, &n);
  guint64 lost = 0;

  for (gsize i = 0; i < n; i++)
    if (records[i].cause != GSCOPE_LOSS_LATE)
      lost += records[i].count;
  return lost;
}

/* Takes the measures that columns of the history give, if it has samples of the interval that the
 * trace does not have. */
static gboolean
measure_history (GscopeStatistics *self, gint64 begin, gint64 end, guint64 n_local,
                 GscopeMeasures *measures)
{
  GscopeTimeline timeline;
  GscopeColumn column;

  gscope_signal_get_timeline (self->signal, &timeline);
  if (!timeline.history)
    return FALSE;
  gscope_timeline_get_range (&timeline, begin, end, &column);
  if (column.count <= n_local || column.min > column.max)
    return FALSE;
  measures->count = column.count;
  measures->min = column.min;
  measures->max = column.max;
  measures->last = column.last;
  return TRUE;
}

/**
 * gscope_statistics_measure:
 * @self: statistics
 * @begin: nanoseconds
 * @end: nanoseconds, not included
 * @measures: (out caller-allocates): the statistics
 *
 * Measures an interval. All measures are exact, except the frequency of a long interval, which is
 * measured backwards from its end over at most 65536 samples and pyramid entries. A period counts
 * only if the values leave a band around the mean on both sides. The band extends to either side by
 * half of the standard deviation, or by half of the distance to the extreme value where that is
 * less. Crossings are interpolated. Samples without a value and periods with a gap are left out.
 *
 * Where samples are in the signal's history only, the count and the extreme values are those of its
 * columns, and the other measures are unknown.
 *
 * Since: 1.0
 */
void
gscope_statistics_measure (GscopeStatistics *self, gint64 begin, gint64 end,
                           GscopeMeasures *measures)
{
  GscopeTrace *trace = gscope_signal_get_trace (self->signal);
  guint64 from = gscope_trace_find (trace, begin), to = gscope_trace_find (trace, end);
  Moments moments = sum_up (self, trace, from, to);
  GscopeColumn column;

  *measures = (GscopeMeasures){ .count = moments.n,
                                .lost = count_lost (self->signal, begin, end),
                                .min = NAN,
                                .max = NAN,
                                .mean = NAN,
                                .deviation = NAN,
                                .last = NAN,
                                .rate = NAN,
                                .frequency = NAN };
  if (measure_history (self, begin, end, to - from, measures) || moments.n == 0)
    return;

  to = find_end (trace, to);
  gscope_trace_get_range (trace, from, to, &column);
  measures->min = column.min;
  measures->max = column.max;
  measures->mean = moments.mean;
  measures->deviation = sqrt (moments.squares / (double) moments.n);
  measures->last = column.last;
  measures->rate = measure_rate (trace, from, to, moments.n);
  measures->frequency = measure_frequency (trace, from, to, measures);
}
