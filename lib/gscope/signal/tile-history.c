/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/signal/tile-history-private.h>

#include <gscope/trace/tiles.h>
#include <main-source.h>
#include <string.h>

enum
{
  /* Number of unanswered requests. */
  MAX_REQUESTS = 4,
  /* Number of tiles of a request. */
  MAX_RUN = 16,
  /* The tiles of an overview of all that a viewer looks at, which is asked for first. */
  OVERVIEW_TILES = 2,
  DEFAULT_MAX_BYTES = 4 * 1024 * 1024,
};

#define FIRST_DELAY GSCOPE_SEC
#define LAST_DELAY (30 * GSCOPE_SEC)

typedef struct
{
  gpointer viewer;
  guint level;
  /* of GscopeHistoryRange */
  GArray *ranges;
} Look;

/* A tile that somebody looks at, up to a time. */
typedef struct
{
  GscopeTileKey key;
  gint64 end;
} Wish;

/* A question for adjacent tiles from the first one on. */
typedef struct
{
  guint id;
  GscopeTileKey first;
  guint n;
  gint64 asked;
  GscopeSample before;
  GscopeSample after;
  GscopeColumn *columns;
} Request;

typedef struct
{
  GscopeClock *clock;
  GscopeTiles tiles;
  GPtrArray *looks;
  GPtrArray *requests;
  guint last_id;
  GSource *plan;
  GSource *timer;
  /* after the next failure */
  gint64 delay;
  gboolean is_waiting;
  char *status;
} GscopeTileHistoryPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (GscopeTileHistory, gscope_tile_history, GSCOPE_TYPE_HISTORY)

static GscopeTileHistoryPrivate *
get_private (gpointer self)
{
  return gscope_tile_history_get_instance_private (GSCOPE_TILE_HISTORY (self));
}

static void
look_free (gpointer data)
{
  Look *look = data;

  g_array_unref (look->ranges);
  g_free (look);
}

static void
request_free (gpointer data)
{
  Request *request = data;

  g_free (request->columns);
  g_free (request);
}

static gint64
get_request_begin (const Request *self)
{
  return gscope_tile_get_begin (&self->first);
}

static gint64
get_request_end (const Request *self)
{
  GscopeTileKey last = { self->first.index + self->n - 1, self->first.level };

  return gscope_tile_get_end (&last);
}

static Request *
find_request (GscopeTileHistoryPrivate *priv, guint id)
{
  for (guint i = 0; i < priv->requests->len; i++)
    if (((Request *) priv->requests->pdata[i])->id == id)
      return priv->requests->pdata[i];
  return NULL;
}

/* Wishes. */

static void
add_wish (GArray *wishes, GHashTable *places, GscopeTileKey key, gint64 end, guint max)
{
  Wish wish = { key, MIN (end, gscope_tile_get_end (&key)) };
  gpointer place;

  if (g_hash_table_lookup_extended (places, &key, NULL, &place))
    {
      Wish *known = &g_array_index (wishes, Wish, GPOINTER_TO_UINT (place));

      known->end = MAX (known->end, wish.end);
      return;
    }
  if (wishes->len >= max)
    return;
  g_hash_table_insert (places, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (wishes->len));
  g_array_append_val (wishes, wish);
}

static void
wish_range (GArray *wishes, GHashTable *places, guint level, const GscopeHistoryRange *range,
            guint max)
{
  GscopeTileKey key = { gscope_tile_get_index (level, range->begin), level };
  gint64 last = gscope_tile_get_index (level, range->end - 1);

  for (; key.index <= last && wishes->len < max; key.index++)
    add_wish (wishes, places, key, range->end, max);
}

/* Wider columns for all that a viewer looks at come at once and are shown until the others come. */
static void
wish_overview (GArray *wishes, GHashTable *places, const Look *look, guint max)
{
  GscopeHistoryRange all = { G_MAXINT64, G_MININT64 };
  guint level = look->level;

  if (look->ranges->len == 0)
    return;
  for (guint i = 0; i < look->ranges->len; i++)
    {
      const GscopeHistoryRange *range = &g_array_index (look->ranges, GscopeHistoryRange, i);

      all.begin = MIN (all.begin, range->begin);
      all.end = MAX (all.end, range->end);
    }
  while (level < GSCOPE_TILE_MAX_LEVEL
         && gscope_tile_get_index (level, all.end - 1) - gscope_tile_get_index (level, all.begin)
                >= OVERVIEW_TILES)
    level++;
  if (level > look->level)
    wish_range (wishes, places, level, &all, max);
}

