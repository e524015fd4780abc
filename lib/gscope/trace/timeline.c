/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/trace/timeline.h>

#include <gscope/trace/gap.h>
#include <gscope/trace/spread.h>
#include <math.h>

enum
{
  /* Number of columns of the history that a range is measured in. */
  RANGE_COLUMNS = 2048,
};

/* By how much the times of samples here and in a history may differ that come from another clock. */
#define CLOCK_ERROR (250 * GSCOPE_MSEC)

/* The part of an interval that the trace does not have, within the whole stretch: the time before
 * its first sample, or a gap, which begins with a sample without a value. */
typedef struct
{
  GscopeHistoryRange part;
  GscopeHistoryRange whole;
} Far;

static const GscopeColumn no_samples = { INFINITY, -INFINITY, NAN, NAN, 0 };

static gint64
add (gint64 time, gint64 interval)
{
  gint64 sum;

  return __builtin_add_overflow (time, interval, &sum) ? G_MAXINT64 : sum;
}

/* Returns the time after n columns. */
static gint64
get_end (gint64 time, gint64 width, gsize n)
{
  gint64 length;

  return __builtin_mul_overflow (width, n, &length) ? G_MAXINT64 : add (time, length);
}

/* Other gaps were made where the samples are, so that the history has them, too. */
static gboolean
may_fill (const GscopeGap *gap)
{
  return gap->end != G_MAXINT64
         && (gap->cause == GSCOPE_GAP_CAUSE_STOPPED || gap->cause == GSCOPE_GAP_CAUSE_SILENT
             || gap->cause == GSCOPE_GAP_CAUSE_RING_FULL || gap->cause == GSCOPE_GAP_CAUSE_UNREAD);
}

/* Returns the time of the oldest sample in the trace, or from which it would have samples. */
static gint64
get_first_time (const GscopeTimeline *self)
{
  guint64 first = gscope_trace_get_first (self->trace), end = gscope_trace_get_end (self->trace);

  if (end == 0 && self->history)
    return gscope_history_get_end (self->history);
  return first == end ? G_MAXINT64 : gscope_trace_get_time (self->trace, first);
}

static void
append_far (GArray **list, gint64 begin, gint64 end, const GscopeHistoryRange *whole)
{
  Far far = { { MAX (begin, whole->begin), MIN (end, whole->end) }, *whole };

  if (!*list)
    *list = g_array_new (FALSE, FALSE, sizeof far);
  g_array_append_val (*list, far);
}

/* Lists the parts of an interval that the history answers for, in order; NULL if there are none. */
static GArray *
list_far (const GscopeTimeline *self, gint64 begin, gint64 end)
{
  GscopeHistoryRange before = { G_MININT64, G_MAXINT64 };
  GArray *list = NULL;
  const GscopeGap *gaps;
  gsize n;

  if (!self->history)
    return NULL;
  before.end = get_first_time (self);
  if (begin < before.end)
    append_far (&list, begin, end, &before);
  gaps = gscope_trace_get_gaps (self->trace, begin, end, &n);
  for (gsize i = 0; i < n; i++)
    if (may_fill (&gaps[i]))
      append_far (&list, begin, end, &(GscopeHistoryRange){ gaps[i].begin, gaps[i].end });
  return list;
}

static gboolean
is_gap (const Far *far)
{
  return far->whole.begin != G_MININT64;
}

/* Returns whether the history has the sample after which a gap begins: otherwise the history has forgotten the
 * sample, or never had it, as after a restart of the program that keeps the history. */
static gboolean
knows_begin (const GscopeTimeline *self, gint64 begin, gint64 width)
{
  GscopeSample sample;
  gint64 limit;

  if (__builtin_sub_overflow (begin, MAX (width, CLOCK_ERROR), &limit))
    limit = G_MININT64;
  return gscope_history_find (self->history, add (begin, width), limit, width, &sample)
         == GSCOPE_HISTORY_ANSWER_SAMPLE;
}

