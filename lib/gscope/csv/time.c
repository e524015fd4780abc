/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/csv/time.h>

#include <gscope/text/decimal.h>
#include <math.h>
#include <string.h>

enum
{
  /* Longer than any date that a program writes. */
  MAX_TEXT = 63,
  MIN_YEAR = 1700,
  MAX_YEAR = 2261,
};

/* A kind of numbers: nanoseconds are the number times `factor`, a unit's length. */
typedef struct
{
  const char *names[4];
  GscopeCsvTime kind;
  gint64 factor;
} Unit;

static const Unit units[] = {
  { { "s", "sec", "second", "seconds" }, GSCOPE_CSV_TIME_SECONDS, GSCOPE_SEC },
  { { "ms", "msec", "millisecond", "milliseconds" }, GSCOPE_CSV_TIME_MILLISECONDS, GSCOPE_MSEC },
  { { "us", "usec", "microsecond", "microseconds" }, GSCOPE_CSV_TIME_MICROSECONDS, 1000 },
  { { "\316\274s", "\302\265s", "microsec", "microsecs" }, GSCOPE_CSV_TIME_MICROSECONDS, 1000 },
  { { "ns", "nsec", "nanosecond", "nanoseconds" }, GSCOPE_CSV_TIME_NANOSECONDS, 1 },
  { { "min", "mins", "minute", "minutes" }, GSCOPE_CSV_TIME_MINUTES, 60 * GSCOPE_SEC },
  { { "h", "hr", "hour", "hours" }, GSCOPE_CSV_TIME_HOURS, 3600 * GSCOPE_SEC },
  { { "d", "day", "days", "dd" }, GSCOPE_CSV_TIME_DAYS, GSCOPE_CSV_DAY },
};

gboolean
gscope_csv_find_time_unit (const char *unit, GscopeCsvTime *kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    for (guint k = 0; k < G_N_ELEMENTS (units[i].names); k++)
      if (g_str_equal (units[i].names[k], unit))
        {
          *kind = units[i].kind;
          return TRUE;
        }
  return FALSE;
}

gboolean
gscope_csv_time_is_date (GscopeCsvTime kind)
{
  return kind == GSCOPE_CSV_TIME_DATE || kind == GSCOPE_CSV_TIME_DAY_FIRST
         || kind == GSCOPE_CSV_TIME_MONTH_FIRST;
}

/* Numbers. */

/* Reads a decimal number times a factor without rounding; what is below a nanosecond is cut. */
static gboolean
read_scaled (const char *p, const char *end, gint64 factor, gint64 *number)
{
  gboolean is_negative = p < end && *p == '-', any = FALSE, bad = FALSE;
  gint64 whole = 0, fraction = 0, scale = 1;

  p += p < end && (is_negative || *p == '+');
  for (; p < end && g_ascii_isdigit (*p); p++, any = TRUE)
    bad |= __builtin_mul_overflow (whole, 10, &whole)
           || __builtin_add_overflow (whole, *p - '0', &whole);
  if (p < end && *p == '.')
    for (p++; p < end && g_ascii_isdigit (*p); p++, any = TRUE)
      if (scale < factor && scale < G_GINT64_CONSTANT (1000000000))
        {
          fraction = fraction * 10 + (*p - '0');
          scale *= 10;
        }
  if (p < end || !any || bad || __builtin_mul_overflow (whole, factor, &whole))
    return FALSE;
  fraction = (gint64) ((__int128) fraction * factor / scale);
  if (__builtin_add_overflow (whole, fraction, number))
    return FALSE;
  *number = is_negative ? -*number : *number;
  return TRUE;
}

static gboolean
read_number (const char *text, gsize length, gint64 factor, gint64 *time)
{
  double value;

  if (read_scaled (text, text + length, factor, time))
    return TRUE;
  if (gscope_decimal_read_double (text, &value) != text + length)
    return FALSE;
  value = round (value * (double) factor);
  if (!(fabs (value) < 9e18))
    return FALSE;
  *time = (gint64) value;
  return TRUE;
}