/* Lists the tiles that somebody looks at, the most important ones first, as many as the cache holds. */
static GArray *
list_wishes (GscopeTileHistoryPrivate *priv)
{
  g_autoptr (GHashTable) places =
      g_hash_table_new_full (gscope_tile_key_hash, gscope_tile_key_equal, g_free, NULL);
  GArray *wishes = g_array_new (FALSE, FALSE, sizeof (Wish));

  for (guint i = 0; i < priv->looks->len; i++)
    wish_overview (wishes, places, priv->looks->pdata[i], priv->tiles.max_tiles);
  for (guint i = 0; i < priv->looks->len; i++)
    {
      const Look *look = priv->looks->pdata[i];

      for (guint j = 0; j < look->ranges->len; j++)
        wish_range (wishes, places, look->level,
                    &g_array_index (look->ranges, GscopeHistoryRange, j), priv->tiles.max_tiles);
    }
  return wishes;
}

/* Requests. */

static gboolean
covers (const Request *request, const GscopeTileKey *key)
{
  return request->first.level == key->level && key->index >= request->first.index
         && key->index < request->first.index + request->n;
}

static gboolean
is_asked (GscopeTileHistoryPrivate *priv, const GscopeTileKey *key)
{
  for (guint i = 0; i < priv->requests->len; i++)
    if (covers (priv->requests->pdata[i], key))
      return TRUE;
  return FALSE;
}

static void plan_soon (GscopeTileHistory *self);

static gboolean
on_timer (gpointer data)
{
  GscopeTileHistoryPrivate *priv = get_private (data);

  g_clear_pointer (&priv->timer, main_source_drop);
  priv->is_waiting = FALSE;
  plan_soon (data);
  return G_SOURCE_REMOVE;
}

static void
plan_later (GscopeTileHistory *self, gint64 delay)
{
  GscopeTileHistoryPrivate *priv = get_private (self);

  if (priv->timer)
    return;
  priv->timer = gscope_clock_create_timeout (priv->clock, delay);
  g_source_set_callback (priv->timer, on_timer, self, NULL);
  g_source_set_static_name (priv->timer, "[gscope] history");
  g_source_attach (priv->timer, g_main_context_get_thread_default ());
}

/* Returns where the last column that somebody looks at ends. */
static gint64
get_last_column_end (const Wish *wish)
{
  guint64 begin = (guint64) gscope_tile_get_begin (&wish->key);
  guint64 n = ((guint64) wish->end - begin - 1) >> wish->key.level;

  return (gint64) (begin + ((n + 1) << wish->key.level));
}

/* Returns whether a tile has to be asked for. One that was not complete is asked for again later, also one whose last column
 * was not: samples that came there since then are not in its count. */
static gboolean
is_missing (GscopeTileHistory *self, const Wish *wish)
{
  GscopeTileHistoryPrivate *priv = get_private (self);
  GscopeTile *tile = gscope_tiles_peek (&priv->tiles, &wish->key);
  gint64 end = get_last_column_end (wish);
  gint64 now = gscope_clock_get_time (priv->clock);

  if (is_asked (priv, &wish->key))
    return FALSE;
  if (!tile)
    return TRUE;
  if (tile->known >= end)
    return FALSE;
  if (now - tile->asked >= FIRST_DELAY && (tile->known < wish->end || now - end >= FIRST_DELAY))
    return TRUE;
  plan_later (self, FIRST_DELAY);
  return FALSE;
}

