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
  /* how much later the signals are than in the file, nanoseconds */
  gint64 shift;
  /* the number of the run if the signals are compared with others: they have no losses in this scope, and their markers are kept
   * here only; 0 for a playback */
  guint run;
  GHashTable *signals;
  GPtrArray *markers;
  /* of GVariant (sss), as in the recording */
  GPtrArray *parameters;
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
/* Moves all signals in time. FALSE, and nothing is moved, if a time would be out of the range of numbers. */
gboolean gscope_player_contents_shift (GscopePlayerContents *self, gint64 distance);
/* A time for which the signals have their newest samples. */
void gscope_player_contents_set_position (GscopePlayerContents *self, gint64 position);
