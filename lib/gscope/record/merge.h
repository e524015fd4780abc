/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/control/marker.h>
#include <gscope/record/tallies.h>
#include <gscope/source/source.h>

/* Traces and markers as tuple text, in the order of time, for a recording. */

typedef struct _GscopeRecordMerge GscopeRecordMerge;
typedef struct _GscopeRecordCursor GscopeRecordCursor;
typedef struct _GscopeRecordSourceCursor GscopeRecordSourceCursor;

/* Counts in `tallies`, which outlives it. */
GscopeRecordMerge *gscope_record_merge_new (gint64 start, GscopeRecordTallies *tallies);
void gscope_record_merge_free (GscopeRecordMerge *self);

/* A signal is read from `start` on; a cursor that is ended goes when all that its trace still has is written. */
GscopeRecordCursor *
gscope_record_merge_add (GscopeRecordMerge *self, GscopeSignal *signal, gint64 start);
GscopeSignal *gscope_record_cursor_get_signal (GscopeRecordCursor *cursor);
void gscope_record_cursor_end (GscopeRecordCursor *cursor);
/* A source may lose input that belongs to no signal. A cursor that is ended goes when its losses are counted. */
GscopeRecordSourceCursor *
gscope_record_merge_add_source (GscopeRecordMerge *self, GscopeSource *source);
void gscope_record_source_cursor_end (GscopeRecordSourceCursor *cursor);
/* Appends what signals and sources have lost since the last time, or since they were added. */
void gscope_record_merge_count_lost (GscopeRecordMerge *self, GString *text);
/* Changes of a marker that is written already are written, too. */
void gscope_record_merge_add_marker (GscopeRecordMerge *self, GscopeMarker *marker);
void gscope_record_merge_change_marker (GscopeRecordMerge *self, GscopeMarker *marker);
void gscope_record_merge_remove_marker (GscopeRecordMerge *self, GscopeMarker *marker);

/* Appends what is before `end` until the text has `max` bytes; returns whether that was all.
 * Writes that have not been answered wait unless `is_last`. */
gboolean gscope_record_merge_write (GscopeRecordMerge *self, gint64 end, gboolean is_last,
                                    GString *text, gsize max);

/* Written samples are not newer than this. */
gint64 gscope_record_merge_get_position (GscopeRecordMerge *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeRecordMerge, gscope_record_merge_free)
