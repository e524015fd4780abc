/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/csv/time.h>

/* The first lines of a text, split by one delimiter; the rows are those that have as many fields as most
 * have. */
typedef struct
{
  char delimiter;
  char decimal;
  guint n_lines;
  guint n_rows;
  guint n_columns;
  gboolean has_too_many;
  /* the lines of the text before the first row, with those between that are no rows */
  guint first_line;
  /* numbers and times among all fields of the rows */
  double share;
  /* n_rows times n_columns */
  GscopeCsvField *cells;
} GscopeCsvSample;

/* Tries all delimiters, and takes the one by which most lines have the same number of fields, and then
 * most fields are numbers or times. */
GscopeCsvSample *gscope_csv_sample_new (const char *text, gsize length);
void gscope_csv_sample_free (GscopeCsvSample *self);

const GscopeCsvField *gscope_csv_sample_get (const GscopeCsvSample *self, guint row, guint column);
gboolean gscope_csv_sample_is_number (const GscopeCsvSample *self, guint row, guint column);
/* A number, a date or a time of day. */
gboolean gscope_csv_sample_is_value (const GscopeCsvSample *self, guint row, guint column);
/* Returns TRUE if a row is the first one of another data set than the row before. */
gboolean gscope_csv_sample_begins_set (const GscopeCsvSample *self, guint row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeCsvSample, gscope_csv_sample_free)
