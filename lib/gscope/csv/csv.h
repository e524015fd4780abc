/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/trace/sample.h>

G_BEGIN_DECLS

/**
 * GscopeCsvTime:
 * @GSCOPE_CSV_TIME_SECONDS: decimal numbers, in seconds
 * @GSCOPE_CSV_TIME_MILLISECONDS: decimal numbers, in milliseconds
 * @GSCOPE_CSV_TIME_MICROSECONDS: decimal numbers, in microseconds
 * @GSCOPE_CSV_TIME_NANOSECONDS: decimal numbers, in nanoseconds
 * @GSCOPE_CSV_TIME_DATE: dates whose order is plain, with or without a time of day: ISO 8601, `2026/01/31`,
 *   `31.1.2026`, `31 Jan 2026`, `Jan 31, 2026`; those without a zone are UTC
 * @GSCOPE_CSV_TIME_DAY_FIRST: the same, and dates such as `31/1/2026` and `31-1-26`
 * @GSCOPE_CSV_TIME_MONTH_FIRST: the same, and dates such as `1/31/2026` and `1-31-26`
 * @GSCOPE_CSV_TIME_TIME_OF_DAY: times without a date, such as `12:30`, `12:30:59.5` and `1:30:59 PM`, and durations
 *   such as `2 days 03:00:00`; a time of day more than an hour before the row above is a time of the next day
 * @GSCOPE_CSV_TIME_MINUTES: decimal numbers, in minutes
 * @GSCOPE_CSV_TIME_HOURS: decimal numbers, in hours
 * @GSCOPE_CSV_TIME_DAYS: decimal numbers, in days
 * @GSCOPE_CSV_TIME_ROWS: no column holds the time: rows are one second apart, and the first is at 0
 *
 * The contents of a table's time column.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_CSV_TIME_SECONDS,
  GSCOPE_CSV_TIME_MILLISECONDS,
  GSCOPE_CSV_TIME_MICROSECONDS,
  GSCOPE_CSV_TIME_NANOSECONDS,
  GSCOPE_CSV_TIME_DATE,
  GSCOPE_CSV_TIME_DAY_FIRST,
  GSCOPE_CSV_TIME_MONTH_FIRST,
  GSCOPE_CSV_TIME_TIME_OF_DAY,
  GSCOPE_CSV_TIME_MINUTES,
  GSCOPE_CSV_TIME_HOURS,
  GSCOPE_CSV_TIME_DAYS,
  GSCOPE_CSV_TIME_ROWS,
} GscopeCsvTime;

/**
 * GscopeCsvHeader:
 * @GSCOPE_CSV_HEADER_NONE: the columns have no names
 * @GSCOPE_CSV_HEADER_LINE: the first line of the table names the columns
 * @GSCOPE_CSV_HEADER_COMMENT: a comment before the first row names the columns
 *
 * The place of a table's names.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_CSV_HEADER_NONE,
  GSCOPE_CSV_HEADER_LINE,
  GSCOPE_CSV_HEADER_COMMENT,
} GscopeCsvHeader;

/**
 * GSCOPE_CSV_MAX_COLUMNS:
 *
 * The most columns that a table may have.
 *
 * Since: 1.0
 */
#define GSCOPE_CSV_MAX_COLUMNS 1024

/**
 * GscopeCsvFormat:
 * @delimiter: the character that separates the fields of a line; a blank for any number of blanks and
 *   tabs
 * @decimal: the character that separates whole numbers from fractions, `.` or `,`
 * @header: where the columns have their names from
 * @time_column: the index of the time column, from 0
 * @time: the contents of the time column
 * @first_line: the number of lines before the table, which are not read
 * @has_units: whether a line with the columns' units follows that with their names
 * @has_clock_beside: whether the column after that with the date holds the time of day
 *
 * How a table is written: comma-separated values, or columns between tabs or blanks.
 *
 * Since: 1.0
 */
typedef struct
{
  char delimiter;
  char decimal;
  GscopeCsvHeader header;
  guint time_column;
  GscopeCsvTime time;
  guint first_line;
  gboolean has_units;
  gboolean has_clock_beside;
} GscopeCsvFormat;

#define GSCOPE_TYPE_CSV_FORMAT (gscope_csv_format_get_type ())

GSCOPE_AVAILABLE_IN_1_0
GType gscope_csv_format_get_type (void);
GSCOPE_AVAILABLE_IN_1_0
GscopeCsvFormat *gscope_csv_format_guess (const char *text, gsize length, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GscopeCsvFormat *gscope_csv_format_copy (const GscopeCsvFormat *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_csv_format_free (GscopeCsvFormat *self);
GSCOPE_AVAILABLE_IN_1_0
char **gscope_csv_format_read_names (const GscopeCsvFormat *self, const char *text, gsize length);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_csv_read_head (GFile *file, gsize *length, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GVariant *
gscope_csv_format_dup_rows (const GscopeCsvFormat *self, const char *text, gsize length, guint max);
GSCOPE_AVAILABLE_IN_1_0
GPtrArray *gscope_csv_format_read_rows (const GscopeCsvFormat *self, const char *text, gsize length,
                                        guint max);
GSCOPE_AVAILABLE_IN_1_0
gboolean
gscope_csv_format_read_time (const GscopeCsvFormat *self, const char *const *cells, gint64 *time);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeCsvFormat, gscope_csv_format_free)

G_END_DECLS
