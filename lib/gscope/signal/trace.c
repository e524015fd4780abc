/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/signal/minmax.h>
#include <gscope/signal/trace.h>

#include <string.h>

/* Level 0 of the pyramid are the values, an entry of level 1 (a leaf) covers 64 of them, one of each
 * level above 16 of the level below. Leaves lie beside their values; higher levels are rings of the
 * whole trace, so that what a wide column reads of them is contiguous. Only full entries exist. */
enum
{
  CHUNK_SHIFT = 12,
  CHUNK_SIZE = 1 << CHUNK_SHIFT,
  CHUNK_MASK = CHUNK_SIZE - 1,
  LEAF_SHIFT = 6,
  LEAF_SIZE = 1 << LEAF_SHIFT,
  FAN_OUT_SHIFT = 4,
  N_RINGS = 6,
  N_LEVELS = 2 + N_RINGS,
  /* What is appended at a time stays in the first cache while its leaves are made. */
  PIECE_SIZE = LEAF_SIZE << FAN_OUT_SHIFT,
  SAMPLE_BATCH = 256,
};

/* The latest elements of a sequence: element i is at i modulo size, a power of two. */
typedef struct
{
  gpointer data;
  gsize size;
} Ring;

/* CHUNK_SIZE samples. Their times are time + i * interval, unless there are times. Differences of
 * times are unsigned, for they may exceed what a signed number holds. */
typedef struct
{
  gint64 time;
  guint64 interval;
  gint64 *times;
  double *values;
  GscopeExtent *leaves;
} Chunk;

/* Inside, positions count from origin, so that chunks and pyramid entries are aligned. Only the
 * first chunk of a trace has less room than CHUNK_SIZE, and more whenever it is full. */
struct _GscopeTrace
{
  gatomicrefcount ref_count;
  guint64 origin;
  guint64 first;
  guint64 end;
  gsize room;
  gsize bytes;
  Ring chunks;
  Ring rings[N_RINGS];
  GscopeGap *gaps;
  gsize gaps_begin;
  gsize gaps_end;
  gsize gaps_size;
};

G_DEFINE_BOXED_TYPE (GscopeTrace, gscope_trace, gscope_trace_ref, gscope_trace_unref)

static inline guint
level_shift (guint level)
{
  return level == 0 ? 0 : LEAF_SHIFT + FAN_OUT_SHIFT * (level - 1);
}

/* Makes room for element `end` after the elements from `first` on. */
static void
ring_reserve (GscopeTrace *self, Ring *ring, gsize element, guint64 first, guint64 end)
{
  gsize size = MAX (1, 2 * ring->size);
  guint8 *data;

  if (end - first < ring->size)
    return;

  data = g_malloc_n (size, element);
  for (guint64 i = first; i < end; i++)
    memcpy (data + (i & (size - 1)) * element,
            (guint8 *) ring->data + (i & (ring->size - 1)) * element, element);
  g_free (ring->data);
  self->bytes += (size - ring->size) * element;
  ring->data = data;
  ring->size = size;
}

static inline Chunk *
get_chunk (const GscopeTrace *self, guint64 index)
{
  return (Chunk *) self->chunks.data + (index & (self->chunks.size - 1));
}

static inline gsize
chunk_length (const GscopeTrace *self, guint64 index)
{
  return MIN (CHUNK_SIZE, self->end - (index << CHUNK_SHIFT));
}

static inline gint64
chunk_time (const Chunk *chunk, gsize i)
{
  return chunk->times != NULL ? chunk->times[i] : (gint64) (chunk->time + i * chunk->interval);
}

/* The first of `length` samples, from `low` on, that is not older than `time`. */
static gsize
chunk_find (const Chunk *chunk, gint64 time, gsize low, gsize length)
{
  if (time <= chunk->time)
    return low;
  if (chunk->times == NULL && chunk->interval == 0)
    return length;
  if (chunk->times == NULL)
    return CLAMP (((guint64) time - chunk->time - 1) / chunk->interval + 1, low, length);

  while (low < length)
    {
      gsize middle = low + (length - low) / 2;

      if (chunk->times[middle] < time)
        low = middle + 1;
      else
        length = middle;
    }
  return low;
}

static gsize
block_bytes (gsize room)
{
  return room * sizeof (double) + (room >> LEAF_SHIFT) * sizeof (GscopeExtent);
}

