/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/playback/block-parser.h>

#include <glib/gi18n-lib.h>
#include <gscope/playback/format-private.h>
#include <pthread.h>

struct _GscopeTrackNames
{
  pthread_mutex_t lock;
  GHashTable *channels;
  GPtrArray *names;
};

struct _GscopeBlockParser
{
  const GscopeRecordingParser *format;
  gpointer state;
};

GscopeTrackNames *
gscope_track_names_new (void)
{
  GscopeTrackNames *self = g_new0 (GscopeTrackNames, 1);

  pthread_mutex_init (&self->lock, NULL);
  self->channels = g_hash_table_new (g_str_hash, g_str_equal);
  self->names = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
gscope_track_names_free (GscopeTrackNames *self)
{
  pthread_mutex_destroy (&self->lock);
  g_hash_table_unref (self->channels);
  g_ptr_array_unref (self->names);
  g_free (self);
}

static guint
find_or_add (GscopeTrackNames *self, const char *name)
{
  guint channel = GPOINTER_TO_UINT (g_hash_table_lookup (self->channels, name));
  char *copy;

  if (channel > 0)
    return channel - 1;
  if (self->names->len == GSCOPE_MAX_CHANNELS)
    return G_MAXUINT;
  copy = g_strdup (name);
  g_ptr_array_add (self->names, copy);
  g_hash_table_insert (self->channels, copy, GUINT_TO_POINTER (self->names->len));
  return self->names->len - 1;
}

guint
gscope_track_names_find (GscopeTrackNames *self, const char *name)
{
  guint channel;

  pthread_mutex_lock (&self->lock);
  channel = find_or_add (self, name);
  pthread_mutex_unlock (&self->lock);
  return channel;
}

char *
gscope_track_names_dup (GscopeTrackNames *self, guint channel)
{
  char *name;

  pthread_mutex_lock (&self->lock);
  name = g_strdup (self->names->pdata[channel]);
  pthread_mutex_unlock (&self->lock);
  return name;
}

GscopeBlockParser *
gscope_block_parser_new (GscopeTrackNames *names, const GscopeRecordingFormat *format)
{
  GscopeBlockParser *self = g_new0 (GscopeBlockParser, 1);

  self->format = gscope_recording_format_get_parser (format);
  self->state = self->format->open (names);
  return self;
}

void
gscope_block_parser_free (GscopeBlockParser *self)
{
  self->format->close (self->state);
  g_free (self);
}

void
gscope_block_parser_run (GscopeBlockParser *self, GscopeBlock *block, gint64 earliest)
{
  gscope_block_reset (block);
  if (!block->is_too_long)
    {
      self->format->parse (self->state, block, earliest);
      return;
    }
  block->n_lines = 1;
  gscope_block_skip_line (block, _ ("it is longer than a line may be"));
}