/* Returns whether the history has samples in a gap, from its begin on. Its first column there may be one that has samples
 * before the gap. */
static gboolean
is_filled (const GscopeTimeline *self, gint64 begin, gint64 end, gint64 width)
{
  GscopeSample sample;
  gint64 from = add (begin, width);

  return gscope_history_find (self->history, from < end ? from : begin, end, width, &sample)
             == GSCOPE_HISTORY_ANSWER_SAMPLE
         && knows_begin (self, begin, width);
}

/* Columns. */

typedef struct _Fill Fill;
typedef void (*PlaceFunc) (Fill *self, gsize i, const GscopeColumn *column);

/* The columns that are wanted, and how one of the history is added to the i-th of them. */
struct _Fill
{
  const GscopeTimeline *timeline;
  const Far *far;
  /* whether gaps that are not filled begin with a break */
  gboolean keeps_breaks;
  /* the begin of the column of the history that was placed last */
  gint64 placed;
  gint64 time;
  gint64 width;
  gsize n;
  PlaceFunc place;
  GscopeColumn *columns;
};

/* Adds later samples to a column. */
static void
merge (GscopeColumn *column, const GscopeColumn *later)
{
  if (later->count == 0)
    return;
  if (column->count == 0)
    {
      *column = *later;
      return;
    }
  column->min = MIN (column->min, later->min);
  column->max = MAX (column->max, later->max);
  column->last = later->last;
  column->count += later->count;
}

static void
fill_local (const Fill *self, gint64 begin, gint64 end)
{
  GscopeTrace *trace = self->timeline->trace;

  while (begin < end)
    {
      gsize i = ((guint64) begin - (guint64) self->time) / self->width;
      gint64 left = self->time + (gint64) i * self->width;
      gint64 right = add (left, self->width);
      GscopeColumn column;

      if (begin == left && end >= right)
        {
          gsize n = ((guint64) end - (guint64) begin) / self->width;

          gscope_trace_get_columns (trace, begin, self->width, n, self->columns + i);
          begin = get_end (begin, self->width, n);
          continue;
        }
      right = MIN (right, end);
      gscope_trace_get_columns (trace, begin, right - begin, 1, &column);
      merge (&self->columns[i], &column);
      begin = right;
    }
}

/* The break at the begin of a gap stays until the gap is known to be filled. */
static gboolean
keeps_break (const Fill *self, const Far *far)
{
  const GscopeHistoryRange *whole = &far->whole;

  return self->keeps_breaks && is_gap (far) && far->part.begin == whole->begin
         && !is_filled (self->timeline, whole->begin, whole->end, self->width);
}

static guint64
count_trace (const Fill *self, gint64 begin, gint64 end)
{
  GscopeTrace *trace = self->timeline->trace;

  return gscope_trace_find (trace, end) - gscope_trace_find (trace, begin);
}

/* Returns how many samples of a column of the history the trace does not have. A column at an end of a stretch has some that
 * the trace has, too, and may have some of other stretches. */
static guint64
count_far (const Fill *self, const GArray *list, gint64 time, gint64 end, guint64 count)
{
  guint64 local = count_trace (self, time, end);

  for (guint i = 0; i < list->len; i++)
    {
      const Far *far = &g_array_index (list, Far, i);

      local -= count_trace (self, far->part.begin, far->part.end);
      local += keeps_break (self, far) ? 1 : 0;
    }
  return count > local ? count - local : 0;
}

/* Returns the time in a stretch that is next to another time. */
static gint64
get_next_time (const GscopeHistoryRange *stretch, gint64 time)
{
  return CLAMP (time, stretch->begin, stretch->end - 1);
}

/* Returns the time in one of several stretches that is next to another time. */
static gint64
find_next_time (const GArray *list, gint64 time)
{
  gint64 next = get_next_time (&g_array_index (list, Far, 0).whole, time);

  for (guint i = 1; i < list->len; i++)
    {
      gint64 other = get_next_time (&g_array_index (list, Far, i).whole, time);

      next = ABS (other - time) < ABS (next - time) ? other : next;
    }
  return next;
}