static void
chunk_allocate (GscopeTrace *self, Chunk *chunk, gsize room)
{
  chunk->leaves = g_malloc (block_bytes (room));
  chunk->values = (double *) (chunk->leaves + (room >> LEAF_SHIFT));
  self->bytes += block_bytes (room);
  self->room = room;
}

static void
chunk_grow (GscopeTrace *self, Chunk *chunk, gsize room)
{
  Chunk old = *chunk;
  gsize old_room = self->room;

  chunk_allocate (self, chunk, room);
  memcpy (chunk->values, old.values, old_room * sizeof *old.values);
  memcpy (chunk->leaves, old.leaves, (old_room >> LEAF_SHIFT) * sizeof *old.leaves);
  g_free (old.leaves);
  self->bytes -= block_bytes (old_room);
  if (chunk->times == NULL)
    return;

  chunk->times = g_renew (gint64, chunk->times, room);
  self->bytes += (room - old_room) * sizeof *chunk->times;
}

static void
chunk_clear (GscopeTrace *self, Chunk *chunk, gsize room)
{
  if (chunk->times != NULL)
    self->bytes -= room * sizeof *chunk->times;
  self->bytes -= block_bytes (room);
  g_free (chunk->times);
  g_free (chunk->leaves);
}

/* Gives the first samples explicit times: the next ones are not regular. */
static void
chunk_materialise (GscopeTrace *self, Chunk *chunk, gsize length)
{
  gint64 *times = g_new (gint64, self->room);

  for (gsize i = 0; i < length; i++)
    times[i] = chunk_time (chunk, i);
  chunk->times = times;
  self->bytes += self->room * sizeof *times;
}

/* Makes room behind the end, for at least one of n samples; returns for how many, all in one chunk. */
static gsize
make_room (GscopeTrace *self, gsize n)
{
  guint64 index = self->end >> CHUNK_SHIFT;
  gsize used = self->end & CHUNK_MASK;
  gsize room = self->first == self->end ? LEAF_SIZE : used == 0 ? CHUNK_SIZE : self->room;

  n = MIN (n, CHUNK_SIZE - used);
  while (room < used + n)
    room *= 2;
  if (used == 0)
    {
      ring_reserve (self, &self->chunks, sizeof (Chunk), self->first >> CHUNK_SHIFT, index);
      *get_chunk (self, index) = (Chunk){ 0 };
      chunk_allocate (self, get_chunk (self, index), room);
    }
  else if (room > self->room)
    chunk_grow (self, get_chunk (self, index), room);
  return n;
}

static gboolean
are_regular (const Chunk *chunk, gsize at, const gint64 *times, gsize n)
{
  guint64 expected = chunk->time + at * chunk->interval;

  for (gsize i = 0; i < n; i++, expected += chunk->interval)
    if ((guint64) times[i] != expected)
      return FALSE;
  return TRUE;
}

/* Begins a time base with a chunk's first time, or finds its interval with the second. */
static void
start_time_base (Chunk *chunk, gsize at, gint64 time, guint64 interval)
{
  if (at == 0)
    {
      chunk->time = time;
      chunk->interval = interval;
    }
  else if (at == 1)
    chunk->interval = (guint64) time - chunk->time;
}

static void
store_times (GscopeTrace *self, const gint64 *times, gsize n)
{
  Chunk *chunk = get_chunk (self, self->end >> CHUNK_SHIFT);
  gsize at = self->end & CHUNK_MASK;

  start_time_base (chunk, at, times[0], n > 1 ? (guint64) times[1] - times[0] : 0);
  if (chunk->times == NULL && !are_regular (chunk, at, times, n))
    chunk_materialise (self, chunk, at);
  if (chunk->times != NULL)
    gscope_copy_times (chunk->times + at, times, n);
}

static void
store_regular_times (GscopeTrace *self, gint64 time, guint64 interval, gsize n)
{
  Chunk *chunk = get_chunk (self, self->end >> CHUNK_SHIFT);
  gsize at = self->end & CHUNK_MASK;

  start_time_base (chunk, at, time, interval);
  if (chunk->times == NULL
      && (time != chunk_time (chunk, at) || (n > 1 && interval != chunk->interval)))
    chunk_materialise (self, chunk, at);
  if (chunk->times != NULL)
    for (gsize i = 0; i < n; i++)
      chunk->times[at + i] = (guint64) time + i * interval;
}

