/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/text/queue.h>

#include <string.h>

enum
{
  /* bytes of text */
  ENOUGH = 64 * 1024,
};

void
gscope_text_queue_init (GscopeTextQueue *self)
{
  *self = (GscopeTextQueue){ .text = g_string_new (NULL) };
}

void
gscope_text_queue_clear (GscopeTextQueue *self)
{
  g_string_free (self->text, TRUE);
}

void
gscope_text_queue_rewind (GscopeTextQueue *self)
{
  g_string_truncate (self->text, 0);
  self->n_taken = 0;
}

gboolean
gscope_text_queue_is_full (const GscopeTextQueue *self)
{
  return self->text->len >= ENOUGH;
}

gboolean
gscope_text_queue_is_empty (const GscopeTextQueue *self)
{
  return self->text->len == 0;
}

gsize
gscope_text_queue_take (GscopeTextQueue *self, char *text, gsize n)
{
  const gsize n_ready = MIN (n, self->text->len - self->n_taken);

  memcpy (text, self->text->str + self->n_taken, n_ready);
  self->n_taken += n_ready;
  if (self->n_taken == self->text->len)
    gscope_text_queue_rewind (self);
  return n_ready;
}