/* A column of the history that is not wider than those that are wanted belongs to the one where its
 * middle is, or to the one next to it in a stretch; each stretch that it is in visits it. The parts of a wider one are alike. */
static void
fill_far (const GscopeHistoryRange *range, gint64 time, gint64 width, const GscopeColumn *column,
          gpointer data)
{
  Fill *self = data;
  const GscopeHistoryRange *part = &self->far->part, *whole = &self->far->whole;
  GscopeColumn inside = *column;
  gint64 begin = MAX (range->begin, part->begin), end = MIN (range->end, part->end);
  gint64 place = time + width / 2;

  if (column->count > 0 && (time <= whole->begin || add (time, width) > whole->end))
    {
      g_autoptr (GArray) list = list_far (self->timeline, time, add (time, width));

      inside.count = count_far (self, list, time, add (time, width), column->count);
      place = find_next_time (list, place);
    }
  if (inside.count == 0)
    return;
  if (width <= self->width)
    {
      if (place < self->time || place >= get_end (self->time, self->width, self->n))
        return;
      inside.count = time == self->placed ? 0 : inside.count;
      self->placed = time;
      begin = place;
      end = begin + 1;
    }
  else
    inside.count = MAX (1, inside.count / (guint64) (width / self->width));
  for (gsize i = ((guint64) begin - (guint64) self->time) / self->width; i < self->n && begin < end;
       i++)
    {
      self->place (self, i, &inside);
      begin = get_end (self->time, self->width, i + 1);
    }
}

/* A column that was already placed is the last one nevertheless: the trace's samples between the two stretches came meanwhile. */
static void
merge_far (Fill *self, gsize i, const GscopeColumn *column)
{
  merge (&self->columns[i], column);
  if (column->count == 0)
    self->columns[i].last = column->last;
}

static void
fill_stretch (Fill *self, const Far *far)
{
  self->far = far;
  if (keeps_break (self, far))
    fill_local (self, far->part.begin, far->part.begin + 1);
  gscope_history_visit (self->timeline->history, &far->part, self->width, fill_far, self);
}

static void
fill (Fill *self, const GArray *list)
{
  gint64 time = self->time, end = get_end (self->time, self->width, self->n);

  for (gsize i = 0; i < self->n; i++)
    self->columns[i] = no_samples;
  for (guint i = 0; i < list->len; i++)
    {
      const Far *far = &g_array_index (list, Far, i);

      if (far->part.begin >= end || far->part.end <= time)
        continue;
      if (far->part.begin > time)
        fill_local (self, time, far->part.begin);
      fill_stretch (self, far);
      time = MAX (time, far->part.end);
    }
  if (time < end)
    fill_local (self, time, end);
}

/* Borders. */

static double
cross (const GscopeSample *from, const GscopeSample *to, gint64 border)
{
  double whole = (double) ((guint64) to->time - (guint64) from->time);
  double part = (double) ((guint64) border - (guint64) from->time);

  return from->value + (to->value - from->value) * (part / whole);
}

static void
cross_local (GscopeTrace *trace, gint64 time, gint64 width, gsize n, const GscopeColumn *columns,
             double *borders)
{
  guint64 first = gscope_trace_get_first (trace), end = gscope_trace_get_end (trace);
  guint64 next = gscope_trace_find (trace, time), read = G_MAXUINT64;
  GscopeSample samples[2];

  for (gsize i = 0; i < n; i++)
    {
      next += columns[i].count;
      time = add (time, width);
      borders[i] = NAN;
      if (next <= first || next >= end)
        continue;
      if (read != next)
        gscope_trace_read (trace, next - 1, samples, 2);
      read = next;
      borders[i] = cross (&samples[0], &samples[1], time);
    }
}