static void
scan_chunks (const GscopeTrace *self, guint level, guint64 begin, guint64 end, GscopeExtent *extent)
{
  while (begin < end)
    {
      const Chunk *chunk = get_chunk (self, begin >> CHUNK_SHIFT);
      guint64 stop = MIN (end, (begin | CHUNK_MASK) + 1);
      gsize at = begin & CHUNK_MASK, n = stop - begin;

      if (level == 0)
        gscope_minmax (chunk->values + at, n, extent);
      else
        gscope_minmax_extents (chunk->leaves + (at >> LEAF_SHIFT), n >> LEAF_SHIFT, extent);
      begin = stop;
    }
}

static void
scan_ring (const Ring *ring, guint64 begin, guint64 end, GscopeExtent *extent)
{
  while (begin < end)
    {
      gsize at = begin & (ring->size - 1);
      gsize n = MIN (end - begin, ring->size - at);

      gscope_minmax_extents ((GscopeExtent *) ring->data + at, n, extent);
      begin += n;
    }
}

/* Extends *extent by the entries of one level; begin and end lie between entries. */
static void
scan (const GscopeTrace *self, guint level, guint64 begin, guint64 end, GscopeExtent *extent)
{
  guint shift = level_shift (level);

  if (level < 2)
    scan_chunks (self, level, begin, end, extent);
  else
    scan_ring (&self->rings[level - 2], begin >> shift, end >> shift, extent);
}

/* Climbs the levels, reading of each what sticks out of the entries of the next. */
static GscopeExtent
reduce (const GscopeTrace *self, guint64 begin, guint64 end)
{
  GscopeExtent extent = GSCOPE_EXTENT_EMPTY;

  for (guint level = 0; begin < end; level++)
    {
      guint64 mask = (G_GUINT64_CONSTANT (1) << level_shift (level + 1)) - 1;
      guint64 low = (begin + mask) & ~mask, high = end & ~mask;

      if (low >= high || level + 1 == N_LEVELS)
        {
          scan (self, level, begin, end, &extent);
          break;
        }
      scan (self, level, begin, low, &extent);
      scan (self, level, high, end, &extent);
      begin = low;
      end = high;
    }
  return extent;
}

/* Makes the entries of the rings that the end has filled. */
static void
complete_rings (GscopeTrace *self)
{
  for (guint level = 2; level < N_LEVELS; level++)
    {
      Ring *ring = &self->rings[level - 2];
      guint shift = level_shift (level);
      guint64 size = G_GUINT64_CONSTANT (1) << shift;
      guint64 index = (self->end >> shift) - 1;
      GscopeExtent extent = GSCOPE_EXTENT_EMPTY;

      if ((self->end & (size - 1)) != 0 || index << shift < self->first)
        return;
      scan (self, level - 1, self->end - size, self->end, &extent);
      ring_reserve (self, ring, sizeof extent, (self->first + size - 1) >> shift, index);
      ((GscopeExtent *) ring->data)[index & (ring->size - 1)] = extent;
    }
}

/* Stores values that are all under one entry of level 2. */
static gsize
store_piece (GscopeTrace *self, const double *values, gsize n)
{
  const Chunk *chunk = get_chunk (self, self->end >> CHUNK_SHIFT);
  gsize at = self->end & CHUNK_MASK;
  gsize n_not_finite = gscope_copy_finite (chunk->values + at, values, n);

  for (gsize i = at >> LEAF_SHIFT; i < (at + n) >> LEAF_SHIFT; i++)
    {
      chunk->leaves[i] = GSCOPE_EXTENT_EMPTY;
      gscope_minmax (chunk->values + (i << LEAF_SHIFT), LEAF_SIZE, &chunk->leaves[i]);
    }
  self->end += n;
  if ((self->end & (PIECE_SIZE - 1)) == 0)
    complete_rings (self);
  return n_not_finite;
}

static gsize
store_values (GscopeTrace *self, const double *values, gsize n)
{
  gsize n_not_finite = 0;

  for (gsize done = 0, k; done < n; done += k)
    {
      k = MIN (n - done, PIECE_SIZE - (self->end & (PIECE_SIZE - 1)));
      n_not_finite += store_piece (self, values + done, k);
    }
  return n_not_finite;
}

static gint64
get_time (const GscopeTrace *self, guint64 at)
{
  return chunk_time (get_chunk (self, at >> CHUNK_SHIFT), at & CHUNK_MASK);
}

static double
get_value (const GscopeTrace *self, guint64 at)
{
  return get_chunk (self, at >> CHUNK_SHIFT)->values[at & CHUNK_MASK];
}

