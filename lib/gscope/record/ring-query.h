/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/record/ring-file.h>
#include <gscope/signal/signal.h>

/* Columns of one signal out of the files of a ring. */

/* A file of a ring. Its times plus `offset` are times on the clock of the ring. */
typedef struct
{
  char *path;
  char *index_path;
  /* files of one run follow each other without a gap */
  char *run;
  guint64 part;
  gint64 offset;
  /* of the first and of the last sample, on the clock of the ring; the last may be G_MAXINT64 */
  gint64 first;
  gint64 last;
  guint64 bytes;
  /* it could not be removed, and counts on */
  gboolean is_stuck;
  /* NULL while the file is written */
  GVariant *index;
  /* of the file, if they were read lately */
  GscopeRecordRingSamples *samples;
} GscopeRecordRingFile;

GscopeRecordRingFile *gscope_record_ring_file_ref (GscopeRecordRingFile *self);
void gscope_record_ring_file_unref (GscopeRecordRingFile *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeRecordRingFile, gscope_record_ring_file_unref)

typedef struct
{
  char *signal;
  gint64 from;
  gint64 width;
  gsize n;
  /* samples from here on do not count, because the trace has them; G_MAXINT64 if all count */
  gint64 end;
  /* those that the trace has in the last column */
  GscopeColumn border;
} GscopeRecordRingQuestion;

typedef struct
{
  /* those without samples have a count of 0 */
  GscopeColumn *columns;
  gsize n;
  /* GscopeGap */
  GArray *gaps;
  /* the last sample before the columns, and the first one after them; NaN if a gap is between */
  gboolean has_before;
  gboolean has_after;
  GscopeSample before;
  GscopeSample after;
} GscopeRecordRingAnswer;

void gscope_record_ring_answer_free (GscopeRecordRingAnswer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeRecordRingAnswer, gscope_record_ring_answer_free)

/* Answers out of files, in the order of their times; takes the array of GscopeRecordRingFile. The task returns a
 * GscopeRecordRingAnswer. `loaded` is called for each file whose samples were read; all of them, unless the file was written when
 * the query began.
 * `written` is the file that is written, whose samples may not be in it yet; NULL for none. */
void gscope_record_ring_query (
    GPtrArray *files, GscopeRecordRingFile *written, const GscopeRecordRingQuestion *question,
    void (*loaded) (gpointer owner, GscopeRecordRingFile *file, gboolean is_whole), GTask *task);

/* Fills in the columns of a query that begin before a trace, and which recordings therefore answer. `pen` is the pen of the
 * scope. Moves the time `until` to which the columns are complete, if the trace has dropped samples that may not be in a
 * file yet. Returns whether there is such a column. */
gboolean
gscope_record_ring_question_init (GscopeRecordRingQuestion *self, GscopeSignal *signal, gint64 pen,
                                  gint64 from, gint64 width, gint64 n, gint64 *until);
