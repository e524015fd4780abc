/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* Reads a file of another program as tuples with annotations, by the program gscope-decode: the libraries for such files are not
 * loaded into this process, and an error in one of them is an error of the file. One thread at a time. */
typedef struct _GscopeDecoder GscopeDecoder;

/* The kinds of files. */
#define GSCOPE_DECODER_AUDIO "audio"
#define GSCOPE_DECODER_DATABASE "database"
#define GSCOPE_DECODER_HDF5 "hdf5"
#define GSCOPE_DECODER_MATLAB "matlab"

/* selection: the part of the file to read, or NULL. fd remains the caller's. */
GscopeDecoder *gscope_decoder_new (const char *kind, int fd, const char *selection);
void gscope_decoder_free (GscopeDecoder *self);

/* Sets the object that cancels a wait for the program; it may be NULL. */
void gscope_decoder_set_cancellable (GscopeDecoder *self, GCancellable *cancellable);

/* Reads at most n bytes of text. Returns their number; 0 at the end, -1 if parts of the file could
 * not be read. After G_IO_ERROR_CANCELLED the text can be read on. */
gssize gscope_decoder_read (GscopeDecoder *self, char *text, gsize n, GError **error);
void gscope_decoder_rewind (GscopeDecoder *self);

/* Goes to an offset in the text if there is a better way than to read what is before it. */
gboolean gscope_decoder_seek (GscopeDecoder *self, guint64 offset);

/* Returns the fraction of the file that was read, 0 to 1; -1 if that is not known. */
double gscope_decoder_get_progress (const GscopeDecoder *self);
/* Returns sentences about parts that are left out, which are known when text was read. */
GPtrArray *gscope_decoder_get_notes (GscopeDecoder *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeDecoder, gscope_decoder_free)