static void
ask (GscopeTileHistory *self, const GscopeTileKey *first, guint n)
{
  GscopeTileHistoryPrivate *priv = get_private (self);
  Request *request = g_new0 (Request, 1);

  request->id = ++priv->last_id;
  request->first = *first;
  request->n = n;
  request->asked = gscope_clock_get_time (priv->clock);
  request->before.time = G_MININT64;
  request->after.time = G_MAXINT64;
  request->columns = g_new0 (GscopeColumn, n * GSCOPE_TILE_COLUMNS);
  g_ptr_array_add (priv->requests, request);
  GSCOPE_TILE_HISTORY_GET_CLASS (self)->query (self, request->id, get_request_begin (request),
                                               G_GINT64_CONSTANT (1) << first->level,
                                               n * GSCOPE_TILE_COLUMNS);
}

static gboolean
is_wanted (const Request *request, const GArray *wishes)
{
  for (guint i = 0; i < wishes->len; i++)
    if (covers (request, &g_array_index (wishes, Wish, i).key))
      return TRUE;
  return FALSE;
}

static void
cancel_unwanted (GscopeTileHistory *self, const GArray *wishes)
{
  GscopeTileHistoryPrivate *priv = get_private (self);

  for (guint i = priv->requests->len; i-- > 0;)
    {
      const Request *request = priv->requests->pdata[i];
      guint id = request->id;

      if (wishes && is_wanted (request, wishes))
        continue;
      g_ptr_array_remove_index (priv->requests, i);
      GSCOPE_TILE_HISTORY_GET_CLASS (self)->cancel (self, id);
    }
}

/* Returns how many wishes from the i-th on are missing tiles that follow each other. */
static guint
count_run (GscopeTileHistory *self, const GArray *wishes, guint i)
{
  const Wish *first = &g_array_index (wishes, Wish, i);
  guint n = 0;

  while (i + n < wishes->len && n < MAX_RUN)
    {
      const Wish *wish = &g_array_index (wishes, Wish, i + n);

      if (wish->key.level != first->key.level || wish->key.index != first->key.index + n
          || !is_missing (self, wish))
        break;
      n++;
    }
  return n;
}

static gboolean
on_plan (gpointer data)
{
  g_autoptr (GscopeTileHistory) self = g_object_ref (data);
  GscopeTileHistoryPrivate *priv = get_private (self);
  g_autoptr (GArray) wishes = list_wishes (priv);

  g_clear_pointer (&priv->plan, main_source_drop);
  cancel_unwanted (self, wishes);
  for (guint i = 0, n; i < wishes->len && priv->requests->len < MAX_REQUESTS; i += MAX (n, 1))
    {
      n = priv->is_waiting ? 0 : count_run (self, wishes, i);
      if (n > 0)
        ask (self, &g_array_index (wishes, Wish, i).key, n);
    }
  return G_SOURCE_REMOVE;
}

/* Looks of one frame become one plan. */
static void
plan_soon (GscopeTileHistory *self)
{
  GscopeTileHistoryPrivate *priv = get_private (self);

  if (priv->plan)
    return;
  priv->plan = g_idle_source_new ();
  g_source_set_priority (priv->plan, G_PRIORITY_DEFAULT);
  g_source_set_callback (priv->plan, on_plan, self, NULL);
  g_source_set_static_name (priv->plan, "[gscope] history plan");
  g_source_attach (priv->plan, g_main_context_get_thread_default ());
}

/* Looks. */

static Look *
find_look (GscopeTileHistoryPrivate *priv, gpointer viewer)
{
  for (guint i = 0; i < priv->looks->len; i++)
    if (((Look *) priv->looks->pdata[i])->viewer == viewer)
      return priv->looks->pdata[i];
  return NULL;
}

static Look *
add_look (GscopeTileHistoryPrivate *priv, gpointer viewer)
{
  Look *look = g_new0 (Look, 1);

  look->viewer = viewer;
  look->ranges = g_array_new (FALSE, FALSE, sizeof (GscopeHistoryRange));
  g_ptr_array_add (priv->looks, look);
  return look;
}

