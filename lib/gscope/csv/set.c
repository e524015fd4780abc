/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/csv/set.h>

#include <gscope/csv/time.h>
#include <string.h>

enum
{
  /* Longer comments are texts, not titles. */
  MAX_TITLE = 80,
};

/* As gnuplot's “set table” writes it. */
#define CURVE_TITLE "Curve title: "

/* A tab may be the end of an empty field. */
static const char *
skip_blanks (const char *p, const char *end)
{
  while (p < end && *p != '\t' && g_ascii_isspace (*p))
    p++;
  return p;
}

const char *
gscope_csv_find_set (const char *text, const char *end)
{
  const char *comment = NULL;
  guint n_empty = 0;

  while (text < end)
    {
      const char *newline = memchr (text, '\n', end - text);
      const char *stop = newline != NULL ? newline + 1 : end, *p = skip_blanks (text, stop);

      if (p == stop)
        n_empty += newline != NULL;
      else if (*p == '#')
        comment = comment == NULL && n_empty > 0 ? text : comment;
      else if (n_empty > 1)
        return comment != NULL ? comment : text;
      else
        {
          comment = NULL;
          n_empty = 0;
        }
      text = stop;
    }
  return NULL;
}

const char *
gscope_csv_find_rows_end (const char *text, const char *end)
{
  while (end > text)
    {
      const char *newline = memrchr (text, '\n', end - 1 - text);
      const char *line = newline != NULL ? newline + 1 : text, *p = skip_blanks (line, end);

      if (p < end && *p != '#')
        return end;
      end = line;
    }
  return text;
}

static char *
dup_text (const char *text, gsize length)
{
  g_autofree char *valid = NULL;

  if (length >= 2 && text[0] == '"' && text[length - 1] == '"')
    {
      text++;
      length -= 2;
    }
  valid = g_utf8_make_valid (text, (gssize) length);
  g_strstrip (valid);
  return *valid != '\0' && strlen (valid) <= MAX_TITLE ? g_steal_pointer (&valid) : NULL;
}

static gboolean
names_columns (const GscopeCsvHead *head, const char *text, gsize length)
{
  return head->format.header == GSCOPE_CSV_HEADER_COMMENT
         && gscope_csv_names_columns (&head->format, text, length, head->n_columns);
}

/* The first comment is the title, as for gnuplot's “index”, if none says that it is. */
static void
take_comment (const GscopeCsvHead *head, const char *text, gsize length, char **title)
{
  const gsize n = strlen (CURVE_TITLE);

  gscope_csv_strip_comment (&text, &length);
  while (length > 0 && g_ascii_isspace (text[length - 1]))
    length--;
  if (length > n && memcmp (text, CURVE_TITLE, n) == 0)
    {
      g_free (*title);
      *title = dup_text (text + n, length - n);
    }
  else if (*title == NULL && length > 0 && !names_columns (head, text, length))
    *title = dup_text (text, length);
}

/* A line above the rows, other than the names of the columns, is a title that is preferred to comments. */
static void
take_line (const GscopeCsvHead *head, const char *text, gsize length, char **title)
{
  if (head->format.header == GSCOPE_CSV_HEADER_LINE)
    return;
  while (length > 0 && g_ascii_isspace (text[length - 1]))
    length--;
  g_free (*title);
  *title = dup_text (text, length);
}

char *
gscope_csv_dup_set_title (const GscopeCsvHead *head, const char *text)
{
  const char *end = text + head->offset;
  char *title = NULL;

  text = gscope_csv_skip_mark (text, end);
  while (text < end)
    {
      const char *newline = memchr (text, '\n', end - text);
      const char *stop = newline != NULL ? newline + 1 : end, *p = skip_blanks (text, stop);

      if (p < stop && *p == '#')
        take_comment (head, p, stop - p, &title);
      else if (p < stop)
        take_line (head, p, stop - p, &title);
      text = stop;
    }
  return title;
}

/* A row has a time, or may lack it; a heading has a text in its place. */
static gboolean
is_row (const GscopeCsvFormat *format, const GscopeCsvField *fields, guint n)
{
  gint64 time;
  double value;

  if (format->time != GSCOPE_CSV_TIME_ROWS)
    return format->time_column < n
           && (gscope_csv_is_missing (&fields[format->time_column])
               || gscope_csv_read_row_time (format, fields, n, &time));
  for (guint i = 0; i < n; i++)
    if (gscope_csv_read_value (&fields[i], format->decimal, &value))
      return TRUE;
  return FALSE;
}

static guint
count_lines (const char *text, const char *end)
{
  guint n = 0;

  for (; text < end; text++)
    n += *text == '\n';
  return n;
}

/* A heading names the columns, or is a title that has another number of fields. */
static void
read_heading (GscopeCsvFormat *format, const char *text, const char *end)
{
  g_autofree GscopeCsvField *fields = g_new (GscopeCsvField, GSCOPE_CSV_MAX_COLUMNS);
  const char *next = text, *line;
  gsize length;
  guint n, n_below;

  if (!gscope_csv_next_line (&next, end, &line, &length))
    return;
  n = gscope_csv_split (line, length, format->delimiter, fields, GSCOPE_CSV_MAX_COLUMNS);
  if (n == 0 || n > GSCOPE_CSV_MAX_COLUMNS || is_row (format, fields, n))
    return;
  format->header = GSCOPE_CSV_HEADER_NONE;
  format->first_line = count_lines (text, next);
  if (!gscope_csv_next_line (&next, end, &line, &length))
    return;
  n_below = gscope_csv_split (line, length, format->delimiter, fields, GSCOPE_CSV_MAX_COLUMNS);
  if (n != n_below)
    return;
  format->header = GSCOPE_CSV_HEADER_LINE;
  format->first_line = 0;
  format->has_units = format->has_units && !is_row (format, fields, n);
}

GscopeCsvHead *
gscope_csv_head_new_for_set (const GscopeCsvFormat *table, const char *text, gsize length)
{
  GscopeCsvFormat format = *table;

  format.first_line = 0;
  if (format.header == GSCOPE_CSV_HEADER_LINE)
    format.header = GSCOPE_CSV_HEADER_NONE;
  read_heading (&format, text, text + length);
  if (format.header == GSCOPE_CSV_HEADER_NONE)
    format.has_units = FALSE;
  return gscope_csv_head_new (&format, text, length, NULL);
}
