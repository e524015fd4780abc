/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/playback/block.h>
#include <gscope/playback/overview.h>
#include <gscope/signal/loss-log.h>
#include <gscope/signal/signal.h>

/* A signal of a recording while the file is read: its new samples and losses, and an overview of all its samples. A
 * gap is announced before its sample, which is not a number and is the next sample of the signal. A source that lost
 * something has a track too. */
typedef struct
{
  char *name;
  /* the data set that has its samples */
  guint set;
  GscopeSignal *signal;
  /* the settings of its trigger, a JSON object; NULL for none */
  char *trigger;
  GscopeTrace *fresh;
  GscopeOverview overview;
  GArray *gaps;
  /* of the whole file, the time of its last sample, and whether a gap follows */
  guint64 n_gaps;
  gint64 last;
  gboolean is_in_gap;
  /* since `losses` was taken */
  GscopeLossLog losses;
  gboolean is_signal;
} GscopeTrack;

GscopeTrack *gscope_track_new (const char *name);
void gscope_track_free (GscopeTrack *self);

/* Forgets the new samples and losses. */
void gscope_track_drop_fresh (GscopeTrack *self);

/* A new trace as `fresh`, and no announced gap. */
void gscope_track_begin (GscopeTrack *self);
void gscope_track_announce_gap (GscopeTrack *self, gint64 time, GscopeGapCause cause);

/* Adds the states of a signal to those of `signal`, which is made if it is not there. */
void gscope_track_add_states (GscopeTrack *self, GscopeSignal *signal);

/* Finds the sample of a gap in a column. FALSE if it is not there. */
gboolean gscope_track_find_gap (const GscopeBlockColumn *column, gint64 time, gsize *at);

/* Appends a column to `fresh`, where it is there, and with cells also to the overview. */
void gscope_track_append (GscopeTrack *self, const GscopeBlockColumn *column, gsize cell_size);
