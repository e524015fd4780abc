/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/text/decimal.h>

#include <gscope/text/powers.h>
#include <math.h>
#include <string.h>

static char *
write_integer (char *out, guint64 number, int min_digits)
{
  char digits[20];
  int n = 0;

  do
    {
      digits[n++] = (char) ('0' + number % 10);
      number /= 10;
    }
  while (number > 0 || n < min_digits);
  while (n > 0)
    *out++ = digits[--n];
  return out;
}

static char *
write_fixed (char *out, guint64 number, int decimals)
{
  out = write_integer (out, number / gscope_integer_powers[decimals], 1);
  if (decimals == 0)
    return out;
  *out++ = '.';
  return write_integer (out, number % gscope_integer_powers[decimals], decimals);
}

/* Writes nanoseconds as milliseconds: exact, without trailing zeros. */
char *
gscope_decimal_write_time (char *out, gint64 time)
{
  guint64 nanoseconds = time < 0 ? -(guint64) time : (guint64) time;
  int decimals = GSCOPE_NS_DECIMALS;

  if (time < 0)
    *out++ = '-';
  for (; decimals > 0 && nanoseconds % 10 == 0; decimals--)
    nanoseconds /= 10;
  return write_fixed (out, nanoseconds, decimals);
}

/* A quotient of two exact doubles is correctly rounded, so a number found here reads back as the
 * same double. */
static int
find_decimals (double size, guint64 *number)
{
  if (size != 0 && size < 1e-4)
    return -1;
  for (int decimals = 0; decimals <= 9; decimals++)
    {
      double scaled = size * gscope_exact_powers[decimals];

      if (scaled >= (double) GSCOPE_MAX_EXACT_MANTISSA)
        return -1;
      *number = (guint64) (scaled + 0.5);
      if ((double) *number / gscope_exact_powers[decimals] == size)
        return decimals;
    }
  return -1;
}

static char *
write_any (char *out, double value)
{
  static const char *const formats[] = { "%.15g", "%.16g", "%.17g" };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_ascii_formatd (out, GSCOPE_DECIMAL_DOUBLE_SIZE, formats[i], value);
      if (g_ascii_strtod (out, NULL) == value)
        break;
    }
  return out + strlen (out);
}

/* Writes the fewest digits that read back as the same double (a few more for subnormal numbers). */
char *
gscope_decimal_write_double (char *out, double value)
{
  guint64 number;
  int decimals;

  if (isnan (value))
    return g_stpcpy (out, "nan");
  if (isinf (value))
    return g_stpcpy (out, value < 0 ? "-inf" : "inf");
  decimals = find_decimals (fabs (value), &number);
  if (decimals < 0)
    return write_any (out, value);
  if (signbit (value))
    *out++ = '-';
  return write_fixed (out, number, decimals);
}
