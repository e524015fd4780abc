/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "connection.h"

#include <gscope/csv/csv.h>

/* How a table of a database, or the result of a query, becomes signals: by its first rows, as the columns of a file of values
 * are told apart. */

typedef struct
{
  /* as the database has it */
  char *title;
  /* without the unit, which may be NULL */
  char *name;
  char *unit;
  /* what is in the first rows: numbers, of which some are texts; other texts, and one of them; binary data */
  guint n_numbers;
  guint n_number_texts;
  guint n_texts;
  guint n_blobs;
  char *example;
} DecodeColumn;

/* How sure it is that a table is a record of values over time. */
typedef enum
{
  DECODE_NO_VALUES,
  DECODE_WITHOUT_TIME,
  DECODE_BY_NUMBER,
  DECODE_BY_TIME,
  DECODE_BY_DATE,
} DecodeLikeness;

typedef struct
{
  /* a name or a query, as SQL has it */
  char *from;
  GPtrArray *columns;
  DecodeLikeness likeness;
  /* the kind of time, and its column; of two columns with date and time of day, the first */
  GscopeCsvFormat format;
  const DecodeColumn *time;
  const DecodeColumn *clock;
  /* the column whose texts are names of signals; NULL if the columns are */
  const DecodeColumn *names;
  /* the columns with the values */
  GPtrArray *values;
} DecodeTable;

/* Looks at the first rows. Returns NULL after an error. */
DecodeTable *decode_table_new (DecodeConnection *connection, const char *from);
void decode_table_free (DecodeTable *self);

/* Says which columns are left out. */
void decode_table_tell (const DecodeTable *self, DecodeOutput *output);
/* Returns whether rows in the order of times are sorted before the first one comes, which takes
 * long for a large table. A query, which may take long by itself, is not looked at. */
gboolean decode_table_needs_sorting (const DecodeTable *self, DecodeConnection *connection);
/* Reads the columns of the time, the clock, the names and the values, as far as the table has them,
 * in the order of times or as the rows come. */
sqlite3_stmt *
decode_table_read (const DecodeTable *self, DecodeConnection *connection, gboolean by_time);

/* Reads a number, which may have blanks around it. */
gboolean decode_read_number (const char *text, double *value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DecodeTable, decode_table_free)
