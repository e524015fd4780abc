/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/trace/pyramid.h>

#include <string.h>

/* Level 0 of the pyramid are the values. An entry of level 1 (a leaf) covers 64 values, an entry of
 * each higher level covers 16 entries of the level below. Leaves are stored beside their values;
 * higher levels are rings of the whole pyramid, so that a wide column reads contiguous memory. Only
 * full entries exist. */
enum
{
  CHUNK_SHIFT = 12,
  CHUNK_SIZE = GSCOPE_PYRAMID_CHUNK,
  CHUNK_MASK = CHUNK_SIZE - 1,
  LEAF_SHIFT = 6,
  LEAF_SIZE = 1 << LEAF_SHIFT,
  FAN_OUT_SHIFT = 4,
  N_LEVELS = 2 + GSCOPE_PYRAMID_N_RINGS,
  /* Number of values appended at a time: they stay in the first-level cache while their leaves are
   * made. */
  PIECE_SIZE = LEAF_SIZE << FAN_OUT_SHIFT,
};

/* CHUNK_SIZE samples. Their times are time + i * interval, unless `times` is set. Differences of
 * times are unsigned, because they can exceed the range of a signed number. */
typedef struct
{
  gint64 time;
  guint64 interval;
  gint64 *times;
  double *values;
  GscopeExtent *leaves;
  /* whether a value is not-a-number, which leaves do not show */
  gboolean has_breaks;
} Chunk;

G_STATIC_ASSERT (CHUNK_SIZE == 1 << CHUNK_SHIFT);

static inline guint
level_shift (guint level)
{
  return level == 0 ? 0 : LEAF_SHIFT + FAN_OUT_SHIFT * (level - 1);
}

/* Makes room for element `end` after the elements from `first` on. */
static void
ring_reserve (GscopePyramid *self, GscopePyramidRing *ring, gsize element, guint64 first,
              guint64 end)
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
get_chunk (const GscopePyramid *self, guint64 index)
{
  return (Chunk *) self->chunks.data + (index & (self->chunks.size - 1));
}

static inline gsize
chunk_length (const GscopePyramid *self, guint64 index)
{
  return MIN (CHUNK_SIZE, self->end - (index << CHUNK_SHIFT));
}

static inline gint64
chunk_time (const Chunk *chunk, gsize i)
{
  return chunk->times != NULL ? chunk->times[i] : (gint64) (chunk->time + i * chunk->interval);
}

/* Returns the first of `length` samples, from `low` on, that is not older than `time`. */
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
chunk_allocate (GscopePyramid *self, Chunk *chunk, gsize room)
{
  chunk->leaves = g_malloc (block_bytes (room));
  chunk->values = (double *) (chunk->leaves + (room >> LEAF_SHIFT));
  self->bytes += block_bytes (room);
  self->room = room;
}

static void
chunk_grow (GscopePyramid *self, Chunk *chunk, gsize room)
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
chunk_clear (GscopePyramid *self, Chunk *chunk, gsize room)
{
  if (chunk->times != NULL)
    self->bytes -= room * sizeof *chunk->times;
  self->bytes -= block_bytes (room);
  g_free (chunk->times);
  g_free (chunk->leaves);
}

/* Stores explicit times of the chunk's samples, because the next ones are not regular. */
static void
chunk_materialise (GscopePyramid *self, Chunk *chunk, gsize length)
{
  gint64 *times = g_new (gint64, self->room);

  for (gsize i = 0; i < length; i++)
    times[i] = chunk_time (chunk, i);
  chunk->times = times;
  self->bytes += self->room * sizeof *times;
}

/* Makes room at the end for at least one of n samples. Returns for how many, all in one chunk. */
static gsize
make_room (GscopePyramid *self, gsize n)
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

