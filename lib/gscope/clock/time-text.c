/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/clock/time-text.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MINUTE (60 * GSCOPE_SEC)
#define HOUR (60 * MINUTE)
#define DAY (24 * HOUR)

/* 36 years: times and durations within it have sums. */
#define MAX_DURATION (G_GINT64_CONSTANT (1) << 60)

/* Longer names come before those that they begin with. */
static const struct
{
  const char *name;
  gint64 length;
} units[] = {
  { "ns", 1 },       { "us", 1000 },      { "µs", 1000 },  { "μs", 1000 }, { "ms", 1000000 },
  { "min", MINUTE }, { "s", GSCOPE_SEC }, { "m", MINUTE }, { "h", HOUR },  { "d", DAY },
};

static const char *
skip_spaces (const char *text)
{
  while (g_ascii_isspace (*text))
    text++;
  return text;
}

/* Reads a decimal number without a sign and exponent; returns where it ends, NULL if there is none. */
static const char *
read_number (const char *text, double *number)
{
  double scale = 1;
  gboolean has_digits = FALSE;

  *number = 0;
  for (; g_ascii_isdigit (*text); text++, has_digits = TRUE)
    *number = *number * 10 + (*text - '0');
  if (*text == '.' || *text == ',')
    for (text++; g_ascii_isdigit (*text); text++, has_digits = TRUE)
      *number += (*text - '0') * (scale /= 10);
  return has_digits ? text : NULL;
}

static gboolean
add_part (double number, gint64 unit, gint64 *duration)
{
  if (number * (double) unit > (double) MAX_DURATION)
    return FALSE;
  *duration += llround (number * (double) unit);
  return *duration <= MAX_DURATION;
}

/* Reads hours, minutes and seconds with colons between them; a duration of two fields is minutes and seconds. */
static gboolean
read_fields (const char *text, gboolean is_duration, gint64 *length)
{
  double fields[3];
  guint n = 0;
  gint64 unit;

  text = read_number (text, &fields[n++]);
  while (text != NULL && *text == ':' && n < G_N_ELEMENTS (fields))
    {
      text = read_number (text + 1, &fields[n]);
      if (text != NULL && fields[n++] >= 60)
        return FALSE;
    }
  if (text == NULL || n < 2 || *skip_spaces (text) != '\0')
    return FALSE;
  unit = n == 2 && is_duration ? MINUTE : HOUR;
  *length = 0;
  for (guint i = 0; i < n; i++, unit /= 60)
    if (!add_part (fields[i], unit, length))
      return FALSE;
  return TRUE;
}

/* Reads numbers with units, such as 1 h 30 min; a single number without a unit is seconds. */
static gboolean
read_duration (const char *text, gint64 *duration)
{
  double number;

  if (strchr (text, ':') != NULL)
    return read_fields (text, TRUE, duration);
  *duration = 0;
  do
    {
      guint i = 0;

      text = read_number (text, &number);
      if (text == NULL)
        return FALSE;
      text = skip_spaces (text);
      while (i < G_N_ELEMENTS (units) && !g_str_has_prefix (text, units[i].name))
        i++;
      if (i == G_N_ELEMENTS (units))
        return *text == '\0' && *duration == 0 && add_part (number, GSCOPE_SEC, duration);
      if (!add_part (number, units[i].length, duration))
        return FALSE;
      text = skip_spaces (text + strlen (units[i].name));
    }
  while (*text != '\0');
  return TRUE;
}

/* Reads year-month-day; returns what follows it, or the text if there is no date. */
static const char *
read_date (const char *text, int *year, int *month, int *day)
{
  int n = 0;

  if (sscanf (text, "%4d-%2d-%2d%n", year, month, day, &n) == 3 && n > 0
      && (text[n] == ' ' || text[n] == 'T'))
    return skip_spaces (text + n + 1);
  return text;
}