static void
cross_all (const GscopeTimeline *self, gint64 time, gint64 width, gsize n, double *borders)
{
  for (gsize i = 0; i < n; i++)
    {
      GscopeSample from, to;

      time = add (time, width);
      borders[i] = gscope_timeline_find_before (self, time, width, &from)
                           && gscope_timeline_find_after (self, time, width, &to)
                       ? cross (&from, &to, time)
                       : NAN;
    }
}

/**
 * gscope_timeline_get_columns: (skip)
 * @self: a timeline
 * @time: where the first column begins, nanoseconds
 * @width: width of each column, nanoseconds, more than 0
 * @n: how many columns
 * @columns: (out caller-allocates) (array length=n): the summary of each column
 * @borders: (out caller-allocates) (array length=n) (optional): the value at the end of each
 *   column, on the straight line between the samples around it; not-a-number where there is no line
 *
 * Summarises adjacent intervals of time as gscope_trace_get_columns() does. Where the samples are
 * in the trace, columns are exact. The columns of a history are exact but for the border between two
 * of them: a column that reaches over the border of those that are wanted belongs to the one where
 * its middle is. Columns that the history does not know yet are empty, or are
 * parts of wider columns that it knows.
 *
 * Since: 1.0
 */
void
gscope_timeline_get_columns (const GscopeTimeline *self, gint64 time, gint64 width, gsize n,
                             GscopeColumn *columns, double *borders)
{
  g_autoptr (GArray) list = NULL;
  Fill all = { self, NULL, TRUE, G_MININT64, time, width, n, merge_far, columns };

  g_return_if_fail (width > 0);

  /* A sample before the first column is part of the line there. */
  list = list_far (self, time == G_MININT64 ? time : time - 1, add (get_end (time, width, n), 1));
  if (!list)
    {
      gscope_trace_get_columns (self->trace, time, width, n, columns);
      if (borders)
        cross_local (self->trace, time, width, n, columns, borders);
      return;
    }
  for (guint i = 0; i < list->len; i++)
    {
      Far *far = &g_array_index (list, Far, i);

      far->part.begin = MAX (far->part.begin, time);
      far->part.end = MIN (far->part.end, get_end (time, width, n));
    }
  fill (&all, list);
  if (borders)
    cross_all (self, time, width, n, borders);
}

/* Density. */

typedef struct
{
  Fill fill;
  GscopeSpread spread;
  /* the column that is being spread; G_MAXSIZE for none */
  gsize at;
  GscopeBins bins;
  gsize n_bins;
  float *weights;
} Density;

static void
end_column (Density *self)
{
  if (self->at == G_MAXSIZE)
    return;
  gscope_spread_finish (&self->spread);
  for (gsize bin = 0; bin < self->n_bins; bin++)
    self->weights[self->at * self->n_bins + bin] += (float) self->spread.weights[bin];
  self->at = G_MAXSIZE;
}

/* Spreads a column of the history evenly, as the entries of a trace's pyramid are. */
static void
spread_far (Fill *fill, gsize i, const GscopeColumn *column)
{
  Density *self = (Density *) fill;

  if (column->min > column->max)
    return;
  if (self->at != i)
    {
      end_column (self);
      gscope_spread_reset (&self->spread);
      self->at = i;
    }
  gscope_spread_add (&self->spread, gscope_bins_find (&self->bins, column->min),
                     gscope_bins_find (&self->bins, column->max), (double) column->count);
}

/**
 * gscope_timeline_get_density: (skip)
 * @self: a timeline
 * @time: where the first column begins, nanoseconds
 * @width: width of each column, nanoseconds, more than 0
 * @n: number of columns
 * @min: where the first bin begins, in the signal's unit
 * @max: where the last bin ends, more than @min
 * @logarithmic: whether bins are even by the logarithms of values; then @min is more than 0
 * @n_bins: number of bins in a column, more than 0
 * @weights: (out caller-allocates): room for @n × @n_bins numbers
 *
 * Computes the density of values in each column as gscope_trace_get_density() does. The samples of
 * each column of a history are spread evenly from its minimum to its maximum.
 *
 * Since: 1.0
 */