/* Returns whether two ranges need the same tiles, and the last one is known as far as it is needed. */
static gboolean
is_same_range (GscopeTileHistoryPrivate *priv, guint level, const GscopeHistoryRange *a,
               const GscopeHistoryRange *b)
{
  GscopeTileKey last = { gscope_tile_get_index (level, b->end - 1), level };
  const GscopeTile *tile = gscope_tiles_peek (&priv->tiles, &last);

  return gscope_tile_get_index (level, a->begin) == gscope_tile_get_index (level, b->begin)
         && gscope_tile_get_index (level, a->end - 1) == last.index
         && (!tile || tile->known >= MIN (b->end, gscope_tile_get_end (&last)));
}

/* Takes over ranges. Returns whether they need other tiles than before. */
static gboolean
update_look (GscopeTileHistoryPrivate *priv, Look *look, guint level,
             const GscopeHistoryRange *ranges, gsize n)
{
  gboolean changed = look->level != level;
  guint old = look->ranges->len, used = 0;

  for (gsize i = 0; i < n; i++)
    {
      const GscopeHistoryRange *range = &ranges[i];

      if (used >= old)
        g_array_append_vals (look->ranges, range, 1);
      changed |= used >= old
                 || !is_same_range (priv, level,
                                    &g_array_index (look->ranges, GscopeHistoryRange, used), range);
      g_array_index (look->ranges, GscopeHistoryRange, used++) = *range;
    }
  look->level = level;
  g_array_set_size (look->ranges, used);
  return changed || used != old;
}

static void
gscope_tile_history_look (GscopeHistory *history, gpointer viewer, gint64 width,
                          const GscopeHistoryRange *ranges, gsize n)
{
  GscopeTileHistory *self = GSCOPE_TILE_HISTORY (history);
  GscopeTileHistoryPrivate *priv = get_private (self);
  Look *look = find_look (priv, viewer);
  gboolean changed = FALSE;

  if (!look && n == 0)
    return;
  if (!look)
    look = add_look (priv, viewer);
  changed = update_look (priv, look, gscope_tile_choose_level (width), ranges, n);
  if (n == 0)
    g_ptr_array_remove (priv->looks, look);
  if (changed)
    plan_soon (self);
}

/* The virtual functions of a history that read. */

static void
gscope_tile_history_visit (GscopeHistory *history, const GscopeHistoryRange *range, gint64 width,
                           GscopeHistoryFunc func, gpointer user_data)
{
  gscope_tiles_visit (&get_private (history)->tiles, range, width, func, user_data);
}

static GscopeHistoryAnswer
gscope_tile_history_find (GscopeHistory *history, gint64 time, gint64 limit, gint64 width,
                          GscopeSample *sample)
{
  return gscope_tiles_find (&get_private (history)->tiles, time, limit, width, sample);
}

static gboolean
gscope_tile_history_knows (GscopeHistory *history, const GscopeHistoryRange *range, gint64 width)
{
  return gscope_tiles_know (&get_private (history)->tiles, range, width);
}

static const char *
gscope_tile_history_get_status (GscopeHistory *history)
{
  return get_private (history)->status;
}

static void
gscope_tile_history_dispose (GObject *object)
{
  GscopeTileHistoryPrivate *priv = get_private (object);

  cancel_unwanted (GSCOPE_TILE_HISTORY (object), NULL);
  g_clear_pointer (&priv->plan, main_source_drop);
  g_clear_pointer (&priv->timer, main_source_drop);
  G_OBJECT_CLASS (gscope_tile_history_parent_class)->dispose (object);
}

static void
gscope_tile_history_finalize (GObject *object)
{
  GscopeTileHistoryPrivate *priv = get_private (object);

  g_object_unref (priv->clock);
  gscope_tiles_clear (&priv->tiles);
  g_ptr_array_unref (priv->looks);
  g_ptr_array_unref (priv->requests);
  g_free (priv->status);
  G_OBJECT_CLASS (gscope_tile_history_parent_class)->finalize (object);
}

static void
ignore (GscopeTileHistory *self, guint id)
{
}

static void
gscope_tile_history_class_init (GscopeTileHistoryClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeHistoryClass *history_class = GSCOPE_HISTORY_CLASS (klass);

  object_class->dispose = gscope_tile_history_dispose;
  object_class->finalize = gscope_tile_history_finalize;
  history_class->visit = gscope_tile_history_visit;
  history_class->find = gscope_tile_history_find;
  history_class->look = gscope_tile_history_look;
  history_class->get_status = gscope_tile_history_get_status;
  history_class->knows = gscope_tile_history_knows;
  klass->cancel = ignore;
}

