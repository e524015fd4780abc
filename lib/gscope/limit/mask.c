/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/limit/settings.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <math.h>
#include <stdlib.h>

enum
{
  N_MEMBERS = 3,
  /* The digits of times, and the least and the most digits of bounds. */
  DIGITS = 7,
  MAX_DIGITS = 17,
  /* The digits of the height of a mask to which its bounds are rounded. */
  HEIGHT_DIGITS = 5,
};

/* The longest time from the trigger, seconds. */
#define LONGEST 1e6

/* Takes the next number, or none for a “-” where that is allowed. */
static gboolean
take_number (const char **text, double none, double *number)
{
  char *end;

  while (*text[0] == ' ')
    (*text)++;
  if (!isnan (none) && (*text)[0] == '-' && ((*text)[1] == ' ' || (*text)[1] == '\0'))
    {
      *number = none;
      (*text)++;
      return TRUE;
    }
  *number = g_ascii_strtod (*text, &end);
  if (end == *text || !isfinite (*number))
    return FALSE;
  *text = end;
  return TRUE;
}

static gboolean
parse_corner (const char *text, GscopeLimitCorner *corner)
{
  const double none[N_MEMBERS] = { NAN, -INFINITY, INFINITY };
  double members[N_MEMBERS];

  for (guint i = 0; i < N_MEMBERS; i++)
    if (!take_number (&text, none[i], &members[i]))
      return FALSE;
  while (text[0] == ' ')
    text++;
  if (text[0] || fabs (members[0]) > LONGEST || members[1] > members[2])
    return FALSE;
  corner->time = llround (members[0] * (double) GSCOPE_SEC);
  corner->lower = members[1];
  corner->upper = members[2];
  return TRUE;
}

static gboolean
refuse (GError **error, guint place)
{
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("Corner %u of the mask is not valid: write a time in seconds, which is not "
                  "before the previous one, "
                  "the lower and the upper bound, such as “0.5 10 20”; “-” is no bound."),
               place + 1);
  return FALSE;
}

static gboolean
parse_corners (GStrv texts, guint n, GscopeLimitCorner *corners, GError **error)
{
  for (guint i = 0; i < n; i++)
    if (!parse_corner (texts[i], &corners[i]) || (i > 0 && corners[i].time < corners[i - 1].time))
      return refuse (error, i);
  if (corners[n - 1].time > corners[0].time)
    return TRUE;
  g_set_error_literal (
      error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
      _ ("The mask has no length: its last corner is at the time of the first one."));
  return FALSE;
}

/**
 * gscope_limit_mask_parse:
 * @text: (nullable): the corners, as of [struct@LimitSettings]
 * @n: (out): the number of corners
 * @error: the corner that is not valid
 *
 * Reads the corners of a mask.
 *
 * Returns: (transfer full) (array length=n) (nullable): the corners, from 2 to %GSCOPE_LIMIT_MAX_CORNERS, sorted by time
 *
 * Since: 1.0
 */
GscopeLimitCorner *
gscope_limit_mask_parse (const char *text, gsize *n, GError **error)
{
  g_auto (GStrv) texts = g_strsplit (text ? text : "", ",", GSCOPE_LIMIT_MAX_CORNERS + 1);
  g_autofree GscopeLimitCorner *corners = g_new0 (GscopeLimitCorner, GSCOPE_LIMIT_MAX_CORNERS);

  g_return_val_if_fail (n, NULL);

  *n = g_strv_length (texts);
  if (*n < 2 || *n > GSCOPE_LIMIT_MAX_CORNERS)
    {
      g_set_error (
          error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
          _ ("A mask has from 2 to %d corners, separated by commas, such as “0 10 20, 1 10 20”."),
          GSCOPE_LIMIT_MAX_CORNERS);
      return NULL;
    }
  return parse_corners (texts, (guint) *n, corners, error) ? g_steal_pointer (&corners) : NULL;
}

