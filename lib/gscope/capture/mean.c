/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/capture/mean.h>

#include <gscope/capture/private.h>
#include <running.h>

enum
{
  /* captures that are added up together: one that goes costs no more than the others of its block */
  BLOCK = 64,
  BATCH = 256,
};

/* The number of the first capture, from which numbers go down, too. */
#define ORIGIN (G_GUINT64_CONSTANT (1) << 32)

/* The captures from one number to another, which is not included, added up: an array of statistics, one for each point of
 * each signal, or NULL. */
typedef struct
{
  guint64 begin;
  guint64 end;
  GscopeRunning *points;
} Block;

typedef struct
{
  char *full_name;
  /* whether values hold until the next sample */
  gboolean holds;
} Line;

/**
 * GscopeCaptureMean:
 *
 * The mean of the newest captures of a list, with the standard deviation: an averaged waveform.
 *
 * All captures are read at the same times from their zeros, the points; between two samples the value is on the line from one to
 * the other, or the value of the sample before. A point has the mean of all captures that have a value there.
 *
 * It follows the list. A new capture is added, and one that goes costs at most as much as adding 63 others, however many
 * there are. The mean belongs to the main thread.
 *
 * Since: 1.0
 */
struct _GscopeCaptureMean
{
  GObject parent_instance;

  GscopeCaptureList *list;
  guint max_captures;
  gint64 interval;
  /* before the zero, and after it */
  guint n_points;
  /* of Line */
  GArray *lines;

  /* the newest captures of the list, in its order; the first one has the number `first` */
  GPtrArray *captures;
  guint64 first;
  /* blocks whose numbers begin at multiples of BLOCK; the first one has the first capture */
  GPtrArray *blocks;
  guint64 first_block;
  /* all blocks but the first and the last one */
  Block inner;

  GscopeCapture *mean;
};

G_DEFINE_FINAL_TYPE (GscopeCaptureMean, gscope_capture_mean, G_TYPE_OBJECT)

static void
line_clear (gpointer data)
{
  g_free (((Line *) data)->full_name);
}

static void
block_clear (Block *self)
{
  g_clear_pointer (&self->points, g_free);
  self->begin = self->end = 0;
}

static void
block_free (gpointer data)
{
  block_clear (data);
  g_free (data);
}

static void
gscope_capture_mean_finalize (GObject *object)
{
  GscopeCaptureMean *self = GSCOPE_CAPTURE_MEAN (object);

  g_clear_object (&self->list);
  g_array_unref (self->lines);
  g_ptr_array_unref (self->captures);
  g_ptr_array_unref (self->blocks);
  block_clear (&self->inner);
  g_clear_object (&self->mean);
  G_OBJECT_CLASS (gscope_capture_mean_parent_class)->finalize (object);
}

static void
gscope_capture_mean_class_init (GscopeCaptureMeanClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gscope_capture_mean_finalize;
}

static void
gscope_capture_mean_init (GscopeCaptureMean *self)
{
  self->lines = g_array_new (FALSE, FALSE, sizeof (Line));
  g_array_set_clear_func (self->lines, line_clear);
  self->captures = g_ptr_array_new_with_free_func (g_object_unref);
  self->first = ORIGIN;
  self->blocks = g_ptr_array_new_with_free_func (block_free);
}

/* The captures. */

static guint64
get_end (GscopeCaptureMean *self)
{
  return self->first + self->captures->len;
}

/* Lets all blocks be added up again that have captures from a number on. */
static void
drop_blocks (GscopeCaptureMean *self, guint64 from)
{
  for (guint i = 0; i < self->blocks->len; i++)
    if (((Block *) self->blocks->pdata[i])->end > from)
      block_clear (self->blocks->pdata[i]);
  if (self->inner.end > from)
    block_clear (&self->inner);
}

/* Lets blocks be added up again that have captures before a number: other captures get these numbers. */
static void
drop_blocks_before (GscopeCaptureMean *self, guint64 number)
{
  for (guint i = 0; i < self->blocks->len; i++)
    if (((Block *) self->blocks->pdata[i])->begin < number)
      block_clear (self->blocks->pdata[i]);
  if (self->inner.begin < number)
    block_clear (&self->inner);
}

static void
remove_first (GscopeCaptureMean *self, guint n)
{
  if (n == 0)
    return;
  g_ptr_array_remove_range (self->captures, 0, n);
  self->first += n;
}

/* Inserts captures of the list from a position on. */
static void
insert (GscopeCaptureMean *self, guint place, guint position, guint n)
{
  for (guint i = 0; i < n; i++)
    g_ptr_array_insert (self->captures, (int) (place + i),
                        g_list_model_get_item (G_LIST_MODEL (self->list), position + i));
}

