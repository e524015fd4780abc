/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <mcap/types.h>

G_BEGIN_DECLS

/**
 * McapReader:
 *
 * Reads the messages of a file in the order of their times.
 *
 * It needs no summary: a file that was cut off anywhere is read up to its end, with the part of its last chunk
 * that is there. A damaged chunk is left out. The sums of chunks are checked. Sizes that the file promises are bounded,
 * and no memory is taken for more than was read. One thread at a time.
 *
 * Since: 1.0
 */
typedef struct _McapReader McapReader;

MCAP_AVAILABLE_IN_1_0
gboolean mcap_is_magic (gconstpointer head, gsize size);

MCAP_AVAILABLE_IN_1_0
McapReader *mcap_reader_new (int fd, GError **error);
MCAP_AVAILABLE_IN_1_0
void mcap_reader_free (McapReader *self);

MCAP_AVAILABLE_IN_1_0
guint mcap_reader_get_n_channels (McapReader *self);
MCAP_AVAILABLE_IN_1_0
const McapChannel *mcap_reader_get_channel (McapReader *self, guint i);

MCAP_AVAILABLE_IN_1_0
gboolean mcap_reader_next (McapReader *self, McapMessage *message, GError **error);
MCAP_AVAILABLE_IN_1_0
void mcap_reader_seek (McapReader *self, guint64 log_time);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McapReader, mcap_reader_free)

G_END_DECLS