/* Starts the time base of a chunk with its first time, or sets the interval with its second one. */
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
store_times (GscopePyramid *self, const gint64 *times, gsize n)
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
store_regular_times (GscopePyramid *self, gint64 time, guint64 interval, gsize n)
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
scan_chunks (const GscopePyramid *self, guint level, guint64 begin, guint64 end,
             GscopeExtent *extent)
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
scan_ring (const GscopePyramidRing *ring, guint64 begin, guint64 end, GscopeExtent *extent)
{
  while (begin < end)
    {
      gsize at = begin & (ring->size - 1);
      gsize n = MIN (end - begin, ring->size - at);

      gscope_minmax_extents ((GscopeExtent *) ring->data + at, n, extent);
      begin += n;
    }
}

/* Extends *extent by the entries of one level from begin to end, which are multiples of the
 * entries' size. */
static void
scan (const GscopePyramid *self, guint level, guint64 begin, guint64 end, GscopeExtent *extent)
{
  guint shift = level_shift (level);

  if (level < 2)
    scan_chunks (self, level, begin, end, extent);
  else
    scan_ring (&self->rings[level - 2], begin >> shift, end >> shift, extent);
}

/* Goes up the levels and reads from each the part that whole entries of the next level do not
 * cover. */
GscopeExtent
gscope_pyramid_reduce (const GscopePyramid *self, guint64 begin, guint64 end)
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

/* Returns the first of the samples from `at` to `length` whose value is not in the extent. Skips leaves that are in it. */
static gsize
chunk_find_outside (const Chunk *chunk, gsize at, gsize length, const GscopeExtent *extent)
{
  while (at < length)
    {
      gsize stop = MIN (length, (at | (LEAF_SIZE - 1)) + 1);
      const GscopeExtent *leaf = &chunk->leaves[at >> LEAF_SHIFT];

      if (at % LEAF_SIZE == 0 && stop - at == LEAF_SIZE && !chunk->has_breaks
          && leaf->min >= extent->min && leaf->max <= extent->max)
        {
          at = stop;
          continue;
        }
      at = gscope_find_outside (chunk->values, at, stop, extent);
      if (at < stop)
        return at;
    }
  return length;
}

/* Returns the first sample from begin to end whose value is not in the extent, or is not a number, and reads it. */
guint64
gscope_pyramid_find_outside (const GscopePyramid *self, guint64 begin, guint64 end,
                             const GscopeExtent *extent, GscopeSample *sample)
{
  while (begin < end)
    {
      guint64 stop = MIN (end, (begin | CHUNK_MASK) + 1);
      gsize length = stop - (begin & ~(guint64) CHUNK_MASK);
      const Chunk *chunk = get_chunk (self, begin >> CHUNK_SHIFT);
      gsize at = chunk_find_outside (chunk, begin & CHUNK_MASK, length, extent);

      if (at < length)
        {
          *sample = (GscopeSample){ chunk_time (chunk, at), chunk->values[at] };
          return (begin & ~(guint64) CHUNK_MASK) + at;
        }
      begin = stop;
    }
  return end;
}

static void
visit_values (const GscopePyramid *self, guint64 begin, guint64 end, GscopeVisitFunc func,
              gpointer data)
{
  GscopeExtent extents[LEAF_SIZE];
  gsize n = 0;

  for (; begin < end; begin++)
    {
      double value = get_chunk (self, begin >> CHUNK_SHIFT)->values[begin & CHUNK_MASK];

      extents[n] = (GscopeExtent){ value, value };
      n += !isnan (value);
      if (n < LEAF_SIZE)
        continue;
      func (extents, n, 1, data);
      n = 0;
    }
  func (extents, n, 1, data);
}

static void
visit_entries (const GscopePyramid *self, guint level, guint64 begin, guint64 end,
               GscopeVisitFunc func, gpointer data)
{
  guint shift = level_shift (level);

  while (begin < end)
    {
      const GscopePyramidRing *ring = level < 2 ? NULL : &self->rings[level - 2];
      gsize size = ring ? ring->size : CHUNK_SIZE >> LEAF_SHIFT;
      gsize at = (begin >> shift) & (size - 1);
      gsize n = MIN ((end - begin) >> shift, size - at);
      const GscopeExtent *extents =
          ring ? ring->data : get_chunk (self, begin >> CHUNK_SHIFT)->leaves;

      func (extents + at, n, G_GUINT64_CONSTANT (1) << shift, data);
      begin += (guint64) n << shift;
    }
}