/* Keeps the newest captures, as many as there may be. */
static void
take_newest (GscopeCaptureMean *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->list));
  guint wanted = MIN (n, self->max_captures);

  if (self->captures->len > wanted)
    remove_first (self, self->captures->len - wanted);
  else
    {
      guint missing = wanted - self->captures->len;

      drop_blocks_before (self, missing > 0 ? self->first : 0);
      insert (self, 0, n - wanted, missing);
      self->first -= missing;
    }
}

static void
on_items_changed (GListModel *list, guint position, guint n_removed, guint n_added,
                  GscopeCaptureMean *self)
{
  guint n_before = g_list_model_get_n_items (list) + n_removed - n_added;
  guint begin = n_before - self->captures->len;

  g_clear_object (&self->mean);
  if (position <= begin && self->captures->len > 0)
    remove_first (self, position + n_removed > begin ? position + n_removed - begin : 0);
  else
    {
      guint place = position - begin;

      if (n_removed > 0)
        g_ptr_array_remove_range (self->captures, place, n_removed);
      insert (self, place, position, n_added);
      drop_blocks (self, self->first + place);
    }
  take_newest (self);
}

/* Adding up. */

static gsize
count_points (GscopeCaptureMean *self)
{
  return 2 * (gsize) self->n_points + 1;
}

static GscopeRunning *
make_points (GscopeCaptureMean *self)
{
  return g_new0 (GscopeRunning, MAX (self->lines->len, 1) * count_points (self));
}

/* The samples of a trace, one after the other. */
typedef struct
{
  GscopeTrace *trace;
  guint64 position;
  GscopeSample samples[BATCH];
  gsize i;
  gsize n;
} Reader;

static gboolean
read_next (Reader *self, GscopeSample *sample)
{
  if (self->i == self->n)
    {
      self->n = gscope_trace_read (self->trace, self->position, self->samples, BATCH);
      self->position += self->n;
      self->i = 0;
    }
  if (self->n == 0)
    return FALSE;
  *sample = self->samples[self->i++];
  return TRUE;
}

static double
get_between (const GscopeSample *before, const GscopeSample *after, gint64 time, gboolean holds)
{
  if (holds || time == before->time)
    return before->value;
  return before->value
         + (after->value - before->value)
               * ((double) (time - before->time) / (double) (after->time - before->time));
}

/* Adds the values of a trace to the points in the window of its capture; one that is no number is not counted. */
static void
add_trace (GscopeCaptureMean *self, GscopeCapture *capture, GscopeTrace *trace, gboolean holds,
           GscopeRunning *points)
{
  Reader reader = { .trace = trace, .position = gscope_trace_get_first (trace) };
  gint64 n = self->n_points, zero = gscope_capture_get_zero (capture), begin, end;
  GscopeSample before, after;

  if (!read_next (&reader, &after))
    return;
  before = after;
  gscope_capture_get_window (capture, &begin, &end);
  for (gint64 i = -n; i <= n; i++)
    {
      gint64 time = zero + i * self->interval;

      if (time < begin || time >= end)
        continue;
      while (after.time <= time)
        {
          before = after;
          if (read_next (&reader, &after))
            continue;
          if (before.time == time)
            gscope_running_add (&points[i + n], before.value);
          return;
        }
      if (before.time <= time)
        gscope_running_add (&points[i + n], get_between (&before, &after, time, holds));
    }
}

static void
add_capture (GscopeCaptureMean *self, Block *block, GscopeCapture *capture)
{
  if (!block->points)
    block->points = make_points (self);
  for (guint i = 0; i < self->lines->len; i++)
    {
      const Line *line = &g_array_index (self->lines, Line, i);
      GscopeTrace *trace = gscope_capture_find_trace (capture, line->full_name);

      if (trace)
        add_trace (self, capture, trace, line->holds, block->points + i * count_points (self));
    }
}

/* Gets the numbers of the captures that belong to a block. */
static void
get_bounds (GscopeCaptureMean *self, guint i, guint64 *begin, guint64 *end)
{
  guint64 number = (self->first_block + i) * BLOCK;

  *begin = MAX (number, self->first);
  *end = MIN (number + BLOCK, get_end (self));
}

static gboolean
is_whole (GscopeCaptureMean *self, guint i)
{
  const Block *block = self->blocks->pdata[i];
  guint64 begin, end;

  get_bounds (self, i, &begin, &end);
  return block->begin == begin && block->end == end;
}

