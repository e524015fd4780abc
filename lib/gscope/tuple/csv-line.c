/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/tuple/csv-line.h>

#include <gscope/tuple/decimal.h>
#include <gscope/tuple/powers.h>
#include <math.h>
#include <string.h>

enum
{
  /* Longer than any number or date that a program writes. */
  MAX_TEXT = 63,
};

#define BYTE_ORDER_MARK "\357\273\277"

gboolean
gscope_csv_next_line (const char **text, const char *end, const char **line, gsize *length)
{
  while (*text < end)
    {
      const char *newline = memchr (*text, '\n', end - *text);

      *line = *text;
      *length = (newline != NULL ? newline : end) - *line;
      *text = newline != NULL ? newline + 1 : end;
      if (*length >= 3 && memcmp (*line, BYTE_ORDER_MARK, 3) == 0)
        {
          *line += 3;
          *length -= 3;
        }
      while (*length > 0 && g_ascii_isspace ((*line)[*length - 1]) && (*line)[*length - 1] != '\t')
        --*length;
      if (*length > 0 && **line != '#')
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

guint
gscope_csv_split (const char *line, gsize length, char delimiter, GscopeCsvField *fields, guint max)
{
  const char *p = line, *end = line + length;

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

/* The number as the decimal readers have it, behind which they may look. */
static gboolean
copy_number (const GscopeCsvField *field, char decimal,
             char text[static MAX_TEXT + 1 + GSCOPE_DECIMAL_SLACK])
{
  char *comma;

  if (field->length == 0 || field->length > MAX_TEXT)
    return FALSE;
  memcpy (text, field->begin, field->length);
  memset (text + field->length, '\n', MAX_TEXT + 1 + GSCOPE_DECIMAL_SLACK - field->length);
  if (decimal == '.')
    return TRUE;
  comma = memchr (text, decimal, field->length);
  if (comma != NULL)
    *comma = '.';
  return TRUE;
}

gboolean
gscope_csv_read_value (const GscopeCsvField *field, char decimal, double *value)
{
  char text[MAX_TEXT + 1 + GSCOPE_DECIMAL_SLACK];

  return copy_number (field, decimal, text)
         && gscope_decimal_read_double (text, value) == text + field->length;
}

/* Reads whole numbers times 10^n_decimals without rounding; what is beyond is cut. */
static gboolean
read_scaled (const char *p, const char *end, guint n_decimals, gint64 *number)
{
  gboolean is_negative = *p == '-', is_fraction = FALSE, any = FALSE, bad = FALSE;
  gint64 sum = 0;

  for (p += is_negative || *p == '+'; p < end; p++)
    {
      if (*p == '.' && !is_fraction)
        {
          is_fraction = TRUE;
          continue;
        }
      if (!g_ascii_isdigit (*p))
        return FALSE;
      any = TRUE;
      if (is_fraction && n_decimals == 0)
        continue;
      bad |= __builtin_mul_overflow (sum, 10, &sum) || __builtin_add_overflow (sum, *p - '0', &sum);
      n_decimals -= is_fraction;
    }
  bad |= __builtin_mul_overflow (sum, (gint64) gscope_integer_powers[n_decimals], &sum);
  *number = is_negative ? -sum : sum;
  return any && !bad;
}

/* GDateTime keeps microseconds. */
static gboolean
read_date (const GscopeCsvField *field, gint64 *time)
{
  g_autoptr (GTimeZone) utc = NULL;
  g_autoptr (GDateTime) date = NULL;
  char text[MAX_TEXT + 1];

  if (field->length > MAX_TEXT)
    return FALSE;
  memcpy (text, field->begin, field->length);
  text[field->length] = '\0';
  utc = g_time_zone_new_utc ();
  date = g_date_time_new_from_iso8601 (text, utc);
  if (date == NULL || g_date_time_get_year (date) < 1700 || g_date_time_get_year (date) >= 2262)
    return FALSE;
  *time = g_date_time_to_unix (date) * GSCOPE_SEC
          + g_date_time_get_microsecond (date) * G_GINT64_CONSTANT (1000);
  return TRUE;
}

gboolean
gscope_csv_read_time (const GscopeCsvField *field, char decimal, GscopeCsvTime kind, gint64 *time)
{
  static const guint decimals[] = { 9, 6, 3, 0 };
  char text[MAX_TEXT + 1 + GSCOPE_DECIMAL_SLACK];
  double value;

  if (kind == GSCOPE_CSV_DATE)
    return read_date (field, time);
  if (!copy_number (field, decimal, text))
    return FALSE;
  if (read_scaled (text, text + field->length, decimals[kind], time))
    return TRUE;
  if (gscope_decimal_read_double (text, &value) != text + field->length)
    return FALSE;
  value = round (value * gscope_exact_powers[decimals[kind]]);
  *time = fabs (value) < 9e18 ? (gint64) value : 0;
  return fabs (value) < 9e18;
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
