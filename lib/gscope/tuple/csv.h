/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/signal/sample.h>

G_BEGIN_DECLS

/**
 * GscopeCsvTime:
 * @GSCOPE_CSV_SECONDS: decimal numbers, in seconds
 * @GSCOPE_CSV_MILLISECONDS: decimal numbers, in milliseconds
 * @GSCOPE_CSV_MICROSECONDS: decimal numbers, in microseconds
 * @GSCOPE_CSV_NANOSECONDS: decimal numbers, in nanoseconds
 * @GSCOPE_CSV_DATE: dates and times as ISO 8601 has them; those without a zone are UTC
 *
 * What stands in the time column of comma-separated values.
 */
typedef enum
{
  GSCOPE_CSV_SECONDS,
  GSCOPE_CSV_MILLISECONDS,
  GSCOPE_CSV_MICROSECONDS,
  GSCOPE_CSV_NANOSECONDS,
  GSCOPE_CSV_DATE,
} GscopeCsvTime;

/**
 * GSCOPE_CSV_MAX_COLUMNS:
 *
 * The most columns that are read.
 */
#define GSCOPE_CSV_MAX_COLUMNS 1024

/**
 * GscopeCsvFormat:
 * @delimiter: what separates the fields of a line
 * @decimal: what separates whole numbers from fractions, `.` or `,`
 * @has_header: whether the first line names the columns
 * @time_column: which column is the time, from 0
 * @time: what stands there
 *
 * How comma-separated values are written.
 */
typedef struct
{
  char delimiter;
  char decimal;
  gboolean has_header;
  guint time_column;
  GscopeCsvTime time;
} GscopeCsvFormat;

#define GSCOPE_TYPE_CSV_FORMAT (gscope_csv_format_get_type ())

GSCOPE_EXPORT GType gscope_csv_format_get_type (void);
GSCOPE_EXPORT GscopeCsvFormat *
gscope_csv_format_guess (const char *text, gsize length, GError **error);
GSCOPE_EXPORT GscopeCsvFormat *gscope_csv_format_copy (const GscopeCsvFormat *self);
GSCOPE_EXPORT void gscope_csv_format_free (GscopeCsvFormat *self);
GSCOPE_EXPORT char **
gscope_csv_format_read_names (const GscopeCsvFormat *self, const char *text, gsize length);
GSCOPE_EXPORT char *gscope_csv_read_head (GFile *file, gsize *length, GError **error);
GSCOPE_EXPORT GPtrArray *gscope_csv_format_read_rows (const GscopeCsvFormat *self, const char *text,
                                                      gsize length, guint max);
GSCOPE_EXPORT gboolean gscope_csv_format_read_time (const GscopeCsvFormat *self, const char *cell,
                                                    gint64 *time);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeCsvFormat, gscope_csv_format_free)

G_END_DECLS