/* Has a block for each capture, without captures that are gone. */
static void
fit_blocks (GscopeCaptureMean *self)
{
  guint64 from = self->first / BLOCK, to = (get_end (self) + BLOCK - 1) / BLOCK;

  while (self->blocks->len > 0 && self->first_block < from)
    {
      g_ptr_array_remove_index (self->blocks, 0);
      self->first_block++;
    }
  if (self->blocks->len == 0)
    self->first_block = from;
  for (; self->first_block > from; self->first_block--)
    g_ptr_array_insert (self->blocks, 0, g_new0 (Block, 1));
  while (self->first_block + self->blocks->len < to)
    g_ptr_array_add (self->blocks, g_new0 (Block, 1));
  g_ptr_array_set_size (self->blocks, (int) (to - from));
  for (guint i = 0; i < self->blocks->len; i++)
    {
      Block *block = self->blocks->pdata[i];
      guint64 begin, end;

      get_bounds (self, i, &begin, &end);
      if (block->begin == begin && block->end <= end)
        continue;
      block_clear (block);
      block->begin = block->end = begin;
    }
}

/* Adds captures to a block, n at most; returns how many. */
static guint
fill (GscopeCaptureMean *self, guint i, guint n)
{
  Block *block = self->blocks->pdata[i];
  guint64 begin, end;
  guint n_added = 0;

  get_bounds (self, i, &begin, &end);
  for (; n_added < n && block->end < end; n_added++, block->end++)
    add_capture (self, block, self->captures->pdata[block->end - self->first]);
  return n_added;
}

static void
merge (GscopeCaptureMean *self, GscopeRunning *sums, const GscopeRunning *points)
{
  gsize n = self->lines->len * count_points (self);

  for (gsize i = 0; points && i < n; i++)
    gscope_running_merge (&sums[i], &points[i]);
}

/* Adds up all blocks but the first and the last one, unless they are as before. */
static void
add_up_inner (GscopeCaptureMean *self)
{
  guint last = self->blocks->len - 1;
  guint64 begin = (self->first_block + 1) * BLOCK, end = (self->first_block + last) * BLOCK;
  gboolean are_whole = TRUE;

  if (self->inner.begin == begin && self->inner.end == end)
    return;
  block_clear (&self->inner);
  self->inner.points = make_points (self);
  for (guint i = 1; i < last; i++)
    {
      merge (self, self->inner.points, ((Block *) self->blocks->pdata[i])->points);
      are_whole &= is_whole (self, i);
    }
  /* captures that are still to be added count the next time */
  self->inner.begin = are_whole ? begin : 0;
  self->inner.end = are_whole ? end : 0;
}

static GscopeRunning *
add_up (GscopeCaptureMean *self)
{
  GscopeRunning *sums = make_points (self);
  guint n = self->blocks->len;

  if (n > 2)
    {
      add_up_inner (self);
      merge (self, sums, self->inner.points);
    }
  merge (self, sums, ((Block *) self->blocks->pdata[0])->points);
  if (n > 1)
    merge (self, sums, ((Block *) self->blocks->pdata[n - 1])->points);
  return sums;
}

/* The result. */

typedef double (*PointFunc) (const GscopeRunning *point);

static double
get_mean (const GscopeRunning *point)
{
  return point->mean;
}

/* Points between two values that have none are a gap. */
static GscopeTrace *
make_trace (GscopeCaptureMean *self, const GscopeRunning *points, gint64 zero, PointFunc func)
{
  GscopeTrace *trace = gscope_trace_new ();
  gint64 n = self->n_points, last = 0;
  gboolean is_empty = TRUE;

  for (gint64 i = -n; i <= n; i++)
    {
      GscopeSample sample = { zero + i * self->interval, 0 };

      if (points[i + n].n == 0)
        continue;
      if (!is_empty && last < i - 1)
        gscope_trace_append_gap (trace, zero + (last + 1) * self->interval,
                                 GSCOPE_GAP_CAUSE_NO_VALUE);
      sample.value = func (&points[i + n]);
      gscope_trace_append_samples (trace, &sample, 1);
      last = i;
      is_empty = FALSE;
    }
  return trace;
}

static void
make_mean (GscopeCaptureMean *self)
{
  GscopeCapture *newest = self->captures->pdata[self->captures->len - 1];
  gint64 zero = gscope_capture_get_zero (newest), reach = self->n_points * self->interval;
  g_autofree GscopeRunning *sums = add_up (self);

  self->mean =
      gscope_capture_new (gscope_capture_get_number (newest), gscope_capture_get_time (newest),
                          zero, zero - reach, zero + reach + 1);
  for (guint i = 0; i < self->lines->len; i++)
    {
      const Line *line = &g_array_index (self->lines, Line, i);
      const GscopeRunning *points = sums + i * count_points (self);
      g_autofree char *deviation = g_strconcat (line->full_name, " deviation", NULL);

      gscope_capture_take_trace (self->mean, line->full_name,
                                 make_trace (self, points, zero, get_mean));
      gscope_capture_take_trace (self->mean, deviation,
                                 make_trace (self, points, zero, gscope_running_get_deviation));
    }
}