void
gscope_timeline_get_density (const GscopeTimeline *self, gint64 time, gint64 width, gsize n,
                             double min, double max, gboolean logarithmic, gsize n_bins,
                             float *weights)
{
  g_autoptr (GArray) list = list_far (self, time, get_end (time, width, n));
  Density density;

  gscope_trace_get_density (self->trace, time, width, n, min, max, logarithmic, n_bins, weights);
  if (!list)
    return;
  density = (Density){ .fill = { self, NULL, FALSE, G_MININT64, time, width, n, spread_far, NULL },
                       .at = G_MAXSIZE,
                       .n_bins = n_bins,
                       .weights = weights };
  gscope_bins_init (&density.bins, n_bins, min, max, logarithmic);
  gscope_spread_init (&density.spread, n_bins);
  for (guint i = 0; i < list->len; i++)
    {
      density.fill.far = &g_array_index (list, Far, i);
      gscope_history_visit (self->history, &density.fill.far->part, width, fill_far, &density.fill);
      end_column (&density);
    }
  gscope_spread_clear (&density.spread);
}

/* Single samples and ranges. */

/* Returns the gap that begins with the sample at a time if the history may fill it. */
static const GscopeGap *
find_gap (const GscopeTimeline *self, gint64 time)
{
  gsize n;
  const GscopeGap *gaps =
      self->history ? gscope_trace_get_gaps (self->trace, time, add (time, 1), &n) : NULL;

  return gaps && may_fill (&gaps[n - 1]) ? &gaps[n - 1] : NULL;
}

/**
 * gscope_timeline_find_before: (skip)
 * @self: a timeline
 * @time: nanoseconds
 * @width: how exact the time has to be, nanoseconds; 0 for as exact as known
 * @sample: (out caller-allocates): the sample; set only if there is one
 *
 * Finds the last sample before a time.
 *
 * Returns: whether one is known; %FALSE also if the history does not know yet
 *
 * Since: 1.0
 */
gboolean
gscope_timeline_find_before (const GscopeTimeline *self, gint64 time, gint64 width,
                             GscopeSample *sample)
{
  guint64 position = gscope_trace_find (self->trace, time);
  GscopeHistoryAnswer answer;
  const GscopeGap *gap;
  GscopeSample far;

  if (position == gscope_trace_get_first (self->trace))
    return self->history
           && gscope_history_find (self->history, MIN (time, get_first_time (self)), G_MININT64,
                                   width, sample)
                  == GSCOPE_HISTORY_ANSWER_SAMPLE;
  gscope_trace_read (self->trace, position - 1, sample, 1);
  gap = isnan (sample->value) ? find_gap (self, sample->time) : NULL;
  if (!gap || gap->begin != sample->time)
    return TRUE;
  answer = gscope_history_find (self->history, MIN (time, gap->end), gap->begin, width, &far);
  if (answer == GSCOPE_HISTORY_ANSWER_SAMPLE)
    *sample = far;
  return answer != GSCOPE_HISTORY_ANSWER_NOTHING || !is_filled (self, gap->begin, gap->end, width)
         || gscope_timeline_find_before (self, gap->begin, width, sample);
}

/**
 * gscope_timeline_find_after: (skip)
 * @self: a timeline
 * @time: nanoseconds
 * @width: how exact the time has to be, nanoseconds; 0 for as exact as known
 * @sample: (out caller-allocates): the sample; set only if there is one
 *
 * Finds the first sample at a time or later.
 *
 * Returns: whether one is known; %FALSE also if the history does not know yet
 *
 * Since: 1.0
 */
