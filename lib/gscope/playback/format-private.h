/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/playback/block-parser.h>

/* How well a text agrees with a format. */
typedef enum
{
  GSCOPE_LIKENESS_NONE,
  /* a few lines of it agree */
  GSCOPE_LIKENESS_POOR,
  /* another format may agree as well; the name of the file decides between them */
  GSCOPE_LIKENESS_FAIR,
  GSCOPE_LIKENESS_SURE,
} GscopeLikeness;

/* The contents of a file before its first sample. */
typedef struct
{
  /* the signals of the first channels, in the order of the channels; several may have one name */
  GPtrArray *signals;
  /* sentences about parts that are left out */
  GPtrArray *notes;
  /* the times count from 1970 */
  gboolean has_dates;
  /* the program that wrote the file ends each line, so that a line without an end was cut off */
  gboolean ends_lines;
  /* of each data set, for the parsers, which share them */
  GPtrArray *layouts;
} GscopeRecordingHead;

/* The functions of a format. A format whose files have no head leaves out `begin`, and one whose files have no data sets the next
 * two. */
typedef struct
{
  /* Judges the first lines of a file. Fills in `table` if the format is a table. If the text disagrees,
   * `error` may say why. */
  GscopeLikeness (*sniff) (const char *text, gsize length, GscopeCsvFormat *table, GError **error);
  /* Reads the head of a file. */
  gboolean (*begin) (const GscopeCsvFormat *table, const char *text, gsize length,
                     GscopeRecordingHead *head, GError **error);
  /* Reads the head of a later data set, whose text begins at an offset in the file, and adds it to the head of the file. FALSE if
   * it has no row that can be read. */
  gboolean (*begin_set) (const GscopeCsvFormat *table, const char *text, gsize length,
                         guint64 offset, GscopeRecordingHead *head);
  /* Returns where a block of a text of whole lines, which begins at an offset in the file, has to end: where the next data set
   * begins, or behind the last row. */
  const char *(*find_end) (gconstpointer layout, guint64 offset, const char *text, const char *end,
                           gboolean *ends_set);
  /* Makes the state of a parser. A thread has a parser of its own. */
  gpointer (*open) (GscopeTrackNames *names);
  /* Fills in the block from its text. Reports and skips lines that are older than `earliest`, or
   * than a line before. */
  void (*parse) (gpointer state, GscopeBlock *block, gint64 earliest);
  void (*close) (gpointer state);
  gboolean is_table;
} GscopeRecordingParser;

const GscopeRecordingParser *gscope_recording_format_get_parser (const GscopeRecordingFormat *self);

/* Reads the head of a file. For a format without a head, the result is empty. */
gboolean gscope_recording_head_read (GscopeRecordingHead *self, const GscopeRecordingFormat *format,
                                     const char *text, gsize length, GError **error);
gboolean
gscope_recording_head_add_set (GscopeRecordingHead *self, const GscopeRecordingFormat *format,
                               const char *text, gsize length, guint64 offset);
/* Returns the layout of a data set; NULL if the format has none. */
gconstpointer gscope_recording_head_get_layout (const GscopeRecordingHead *self, guint set);
void gscope_recording_head_clear (GscopeRecordingHead *self);