static void
visit_part (const GscopePyramid *self, guint64 begin, guint64 end, GscopeVisitFunc func,
            gpointer data)
{
  GscopeExtent extent = gscope_pyramid_reduce (self, begin, end);

  if (begin < end)
    func (&extent, 1, end - begin, data);
}

/* Passes a range to a function in entries of the finest level of which it has at most max_entries,
 * not counting the two partial entries at its ends. */
void
gscope_pyramid_visit (const GscopePyramid *self, guint64 begin, guint64 end, gsize max_entries,
                      GscopeVisitFunc func, gpointer data)
{
  guint level = 0;
  guint64 mask, low, high;

  while (level + 1 < N_LEVELS && (end - begin) >> level_shift (level) > max_entries)
    level++;
  if (level == 0)
    {
      visit_values (self, begin, end, func, data);
      return;
    }

  mask = (G_GUINT64_CONSTANT (1) << level_shift (level)) - 1;
  low = MIN ((begin + mask) & ~mask, end);
  high = MAX (end & ~mask, low);
  visit_part (self, begin, low, func, data);
  visit_entries (self, level, low, high, func, data);
  visit_part (self, high, end, func, data);
}

/* Computes the entries of the higher levels that are complete now. */
static void
complete_rings (GscopePyramid *self)
{
  for (guint level = 2; level < N_LEVELS; level++)
    {
      GscopePyramidRing *ring = &self->rings[level - 2];
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

/* Stores values that one entry of level 2 covers. */
static gsize
store_piece (GscopePyramid *self, const double *values, gsize n)
{
  Chunk *chunk = get_chunk (self, self->end >> CHUNK_SHIFT);
  gsize at = self->end & CHUNK_MASK;
  gsize n_not_finite = gscope_copy_finite (chunk->values + at, values, n);

  chunk->has_breaks |= n_not_finite > 0;

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
store_values (GscopePyramid *self, const double *values, gsize n)
{
  gsize n_not_finite = 0;

  for (gsize done = 0, k; done < n; done += k)
    {
      k = MIN (n - done, PIECE_SIZE - (self->end & (PIECE_SIZE - 1)));
      n_not_finite += store_piece (self, values + done, k);
    }
  return n_not_finite;
}

/* Appends samples at any times, in order. Returns how many values were not finite. */
gsize
gscope_pyramid_append (GscopePyramid *self, const gint64 *times, const double *values, gsize n)
{
  gsize n_not_finite = 0;

  for (gsize done = 0, k; done < n; done += k)
    {
      k = make_room (self, n - done);
      store_times (self, times + done, k);
      n_not_finite += store_values (self, values + done, k);
    }
  return n_not_finite;
}

/* Appends samples at times time + i * interval. Returns how many values were not finite. */
gsize
gscope_pyramid_append_regular (GscopePyramid *self, gint64 time, guint64 interval,
                               const double *values, gsize n)
{
  gsize n_not_finite = 0;

  for (gsize done = 0, k; done < n; done += k)
    {
      k = make_room (self, n - done);
      store_regular_times (self, (guint64) time + done * interval, interval, k);
      n_not_finite += store_values (self, values + done, k);
    }
  return n_not_finite;
}

/* Drops the oldest chunk unless it is the only one. */
gboolean
gscope_pyramid_evict (GscopePyramid *self)
{
  if (self->end - self->first <= CHUNK_SIZE)
    return FALSE;

  chunk_clear (self, get_chunk (self, self->first >> CHUNK_SHIFT), CHUNK_SIZE);
  self->first += CHUNK_SIZE;
  return TRUE;
}

/* Drops all samples; positions begin at 0 again. */
void
gscope_pyramid_clear (GscopePyramid *self)
{
  while (gscope_pyramid_evict (self))
    continue;
  if (self->first < self->end)
    chunk_clear (self, get_chunk (self, self->first >> CHUNK_SHIFT), self->room);
  for (guint i = 0; i < G_N_ELEMENTS (self->rings); i++)
    g_free (self->rings[i].data);
  g_free (self->chunks.data);
  *self = (GscopePyramid){ 0 };
}

void
gscope_pyramid_shift (GscopePyramid *self, gint64 distance)
{
  for (guint64 index = self->first >> CHUNK_SHIFT; index << CHUNK_SHIFT < self->end; index++)
    {
      Chunk *chunk = get_chunk (self, index);
      gsize n = chunk->times ? chunk_length (self, index) : 0;

      chunk->time += distance;
      for (gsize i = 0; i < n; i++)
        chunk->times[i] += distance;
    }
}

gint64
gscope_pyramid_get_time (const GscopePyramid *self, guint64 at)
{
  return chunk_time (get_chunk (self, at >> CHUNK_SHIFT), at & CHUNK_MASK);
}

double
gscope_pyramid_get_value (const GscopePyramid *self, guint64 at)
{
  return get_chunk (self, at >> CHUNK_SHIFT)->values[at & CHUNK_MASK];
}

static void
read_chunk (const Chunk *chunk, gsize from, GscopeSample *samples, gsize n)
{
  guint64 time = (guint64) chunk->time + from * chunk->interval;

  if (chunk->times != NULL)
    for (gsize i = 0; i < n; i++)
      samples[i] = (GscopeSample){ chunk->times[from + i], chunk->values[from + i] };
  else
    for (gsize i = 0; i < n; i++, time += chunk->interval)
      samples[i] = (GscopeSample){ (gint64) time, chunk->values[from + i] };
}

void
gscope_pyramid_read (const GscopePyramid *self, guint64 at, GscopeSample *samples, gsize n)
{
  while (n > 0)
    {
      gsize from = at & CHUNK_MASK;
      gsize length = MIN (n, CHUNK_SIZE - from);

      read_chunk (get_chunk (self, at >> CHUNK_SHIFT), from, samples, length);
      at += length;
      samples += length;
      n -= length;
    }
}

void
gscope_pyramid_read_values (const GscopePyramid *self, guint64 at, double *values, gsize n)
{
  while (n > 0)
    {
      gsize from = at & CHUNK_MASK;
      gsize length = MIN (n, CHUNK_SIZE - from);

      memcpy (values, get_chunk (self, at >> CHUNK_SHIFT)->values + from, length * sizeof *values);
      at += length;
      values += length;
      n -= length;
    }
}

void
gscope_pyramid_read_times (const GscopePyramid *self, guint64 at, gint64 *times, gsize n)
{
  while (n > 0)
    {
      gsize from = at & CHUNK_MASK;
      gsize length = MIN (n, CHUNK_SIZE - from);
      const Chunk *chunk = get_chunk (self, at >> CHUNK_SHIFT);

      for (gsize i = 0; i < length; i++)
        times[i] = chunk_time (chunk, from + i);
      at += length;
      times += length;
      n -= length;
    }
}

static inline gboolean
begins_before (const GscopePyramid *self, guint64 index, gint64 time)
{
  return get_chunk (self, index)->time < time;
}

/* Returns the last chunk from `low` on that begins before `time`, or `low`. An exponential search
 * that starts at `guess`. */
static guint64
find_chunk (const GscopePyramid *self, gint64 time, guint64 low, guint64 guess)
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

/* Returns the first sample from `from` on that is not older than `time`. The search starts at
 * `guess`. */
guint64
gscope_pyramid_find (const GscopePyramid *self, gint64 time, guint64 from, guint64 guess)
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