gboolean
gscope_timeline_find_after (const GscopeTimeline *self, gint64 time, gint64 width,
                            GscopeSample *sample)
{
  guint64 position = gscope_trace_find (self->trace, time);
  GscopeHistoryAnswer answer = GSCOPE_HISTORY_ANSWER_NOTHING;
  const GscopeGap *gap;
  GscopeSample here, far;
  gboolean found = gscope_trace_read (self->trace, position, &here, 1) == 1;

  if (self->history && position == gscope_trace_get_first (self->trace))
    answer = gscope_history_find (self->history, time, get_first_time (self), width, &far);
  else if ((gap = find_gap (self, time)))
    answer = gscope_history_find (self->history, time, gap->end, width, &far);
  else if (found && isnan (here.value) && (gap = find_gap (self, here.time)))
    answer = gscope_history_find (self->history, gap->begin, gap->end, width, &far);
  if (answer == GSCOPE_HISTORY_ANSWER_UNKNOWN
      || (answer == GSCOPE_HISTORY_ANSWER_NOTHING && !found))
    return FALSE;
  *sample = answer == GSCOPE_HISTORY_ANSWER_SAMPLE ? far : here;
  return TRUE;
}

/**
 * gscope_timeline_get_range: (skip)
 * @self: a timeline
 * @begin: nanoseconds
 * @end: nanoseconds, not included
 * @column: (out caller-allocates): the summary of the samples between them
 *
 * Summarises an interval of time. A column of the history at its ends counts if its middle is in the
 * interval.
 *
 * Since: 1.0
 */
void
gscope_timeline_get_range (const GscopeTimeline *self, gint64 begin, gint64 end,
                           GscopeColumn *column)
{
  g_autoptr (GArray) list = NULL;
  guint64 length = begin < end ? (guint64) end - (guint64) begin : 0;
  gint64 width = (gint64) MAX (1, length / RANGE_COLUMNS);
  Fill all = { self, NULL,      FALSE, G_MININT64, begin, (gint64) MIN (length, G_MAXINT64),
               1,    merge_far, column };
  GscopeColumn local;

  *column = no_samples;
  if (length == 0)
    return;
  list = list_far (self, begin, end);
  for (guint i = 0; list && i < list->len; i++)
    {
      all.far = &g_array_index (list, Far, i);
      gscope_history_visit (self->history, &all.far->part, width, fill_far, &all);
    }
  gscope_trace_get_range (self->trace, gscope_trace_find (self->trace, begin),
                          gscope_trace_find (self->trace, end), &local);
  merge (column, &local);
}

/* Gaps. */

typedef struct
{
  const GscopeHistoryRange *range;
  GArray *gaps;
  gboolean has_samples;
} Gaps;

/* Columns of one gap that follow each other are one gap. */
static void
collect_gap (const GscopeHistoryRange *range, gint64 time, gint64 width, const GscopeColumn *column,
             gpointer data)
{
  Gaps *self = data;
  GscopeGap gap = { range->begin, range->end, GSCOPE_GAP_CAUSE_NO_VALUE };
  GscopeGap *last =
      self->gaps->len > 0 ? &g_array_index (self->gaps, GscopeGap, self->gaps->len - 1) : NULL;

  if (column->count > 0 && time >= self->range->begin && time + width <= self->range->end)
    self->has_samples = TRUE;
  if (column->count > 0 || !gscope_gap_from_value (column->min, &gap.cause))
    return;
  if (last && last->end == gap.begin && last->cause == gap.cause)
    last->end = gap.end;
  else
    g_array_append_val (self->gaps, gap);
}

/* Lists the gaps of a stretch that the history answers for. Returns whether the stretch has samples. */
static gboolean
list_far_gaps (const GscopeTimeline *self, const GscopeHistoryRange *range, gint64 width,
               GArray *gaps)
{
  Gaps found = { range, g_array_new (FALSE, FALSE, sizeof (GscopeGap)), FALSE };

  gscope_history_visit (self->history, range, width, collect_gap, &found);
  if (found.gaps->len > 0)
    g_array_append_vals (gaps, found.gaps->data, found.gaps->len);
  g_array_unref (found.gaps);
  return found.has_samples;
}

