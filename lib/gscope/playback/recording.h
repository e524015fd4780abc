/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/files/reader.h>
#include <gscope/playback/format.h>
#include <gscope/playback/track.h>
#include <gscope/text/annotation.h>
#include <gscope/trace/archive.h>

/* A file of samples, read to its end, and an index of it. It belongs to one
 * thread at a time: a worker while it reads, and then the main thread, which takes what is new.
 *
 * While all samples fit into the budget, `fresh` of a channel holds what was read since it was taken.
 * Beyond it, a trace holds the whole file as an overview with the samples of one interval of time in
 * it; `is_composed` says that `fresh` is such a trace, in the place of what was taken before. */

/* `progress` is the fraction of the file that was read; -1 if that is not known. */
typedef void (*GscopeRecordingFunc) (double progress, gpointer user_data);

typedef struct _GscopeRecordingPrivate GscopeRecordingPrivate;

typedef struct
{
  gsize budget;
  /* in the order in which they came */
  GPtrArray *channels;
  /* GscopeRecordingMarker */
  GArray *markers;
  /* of GVariant (sss): what the parameters were: full names, titles, and values with units */
  GPtrArray *parameters;
  gboolean is_composed;
  gboolean is_overview;
  gint64 detail_begin;
  gint64 detail_end;

  gint64 begin;
  gint64 end;
  guint64 n_samples;
  /* of these, the ones that are not a number */
  guint64 n_missing;
  /* since traces were composed */
  guint64 n_appended;
  gboolean has_start;
  gint64 time;
  gint64 start;

  guint64 n_skipped;
  GPtrArray *reports;
  /* sentences about columns of a table that are left out */
  GPtrArray *notes;
  /* why not all of the file could be read */
  char *problem;
  /* why it is no recording */
  char *refusal;
  /* the number of a last line that was not taken, since it has no end; 0 if there is none */
  guint64 unfinished_line;
  gboolean has_split_line;

  GscopeRecordingFunc on_progress;
  gpointer progress_data;

  GscopeRecordingPrivate *priv;
} GscopeRecording;

GscopeRecording *gscope_recording_new (const char *path, const GscopeRecordingFormat *format,
                                       gsize budget, gboolean takes_tail, GError **error);
void gscope_recording_free (GscopeRecording *self);

GscopeTextChange gscope_recording_check (GscopeRecording *self);

/* Reads on to the end of the file. Text behind the last newline is accepted as a line if the
 * recording `takes_tail` and the line looks whole; `has_split_line` says that the line was not
 * whole, and the file has to be read again. A recording of ours ends every line, so that its last
 * one is never taken without. After an
 * error or a cancellation the recording can only be freed. */
gboolean gscope_recording_read (GscopeRecording *self, GCancellable *cancellable, GError **error);

/* Returns whether the samples exceed the budget. */
gboolean gscope_recording_has_to_compose (GscopeRecording *self);

/* Returns whether composing would show more of an interval, or has to return excess memory. */
gboolean gscope_recording_lacks (GscopeRecording *self, gint64 begin, gint64 end);

/* Makes traces with the samples of an interval, where there is room for them. */
gboolean gscope_recording_compose (GscopeRecording *self, gint64 begin, gint64 end,
                                   GCancellable *cancellable, GError **error);

/* A visit of the samples of channels. */
typedef struct
{
  /* names, and NULL for channels that the file does not have */
  const GPtrArray *channels;
  /* what is added to the times */
  gint64 shift;
  /* a time of the file: a visit from the beginning leaves out the blocks before it */
  gint64 begin;
  GscopeArchiveFunc take;
  gboolean (*settle) (gpointer data, gint64 time);
  gpointer data;
  /* whether the channels have a gap after the end of the file */
  gboolean has_end;
  /* whether the visitor may have had enough after a small part of the file */
  gboolean is_short;
  /* the blocks that may have samples of the channels, in the order of their first times; the first call makes it, and the caller
   * frees it */
  GArray *order;
  /* in that order: the next block, which is 0 at first, and the end, which is set by the first call */
  guint next;
  guint end;
  /* how many blocks were before the gap at the end that was passed; 0 if none was */
  guint ended_at;
  /* whether the visitor has had enough, or there is nothing more */
  gboolean has_ended;
} GscopeRecordingVisit;

/* Goes on with a visit. A call reads an eighth of the budget, or of a short visit a 64th. */
gboolean gscope_recording_visit (GscopeRecording *self, GscopeRecordingVisit *visit,
                                 GCancellable *cancellable, GError **error);

/* Appends traces of channels, an array of names and NULL: all of the samples if an eighth of the budget holds them, and
 * else cells of them, as gscope_recording_compose() does. Widens the interval to what was read. */
gboolean
gscope_recording_load (GscopeRecording *self, const GPtrArray *channels,
                       GscopeArchiveSamples *samples, GCancellable *cancellable, GError **error);

/* The format that was set or detected; NULL before anything was read, and if none was detected. */
const GscopeRecordingFormat *gscope_recording_get_format (GscopeRecording *self);

/* The signals have been given `fresh` and `losses`: what they had before goes. */
void gscope_recording_drop_fresh (GscopeRecording *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeRecording, gscope_recording_free)
