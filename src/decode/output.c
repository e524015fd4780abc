/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "output.h"

#include <string.h>

void
decode_output_init (DecodeOutput *self, guint64 skip, DecodeWriteFunc write, gpointer user_data)
{
  *self = (DecodeOutput){
    .write = write,
    .user_data = user_data,
    .skip = skip,
    .patience = 2 * 60 * G_USEC_PER_SEC,
    .text = g_string_new (NULL),
    .thousandths = G_MAXUINT32,
  };
}

void
decode_output_clear (DecodeOutput *self)
{
  g_string_free (self->text, TRUE);
}

static void
write_frame (DecodeOutput *self, DecodeFrameKind kind, gconstpointer data, gsize size)
{
  self->is_closed = self->is_closed || !self->write (kind, data, size, self->user_data);
}

gboolean
decode_output_flush (DecodeOutput *self, gsize enough)
{
  gsize skipped = MIN (self->skip, self->text->len), n = self->text->len;

  if (n < enough)
    return !self->is_closed;
  for (gsize i = skipped; i < n; i += DECODE_MAX_FRAME)
    write_frame (self, DECODE_TEXT, self->text->str + i, MIN (n - i, DECODE_MAX_FRAME));
  self->skip -= skipped;
  g_string_truncate (self->text, 0);
  return !self->is_closed;
}

void
decode_output_set_progress (DecodeOutput *self, double fraction)
{
  guint32 thousandths = (guint32) (1000 * CLAMP (fraction, 0, 1));

  if (thousandths == self->thousandths)
    return;
  self->thousandths = thousandths;
  write_frame (self, DECODE_PROGRESS, &thousandths, sizeof thousandths);
}

void
decode_output_note (DecodeOutput *self, const char *note)
{
  write_frame (self, DECODE_NOTE, note, MIN (strlen (note), DECODE_MAX_FRAME));
}

void
decode_output_fail (DecodeOutput *self, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  write_frame (self, DECODE_DAMAGE, text, MIN (strlen (text), DECODE_MAX_FRAME));
}