static void
gscope_tile_history_init (GscopeTileHistory *self)
{
  GscopeTileHistoryPrivate *priv = get_private (self);

  priv->clock = g_object_ref (gscope_clock_get_system ());
  gscope_tiles_init (&priv->tiles, DEFAULT_MAX_BYTES);
  priv->looks = g_ptr_array_new_with_free_func (look_free);
  priv->requests = g_ptr_array_new_with_free_func (request_free);
  priv->delay = FIRST_DELAY;
}

/**
 * gscope_tile_history_set_clock:
 * @self: a history
 * @clock: the clock that measures the time until a failed request is repeated
 *
 * Sets the clock; by default it is the system's.
 *
 * Since: 1.0
 */
void
gscope_tile_history_set_clock (GscopeTileHistory *self, GscopeClock *clock)
{
  g_return_if_fail (GSCOPE_IS_TILE_HISTORY (self));

  g_set_object (&get_private (self)->clock, clock);
}

void
gscope_tile_history_set_max_bytes (GscopeTileHistory *self, gsize max_bytes)
{
  GscopeTileHistoryPrivate *priv = get_private (self);

  gscope_tiles_clear (&priv->tiles);
  gscope_tiles_init (&priv->tiles, max_bytes);
  plan_soon (self);
}

/* Takes a sample outside of what was asked for, which continues the line there. */
static gboolean
take_neighbour (Request *request, gint64 time, const GscopeColumn *column)
{
  GscopeSample sample = { time, column->first };

  if (column->count != 1)
    return FALSE;
  if (time < get_request_begin (request))
    request->before = sample;
  else
    request->after = sample;
  return TRUE;
}

/**
 * gscope_tile_history_take: (skip)
 * @self: a history
 * @id: of a request
 * @time: where the first column begins, nanoseconds
 * @width: width of each column, nanoseconds: the width in the request, or a multiple of it for a
 *   column without samples
 * @columns: (array length=n): columns; without samples, @min is a value of [func@Gap.value] or
 *   not-a-number
 * @n: how many columns
 *
 * Takes a part of an answer. Columns that are in no part are empty. A single column of one sample,
 * one nanosecond wide and outside of the requested time, is the neighbouring sample there. Columns
 * of a cancelled request are ignored.
 *
 * Returns: whether the columns belong to the request
 *
 * Since: 1.0
 */
gboolean
gscope_tile_history_take (GscopeTileHistory *self, guint id, gint64 time, gint64 width,
                          const GscopeColumn *columns, gsize n)
{
  Request *request;
  gint64 begin, own;
  gsize first, each;

  g_return_val_if_fail (GSCOPE_IS_TILE_HISTORY (self), FALSE);

  request = find_request (get_private (self), id);
  if (!request)
    return TRUE;
  begin = get_request_begin (request);
  own = G_GINT64_CONSTANT (1) << request->first.level;
  if (n == 1 && width == 1 && (time < begin || time >= get_request_end (request)))
    return take_neighbour (request, time, columns);
  if (width <= 0 || width % own != 0 || time < begin || time >= get_request_end (request)
      || (time - begin) % own != 0)
    return FALSE;
  first = (gsize) ((time - begin) / own);
  each = (gsize) (width / own);
  if (n > (request->n * GSCOPE_TILE_COLUMNS - first) / each)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    {
      if (each > 1 && columns[i].count > 0)
        return FALSE;
      for (gsize j = 0; j < each; j++)
        request->columns[first + i * each + j] = columns[i];
    }
  return TRUE;
}

/* Tiles. */

