/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/session/rate.h>

#include <gscope/trace/sample.h>

enum
{
  SIZE = 200,
  MAX_PRINCIPALS = 1024,
};

#define INTERVAL (20 * GSCOPE_MSEC)

struct _GscopeSessionRate
{
  GscopeClock *clock;
  /* The time at which the bucket of each principal is full again. */
  GHashTable *full;
};

GscopeSessionRate *
gscope_session_rate_new (GscopeClock *clock)
{
  GscopeSessionRate *self = g_new0 (GscopeSessionRate, 1);

  self->clock = g_object_ref (clock);
  self->full = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

void
gscope_session_rate_free (GscopeSessionRate *self)
{
  g_hash_table_unref (self->full);
  g_object_unref (self->clock);
  g_free (self);
}

static gboolean
is_full (gpointer name, gpointer full, gpointer now)
{
  return *(gint64 *) full <= *(gint64 *) now;
}

/* Returns how long it takes until the first principal can be forgotten. */
static gint64
get_wait_for_room (GscopeSessionRate *self, gint64 now)
{
  gint64 first = G_MAXINT64;
  GHashTableIter iter;
  gint64 *full;

  g_hash_table_iter_init (&iter, self->full);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &full))
    first = MIN (first, *full);
  return first - now;
}

gint64
gscope_session_rate_take (GscopeSessionRate *self, const char *principal)
{
  gint64 now = gscope_clock_get_time (self->clock);
  gint64 *full = g_hash_table_lookup (self->full, principal);
  gint64 wait;

  if (!full)
    {
      if (g_hash_table_size (self->full) >= MAX_PRINCIPALS)
        g_hash_table_foreach_remove (self->full, is_full, &now);
      if (g_hash_table_size (self->full) >= MAX_PRINCIPALS)
        return get_wait_for_room (self, now);
      full = g_new (gint64, 1);
      *full = now;
      g_hash_table_insert (self->full, g_strdup (principal), full);
    }
  *full = MAX (*full, now) + INTERVAL;
  wait = *full - now - SIZE * INTERVAL;
  if (wait <= 0)
    return 0;
  *full -= INTERVAL;
  return wait;
}