static inline gboolean
may_follow (const GscopeTrace *self, gint64 time)
{
  return self->first == self->end || time >= get_time (self, self->end - 1);
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
      self->bytes += (size - self->gaps_size) * sizeof gap;
      self->gaps_size = size;
    }
  else if (self->gaps_end == self->gaps_size)
    {
      memmove (self->gaps, self->gaps + self->gaps_begin, n * sizeof gap);
      self->gaps_begin = 0;
      self->gaps_end = n;
    }
  self->gaps[self->gaps_end++] = gap;
}

static inline gboolean
begins_before (const GscopeTrace *self, guint64 index, gint64 time)
{
  return get_chunk (self, index)->time < time;
}

/* The last chunk, from `low` on, that begins before `time`, or `low`. Gallops away from `guess`. */
static guint64
find_chunk (const GscopeTrace *self, gint64 time, guint64 low, guint64 guess)
{
  guint64 high = ((self->end - 1) >> CHUNK_SHIFT) + 1;
  guint64 step = 1;

  guess = CLAMP (guess, low, high - 1);
  if (begins_before (self, guess, time))
    {
      low = guess;
      for (; low + step < high && begins_before (self, low + step, time); step *= 2)
        low += step;
      high = MIN (high, low + step);
    }
  else
    {
      high = guess;
      for (; low + step < high && !begins_before (self, high - step, time); step *= 2)
        high -= step;
      low = low + step < high ? high - step : low;
    }
  while (high - low > 1)
    {
      guint64 middle = low + (high - low) / 2;

      if (begins_before (self, middle, time))
        low = middle;
      else
        high = middle;
    }
  return low;
}

/* The first sample, from `from` on, that is not older than `time`; probably at `guess`. */
static guint64
seek (const GscopeTrace *self, gint64 time, guint64 from, guint64 guess)
{
  guint64 index;
  gsize low;

  if (from >= self->end)
    return self->end;

  index = find_chunk (self, time, from >> CHUNK_SHIFT, guess >> CHUNK_SHIFT);
  low = index == from >> CHUNK_SHIFT ? from & CHUNK_MASK : 0;
  return (index << CHUNK_SHIFT)
         + chunk_find (get_chunk (self, index), time, low, chunk_length (self, index));
}

static void
fill_column (const GscopeTrace *self, guint64 begin, guint64 end, GscopeColumn *column)
{
  GscopeExtent extent = reduce (self, begin, end);
  gboolean any = begin < end;

  *column = (GscopeColumn){
    .min = extent.min,
    .max = extent.max,
    .first = any ? get_value (self, begin) : NAN,
    .last = any ? get_value (self, end - 1) : NAN,
    .count = any ? end - begin : 0,
  };
}

/* The first gap that ends after `time`, or with `begins` the first that begins at it or later. Gaps
 * do not overlap, so both ends are in order. */
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

static void
free_contents (GscopeTrace *self)
{
  while (self->first < self->end)
    {
      gboolean is_last = self->end - self->first <= CHUNK_SIZE;

      chunk_clear (self, get_chunk (self, self->first >> CHUNK_SHIFT),
                   is_last ? self->room : CHUNK_SIZE);
      self->first = is_last ? self->end : self->first + CHUNK_SIZE;
    }
  for (guint i = 0; i < N_RINGS; i++)
    g_free (self->rings[i].data);
  g_free (self->chunks.data);
  g_free (self->gaps);
}

/**
 * gscope_trace_new:
 *
 * Makes an empty trace.
 *
 * Returns: (transfer full): the trace
 */
