/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/text/decimal.h>

#include <gscope/text/digits.h>
#include <gscope/text/eisel-lemire.h>
#include <gscope/text/powers.h>
#include <math.h>
#include <string.h>

enum
{
  MAX_DIGITS = 19,
  MAX_WRITTEN_EXPONENT = 100000000,
};

/* The value is mantissa * 10^exponent if there are no more than 19 digits. */
typedef struct
{
  guint64 mantissa;
  gint64 exponent;
  gint64 n_digits;
  const char *digits;
  gboolean negative;
} Decimal;

static inline const char *
read_digits (const char *p, guint64 *number)
{
  for (;;)
    {
      guint64 word = gscope_digits_load (p), other;
      int n;

      /* Exact up to the first byte that is not a digit; carries change only the bytes after it. */
      other = ((word + G_GUINT64_CONSTANT (0x7676767676767676)) | word)
              & G_GUINT64_CONSTANT (0x8080808080808080);
      if (other == 0)
        {
          *number = *number * 100000000 + gscope_digits_join (word);
          p += 8;
          continue;
        }
      n = __builtin_ctzll (other) / 8;
      *number = *number * gscope_integer_powers[n] + gscope_digits_join (word << 8 << (56 - 8 * n));
      return p + n;
    }
}

static const char *
read_exponent (const char *p, gint64 *exponent)
{
  gboolean negative = *p == '-';
  gint64 number = 0;

  p += *p == '-' || *p == '+';
  if (!g_ascii_isdigit (*p))
    return NULL;
  for (; g_ascii_isdigit (*p); p++)
    {
      if (number < MAX_WRITTEN_EXPONENT)
        number = number * 10 + (*p - '0');
    }
  *exponent += negative ? -number : number;
  return p;
}

static inline const char *
read_decimal (const char *p, Decimal *decimal)
{
  decimal->negative = *p == '-';
  p += (*p == '-') | (*p == '+');
  decimal->digits = p;
  decimal->mantissa = 0;
  decimal->exponent = 0;
  p = read_digits (p, &decimal->mantissa);
  decimal->n_digits = p - decimal->digits;
  if (*p == '.')
    {
      const char *fraction = p + 1;

      p = read_digits (fraction, &decimal->mantissa);
      decimal->n_digits += p - fraction;
      decimal->exponent = fraction - p;
    }
  if (decimal->n_digits == 0)
    return NULL;
  if ((*p | 0x20) == 'e')
    return read_exponent (p + 1, &decimal->exponent);
  return p;
}

/* Returns the end of the number that begins at `p`; not for nan and inf. */
const char *
gscope_decimal_skip (const char *p)
{
  Decimal decimal;

  return read_decimal (p, &decimal);
}

/* Converts digit by digit, for more than 19 digits, or more decimals than a nanosecond has. */
static gboolean
walk_to_nanoseconds (const Decimal *decimal, guint64 *nanoseconds)
{
  gint64 places = decimal->n_digits + decimal->exponent + GSCOPE_NS_DECIMALS;
  const char *p = decimal->digits;
  gint64 i;

  *nanoseconds = 0;
  for (i = 0; i < decimal->n_digits && i < places; p++)
    {
      if (*p == '.')
        continue;
      if (__builtin_mul_overflow (*nanoseconds, 10, nanoseconds)
          || __builtin_add_overflow (*nanoseconds, (guint64) (*p - '0'), nanoseconds))
        return FALSE;
      i++;
    }
  for (; i<places && * nanoseconds> 0; i++)
    {
      if (__builtin_mul_overflow (*nanoseconds, 10, nanoseconds))
        return FALSE;
    }
  if (places >= 0 && places < decimal->n_digits)
    {
      p += *p == '.';
      if (*p >= '5' && __builtin_add_overflow (*nanoseconds, 1, nanoseconds))
        return FALSE;
    }
  return TRUE;
}

