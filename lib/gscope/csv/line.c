/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/csv/line.h>

#include <gscope/text/decimal.h>
#include <string.h>

enum
{
  /* Longer than any number that a program writes. */
  MAX_TEXT = 63,
};

#define BYTE_ORDER_MARK "\357\273\277"

const char *
gscope_csv_skip_mark (const char *text, const char *end)
{
  return end - text >= 3 && memcmp (text, BYTE_ORDER_MARK, 3) == 0 ? text + 3 : text;
}

/* Spaces may be before the mark, but no tab: that would be the end of an empty field. */
static gboolean
begins_comment (const char *line, const char *end)
{
  while (line < end && *line == ' ')
    line++;
  return line < end && *line == '#';
}

gboolean
gscope_csv_is_comment (const char *line, const char *end)
{
  return begins_comment (gscope_csv_skip_mark (line, end), end);
}

gboolean
gscope_csv_next_line (const char **text, const char *end, const char **line, gsize *length)
{
  while (*text < end)
    {
      const char *newline = memchr (*text, '\n', end - *text);

      *line = *text;
      *length = (newline != NULL ? newline : end) - *line;
      *text = newline != NULL ? newline + 1 : end;
      *line = gscope_csv_skip_mark (*line, *line + *length);
      *length = (newline != NULL ? newline : end) - *line;
      while (*length > 0 && g_ascii_isspace ((*line)[*length - 1]) && (*line)[*length - 1] != '\t')
        --*length;
      if (*length > 0 && !begins_comment (*line, *line + *length))
        return TRUE;
    }
  return FALSE;
}

static inline const char *
trim_begin (const char *p, const char *end, char delimiter)
{
  while (p < end && (*p == ' ' || *p == '\t') && *p != delimiter)
    p++;
  return p;
}

static const char *
find_quote (const char *p, const char *end)
{
  while (p != NULL && p < end)
    {
      p = memchr (p, '"', end - p);
      if (p == NULL || p + 1 == end || p[1] != '"')
        return p;
      p += 2;
    }
  return NULL;
}

/* Returns where the field ends: at a delimiter or the end; NULL if a quote is not closed. */
static const char *
read_field (const char *p, const char *end, char delimiter, GscopeCsvField *field)
{
  const char *stop;

  p = trim_begin (p, end, delimiter);
  field->is_quoted = p < end && *p == '"';
  if (field->is_quoted)
    {
      field->begin = p + 1;
      stop = find_quote (p + 1, end);
      if (stop == NULL)
        return NULL;
      field->length = stop - field->begin;
      stop = trim_begin (stop + 1, end, delimiter);
      return stop == end || *stop == delimiter ? stop : NULL;
    }
  field->begin = p;
  stop = memchr (p, delimiter, end - p);
  stop = stop != NULL ? stop : end;
  field->length = stop - p;
  while (field->length > 0 && (p[field->length - 1] == ' ' || p[field->length - 1] == '\t'))
    field->length--;
  return stop;
}

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

/* Quoted, or up to the next blank. */
static const char *
read_word (const char *p, const char *end, GscopeCsvField *field)
{
  const char *stop = p;

  field->is_quoted = *p == '"';
  field->begin = p + field->is_quoted;
  if (field->is_quoted)
    {
      stop = find_quote (p + 1, end);
      if (stop == NULL || (stop + 1 < end && !is_blank (stop[1])))
        return NULL;
      field->length = stop - field->begin;
      return stop + 1;
    }
  while (stop < end && !is_blank (*stop))
    stop++;
  field->length = stop - p;
  return stop;
}

/* Returns whether a comment ends the row, as in gnuplot; “#1” and “#ff0000” are words. */
static gboolean
is_remark (const char *p, const char *end)
{
  return *p == '#' && (p + 1 == end || is_blank (p[1]));
}

static guint
split_words (const char *p, const char *end, GscopeCsvField *fields, guint max)
{
  guint n = 0;

  for (;;)
    {
      GscopeCsvField field;

      while (p < end && is_blank (*p))
        p++;
      if (p == end || is_remark (p, end) || n > max)
        return n;
      p = read_word (p, end, n < max ? &fields[n] : &field);
      if (p == NULL)
        return 0;
      n++;
    }
}

void
gscope_csv_strip_comment (const char **line, gsize *length)
{
  while (*length > 0 && (**line == '#' || is_blank (**line)))
    {
      ++*line;
      --*length;
    }
}

guint
gscope_csv_split (const char *line, gsize length, char delimiter, GscopeCsvField *fields, guint max)
{
  const char *p = line, *end = line + length;

  if (delimiter == ' ')
    return split_words (p, end, fields, max);
  for (guint n = 0;;)
    {
      GscopeCsvField field;

      p = read_field (p, end, delimiter, n < max ? &fields[n] : &field);
      if (p == NULL)
        return 0;
      n++;
      if (p == end || n > max)
        return n;
      p++;
    }
}

char *
gscope_csv_dup_field (const GscopeCsvField *field)
{
  g_autofree char *valid = g_utf8_make_valid (field->begin, (gssize) field->length);
  GString *text = g_string_new (valid);

  if (field->is_quoted)
    g_string_replace (text, "\"\"", "\"", 0);
  return g_string_free (text, FALSE);
}

static gboolean
is_word (const GscopeCsvField *field, const char *word)
{
  return field->length == strlen (word)
         && g_ascii_strncasecmp (field->begin, word, field->length) == 0;
}

/* Reads a truth value, which pandas and R write as a word. */
static gboolean
read_truth (const GscopeCsvField *field, double *value)
{
  gboolean is_true = is_word (field, "true");

  if (!is_true && !is_word (field, "false"))
    return FALSE;
  *value = is_true;
  return TRUE;
}

gboolean
gscope_csv_read_value (const GscopeCsvField *field, char decimal, double *value)
{
  /* The decimal reader may look behind the number. */
  char text[MAX_TEXT + 1 + GSCOPE_DECIMAL_SLACK], *comma;

  if (field->length == 0 || field->length > MAX_TEXT)
    return FALSE;
  memcpy (text, field->begin, field->length);
  memset (text + field->length, '\n', sizeof text - field->length);
  comma = decimal == '.' ? NULL : memchr (text, decimal, field->length);
  if (comma != NULL)
    *comma = '.';
  return gscope_decimal_read_double (text, value) == text + field->length
         || read_truth (field, value);
}

gboolean
gscope_csv_read_value_in_place (const GscopeCsvField *field, double *value)
{
  return (field->length > 0 && field->length <= MAX_TEXT
          && gscope_decimal_read_double (field->begin, value) == field->begin + field->length)
         || read_truth (field, value);
}

gboolean
gscope_csv_is_missing (const GscopeCsvField *field)
{
  static const char *const words[] = { "nan", "na", "n/a", "#n/a", "null", "none",   "nil",
                                       "-",   "--", "---", "?",    ".",    "missing" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (is_word (field, words[i]))
      return TRUE;
  return field->length == 0;
}

char *
gscope_csv_take_unit (char *title)
{
  gsize length = strlen (title);
  char last = length > 0 ? title[length - 1] : '\0';
  char *begin = last == ')' ? strrchr (title, '(') : last == ']' ? strrchr (title, '[') : NULL;
  char *unit;

  if (begin == NULL || begin == title)
    return NULL;
  unit = g_strstrip (g_strndup (begin + 1, title + length - begin - 2));
  *begin = '\0';
  g_strchomp (title);
  return unit;
}