GscopeTrace *
gscope_trace_new (void)
{
  GscopeTrace *self = g_new0 (GscopeTrace, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->bytes = sizeof *self;
  return self;
}

/**
 * gscope_trace_ref:
 * @self: a trace
 *
 * Adds a reference. Any thread may call this.
 *
 * Returns: (transfer full): @self
 */
GscopeTrace *
gscope_trace_ref (GscopeTrace *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * gscope_trace_unref:
 * @self: (transfer full): a trace
 *
 * Drops a reference, and the trace with the last one. Any thread may call this.
 */
void
gscope_trace_unref (GscopeTrace *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  free_contents (self);
  g_free (self);
}

/**
 * gscope_trace_append_regular:
 * @self: a trace
 * @time: time of the first value, nanoseconds; not older than the newest sample
 * @interval: from one value to the next, nanoseconds; not negative
 * @values: (array length=n): the values, in the signal's unit
 * @n: how many
 *
 * Appends samples at times @time + i × @interval. What is infinite or not a number is stored as
 * not-a-number.
 *
 * Returns: how many values were not finite
 */
gsize
gscope_trace_append_regular (GscopeTrace *self, gint64 time, gint64 interval, const double *values,
                             gsize n)
{
  gsize n_not_finite = 0;

  g_return_val_if_fail (interval >= 0, 0);
  g_return_val_if_fail (n == 0 || may_follow (self, time), 0);

  if (n > 0)
    end_gap (self, time);
  for (gsize done = 0, k; done < n; done += k)
    {
      k = make_room (self, n - done);
      store_regular_times (self, (guint64) time + done * interval, interval, k);
      n_not_finite += store_values (self, values + done, k);
    }
  return n_not_finite;
}

/**
 * gscope_trace_append:
 * @self: a trace
 * @times: (array length=n): the samples' times, nanoseconds; in order, the first not older than the
 *   newest sample
 * @values: (array length=n): their values, in the signal's unit
 * @n: how many
 *
 * Appends samples at any times. What is infinite or not a number is stored as not-a-number. For
 * speed the order within @times is not checked.
 *
 * Returns: how many values were not finite
 */
gsize
gscope_trace_append (GscopeTrace *self, const gint64 *times, const double *values, gsize n)
{
  gsize n_not_finite = 0;

  g_return_val_if_fail (n == 0 || may_follow (self, times[0]), 0);

  if (n > 0)
    end_gap (self, times[0]);
  for (gsize done = 0, k; done < n; done += k)
    {
      k = make_room (self, n - done);
      store_times (self, times + done, k);
      n_not_finite += store_values (self, values + done, k);
    }
  return n_not_finite;
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
 * @time: from when there are no samples, nanoseconds; not older than the newest sample
 * @cause: why
 *
 * Records that there are no samples from @time until the next one. A sample whose value is
 * not-a-number stands at @time and breaks the line. Within a gap this does nothing.
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
 * Returns: the position; that of the end if the trace is empty
 */
guint64
gscope_trace_get_first (GscopeTrace *self)
{
  return self->origin + self->first;
}

/**
 * gscope_trace_get_end:
 * @self: a trace
 *
 * Gets the position behind the newest sample, which is how many were ever appended.
 *
 * Returns: the position
 */
guint64
gscope_trace_get_end (GscopeTrace *self)
{
  return self->origin + self->end;
}

/**
 * gscope_trace_get_bytes:
 * @self: a trace
 *
 * Gets how much memory the trace has allocated.
 *
 * Returns: bytes
 */
gsize
gscope_trace_get_bytes (GscopeTrace *self)
{
  return self->bytes;
}

/**
 * gscope_trace_get_oldest:
 * @self: a trace
 * @time: (out): time of the newest sample that [method@Trace.evict] would drop, nanoseconds
 *
 * Tells how old is what would be evicted, so that a scope can choose among its traces.
 *
 * Returns: whether anything would be evicted
 */
gboolean
gscope_trace_get_oldest (GscopeTrace *self, gint64 *time)
{
  if (self->end - self->first <= CHUNK_SIZE)
    return FALSE;

  *time = get_time (self, self->first + CHUNK_MASK);
  return TRUE;
}

/**
 * gscope_trace_evict:
 * @self: a trace
 *
 * Drops the oldest samples, a chunk of them; never the newest chunk. Gaps that began in it go too.
 *
 * Returns: whether there was anything to drop
 */
gboolean
gscope_trace_evict (GscopeTrace *self)
{
  gint64 begin;

  if (self->end - self->first <= CHUNK_SIZE)
    return FALSE;

  chunk_clear (self, get_chunk (self, self->first >> CHUNK_SHIFT), CHUNK_SIZE);
  self->first += CHUNK_SIZE;
  begin = get_time (self, self->first);
  while (self->gaps_begin < self->gaps_end && self->gaps[self->gaps_begin].begin < begin)
    self->gaps_begin++;
  return TRUE;
}

/**
 * gscope_trace_clear:
 * @self: a trace
 *
 * Drops all samples and gaps. Positions go on from where they are; times may begin anew.
 */
void
gscope_trace_clear (GscopeTrace *self)
{
  gatomicrefcount ref_count = self->ref_count;
  guint64 origin = self->origin + self->end;

  free_contents (self);
  *self = (GscopeTrace){ .ref_count = ref_count, .origin = origin, .bytes = sizeof *self };
}

/**
 * gscope_trace_find:
 * @self: a trace
 * @time: nanoseconds
 *
 * Looks for the first sample that is not older than @time.
 *
 * Returns: its position; the end if there is none
 */
guint64
gscope_trace_find (GscopeTrace *self, gint64 time)
{
  return self->origin + seek (self, time, self->first, self->end);
}

/**
 * gscope_trace_get_time:
 * @self: a trace
 * @position: a position, from the first on and before the end
 *
 * Gets the time of a sample.
 *
 * Returns: nanoseconds
 */
gint64
gscope_trace_get_time (GscopeTrace *self, guint64 position)
{
  g_return_val_if_fail (position - self->origin - self->first < self->end - self->first, 0);

  return get_time (self, position - self->origin);
}

/**
 * gscope_trace_get_value:
 * @self: a trace
 * @position: a position, from the first on and before the end
 *
 * Gets the value of a sample.
 *
 * Returns: the value in the signal's unit; not-a-number where the trace is broken
 */
double
gscope_trace_get_value (GscopeTrace *self, guint64 position)
{
  g_return_val_if_fail (position - self->origin - self->first < self->end - self->first, NAN);

  return get_value (self, position - self->origin);
}

/**
 * gscope_trace_read:
 * @self: a trace
 * @position: of the first sample to read
 * @samples: (out caller-allocates) (array length=n): room for @n samples
 * @n: how many to read at most
 *
 * Copies samples. Nothing is read at a position that was evicted, where a reader counts the loss and
 * goes on from [method@Trace.get_first].
 *
 * Returns: how many were read
 */
gsize
gscope_trace_read (GscopeTrace *self, guint64 position, GscopeSample *samples, gsize n)
{
  guint64 begin = position - self->origin;

  if (begin - self->first >= self->end - self->first)
    return 0;

  n = MIN (n, self->end - begin);
  for (gsize i = 0; i < n; i++)
    samples[i] = (GscopeSample){ get_time (self, begin + i), get_value (self, begin + i) };
  return n;
}

/**
 * gscope_trace_get_range:
 * @self: a trace
 * @begin: a position
 * @end: another, not included
 * @column: (out caller-allocates): what there is between them
 *
 * Sums a range of samples up. Positions that are not there are left out.
 */
void
gscope_trace_get_range (GscopeTrace *self, guint64 begin, guint64 end, GscopeColumn *column)
{
  begin = MAX (begin, gscope_trace_get_first (self));
  end = CLAMP (end, begin, MAX (begin, gscope_trace_get_end (self)));
  fill_column (self, begin - self->origin, end - self->origin, column);
}

/**
 * gscope_trace_get_columns:
 * @self: a trace
 * @time: where the first column begins, nanoseconds
 * @width: of each column, nanoseconds, more than 0
 * @n: how many columns
 * @columns: (out caller-allocates) (array length=n): what there is in each
 *
 * Sums adjacent intervals of time up. Column i holds the samples from @time + i × @width up to, and
 * not including, @time + (i + 1) × @width.
 */
void
gscope_trace_get_columns (GscopeTrace *self, gint64 time, gint64 width, gsize n,
                          GscopeColumn *columns)
{
  guint64 begin = seek (self, time, self->first, self->end), step = 0;

  g_return_if_fail (width > 0);

  for (gsize i = 0; i < n; i++)
    {
      guint64 end;

      if (__builtin_add_overflow (time, width, &time))
        time = G_MAXINT64;
      end = seek (self, time, begin, begin + step);
      fill_column (self, begin, end, &columns[i]);
      step = end - begin;
      begin = end;
    }
}

/**
 * gscope_trace_get_gaps:
 * @self: a trace
 * @begin: nanoseconds
 * @end: nanoseconds, not included
 * @n: (out): how many gaps there are
 *
 * Gets the gaps that reach into an interval of time, in order.
 *
 * Returns: (transfer none) (array length=n) (nullable): the gaps; valid until the trace changes
 */
const GscopeGap *
gscope_trace_get_gaps (GscopeTrace *self, gint64 begin, gint64 end, gsize *n)
{
  gsize low = find_gap (self, begin, FALSE), high = find_gap (self, end, TRUE);

  *n = high > low ? high - low : 0;
  return *n > 0 ? self->gaps + low : NULL;
}
