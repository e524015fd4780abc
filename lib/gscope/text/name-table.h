/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <string.h>

/* Names and their ids, which count from 0. Texts are compared eight bytes at a time: seven bytes
 * behind a text must be readable. */

#define GSCOPE_NAME_NONE G_MAXUINT
#define GSCOPE_NAME_PADDING 32

/* The text ends with a zero and is padded with zeros to whole vectors; `mask` covers the bytes of
 * the text in the last word. `next` is the id that came after this one last time. */
typedef struct
{
  char *text;
  gsize length;
  guint64 mask;
  guint next;
} GscopeName;

typedef struct
{
  GscopeName *names;
  guint n_names;
  guint n_allocated;
  guint *slots;
  guint n_slots;
  guint64 seed;
} GscopeNameTable;

void gscope_name_table_init (GscopeNameTable *self);
void gscope_name_table_clear (GscopeNameTable *self);
guint gscope_name_table_find (const GscopeNameTable *self, const char *text, gsize length);
guint gscope_name_table_add (GscopeNameTable *self, const char *text, gsize length);

static inline guint64
gscope_name_load (const char *text)
{
  guint64 word;

  memcpy (&word, text, sizeof word);
  return word;
}

/* Returns whether the name is at `text`, whatever follows. */
static G_ALWAYS_INLINE inline gboolean
gscope_name_begins (const GscopeName *self, const char *text)
{
  const char *name = self->text;
  gsize left = self->length;

  for (; left > 8; left -= 8, name += 8, text += 8)
    {
      if (gscope_name_load (text) != gscope_name_load (name))
        return FALSE;
    }
  return ((gscope_name_load (text) ^ gscope_name_load (name)) & self->mask) == 0;
}