/**
 * gscope_capture_mean_new:
 * @list: a list of captures
 * @max_captures: the number of captures, the newest of the list, from 1 on
 * @interval: the time from one point to the next, nanoseconds, from 1 on
 * @n_points: the number of points before the zeros of the captures, and after them, at most 65536
 *
 * Makes the mean of captures that are still to be added.
 *
 * Returns: (transfer full): the mean
 *
 * Since: 1.0
 */
GscopeCaptureMean *
gscope_capture_mean_new (GscopeCaptureList *list, guint max_captures, gint64 interval,
                         guint n_points)
{
  GscopeCaptureMean *self;

  g_return_val_if_fail (GSCOPE_IS_CAPTURE_LIST (list), NULL);
  g_return_val_if_fail (max_captures > 0, NULL);
  g_return_val_if_fail (n_points <= G_MAXUINT16 + 1, NULL);
  g_return_val_if_fail (interval > 0 && interval < G_MAXINT64 / (G_MAXUINT16 + 2), NULL);

  self = g_object_new (GSCOPE_TYPE_CAPTURE_MEAN, NULL);
  self->list = g_object_ref (list);
  self->max_captures = max_captures;
  self->interval = interval;
  self->n_points = n_points;
  g_signal_connect_object (list, "items-changed", G_CALLBACK (on_items_changed), self, 0);
  take_newest (self);
  return self;
}

/**
 * gscope_capture_mean_add_signal:
 * @self: a mean
 * @full_name: the full name of a signal
 * @holds: whether its values hold until the next sample, and are not on a line between two samples
 *
 * Has the mean of another signal. All captures are to be added again.
 *
 * Since: 1.0
 */
void
gscope_capture_mean_add_signal (GscopeCaptureMean *self, const char *full_name, gboolean holds)
{
  Line line;

  g_return_if_fail (GSCOPE_IS_CAPTURE_MEAN (self));
  g_return_if_fail (full_name);

  line = (Line){ g_strdup (full_name), holds };
  g_clear_object (&self->mean);
  g_array_append_val (self->lines, line);
  drop_blocks (self, 0);
}

/**
 * gscope_capture_mean_measure:
 * @self: a mean
 * @n: how many captures to add at most
 *
 * Adds captures that are not in the mean yet, the newest blocks of them first.
 *
 * Returns: %TRUE if there are more
 *
 * Since: 1.0
 */
gboolean
gscope_capture_mean_measure (GscopeCaptureMean *self, guint n)
{
  gboolean has_more = FALSE;

  g_return_val_if_fail (GSCOPE_IS_CAPTURE_MEAN (self), FALSE);

  fit_blocks (self);
  for (guint i = self->blocks->len; i-- > 0;)
    {
      guint n_added = fill (self, i, n);

      if (n_added > 0)
        g_clear_object (&self->mean);
      n -= n_added;
      has_more |= !is_whole (self, i);
    }
  return has_more;
}

/**
 * gscope_capture_mean_get_n_captures:
 * @self: a mean
 *
 * Gets how many captures were added.
 *
 * Returns: the number
 *
 * Since: 1.0
 */
guint
gscope_capture_mean_get_n_captures (GscopeCaptureMean *self)
{
  guint64 n = 0;

  g_return_val_if_fail (GSCOPE_IS_CAPTURE_MEAN (self), 0);

  fit_blocks (self);
  for (guint i = 0; i < self->blocks->len; i++)
    {
      const Block *block = self->blocks->pdata[i];

      n += block->end - block->begin;
    }
  return (guint) n;
}

/**
 * gscope_capture_mean_get_capture:
 * @self: a mean
 *
 * Gets the mean of the captures that were added, as a capture: under the full name of each signal it has the means at the
 * points, and under that name with “ deviation” the standard deviations. It has the number and the times of the newest
 * capture. It can be written with [method@CaptureList.write_async], and does not change.
 *
 * Returns: (transfer none) (nullable): the mean; %NULL if no capture was added. Another one takes its place when the list
 *   changes, or captures are added
 *
 * Since: 1.0
 */
GscopeCapture *
gscope_capture_mean_get_capture (GscopeCaptureMean *self)
{
  g_return_val_if_fail (GSCOPE_IS_CAPTURE_MEAN (self), NULL);

  if (!self->mean && gscope_capture_mean_get_n_captures (self) > 0)
    make_mean (self);
  return self->mean;
}