/* Of a gap that the history fills, inserts the part before the samples that it still has, if that ends after a time. */
static void
insert_lost (const GscopeTimeline *self, const GscopeGap *gap, gint64 time, gint64 width,
             GArray *gaps, guint at)
{
  GscopeGap lost = *gap;
  GscopeSample sample;

  if (knows_begin (self, gap->begin, width))
    return;
  if (gscope_history_find (self->history, gap->begin, gap->end, width, &sample)
      == GSCOPE_HISTORY_ANSWER_SAMPLE)
    lost.end = sample.time;
  if (lost.end > time)
    g_array_insert_val (gaps, at, lost);
}

/**
 * gscope_timeline_list_gaps: (skip)
 * @self: a timeline
 * @begin: nanoseconds
 * @end: nanoseconds, not included
 * @width: how exact times before the trace have to be, nanoseconds, more than 0
 *
 * Lists the gaps that overlap an interval of time, in order. A gap of the trace that the history
 * fills is not among them; those that the history has are.
 *
 * Returns: (transfer full) (element-type GscopeGap): the gaps
 *
 * Since: 1.0
 */
GArray *
gscope_timeline_list_gaps (const GscopeTimeline *self, gint64 begin, gint64 end, gint64 width)
{
  GArray *gaps = g_array_new (FALSE, FALSE, sizeof (GscopeGap));
  GscopeHistoryRange before = { begin, MIN (end, get_first_time (self)) };
  gsize n;
  const GscopeGap *local = gscope_trace_get_gaps (self->trace, begin, end, &n);

  if (self->history)
    list_far_gaps (self, &before, width, gaps);
  for (gsize i = 0; i < n; i++)
    {
      GscopeHistoryRange range = { MAX (begin, local[i].begin), MIN (end, local[i].end) };
      guint len = gaps->len;

      if (self->history && may_fill (&local[i]) && list_far_gaps (self, &range, width, gaps))
        {
          insert_lost (self, &local[i], begin, width, gaps, len);
          continue;
        }
      g_array_set_size (gaps, len);
      g_array_append_val (gaps, local[i]);
    }
  return gaps;
}

/* Looks. */

static void
append_range (GArray *ranges, gint64 begin, gint64 end)
{
  GscopeHistoryRange range = { begin, end };

  if (begin < end)
    g_array_append_val (ranges, range);
}

/**
 * gscope_timeline_look: (skip)
 * @self: a timeline
 * @viewer: who looks, an address that is not used
 * @begin: nanoseconds
 * @end: nanoseconds, not included; @begin if @viewer looks no more
 * @width: the width of the viewer's columns, nanoseconds, more than 0
 *
 * Lets the history ask for what a viewer looks at, as far as it is not in the trace. Half of the
 * interval on both sides comes last, for a viewer that moves on.
 *
 * Since: 1.0
 */
void
gscope_timeline_look (const GscopeTimeline *self, gpointer viewer, gint64 begin, gint64 end,
                      gint64 width)
{
  g_autoptr (GArray) ranges = NULL;
  g_autoptr (GArray) list = NULL;
  gint64 margin = end / 2 - begin / 2;

  if (!self->history)
    return;
  ranges = g_array_new (FALSE, FALSE, sizeof (GscopeHistoryRange));
  list = begin < end ? list_far (self, begin - margin, add (end, margin)) : NULL;
  for (guint i = 0; list && i < list->len; i++)
    {
      const GscopeHistoryRange *part = &g_array_index (list, Far, i).part;

      append_range (ranges, MAX (begin, part->begin), MIN (end, part->end));
    }
  for (guint i = 0; list && i < list->len; i++)
    {
      const GscopeHistoryRange *part = &g_array_index (list, Far, i).part;

      append_range (ranges, part->begin, MIN (begin, part->end));
      append_range (ranges, MAX (end, part->begin), part->end);
    }
  gscope_history_look (self->history, viewer, width,
                       (const GscopeHistoryRange *) (gpointer) ranges->data, ranges->len);
}
