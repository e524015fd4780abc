/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/http/backoff.h>

#include <gscope/clock/clock.h>

/* The first wait, which doubles, the longest one, and how long an address is remembered after its last wrong token. */
#define FIRST_WAIT GSCOPE_SEC
#define LAST_WAIT (60 * GSCOPE_SEC)
#define MEMORY (600 * GSCOPE_SEC)

enum
{
  /* Wrong tokens without a wait: a user may have several agents, or mistype one. */
  N_FREE = 5,
  MAX_ADDRESSES = 1024,
};

typedef struct
{
  guint n_wrong;
  gint64 last;
  gint64 until;
} Entry;

struct _GscopeBackoff
{
  GHashTable *entries;
};

GscopeBackoff *
gscope_backoff_new (void)
{
  GscopeBackoff *self = g_new0 (GscopeBackoff, 1);

  self->entries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

void
gscope_backoff_free (GscopeBackoff *self)
{
  g_hash_table_unref (self->entries);
  g_free (self);
}

gint64
gscope_backoff_get_wait (GscopeBackoff *self, const char *address, gint64 now)
{
  const Entry *entry = g_hash_table_lookup (self->entries, address);

  return entry ? MAX (entry->until - now, 0) : 0;
}

/* Forgets the addresses that may be forgotten, or the one that gave its last wrong token first. */
static void
make_room (GscopeBackoff *self, gint64 now)
{
  const char *address, *oldest = NULL;
  gint64 first = G_MAXINT64;
  GHashTableIter iter;
  Entry *entry;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, (gpointer *) &address, (gpointer *) &entry))
    if (now - entry->last > MEMORY)
      g_hash_table_iter_remove (&iter);
    else if (entry->last < first)
      {
        first = entry->last;
        oldest = address;
      }
  if (oldest && g_hash_table_size (self->entries) >= MAX_ADDRESSES)
    g_hash_table_remove (self->entries, oldest);
}

void
gscope_backoff_note_wrong (GscopeBackoff *self, const char *address, gint64 now)
{
  Entry *entry = g_hash_table_lookup (self->entries, address);

  if (!entry)
    {
      if (g_hash_table_size (self->entries) >= MAX_ADDRESSES)
        make_room (self, now);
      entry = g_new0 (Entry, 1);
      g_hash_table_insert (self->entries, g_strdup (address), entry);
    }
  if (now - entry->last > MEMORY)
    entry->n_wrong = 0;
  entry->last = now;
  entry->n_wrong++;
  if (entry->n_wrong > N_FREE)
    entry->until = now + MIN (FIRST_WAIT << MIN (entry->n_wrong - N_FREE - 1, 10), LAST_WAIT);
}
