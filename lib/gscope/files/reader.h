/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* Reads the text of a file that is plain or compressed with gzip or zstd, or of another program, such as trace-cmd, whose
 * contents become tuples; the first bytes determine which. After the end, text that a writer appends can be read. One thread at a time. */
typedef struct _GscopeTextReader GscopeTextReader;

typedef enum
{
  GSCOPE_TEXT_SAME,
  GSCOPE_TEXT_GROWN,
  GSCOPE_TEXT_REPLACED,
} GscopeTextChange;

GscopeTextReader *gscope_text_reader_new (const char *path, GError **error);
void gscope_text_reader_free (GscopeTextReader *self);

/* Selects a part of a file with several parts, before anything is read; it may be NULL. */
void gscope_text_reader_set_selection (GscopeTextReader *self, const char *selection);

/* Sets the object that cancels a wait for a file of another program; it may be NULL. */
void gscope_text_reader_set_cancellable (GscopeTextReader *self, GCancellable *cancellable);

/* Reads at most n bytes. Returns their number; 0 at the end, -1 if the file is damaged there. After
 * G_IO_ERROR_CANCELLED, which is no damage, the next position is not known. */
gssize gscope_text_reader_read (GscopeTextReader *self, char *text, gsize n, GError **error);
/* Returns why nothing more can be read; NULL if the text is only at its end. */
const GError *gscope_text_reader_get_damage (GscopeTextReader *self);

/* Returns TRUE if the file ends within compressed data: it was cut off, or is being written. */
gboolean gscope_text_reader_is_cut (GscopeTextReader *self);

/* Goes to an offset in the text. A compressed file is decompressed up to the offset, from the
 * present position or from the beginning. */
gboolean gscope_text_reader_seek (GscopeTextReader *self, guint64 offset, GCancellable *cancellable,
                                  GError **error);

/* Returns whether the file is one of another program, which becomes tuples. */
gboolean gscope_text_reader_is_translated (const GscopeTextReader *self);

/* Returns sentences about parts of a translated file that are left out, which are known when its first text was read; NULL
 * if there are none. */
GPtrArray *gscope_text_reader_get_notes (const GscopeTextReader *self);

/* Returns the fraction of the file that was read, 0 to 1; -1 if that is not known. */
double gscope_text_reader_get_progress (GscopeTextReader *self);

/* Returns how the file has changed since it was read to its end. */
GscopeTextChange gscope_text_reader_check (GscopeTextReader *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeTextReader, gscope_text_reader_free)
