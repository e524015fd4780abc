/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* A file of text that the main loop writes block by block, so that it is never busy for long. The file is written beside its
 * place and put there when it is complete: a former file stays if that fails. */

/* Appends text to a block, until the block has `size` bytes. Returns whether that was all. */
typedef gboolean (*GscopeBlockFunc) (GString *block, gsize size, gpointer data);

/* `converter` makes the file of the text; NULL if it holds the text. It is used for nothing else meanwhile. */
void
gscope_block_file_write_async (GFile *file, GConverter *converter, GscopeBlockFunc fill,
                               gpointer data, GDestroyNotify destroy, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer user_data);
gboolean gscope_block_file_write_finish (GAsyncResult *result, GError **error);
/* Makes an error say which file was not written. */
void gscope_block_file_explain (GFile *file, GError **error);