/* Appends a number with at most `digits` digits: no more than it needs to be read back as it is. */
static void
add_number (GString *text, double number, int digits)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE] = "-";

  for (int n = DIGITS; isfinite (number) && n <= digits; n++)
    {
      g_autofree char *format = g_strdup_printf ("%%.%dg", n);

      g_ascii_formatd (buffer, sizeof buffer, format, number);
      if (g_ascii_strtod (buffer, NULL) == number)
        break;
    }
  g_string_append (text, buffer);
}

/**
 * gscope_limit_mask_format:
 * @corners: (array length=n): corners
 * @n: the number of corners
 *
 * Writes the corners of a mask.
 *
 * Returns: (transfer full): the text, as of [struct@LimitSettings]
 *
 * Since: 1.0
 */
char *
gscope_limit_mask_format (const GscopeLimitCorner *corners, gsize n)
{
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < n; i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      add_number (text, (double) corners[i].time / (double) GSCOPE_SEC, DIGITS);
      g_string_append_c (text, ' ');
      add_number (text, corners[i].lower, MAX_DIGITS);
      g_string_append_c (text, ' ');
      add_number (text, corners[i].upper, MAX_DIGITS);
    }
  return g_string_free (text, FALSE);
}

/* The samples of a capture, and the time 0 of the mask in them. */
typedef struct
{
  GscopeTrace *trace;
  gint64 zero;
} Shape;

/* Gets the time from the first to the last sample, from the time 0 of the mask; FALSE for less than two samples. */
static gboolean
get_times (const Shape *shape, gint64 *begin, gint64 *end)
{
  guint64 first = gscope_trace_get_first (shape->trace);
  guint64 after = gscope_trace_get_end (shape->trace);

  if (after - first < 2)
    return FALSE;
  *begin = gscope_trace_get_time (shape->trace, first) - shape->zero;
  *end = gscope_trace_get_time (shape->trace, after - 1) - shape->zero;
  return TRUE;
}

/* Gets the time that all shapes have. */
static gboolean
get_common_times (const Shape *shapes, gsize n, gint64 *begin, gint64 *end)
{
  if (n == 0 || !get_times (&shapes[0], begin, end))
    return FALSE;
  for (gsize i = 1; i < n; i++)
    {
      gint64 from, to;

      if (!get_times (&shapes[i], &from, &to))
        return FALSE;
      *begin = MAX (*begin, from);
      *end = MIN (*end, to);
    }
  return *begin < *end;
}

/* Adds the values of a shape from one time of the mask to another to a range. */
static void
join_range (const Shape *shape, gint64 from, gint64 to, GscopeColumn *range)
{
  GscopeColumn own;

  gscope_trace_get_range (shape->trace, gscope_trace_find (shape->trace, shape->zero + from),
                          gscope_trace_find (shape->trace, shape->zero + to + 1), &own);
  if (own.count == 0)
    return;
  range->min = range->count > 0 ? MIN (range->min, own.min) : own.min;
  range->max = range->count > 0 ? MAX (range->max, own.max) : own.max;
  range->count += own.count;
}

/* Rounds a bound away from the samples, to 10^decimals parts of 1. */
static double
round_bound (double bound, int decimals, gboolean is_upper)
{
  double scale = pow (10, abs (decimals));
  double parts = decimals > 0 ? bound * scale : bound / scale;
  double whole = is_upper ? ceil (parts) : floor (parts);
  double rounded = decimals > 0 ? whole / scale : whole * scale;

  if (!isfinite (rounded))
    return bound;
  return is_upper ? MAX (rounded, bound) : MIN (rounded, bound);
}

/* Bounds with less digits are easier to read and to change. */
static void
round_bounds (GscopeLimitCorner *corners, gsize n)
{
  double lower = INFINITY, upper = -INFINITY;
  int decimals;

  for (gsize i = 0; i < n; i++)
    {
      lower = MIN (lower, corners[i].lower);
      upper = MAX (upper, corners[i].upper);
    }
  if (!(upper > lower))
    return;
  decimals = HEIGHT_DIGITS - 1 - (int) floor (log10 (upper - lower));
  for (gsize i = 0; i < n; i++)
    {
      corners[i].lower = round_bound (corners[i].lower, decimals, FALSE);
      corners[i].upper = round_bound (corners[i].upper, decimals, TRUE);
    }
}

