/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/text/name-table.h>

enum
{
  FIRST_SLOTS = 64,
};

void
gscope_name_table_init (GscopeNameTable *self)
{
  *self = (GscopeNameTable){
    .slots = g_new (guint, FIRST_SLOTS),
    .n_slots = FIRST_SLOTS,
    /* The seed is random, so that other programs cannot choose names that collide. */
    .seed = (guint64) g_random_int () << 32 | g_random_int (),
  };
  memset (self->slots, 0xFF, FIRST_SLOTS * sizeof (guint));
}

void
gscope_name_table_clear (GscopeNameTable *self)
{
  for (guint i = 0; i < self->n_names; i++)
    g_free (self->names[i].text);
  g_clear_pointer (&self->names, g_free);
  g_clear_pointer (&self->slots, g_free);
}

static guint64
get_mask (gsize length)
{
  guint64 mask = 0;

  if (length > 0)
    memset (&mask, 0xFF, (length - 1) % 8 + 1);
  return mask;
}

static inline guint64
mix (guint64 hash, guint64 word)
{
  unsigned __int128 product =
      (unsigned __int128) (hash ^ word) * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15);

  return (guint64) product ^ (guint64) (product >> 64);
}

static guint
get_hash (const GscopeNameTable *self, const char *text, gsize length)
{
  guint64 hash = self->seed + length;
  gsize left = length;

  for (; left > 8; left -= 8, text += 8)
    hash = mix (hash, gscope_name_load (text));
  if (left > 0)
    hash = mix (hash, gscope_name_load (text) & get_mask (left));
  return (guint) (hash ^ hash >> 32);
}

guint
gscope_name_table_find (const GscopeNameTable *self, const char *text, gsize length)
{
  for (guint slot = get_hash (self, text, length);; slot++)
    {
      guint id = self->slots[slot & (self->n_slots - 1)];

      if (id == GSCOPE_NAME_NONE)
        return id;
      if (self->names[id].length == length && gscope_name_begins (&self->names[id], text))
        return id;
    }
}

static void
put_in_slot (GscopeNameTable *self, guint id)
{
  guint slot = get_hash (self, self->names[id].text, self->names[id].length);

  while (self->slots[slot & (self->n_slots - 1)] != GSCOPE_NAME_NONE)
    slot++;
  self->slots[slot & (self->n_slots - 1)] = id;
}

static void
grow_slots (GscopeNameTable *self)
{
  self->n_slots *= 2;
  self->slots = g_renew (guint, self->slots, self->n_slots);
  memset (self->slots, 0xFF, self->n_slots * sizeof (guint));
  for (guint i = 0; i < self->n_names; i++)
    put_in_slot (self, i);
}

guint
gscope_name_table_add (GscopeNameTable *self, const char *text, gsize length)
{
  guint id = self->n_names;
  GscopeName *name;

  if (id == self->n_allocated)
    {
      self->n_allocated = MAX (16, self->n_allocated * 2);
      self->names = g_renew (GscopeName, self->names, self->n_allocated);
    }
  name = &self->names[self->n_names++];
  name->text = g_malloc0 (length / GSCOPE_NAME_PADDING * GSCOPE_NAME_PADDING + GSCOPE_NAME_PADDING);
  memcpy (name->text, text, length);
  name->length = length;
  name->mask = get_mask (length);
  name->next = id;
  if (self->n_names * 2 > self->n_slots)
    grow_slots (self);
  else
    put_in_slot (self, id);
  return id;
}
