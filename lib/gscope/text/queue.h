/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Text that a translator of a file makes and a reader takes in parts of any size. The translator appends to `text`, and the
 * reader takes from its begin. */
typedef struct
{
  GString *text;
  gsize n_taken;
} GscopeTextQueue;

void gscope_text_queue_init (GscopeTextQueue *self);
void gscope_text_queue_clear (GscopeTextQueue *self);

/* Drops the text. */
void gscope_text_queue_rewind (GscopeTextQueue *self);
/* Returns whether there is so much text that a translator pauses. */
gboolean gscope_text_queue_is_full (const GscopeTextQueue *self);
/* Returns whether the reader has taken all text. */
gboolean gscope_text_queue_is_empty (const GscopeTextQueue *self);
/* Takes at most n bytes of text. Returns their number. */
gsize gscope_text_queue_take (GscopeTextQueue *self, char *text, gsize n);
