/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/csv/line.h>

/* The beginning of a table as its format has it: the names of its columns, and where its rows begin. */
typedef struct
{
  GscopeCsvFormat format;
  guint n_columns;
  /* without their units; `units` has NULL for a column without one */
  char **names;
  char **units;
  /* whether a line or a comment has the names */
  gboolean has_names;
  /* whether the column becomes a signal: it is not the time, and its first fields are not all text */
  gboolean *is_taken;
  /* where the first row begins, in bytes of the text */
  gsize offset;
  /* a sentence for each column that is left out */
  GPtrArray *notes;
} GscopeCsvHead;

/* Fails if there are too many columns, or none where the time is to be. */
GscopeCsvHead *
gscope_csv_head_new (const GscopeCsvFormat *format, const char *text, gsize length, GError **error);
void gscope_csv_head_free (GscopeCsvHead *self);

/* The text behind its first `n` lines. */
const char *gscope_csv_skip_lines (const char *text, const char *end, guint n);

/* Returns TRUE if a comment holds the columns' names: it has as many fields as there are columns, and not only numbers. */
gboolean gscope_csv_names_columns (const GscopeCsvFormat *format, const char *line, gsize length,
                                   guint n_columns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeCsvHead, gscope_csv_head_free)
