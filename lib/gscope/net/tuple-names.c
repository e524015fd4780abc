/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/net/tuple-names.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>

/* The name of the signal for tuples without a name. */
#define NO_NAME "value"

struct _GscopeTupleNames
{
  GscopeSource *source;
  guint max_names;
  GHashTable *slots;
  guint64 n_releases;
};

typedef struct
{
  GscopeSignal *signal;
  gconstpointer client;
  guint64 released;
} Slot;

static void
slot_free (gpointer data)
{
  Slot *slot = data;

  g_object_unref (slot->signal);
  g_free (slot);
}

GscopeTupleNames *
gscope_tuple_names_new (GscopeSource *source, guint max_names)
{
  GscopeTupleNames *self = g_new0 (GscopeTupleNames, 1);

  self->source = source;
  self->max_names = max_names;
  self->slots = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, slot_free);
  return self;
}

void
gscope_tuple_names_free (GscopeTupleNames *self)
{
  g_hash_table_unref (self->slots);
  g_free (self);
}

void
gscope_tuple_names_set_max (GscopeTupleNames *self, guint max_names)
{
  self->max_names = max_names;
}

char *
gscope_tuple_names_dup_group (guint number)
{
  return g_strdup_printf ("client %u", number);
}

/* Removes the name that has been without a client for the longest time. */
static gboolean
make_room (GscopeTupleNames *self, GError **error)
{
  Slot *oldest = NULL;
  gpointer key, value, oldest_key = NULL;
  GHashTableIter iter;

  if (g_hash_table_size (self->slots) < self->max_names)
    return TRUE;
  g_hash_table_iter_init (&iter, self->slots);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      Slot *slot = value;

      if (slot->client || (oldest && slot->released > oldest->released))
        continue;
      oldest = slot;
      oldest_key = key;
    }
  if (!oldest)
    {
      g_set_error (
          error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
          g_dngettext (GETTEXT_PACKAGE,
                       "all %u name of the server is in use; raise its option “all-names”",
                       "all %u names of the server are in use; raise its option “all-names”",
                       self->max_names),
          self->max_names);
      return FALSE;
    }
  gscope_source_remove_signal (self->source, oldest->signal);
  g_hash_table_remove (self->slots, oldest_key);
  return TRUE;
}

static Slot *
add_slot (GscopeTupleNames *self, const char *group, const char *name, const char *key,
          GError **error)
{
  g_autoptr (GscopeSignal) signal = NULL;
  Slot *slot;

  if (!make_room (self, error))
    return NULL;
  signal = gscope_signal_new_buffered (name);
  if (group)
    gscope_signal_set_group (signal, group);
  if (!gscope_source_add_signal (self->source, signal, error))
    return NULL;
  slot = g_new0 (Slot, 1);
  slot->signal = g_steal_pointer (&signal);
  g_hash_table_insert (self->slots, g_strdup (key), slot);
  return slot;
}

GscopeSignal *
gscope_tuple_names_claim (GscopeTupleNames *self, gconstpointer client, guint number,
                          const char *name, GError **error)
{
  g_autofree char *group = gscope_tuple_names_dup_group (number);
  g_autofree char *key = NULL;
  gboolean is_shared;
  Slot *slot;

  if (!name[0])
    name = NO_NAME;
  slot = g_hash_table_lookup (self->slots, name);
  is_shared = slot && slot->client;
  key = is_shared ? g_strconcat (group, "/", name, NULL) : g_strdup (name);
  if (is_shared)
    slot = g_hash_table_lookup (self->slots, key);
  if (slot && slot->client)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_EXISTS,
                   _ ("another client already sends “%s”"), key);
      return NULL;
    }
  if (!slot)
    slot = add_slot (self, is_shared ? group : NULL, name, key, error);
  if (!slot)
    return NULL;
  slot->client = client;
  return slot->signal;
}

void
gscope_tuple_names_release (GscopeTupleNames *self, gconstpointer client)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->slots);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Slot *slot = value;

      if (slot->client != client)
        continue;
      slot->client = NULL;
      slot->released = ++self->n_releases;
    }
}
