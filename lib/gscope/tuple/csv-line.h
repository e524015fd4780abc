/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/tuple/csv.h>

/* A field without the blanks and quotes around it; within quotes, "" stands for ". */
typedef struct
{
  const char *begin;
  gsize length;
  gboolean is_quoted;
} GscopeCsvField;

/* The next line that is neither empty nor a comment, without its end; moves *text behind it. */
gboolean
gscope_csv_next_line (const char **text, const char *end, const char **line, gsize *length);

/* Splits a line; returns the number of fields, more than max if there are more, 0 if a quote is not
 * closed. */
guint gscope_csv_split (const char *line, gsize length, char delimiter, GscopeCsvField *fields,
                        guint max);
char *gscope_csv_dup_field (const GscopeCsvField *field);
gboolean gscope_csv_read_value (const GscopeCsvField *field, char decimal, double *value);
gboolean
gscope_csv_read_time (const GscopeCsvField *field, char decimal, GscopeCsvTime kind, gint64 *time);

/* Takes a unit in brackets off a column's title: "speed (m/s)" or "speed [m/s]". */
char *gscope_csv_take_unit (char *title);
