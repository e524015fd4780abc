/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/csv/line.h>

#define GSCOPE_CSV_DAY (86400 * GSCOPE_SEC)

/* Reads a time of any kind but %GSCOPE_CSV_TIME_ROWS, whose times no field holds: nanoseconds. */
gboolean
gscope_csv_read_time (const GscopeCsvField *field, char decimal, GscopeCsvTime kind, gint64 *time);

/* Returns TRUE for dates, which know the time on the wall. */
gboolean gscope_csv_time_is_date (GscopeCsvTime kind);
/* Returns TRUE if a field holds a date without a time of day. */
gboolean gscope_csv_is_date_only (const GscopeCsvField *field, GscopeCsvTime kind);
/* Tells the kind by a unit, such as “ms”; FALSE if it is no unit of times. */
gboolean gscope_csv_find_time_unit (const char *unit, GscopeCsvTime *kind);

/* Reads the time of a row by its format; the next field may hold the time of day. */
gboolean gscope_csv_read_row_time (const GscopeCsvFormat *format, const GscopeCsvField *fields,
                                   guint n_fields, gint64 *time);
