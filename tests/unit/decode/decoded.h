/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "decode.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>

/* What is made of a file. */
typedef struct
{
  GString *text;
  /* sentences, one a line */
  GString *notes;
  /* NULL if nothing is missing */
  char *damage;
} Decoded;

static gboolean
decoded_take (DecodeFrameKind kind, gconstpointer data, gsize size, gpointer user_data)
{
  Decoded *self = user_data;

  if (kind == DECODE_TEXT)
    g_string_append_len (self->text, data, (gssize) size);
  else if (kind == DECODE_NOTE)
    g_string_append_printf (self->notes, "%.*s\n", (int) size, (const char *) data);
  else if (kind == DECODE_DAMAGE)
    {
      g_free (self->damage);
      self->damage = g_strndup (data, size);
    }
  return TRUE;
}

static void
decoded_clear (Decoded *self)
{
  g_string_free (self->text, TRUE);
  g_string_free (self->notes, TRUE);
  g_free (self->damage);
}

/* `patience` is in microseconds; 0 for the usual one. */
static Decoded
decoded_read (DecodeFunc decode, const char *path, const char *selection, gint64 patience)
{
  Decoded self = { g_string_new (NULL), g_string_new (NULL), NULL };
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  DecodeOutput output;

  g_assert_cmpint (fd, >=, 0);
  decode_output_init (&output, 0, decoded_take, &self);
  if (patience > 0)
    output.patience = patience;
  decode (fd, selection, &output);
  decode_output_flush (&output, 0);
  decode_output_clear (&output);
  g_close (fd, NULL);
  return self;
}

static char *
decoded_new_path (void)
{
  char *path = NULL;
  int fd = g_file_open_tmp ("decode-XXXXXX", &path, NULL);

  g_close (fd, NULL);
  return path;
}

/* Returns the samples without the lines that begin with “#”. */
static char *
decoded_dup_samples (const Decoded *self)
{
  g_auto (GStrv) lines = g_strsplit (self->text->str, "\n", -1);
  GString *samples = g_string_new (NULL);

  for (guint i = 0; lines[i]; i++)
    if (lines[i][0] && lines[i][0] != '#')
      g_string_append_printf (samples, "%s\n", lines[i]);
  return g_string_free (samples, FALSE);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Decoded, decoded_clear)
