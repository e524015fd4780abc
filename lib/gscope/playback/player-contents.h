/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/playback/recording.h>
#include <gscope/source/source.h>

/* The signals and markers of a player's source. Signals are kept by what the file calls them; the
 * source
 * owns them. */
typedef struct
{
  GscopeSource *source;
  GHashTable *signals;
  GPtrArray *markers;
  /* losses of sources, and of signals that were refused: GscopeTally by name */
  GHashTable *other_losses;
  /* how many signals of the recording the source refused, and why it did the first */
  guint n_refused;
  GError *refusal;
} GscopePlayerContents;

void gscope_player_contents_init (GscopePlayerContents *self, GscopeSource *source);
void gscope_player_contents_clear (GscopePlayerContents *self);

/* Adopts the part of a recording that was read since the last time, or all of one that was read
 * again. A signal
 * without a name is called like the file. */
void gscope_player_contents_take (GscopePlayerContents *self, GscopeRecording *recording,
                                  const char *file_name, gboolean is_anew);
void gscope_player_contents_drop (GscopePlayerContents *self);
/* A time for which the signals have their newest samples. */
void gscope_player_contents_set_position (GscopePlayerContents *self, gint64 position);
