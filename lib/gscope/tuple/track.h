/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/signal.h>
#include <gscope/tuple/block.h>
#include <gscope/tuple/overview.h>

/* A signal of a recording while it is read: what is new of its trace, and an overview of all of it. A
 * gap is announced before the sample that stands at its beginning. */
typedef struct
{
  char *name;
  GscopeSignal *signal;
  GscopeTrace *fresh;
  GscopeOverview overview;
  GArray *gaps;
} GscopeTrack;

GscopeTrack *gscope_track_new (const char *name);
void gscope_track_free (GscopeTrack *self);

/* A new trace as `fresh`, and no announced gap. */
void gscope_track_begin (GscopeTrack *self);
void gscope_track_announce_gap (GscopeTrack *self, gint64 time, GscopeGapCause cause);

/* Appends a column to `fresh`, where it is there, and with cells also to the overview. */
void gscope_track_append (GscopeTrack *self, const GscopeBlockColumn *column, gsize cell_size);