/* Dates and times of day. */

/* Reads up to `max` digits; returns how many. */
static guint
read_digits (const char **p, guint max, int *number)
{
  guint n = 0;

  for (*number = 0; n < max && g_ascii_isdigit (**p); ++*p, n++)
    *number = *number * 10 + (**p - '0');
  return n;
}

static gboolean
take_character (const char **p, const char *characters)
{
  gboolean is_there = **p != '\0' && strchr (characters, **p) != NULL;

  *p += is_there;
  return is_there;
}

static void
skip_blanks (const char **p)
{
  while (take_character (p, " \t"))
    ;
}

static gboolean
read_month_name (const char **p, int *month)
{
  static const char *const names[] = { "jan", "feb", "mar", "apr", "may", "jun",
                                       "jul", "aug", "sep", "oct", "nov", "dec" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_ascii_strncasecmp (*p, names[i], 3) == 0)
      {
        for (*p += 3; g_ascii_isalpha (**p);)
          ++*p;
        take_character (p, ".");
        *month = (int) i + 1;
        return TRUE;
      }
  return FALSE;
}

/* Days since 1970 in the Gregorian calendar; -1 as the result if there is no such day. */
static gboolean
count_days (int year, int month, int day, gint64 *days)
{
  if (year < MIN_YEAR || year > MAX_YEAR || !g_date_valid_dmy (day, month, year))
    return FALSE;
  year -= month <= 2;
  *days = 365 * year + year / 4 - year / 100 + year / 400
          + (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1 - 719468;
  return TRUE;
}

/* A year of two digits is one of 1970 to 2069. */
static int
complete_year (int year, guint n_digits)
{
  return n_digits > 2 ? year : year + (year < 70 ? 2000 : 1900);
}

/* Day and month before the year: 31.1.2026, 31/1/2026, 1/31/26, 31 Jan 2026. */
static gboolean
read_short_date (const char **p, GscopeCsvTime kind, int first, int *year, int *month, int *day)
{
  gboolean is_named, has_point;
  guint n;

  *day = first;
  has_point = **p == '.';
  if (!take_character (p, "./- "))
    return FALSE;
  skip_blanks (p);
  is_named = read_month_name (p, month);
  if (!is_named && read_digits (p, 2, month) == 0)
    return FALSE;
  if (!take_character (p, has_point ? "." : "/-, "))
    return FALSE;
  skip_blanks (p);
  n = read_digits (p, 4, year);
  if (n != 2 && n != 4)
    return FALSE;
  *year = complete_year (*year, n);
  if (is_named || (has_point && kind == GSCOPE_CSV_TIME_DATE))
    return TRUE;
  if (kind == GSCOPE_CSV_TIME_MONTH_FIRST)
    {
      *day = *month;
      *month = first;
    }
  return kind != GSCOPE_CSV_TIME_DATE;
}

/* Jan 31, 2026. */
static gboolean
read_named_date (const char **p, int *year, int *month, int *day)
{
  if (!read_month_name (p, month))
    return FALSE;
  take_character (p, "-/");
  skip_blanks (p);
  if (read_digits (p, 2, day) == 0)
    return FALSE;
  take_character (p, ",-/");
  skip_blanks (p);
  return read_digits (p, 4, year) == 4;
}

static gboolean
read_day (const char **p, GscopeCsvTime kind, gint64 *days)
{
  int year, month, day, first;
  guint n = read_digits (p, 4, &first);

  if (n == 0)
    return read_named_date (p, &year, &month, &day) && count_days (year, month, day, days);
  if (n == 4)
    return take_character (p, "-/.") && read_digits (p, 2, &month) > 0 && take_character (p, "-/.")
           && read_digits (p, 2, &day) > 0 && count_days (first, month, day, days);
  return n <= 2 && read_short_date (p, kind, first, &year, &month, &day)
         && count_days (year, month, day, days);
}

static gint64
read_fraction (const char **p)
{
  gint64 fraction = 0, scale = GSCOPE_SEC / 10;

  for (; g_ascii_isdigit (**p); ++*p, scale /= 10)
    fraction += scale * (**p - '0');
  return fraction;
}

/* A twelve-hour clock's noon and midnight are 12 o'clock. */
static gboolean
take_half (const char **p, int *hours)
{
  gboolean is_afternoon;

  skip_blanks (p);
  if (!take_character (p, "aApP"))
    return TRUE;
  is_afternoon = g_ascii_tolower ((*p)[-1]) == 'p';
  take_character (p, ".");
  if (!take_character (p, "mM") || *hours < 1 || *hours > 12)
    return FALSE;
  take_character (p, ".");
  *hours = *hours % 12 + (is_afternoon ? 12 : 0);
  return TRUE;
}

/* 12:30, 12:30:59, 12:30:59.5, 12:30 PM; also 30:59.5, minutes and seconds. */
static gboolean
read_clock (const char **p, int max_hours, gint64 *time)
{
  int hours, minutes, seconds = 0;
  gint64 fraction = 0;

  if (read_digits (p, 6, &hours) == 0 || !take_character (p, ":")
      || read_digits (p, 2, &minutes) == 0 || minutes > 59)
    return FALSE;
  if (take_character (p, ":"))
    {
      if (read_digits (p, 2, &seconds) == 0 || seconds > 60)
        return FALSE;
    }
  else if (**p == '.' || **p == ',')
    {
      seconds = minutes;
      minutes = hours;
      hours = 0;
    }
  if (take_character (p, ".,"))
    fraction = read_fraction (p);
  if (!take_half (p, &hours) || hours > max_hours)
    return FALSE;
  *time =
      (hours * G_GINT64_CONSTANT (3600) + minutes * G_GINT64_CONSTANT (60) + seconds) * GSCOPE_SEC
      + fraction;
  return TRUE;
}

/* The zone behind a time: Z, UTC, +01:00, -0500, +02; none is UTC. */
static gboolean
read_zone (const char **p, gint64 *offset)
{
  int hours, minutes = 0;
  gboolean is_west;

  *offset = 0;
  skip_blanks (p);
  if (take_character (p, "zZ"))
    return TRUE;
  if (g_ascii_strncasecmp (*p, "utc", 3) == 0 || g_ascii_strncasecmp (*p, "gmt", 3) == 0)
    *p += 3;
  if (!take_character (p, "+-"))
    return TRUE;
  is_west = (*p)[-1] == '-';
  if (read_digits (p, 2, &hours) != 2)
    return FALSE;
  take_character (p, ":");
  if (g_ascii_isdigit (**p) && read_digits (p, 2, &minutes) != 2)
    return FALSE;
  *offset = (is_west ? -1 : 1) * (hours * 60 + minutes) * 60 * GSCOPE_SEC;
  return TRUE;
}

static gboolean
read_date (const char *text, GscopeCsvTime kind, gint64 *time, gboolean *has_clock)
{
  const char *p = text;
  gint64 days, clock = 0, offset = 0;

  *has_clock = FALSE;
  if (!read_day (&p, kind, &days))
    return FALSE;
  if (*p != '\0')
    {
      if (!take_character (&p, "Tt ,_:"))
        return FALSE;
      skip_blanks (&p);
      if (!read_clock (&p, 24, &clock) || !read_zone (&p, &offset))
        return FALSE;
      *has_clock = TRUE;
    }
  *time = days * GSCOPE_CSV_DAY + clock - offset;
  return *p == '\0';
}

/* The forms of ISO 8601 that few programs write: 20260131T120000Z, 2026-W05-6T12:00:00Z. */
static gboolean
read_rare_date (const char *text, gint64 *time)
{
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autoptr (GDateTime) date = g_date_time_new_from_iso8601 (text, utc);

  if (date == NULL || g_date_time_get_year (date) < MIN_YEAR
      || g_date_time_get_year (date) > MAX_YEAR)
    return FALSE;
  *time = g_date_time_to_unix (date) * GSCOPE_SEC
          + g_date_time_get_microsecond (date) * G_GINT64_CONSTANT (1000);
  return TRUE;
}

static gboolean
copy_text (const GscopeCsvField *field, char text[static MAX_TEXT + 1])
{
  if (field->length == 0 || field->length > MAX_TEXT
      || memchr (field->begin, '\0', field->length) != NULL)
    return FALSE;
  memcpy (text, field->begin, field->length);
  text[field->length] = '\0';
  return TRUE;
}

gboolean
gscope_csv_is_date_only (const GscopeCsvField *field, GscopeCsvTime kind)
{
  char text[MAX_TEXT + 1];
  gboolean has_clock;
  gint64 time;

  return copy_text (field, text) && read_date (text, kind, &time, &has_clock) && !has_clock;
}

/* Reads the days of a duration, as pandas and Python write it: “2 days 03:00:00”, “-1 day, 23:00:00”. Returns FALSE, and reads
 * nothing, if there are no days. */
static gboolean
read_days (const char **p, gint64 *days)
{
  const char *begin = *p;
  gboolean is_negative = take_character (p, "-");
  int n;

  if (read_digits (p, 5, &n) == 0 || !take_character (p, " ") || !g_str_has_prefix (*p, "day"))
    {
      *p = begin;
      return FALSE;
    }
  *p += strlen ("day");
  take_character (p, "s");
  take_character (p, ",");
  skip_blanks (p);
  take_character (p, "+");
  *days = is_negative ? -n : n;
  return TRUE;
}

static gboolean
read_time_of_day (const char *text, gint64 *time)
{
  const char *p = text;
  gint64 days = 0;
  gboolean has_days = read_days (&p, &days);

  *time = 0;
  if (!(has_days && *p == '\0') && !read_clock (&p, 999999, time))
    return FALSE;
  return *p == '\0' && !__builtin_add_overflow (*time, days * GSCOPE_CSV_DAY, time);
}

static gint64
get_factor (GscopeCsvTime kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (units[i].kind == kind)
      return units[i].factor;
  return 0;
}

/* The number as the decimal readers have it, behind which they may look. */
static gboolean
read_in_unit (const GscopeCsvField *field, char decimal, gint64 factor, gint64 *time)
{
  char text[MAX_TEXT + 1 + GSCOPE_DECIMAL_SLACK], *comma;

  if (factor == 0 || field->length == 0 || field->length > MAX_TEXT)
    return FALSE;
  memcpy (text, field->begin, field->length);
  memset (text + field->length, '\n', sizeof text - field->length);
  comma = decimal == '.' ? NULL : memchr (text, decimal, field->length);
  if (comma != NULL)
    *comma = '.';
  return read_number (text, field->length, factor, time);
}

gboolean
gscope_csv_read_time (const GscopeCsvField *field, char decimal, GscopeCsvTime kind, gint64 *time)
{
  char text[MAX_TEXT + 1];
  gboolean has_clock;

  if (kind == GSCOPE_CSV_TIME_TIME_OF_DAY)
    return copy_text (field, text) && read_time_of_day (text, time);
  if (!gscope_csv_time_is_date (kind))
    return read_in_unit (field, decimal, get_factor (kind), time);
  if (!copy_text (field, text))
    return FALSE;
  return read_date (text, kind, time, &has_clock)
         || (kind == GSCOPE_CSV_TIME_DATE && read_rare_date (text, time));
}

gboolean
gscope_csv_read_row_time (const GscopeCsvFormat *format, const GscopeCsvField *fields,
                          guint n_fields, gint64 *time)
{
  guint column = format->time_column;
  gint64 clock;

  if (column >= n_fields
      || !gscope_csv_read_time (&fields[column], format->decimal, format->time, time))
    return FALSE;
  if (!format->has_clock_beside)
    return TRUE;
  if (column + 1 >= n_fields
      || !gscope_csv_read_time (&fields[column + 1], format->decimal, GSCOPE_CSV_TIME_TIME_OF_DAY,
                                &clock))
    return FALSE;
  return !__builtin_add_overflow (*time, clock, time);
}
