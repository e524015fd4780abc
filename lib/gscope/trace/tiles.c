/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/trace/tiles.h>

#include <gscope/trace/gap.h>

#include <math.h>

enum
{
  /* How many levels narrower columns may be that are shown instead of missing ones. */
  FINER_LEVELS = 4,
};

guint
gscope_tile_choose_level (gint64 width)
{
  return MIN (63 - __builtin_clzll ((guint64) MAX (width, 1)), GSCOPE_TILE_MAX_LEVEL);
}

gint64
gscope_tile_get_index (guint level, gint64 time)
{
  return time >> (level + GSCOPE_TILE_BITS);
}

static gint64
multiply (gint64 index, guint level)
{
  gint64 time;

  if (__builtin_mul_overflow (index, G_GINT64_CONSTANT (1) << (level + GSCOPE_TILE_BITS), &time))
    return index < 0 ? G_MININT64 : G_MAXINT64;
  return time;
}

gint64
gscope_tile_get_begin (const GscopeTileKey *key)
{
  return multiply (key->index, key->level);
}

gint64
gscope_tile_get_end (const GscopeTileKey *key)
{
  return multiply (key->index + 1, key->level);
}

guint
gscope_tile_key_hash (gconstpointer key)
{
  const GscopeTileKey *self = key;

  return (guint) self->index * 31 + self->level;
}

gboolean
gscope_tile_key_equal (gconstpointer a, gconstpointer b)
{
  const GscopeTileKey *x = a, *y = b;

  return x->index == y->index && x->level == y->level;
}

void
gscope_tiles_init (GscopeTiles *self, gsize max_bytes)
{
  *self = (GscopeTiles){ .max_tiles = MAX (1, max_bytes / sizeof (GscopeTile)) };
  self->tiles = g_hash_table_new_full (gscope_tile_key_hash, gscope_tile_key_equal, NULL, g_free);
  g_queue_init (&self->order);
}

void
gscope_tiles_clear (GscopeTiles *self)
{
  g_hash_table_unref (self->tiles);
}

GscopeTile *
gscope_tiles_peek (GscopeTiles *self, const GscopeTileKey *key)
{
  return g_hash_table_lookup (self->tiles, key);
}

static void
count_level (GscopeTiles *self, guint level, int n)
{
  self->n_by_level[level] += n;
  if (self->n_by_level[level] > 0)
    self->levels |= G_GUINT64_CONSTANT (1) << level;
  else
    self->levels &= ~(G_GUINT64_CONSTANT (1) << level);
}

static void
drop_last (GscopeTiles *self)
{
  GscopeTile *tile = self->order.tail->data;

  g_queue_unlink (&self->order, &tile->link);
  count_level (self, tile->key.level, -1);
  g_hash_table_remove (self->tiles, &tile->key);
}

static void
touch (GscopeTiles *self, GscopeTile *tile)
{
  g_queue_unlink (&self->order, &tile->link);
  g_queue_push_head_link (&self->order, &tile->link);
}

GscopeTile *
gscope_tiles_add (GscopeTiles *self, const GscopeTileKey *key)
{
  GscopeTile *tile = gscope_tiles_peek (self, key);

  if (tile)
    {
      touch (self, tile);
      return tile;
    }
  while (g_hash_table_size (self->tiles) >= self->max_tiles)
    drop_last (self);
  tile = g_new0 (GscopeTile, 1);
  tile->key = *key;
  tile->link.data = tile;
  g_hash_table_insert (self->tiles, &tile->key, tile);
  g_queue_push_head_link (&self->order, &tile->link);
  count_level (self, key->level, 1);
  return tile;
}

static GscopeTile *
find_at (GscopeTiles *self, guint level, gint64 time)
{
  GscopeTileKey key = { gscope_tile_get_index (level, time), level };
  GscopeTile *tile = NULL;

  if (self->levels >> level & 1)
    tile = gscope_tiles_peek (self, &key);
  return tile && tile->known > time ? tile : NULL;
}

static guint
get_finest (guint level)
{
  return level > FINER_LEVELS ? level - FINER_LEVELS : 0;
}

/* Returns a tile that knows a time: of a level, else of a finer one. */
static GscopeTile *
find_fine (GscopeTiles *self, guint level, gint64 time)
{
  GscopeTile *tile = find_at (self, level, time);

  for (guint i = level; !tile && i > get_finest (level);)
    tile = find_at (self, --i, time);
  return tile;
}

/* Returns the best tile that knows a time: of a level, else of a finer one, else of a coarser one. */
static GscopeTile *
find_best (GscopeTiles *self, guint level, gint64 time)
{
  GscopeTile *tile = find_fine (self, level, time);

  for (guint i = level + 1; !tile && self->levels >> i; i++)
    tile = find_at (self, i, time);
  if (tile)
    touch (self, tile);
  return tile;
}

/* Returns the time up to which a tile, or that there is none, is the best for a level. */
static gint64
find_change (GscopeTiles *self, guint level, gint64 time, const GscopeTile *tile)
{
  guint last = tile ? level : GSCOPE_TILE_MAX_LEVEL;
  gint64 end = G_MAXINT64;

  if (tile)
    end = MIN (gscope_tile_get_end (&tile->key), tile->known);
  if (tile && tile->key.level <= level)
    return end;
  for (guint i = get_finest (level); i <= last; i++)
    if (self->levels >> i & 1)
      {
        GscopeTileKey key = { gscope_tile_get_index (i, time), i };

        return MIN (end, gscope_tile_get_end (&key));
      }
  return end;
}

