/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/playback/block-parser.h>

/* Threads that parse blocks, which come out in the order in which they went in. */
typedef struct _GscopeBlockPool GscopeBlockPool;

/* With no threads, blocks are parsed where they are pushed. */
GscopeBlockPool *gscope_block_pool_new (GscopeTrackNames *names,
                                        const GscopeRecordingFormat *format, guint n_threads);
/* All blocks were popped. */
void gscope_block_pool_free (GscopeBlockPool *self);

/* Returns whether the pool has enough work. */
gboolean gscope_block_pool_is_full (GscopeBlockPool *self);
void gscope_block_pool_push (GscopeBlockPool *self, GscopeBlock *block);
/* Waits for the oldest block; NULL if there is none. */
GscopeBlock *gscope_block_pool_pop (GscopeBlockPool *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeBlockPool, gscope_block_pool_free)
