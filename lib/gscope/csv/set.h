/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/csv/head.h>

/* The data sets of a table, as gnuplot writes them: two or more empty lines are between them, and times begin again. */

enum
{
  /* The most data sets of a file that are read. */
  GSCOPE_CSV_MAX_SETS = 256,
};

/* Returns where another data set begins: at its first row, or at a comment before that; NULL if the text has no such row. */
const char *gscope_csv_find_set (const char *text, const char *end);

/* Returns the end of the last line that is neither empty nor a comment; the begin of the text if there is none. */
const char *gscope_csv_find_rows_end (const char *text, const char *end);

/* Returns the title of a data set with the text that its head was read from: a line or a comment above its rows; NULL if it has
 * none. */
char *gscope_csv_dup_set_title (const GscopeCsvHead *head, const char *text);

/* Reads the head of a later data set, which may have names of its own. NULL if it has no row that can be read. */
GscopeCsvHead *
gscope_csv_head_new_for_set (const GscopeCsvFormat *table, const char *text, gsize length);