static gboolean
make_wall (GscopeClock *clock, const GDateTime *local, gint64 length, gint64 end, gint64 *time)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  g_autoptr (GDateTime) wall = g_date_time_new (
      zone, g_date_time_get_year ((GDateTime *) local), g_date_time_get_month ((GDateTime *) local),
      g_date_time_get_day_of_month ((GDateTime *) local), (int) (length / HOUR),
      (int) (length % HOUR / MINUTE), (double) (length % MINUTE) / (double) GSCOPE_SEC);

  gint64 unix_end = gscope_clock_to_unix (clock, end), seconds;

  if (wall == NULL)
    return FALSE;
  seconds = g_date_time_to_unix (wall) - unix_end / GSCOPE_SEC;
  if (ABS (seconds) > MAX_DURATION / GSCOPE_SEC)
    return FALSE;
  *time = end + seconds * GSCOPE_SEC + length % GSCOPE_SEC - unix_end % GSCOPE_SEC;
  return TRUE;
}

/* A time of day without a date is the latest one up to the end. */
static gboolean
read_wall (const char *text, GscopeClock *clock, gint64 end, gint64 *time)
{
  int year = 0, month = 0, day = 0;
  const char *rest = read_date (text, &year, &month, &day);
  g_autoptr (GDateTime) local = rest != text ? g_date_time_new_local (year, month, day, 0, 0, 0)
                                             : gscope_clock_to_wall (clock, end);
  gint64 length;

  if (local == NULL || !read_fields (rest, FALSE, &length) || length >= DAY
      || !make_wall (clock, local, length, end, time))
    return FALSE;
  if (rest == text && *time > end)
    {
      g_autoptr (GDateTime) before = g_date_time_add_days (local, -1);

      return make_wall (clock, before, length, end, time);
    }
  return TRUE;
}

/* Skips a sign, of ASCII or U+2212; returns -1 or 1, or 0 if there is none. */
static int
skip_sign (const char **text)
{
  static const char minus[] = "\342\210\222";
  int sign = 0;

  if (g_str_has_prefix (*text, minus))
    {
      *text += strlen (minus);
      sign = -1;
    }
  else if (**text == '-' || **text == '+')
    sign = *(*text)++ == '-' ? -1 : 1;
  *text = skip_spaces (*text);
  return sign;
}

/**
 * gscope_time_parse:
 * @text: what a user typed
 * @clock: the clock whose times are meant
 * @begin: the time from which durations without a sign count, nanoseconds
 * @end: the latest time, nanoseconds: a time of day is the last one up to it
 * @from: the time from which durations with a sign count, nanoseconds
 * @time: (out): the time, nanoseconds on @clock
 * @error: return location for an error
 *
 * Reads a time: relative, such as `-5 s` or `+1:30`; since the beginning, such as `90 s`, `1.5 h` or
 * `2 min 30 s`; or by the wall clock, such as `14:03`, `14:03:22.5` or `2026-11-28 14:03`, local time. Units are
 * ns, µs, ms, s, min, h and d; a number without a unit is in seconds. For a recording without wall-clock times, `1:30`
 * and `0:01:30` are 90 seconds since its beginning. Durations, and dates before or after @end, have at most 36 years.
 *
 * Returns: %TRUE if it is a time; %FALSE with %GSCOPE_ERROR_INVALID otherwise
 *
 * Since: 1.0
 */
gboolean
gscope_time_parse (const char *text, GscopeClock *clock, gint64 begin, gint64 end, gint64 from,
                   gint64 *time, GError **error)
{
  const char *rest;
  gint64 duration;
  int sign;

  g_return_val_if_fail (text != NULL, FALSE);
  g_return_val_if_fail (GSCOPE_IS_CLOCK (clock), FALSE);

  rest = skip_spaces (text);
  sign = skip_sign (&rest);
  if (sign == 0 && strchr (rest, ':') != NULL && gscope_clock_get_has_wall (clock))
    {
      if (read_wall (rest, clock, end, time))
        return TRUE;
    }
  else if (read_duration (rest, &duration))
    {
      *time = sign == 0 ? begin + duration : from + sign * duration;
      return TRUE;
    }
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("“%s” is not a time. Write “-5 s”, “90 s” or “14:03:22”."), text);
  return FALSE;
}
