/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/history.h>

G_BEGIN_DECLS

/* A cache of columns. A tile has a fixed number of them, 2^level ns wide each, and begins at a
 * multiple of its length. When the cache is full, the tile goes that was not read for longest. */

enum
{
  GSCOPE_TILE_BITS = 8,
  GSCOPE_TILE_COLUMNS = 1 << GSCOPE_TILE_BITS,
  /* the tiles of the last level are 833 days long */
  GSCOPE_TILE_MAX_LEVEL = 48,
  GSCOPE_TILE_LEVELS,
};

typedef struct
{
  gint64 index;
  guint level;
} GscopeTileKey;

/* A column without samples has a gap value as its minimum if there is a gap. The neighbours are the
 * last sample before the tile and the first one after it; where there is none, their times are
 * G_MININT64 and G_MAXINT64. */
typedef struct
{
  GscopeTileKey key;
  GList link;
  /* Samples from here on were not known when the tile was asked for, at the time `asked`. */
  gint64 known;
  gint64 asked;
  GscopeSample before;
  GscopeSample after;
  GscopeColumn columns[GSCOPE_TILE_COLUMNS];
} GscopeTile;

typedef struct
{
  GHashTable *tiles;
  /* from the tile that was read last to the one that goes first */
  GQueue order;
  guint max_tiles;
  guint n_by_level[GSCOPE_TILE_LEVELS];
  /* a bit for each level that has tiles */
  guint64 levels;
} GscopeTiles;

void gscope_tiles_init (GscopeTiles *self, gsize max_bytes);
void gscope_tiles_clear (GscopeTiles *self);

/* Returns the level of the widest columns that are not wider than a width. */
guint gscope_tile_choose_level (gint64 width);
/* Returns the index of the tile that has a time. */
gint64 gscope_tile_get_index (guint level, gint64 time);
gint64 gscope_tile_get_begin (const GscopeTileKey *key);
gint64 gscope_tile_get_end (const GscopeTileKey *key);

guint gscope_tile_key_hash (gconstpointer key);
gboolean gscope_tile_key_equal (gconstpointer a, gconstpointer b);

/* Returns a tile, or NULL. This does not count as reading. */
GscopeTile *gscope_tiles_peek (GscopeTiles *self, const GscopeTileKey *key);
/* Adds a tile whose contents the caller sets, or returns the one that is there. */
GscopeTile *gscope_tiles_add (GscopeTiles *self, const GscopeTileKey *key);

void gscope_tiles_visit (GscopeTiles *self, const GscopeHistoryRange *range, gint64 width,
                         GscopeHistoryFunc func, gpointer user_data);
/* Returns whether all of an interval is known in columns of a width, or in finer ones. */
gboolean gscope_tiles_know (GscopeTiles *self, const GscopeHistoryRange *range, gint64 width);
GscopeHistoryAnswer gscope_tiles_find (GscopeTiles *self, gint64 time, gint64 limit, gint64 width,
                                       GscopeSample *sample);

G_END_DECLS