static inline gboolean
to_nanoseconds (const Decimal *decimal, guint64 *nanoseconds)
{
  gint64 power = decimal->exponent + GSCOPE_NS_DECIMALS;

  if (decimal->n_digits <= MAX_DIGITS && power >= 0 && power < (gint64) GSCOPE_N_INTEGER_POWERS)
    return !__builtin_mul_overflow (decimal->mantissa, gscope_integer_powers[power], nanoseconds);
  return walk_to_nanoseconds (decimal, nanoseconds);
}

/* Converts milliseconds to nanoseconds, in integers: exact to six decimals, further ones are
 * rounded to the nearest (halves away from zero). Returns NULL also if the time is out of range. */
const char *
gscope_decimal_read_time (const char *p, gint64 *time)
{
  Decimal decimal;
  const char *end = read_decimal (p, &decimal);
  guint64 nanoseconds;

  if (end == NULL || !to_nanoseconds (&decimal, &nanoseconds)
      || nanoseconds > (guint64) G_MAXINT64 + decimal.negative)
    return NULL;
  *time = (gint64) (decimal.negative ? -nanoseconds : nanoseconds);
  return end;
}

/* Uses the first 19 significant digits, unless the rest could change the result. */
static gboolean
many_digits_to_double (const Decimal *decimal, double *value)
{
  const char *p = decimal->digits;
  guint64 mantissa = 0;
  int n_taken = 0;
  double above;

  for (gint64 i = 0; i < decimal->n_digits; p++)
    {
      if (*p == '.')
        continue;
      i++;
      if (n_taken > 0 || *p != '0')
        {
          mantissa = mantissa * 10 + (guint64) (*p - '0');
          n_taken++;
        }
      if (n_taken == MAX_DIGITS)
        {
          gint64 exponent = decimal->exponent + decimal->n_digits - i;

          return gscope_decimal_to_double (mantissa, exponent, value)
                 && gscope_decimal_to_double (mantissa + 1, exponent, &above) && *value == above;
        }
    }
  return gscope_decimal_to_double (mantissa, decimal->exponent, value);
}

static double
read_slowly (const char *begin, const char *end)
{
  g_autofree char *text = g_strndup (begin, end - begin);

  return fabs (g_ascii_strtod (text, NULL));
}

static const char *
read_word (const char *p, double *value)
{
  static const struct
  {
    const char *word;
    double value;
  } words[] = {
    { "infinity", INFINITY },
    { "inf", INFINITY },
    { "nan", NAN },
  };
  gboolean negative = *p == '-';

  p += *p == '-' || *p == '+';
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      gsize length = strlen (words[i].word);

      if (g_ascii_strncasecmp (p, words[i].word, length) == 0)
        {
          *value = negative && i < 2 ? -words[i].value : words[i].value;
          return p + length;
        }
    }
  return NULL;
}

/* Reads the nearest double, halves to even; also nan, inf and infinity in upper or lower case. */
const char *
gscope_decimal_read_double (const char *p, double *value)
{
  Decimal decimal;
  const char *end = read_decimal (p, &decimal);
  double number;

  if (end == NULL)
    return read_word (p, value);
  if (decimal.n_digits > MAX_DIGITS)
    {
      if (!many_digits_to_double (&decimal, &number))
        number = read_slowly (p, end);
    }
  else if (decimal.mantissa <= GSCOPE_MAX_EXACT_MANTISSA
           && decimal.exponent <= GSCOPE_MAX_EXACT_POWER
           && decimal.exponent >= -GSCOPE_MAX_EXACT_POWER)
    {
      number = (double) decimal.mantissa;
      if (decimal.exponent < 0)
        number /= gscope_exact_powers[-decimal.exponent];
      else
        number *= gscope_exact_powers[decimal.exponent];
    }
  else if (!gscope_decimal_to_double (decimal.mantissa, decimal.exponent, &number))
    number = read_slowly (p, end);
  *value = decimal.negative ? -number : number;
  return end;
}

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