static void
visit_tile (const GscopeTile *tile, gint64 begin, gint64 end, gint64 wanted, GscopeHistoryFunc func,
            gpointer user_data)
{
  gint64 start = gscope_tile_get_begin (&tile->key), width = G_GINT64_CONSTANT (1)
                                                             << tile->key.level;

  for (gint64 i = (begin - start) >> tile->key.level;
       i < GSCOPE_TILE_COLUMNS && start + i * width < end; i++)
    {
      const GscopeColumn *column = &tile->columns[i];
      gint64 time = start + i * width;
      GscopeHistoryRange part = { time, time + width };

      if (width > wanted)
        part = (GscopeHistoryRange){ MAX (time, begin), MIN (time + width, end) };
      if (column->count > 0 || gscope_gap_from_value (column->min, NULL))
        func (&part, time, width, column, user_data);
    }
}

void
gscope_tiles_visit (GscopeTiles *self, const GscopeHistoryRange *range, gint64 width,
                    GscopeHistoryFunc func, gpointer user_data)
{
  guint level = gscope_tile_choose_level (width);

  for (gint64 time = range->begin; time < range->end && self->levels;)
    {
      GscopeTile *tile = find_best (self, level, time);
      gint64 end = MIN (find_change (self, level, time, tile), range->end);

      if (tile)
        visit_tile (tile, time, end, width, func, user_data);
      time = end;
    }
}

gboolean
gscope_tiles_know (GscopeTiles *self, const GscopeHistoryRange *range, gint64 width)
{
  guint level = gscope_tile_choose_level (width);

  for (gint64 time = range->begin; time < range->end;)
    {
      const GscopeTile *tile = find_fine (self, level, time);

      if (!tile)
        return FALSE;
      time = MIN (gscope_tile_get_end (&tile->key), tile->known);
    }
  return TRUE;
}

/* Returns the time at which a column's first or last sample is expected. */
static gint64
guess_time (const GscopeColumn *column, gint64 begin, gint64 width, gboolean last)
{
  gint64 inset = (gint64) ((guint64) width / 2 / column->count);

  return last ? begin + width - 1 - inset : begin + inset;
}

/* A column that reaches beyond the limit may have samples from there only. */
static GscopeHistoryAnswer
find_back (const GscopeTile *tile, gint64 time, gint64 limit, GscopeSample *sample)
{
  gint64 start = gscope_tile_get_begin (&tile->key);
  gint64 width = G_GINT64_CONSTANT (1) << tile->key.level;

  for (gint64 i = (time - 1 - start) >> tile->key.level; i >= 0; i--)
    {
      gint64 begin = start + i * width;

      if (begin < limit)
        return GSCOPE_HISTORY_ANSWER_NOTHING;
      if (tile->columns[i].count == 0 || begin + width / 2 >= time)
        continue;
      sample->time = MIN (guess_time (&tile->columns[i], begin, width, TRUE), time - 1);
      sample->value = tile->columns[i].last;
      return GSCOPE_HISTORY_ANSWER_SAMPLE;
    }
  *sample = tile->before;
  return sample->time != G_MININT64 && sample->time >= limit ? GSCOPE_HISTORY_ANSWER_SAMPLE
                                                             : GSCOPE_HISTORY_ANSWER_NOTHING;
}

static GscopeHistoryAnswer
find_on (const GscopeTile *tile, gint64 time, gint64 limit, GscopeSample *sample)
{
  gint64 start = gscope_tile_get_begin (&tile->key);
  gint64 width = G_GINT64_CONSTANT (1) << tile->key.level;

  for (gint64 i = (time - start) >> tile->key.level; i < GSCOPE_TILE_COLUMNS; i++)
    {
      gint64 begin = start + i * width;

      if (begin >= tile->known || begin + width > limit)
        break;
      if (tile->columns[i].count == 0 || begin + width / 2 < time)
        continue;
      sample->time = MAX (guess_time (&tile->columns[i], begin, width, FALSE), time);
      sample->value = tile->columns[i].first;
      return GSCOPE_HISTORY_ANSWER_SAMPLE;
    }
  if (limit <= tile->known)
    return GSCOPE_HISTORY_ANSWER_NOTHING;
  if (tile->known < gscope_tile_get_end (&tile->key))
    return GSCOPE_HISTORY_ANSWER_UNKNOWN;
  *sample = tile->after;
  return sample->time < limit ? GSCOPE_HISTORY_ANSWER_SAMPLE : GSCOPE_HISTORY_ANSWER_NOTHING;
}

GscopeHistoryAnswer
gscope_tiles_find (GscopeTiles *self, gint64 time, gint64 limit, gint64 width, GscopeSample *sample)
{
  gboolean back = limit < time;
  GscopeTile *tile;

  if (!self->levels)
    return GSCOPE_HISTORY_ANSWER_UNKNOWN;
  tile = find_best (self, gscope_tile_choose_level (width), back ? time - 1 : time);
  if (!tile)
    return GSCOPE_HISTORY_ANSWER_UNKNOWN;
  return back ? find_back (tile, time, limit, sample) : find_on (tile, time, limit, sample);
}
