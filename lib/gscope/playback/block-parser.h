/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/playback/block.h>
#include <gscope/playback/format.h>

/* The names of a recording's channels. Any thread. */
typedef struct _GscopeTrackNames GscopeTrackNames;

enum
{
  GSCOPE_MAX_CHANNELS = 16384,
};

GscopeTrackNames *gscope_track_names_new (void);
void gscope_track_names_free (GscopeTrackNames *self);
/* The channel of that name, a new one if there is none; G_MAXUINT if there are too many. */
guint gscope_track_names_find (GscopeTrackNames *self, const char *name);
char *gscope_track_names_dup (GscopeTrackNames *self, guint channel);

/* Reads blocks of a format. The signals of the head of the file are the channels from 0 on. One thread at a time. */
typedef struct _GscopeBlockParser GscopeBlockParser;

GscopeBlockParser *
gscope_block_parser_new (GscopeTrackNames *names, const GscopeRecordingFormat *format);
void gscope_block_parser_free (GscopeBlockParser *self);

/* Fills in what the block's lines say. Lines that are older than `earliest` or than one before are
 * reported and skipped. */
void gscope_block_parser_run (GscopeBlockParser *self, GscopeBlock *block, gint64 earliest);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeBlockParser, gscope_block_parser_free)
