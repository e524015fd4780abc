/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/csv/csv.h>

/* A field without the blanks and quotes around it; within quotes, "" means ". */
typedef struct
{
  const char *begin;
  gsize length;
  gboolean is_quoted;
} GscopeCsvField;

/* The next line that is neither empty nor a comment, without its end; moves *text behind it. */
gboolean
gscope_csv_next_line (const char **text, const char *end, const char **line, gsize *length);

/* A text without the byte order mark that it may begin with. */
const char *gscope_csv_skip_mark (const char *text, const char *end);
gboolean gscope_csv_is_comment (const char *line, const char *end);

/* Splits a line; returns the number of fields, more than max if there are more, 0 if a quote is not
 * closed. A blank as the delimiter means any number of blanks and tabs, which may also begin and end
 * the line; the word “#” ends the line, too. */
guint gscope_csv_split (const char *line, gsize length, char delimiter, GscopeCsvField *fields,
                        guint max);
/* Takes the mark off a comment: “#”, as often as it is repeated, and the blanks behind it. */
void gscope_csv_strip_comment (const char **line, gsize *length);
char *gscope_csv_dup_field (const GscopeCsvField *field);
/* Reads a number; “True” is 1 and “False” is 0, in capital and small letters. */
gboolean gscope_csv_read_value (const GscopeCsvField *field, char decimal, double *value);
/* The same for a decimal point, without a copy: GSCOPE_DECIMAL_SLACK bytes behind the field must be readable. */
gboolean gscope_csv_read_value_in_place (const GscopeCsvField *field, double *value);
/* Returns TRUE for an empty field, and for a word such as “NA” or “-”. */
gboolean gscope_csv_is_missing (const GscopeCsvField *field);

/* Takes a unit in brackets off a column's title: "speed (m/s)" or "speed [m/s]". */
char *gscope_csv_take_unit (char *title);