/* Returns the last or the first sample of a tile that has one, without a request for its time. */
static gboolean
get_outermost (const GscopeTile *tile, gboolean last, GscopeSample *sample)
{
  gint64 width = G_GINT64_CONSTANT (1) << tile->key.level;

  for (gint64 i = 0; i < GSCOPE_TILE_COLUMNS; i++)
    {
      gint64 at = last ? GSCOPE_TILE_COLUMNS - 1 - i : i;
      const GscopeColumn *column = &tile->columns[at];

      if (column->count == 0)
        continue;
      sample->time = gscope_tile_get_begin (&tile->key) + at * width + width / 2;
      sample->value = last ? column->last : column->first;
      return TRUE;
    }
  return FALSE;
}

static GscopeTile *
add_tile (GscopeTileHistoryPrivate *priv, const Request *request, guint i, gint64 until)
{
  GscopeTileKey key = { request->first.index + i, request->first.level };
  GscopeTile *tile = gscope_tiles_add (&priv->tiles, &key);

  memcpy (tile->columns, request->columns + i * GSCOPE_TILE_COLUMNS, sizeof tile->columns);
  tile->known = MIN (gscope_tile_get_end (&key), until);
  tile->asked = request->asked;
  return tile;
}

/* A tile's neighbours are the outermost samples of the adjacent tiles, or the request's neighbours. */
static void
add_tiles (GscopeTileHistoryPrivate *priv, const Request *request, gint64 until)
{
  GscopeTile *tiles[MAX_RUN];
  GscopeSample before = request->before, after = request->after;

  for (guint i = 0; i < request->n; i++)
    {
      tiles[i] = add_tile (priv, request, i, until);
      tiles[i]->before = before;
      get_outermost (tiles[i], TRUE, &before);
    }
  for (guint i = request->n; i-- > 0;)
    {
      tiles[i]->after = after;
      get_outermost (tiles[i], FALSE, &after);
    }
}

static void
set_status (GscopeTileHistory *self, const char *status)
{
  GscopeTileHistoryPrivate *priv = get_private (self);

  if (g_strcmp0 (priv->status, status) == 0)
    return;
  g_free (priv->status);
  priv->status = g_strdup (status);
  g_object_notify (G_OBJECT (self), "status");
}

static void
fail (GscopeTileHistory *self, const GError *error)
{
  GscopeTileHistoryPrivate *priv = get_private (self);

  if (!priv->is_waiting)
    {
      g_clear_pointer (&priv->timer, main_source_drop);
      priv->is_waiting = TRUE;
      plan_later (self, priv->delay);
      priv->delay = MIN (2 * priv->delay, LAST_DELAY);
    }
  set_status (self, error->message);
}

/**
 * gscope_tile_history_complete:
 * @self: a history
 * @id: of a request
 * @until: time from which samples may come that are not in the answer, nanoseconds
 * @error: (nullable): why there is no answer
 *
 * Ends a request. The end of a cancelled one is ignored.
 *
 * Since: 1.0
 */
void
gscope_tile_history_complete (GscopeTileHistory *self, guint id, gint64 until, const GError *error)
{
  GscopeTileHistoryPrivate *priv;
  Request *request;
  gint64 begin, end;

  g_return_if_fail (GSCOPE_IS_TILE_HISTORY (self));

  priv = get_private (self);
  request = find_request (priv, id);
  if (!request)
    return;
  begin = get_request_begin (request);
  end = get_request_end (request);
  if (!error)
    add_tiles (priv, request, until);
  g_ptr_array_remove (priv->requests, request);
  if (error)
    {
      fail (self, error);
      return;
    }
  priv->delay = FIRST_DELAY;
  plan_soon (self);
  set_status (self, NULL);
  gscope_history_emit_changed (GSCOPE_HISTORY (self), begin, end);
}

/**
 * gscope_tile_history_retry:
 * @self: a history
 *
 * Repeats failed requests at once, for example after a broken connection has been made again.
 *
 * Since: 1.0
 */
void
gscope_tile_history_retry (GscopeTileHistory *self)
{
  GscopeTileHistoryPrivate *priv;

  g_return_if_fail (GSCOPE_IS_TILE_HISTORY (self));

  priv = get_private (self);
  g_clear_pointer (&priv->timer, main_source_drop);
  priv->is_waiting = FALSE;
  priv->delay = FIRST_DELAY;
  plan_soon (self);
}