static char *
make_mask (const Shape *shapes, gsize n_shapes, double value_margin, gint64 time_margin)
{
  GscopeLimitCorner corners[GSCOPE_LIMIT_MAX_CORNERS];
  gint64 begin, end, step;
  gsize n = 0;

  if (!get_common_times (shapes, n_shapes, &begin, &end))
    return NULL;
  step = (end - begin) / (GSCOPE_LIMIT_MAX_CORNERS - 1);
  for (gint64 i = 0; i < GSCOPE_LIMIT_MAX_CORNERS; i++)
    {
      gint64 time = begin + (end - begin) * i / (GSCOPE_LIMIT_MAX_CORNERS - 1);
      GscopeColumn range = { .count = 0 };

      for (gsize k = 0; k < n_shapes; k++)
        join_range (&shapes[k], time - step - time_margin, time + step + time_margin, &range);
      if (range.count > 0)
        corners[n++] =
            (GscopeLimitCorner){ time, range.min - value_margin, range.max + value_margin };
    }
  round_bounds (corners, n);
  return n < 2 ? NULL : gscope_limit_mask_format (corners, n);
}

/**
 * gscope_limit_mask_from_trace:
 * @trace: the samples of a capture
 * @zero: the time 0 of the mask, nanoseconds
 * @value_margin: how far the bounds are from the samples, at least 0
 * @time_margin: how much earlier or later samples may come, nanoseconds, at least 0
 *
 * Makes a mask of the shape of a capture: at each corner, its bounds are a margin beyond the smallest and largest value up to
 * the corners beside it and the margin in time.
 *
 * Returns: (transfer full) (nullable): the text, as of [struct@LimitSettings]; %NULL if there are less than two samples
 *
 * Since: 1.0
 */
char *
gscope_limit_mask_from_trace (GscopeTrace *trace, gint64 zero, double value_margin,
                              gint64 time_margin)
{
  const Shape shape = { trace, zero };

  g_return_val_if_fail (value_margin >= 0 && time_margin >= 0, NULL);

  return make_mask (&shape, 1, value_margin, time_margin);
}

/**
 * gscope_limit_mask_from_captures:
 * @captures: (array length=n_captures): captures
 * @n_captures: the number of captures
 * @signal: the full name of a signal that all of them have
 * @value_margin: how far the bounds are from the samples, as a part of the distance from the smallest to the largest value;
 *   at least 0
 * @time_margin: how much earlier or later samples may come, nanoseconds, at least 0
 *
 * Makes a mask around the shapes of captures, as gscope_limit_mask_from_trace() does around one, for the time that all of them
 * have.
 *
 * Returns: (transfer full) (nullable): the text, as of [struct@LimitSettings]; %NULL if a capture has no samples of the signal
 *
 * Since: 1.0
 */
char *
gscope_limit_mask_from_captures (GscopeCapture *const *captures, gsize n_captures,
                                 const char *signal, double value_margin, gint64 time_margin)
{
  g_autofree Shape *shapes = g_new0 (Shape, n_captures);
  GscopeColumn range = { .count = 0 };
  gint64 begin, end;

  g_return_val_if_fail (value_margin >= 0 && time_margin >= 0, NULL);

  for (gsize i = 0; i < n_captures; i++)
    {
      shapes[i] = (Shape){ gscope_capture_find_trace (captures[i], signal),
                           gscope_capture_get_zero (captures[i]) };
      if (!shapes[i].trace || !get_times (&shapes[i], &begin, &end))
        return NULL;
      join_range (&shapes[i], begin, end, &range);
    }
  return make_mask (shapes, n_captures,
                    range.count > 0 ? value_margin * (range.max - range.min) : 0, time_margin);
}
