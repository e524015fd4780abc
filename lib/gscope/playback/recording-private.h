/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/playback/block-pool.h>
#include <gscope/playback/format-private.h>
#include <gscope/playback/recording.h>

enum
{
  /* The size of a sample in a trace with times of its own. */
  GSCOPE_RECORDING_SAMPLE_BYTES = 17,
  /* The part of the budget for details, which are in memory twice while they replace others. */
  GSCOPE_RECORDING_DETAIL_PART = 8,
  /* The part of the budget that one call of a visit reads which may end soon. */
  GSCOPE_RECORDING_SHORT_PART = 64,
};

/* A block of the file, of whole lines. */
typedef struct
{
  guint64 offset;
  gsize length;
  gint64 first;
  gint64 last;
  guint64 n_samples;
  guint set;
} GscopeRecordingEntry;

/* A data set of the file: its entries, in the order of times. Those of several sets are at the same times. */
typedef struct
{
  guint begin;
  guint end;
} GscopeRecordingSet;

/* Entries of a data set that are chosen. */
typedef struct
{
  guint low;
  guint high;
} GscopeRecordingSpan;

struct _GscopeRecordingPrivate
{
  char *path;
  GscopeTextReader *reader;
  /* read again what was read before: details, all samples of a signal, and those of intervals. A compressed file is read on from
   * where a reader is. */
  GscopeTextReader *second;
  GscopeTextReader *third;
  GscopeTextReader *fourth;
  GscopeTrackNames *names;
  GscopeRecordingFormat *format;
  GscopeRecordingHead head;
  GscopeBlockParser *parser;
  gboolean takes_tail;
  gboolean has_taken_tail;
  /* the problem is that the file ends within compressed data, which may go on */
  gboolean is_cut;
  /* what is read stands behind an overview that was composed */
  gboolean is_following;

  GPtrArray *by_id;
  GArray *entries;
  GArray *sets;
  /* whether another data set begins with the next block, and whether the file has too many */
  gboolean ends_set;
  gboolean is_full;
  /* the data set of the block that was taken last */
  guint taken_set;
  GPtrArray *spare;
  guint64 text_offset;
  gsize n_carried;
  char *carried;
  /* within a line that is longer than a block */
  gboolean is_dropping;
  guint64 n_lines;
  guint64 n_rows;
  gint64 last;
  gsize cell_size;
  gsize block_size;
  /* the interval with more than the overview, and how many samples a cell has there; 1: all samples are there */
  gint64 fine_begin;
  gint64 fine_end;
  gsize fine_cell;
};

/* Opens a file; the format may be NULL. */
GscopeTextReader *
gscope_recording_open (const char *path, const GscopeRecordingFormat *format, GError **error);
GscopeTrack *gscope_recording_get_channel (GscopeRecording *self, guint id);
void
gscope_recording_take_gap (GscopeRecording *self, GscopeAnnotation *annotation, GError **error);
/* Takes the annotations of a block; one that is not valid is reported. */
void gscope_recording_take_annotations (GscopeRecording *self, GscopeBlock *block);
/* Takes the looks of signals that have none yet. */
void gscope_recording_take_signals (GscopeRecording *self, GPtrArray *signals);
/* Adds a marker, in place of old ones where there is no room. */
void
gscope_recording_take_marker (GscopeRecording *self, GscopeMarker *marker, GscopeMarkerNews news);
/* Adds a report about a line, unless there are many. */
void gscope_recording_report (GscopeRecording *self, guint64 line, const char *reason);
/* Returns a data set. */
GscopeRecordingSet *gscope_recording_get_set (GscopeRecording *self, guint i);
/* Returns whether any entry is chosen. */
gboolean gscope_recording_has_span (GscopeRecording *self, const GscopeRecordingSpan *spans);
/* Reads the text of a block again. */
gboolean gscope_recording_read_entry (GscopeRecording *self, GscopeTextReader *reader,
                                      const GscopeRecordingEntry *entry, GscopeBlock *block,
                                      GCancellable *cancellable, GError **error);
/* Returns the size of the cells in which twice as many samples have room; 0 if the overview is as good. A cell
 * ends with its block. */
gsize
gscope_recording_choose_cell (GscopeRecording *self, guint64 sum, guint n_blocks, guint64 limit);
