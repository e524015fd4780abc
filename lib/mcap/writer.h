/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <mcap/types.h>

G_BEGIN_DECLS

/**
 * McapWriteFunc:
 * @data: bytes of the file
 * @size: how many
 * @user_data: the data that was given with the function
 * @error: return location for an error
 *
 * Takes the next bytes of a file.
 *
 * Returns: %FALSE with @error if they cannot be written
 *
 * Since: 1.0
 */
typedef gboolean (*McapWriteFunc) (gconstpointer data, gsize size, gpointer user_data,
                                   GError **error);

/**
 * McapWriter:
 *
 * Writes a file: chunks with an index of their messages, a summary with an index of the chunks, statistics and sums. Messages that
 * were flushed can be read, also if the writer is never closed. One thread at a time.
 *
 * After an error, the writer can only be freed.
 *
 * Since: 1.0
 */
typedef struct _McapWriter McapWriter;

MCAP_AVAILABLE_IN_1_0
McapWriter *mcap_writer_new (McapWriteFunc write, gpointer user_data, const char *profile,
                             const char *library, GError **error);
MCAP_AVAILABLE_IN_1_0
void mcap_writer_free (McapWriter *self);

MCAP_AVAILABLE_IN_1_0
gboolean
mcap_writer_set_compression (McapWriter *self, McapCompression compression, GError **error);
MCAP_AVAILABLE_IN_1_0
void mcap_writer_set_chunk_size (McapWriter *self, gsize size);

MCAP_AVAILABLE_IN_1_0
const McapSchema *mcap_writer_add_schema (McapWriter *self, const char *name, const char *encoding,
                                          gconstpointer data, gsize size, GError **error);
MCAP_AVAILABLE_IN_1_0
const McapChannel *
mcap_writer_add_channel (McapWriter *self, const McapSchema *schema, const char *topic,
                         const char *encoding, const char *const *metadata, GError **error);
MCAP_AVAILABLE_IN_1_0
gboolean mcap_writer_write (McapWriter *self, const McapMessage *message, GError **error);
MCAP_AVAILABLE_IN_1_0
gboolean mcap_writer_flush (McapWriter *self, GError **error);
MCAP_AVAILABLE_IN_1_0
gboolean mcap_writer_close (McapWriter *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McapWriter, mcap_writer_free)

G_END_DECLS
