/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/tuple/decimal.h>

#include <gscope/tuple/eisel-lemire.h>
#include <gscope/tuple/powers.h>
#include <math.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum
{
  MAX_DIGITS = 19,
  MAX_WRITTEN_EXPONENT = 100000000,
  WINDOW = 48,
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

/* Eight digits, the first in the lowest byte, by three multiplications (D. Lemire, "Quickly parsing
 * eight digits", 2018). */
static inline guint64
join_eight (guint64 digits)
{
  const guint64 mask = G_GUINT64_CONSTANT (0x000000FF000000FF);

  digits = digits * 10 + (digits >> 8);
  return (guint32) (((digits & mask) * G_GUINT64_CONSTANT (0x000F424000000064)
                     + ((digits >> 16) & mask) * G_GUINT64_CONSTANT (0x0000271000000001))
                    >> 32);
}

static inline guint64
load_digits (const char *p)
{
  guint64 word;

  memcpy (&word, p, sizeof word);
  return GUINT64_FROM_LE (word) ^ G_GUINT64_CONSTANT (0x3030303030303030);
}

static inline const char *
read_digits (const char *p, guint64 *number)
{
  for (;;)
    {
      guint64 word = load_digits (p), other;
      int n;

      /* Exact up to the first byte that is no digit; carries spoil only what follows it. */
      other = ((word + G_GUINT64_CONSTANT (0x7676767676767676)) | word)
              & G_GUINT64_CONSTANT (0x8080808080808080);
      if (other == 0)
        {
          *number = *number * 100000000 + join_eight (word);
          p += 8;
          continue;
        }
      n = __builtin_ctzll (other) / 8;
      *number = *number * gscope_integer_powers[n] + join_eight (word << 8 << (56 - 8 * n));
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

/* Where the number that begins at `p` ends; it is not nan or inf. */
const char *
gscope_decimal_skip (const char *p)
{
  Decimal decimal;

  return read_decimal (p, &decimal);
}

/* Digit by digit: for more than 19 digits, or more decimals than a nanosecond has. */
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

/* Milliseconds to nanoseconds, in integers throughout: exact to six decimals, more are rounded to
 * the nearest (halves away from zero). NULL also if the time is out of range. */
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

/* The first 19 significant digits decide unless the rest could tip the scales. */
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

/* The nearest double, halves to even; also nan, inf and infinity, in any case. */
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

/* Which bytes of the window are no digits, one bit a byte. */
static inline guint64
find_others (const char *p)
{
  guint64 others = 0;

#ifdef __SSE2__
  const __m128i shift = _mm_set1_epi8 ((char) (128 - '0'));
  const __m128i nine = _mm_set1_epi8 (9 - 128);

  for (guint i = 0; i < WINDOW; i += 16)
    {
      __m128i bytes = _mm_add_epi8 (_mm_loadu_si128 ((const __m128i *) (p + i)), shift);

      others |= (guint64) _mm_movemask_epi8 (_mm_cmpgt_epi8 (bytes, nine)) << i;
    }
#else
  for (guint i = 0; i < WINDOW; i += 8)
    {
      guint64 word = load_digits (p + i);
      guint64 other = ((word & G_GUINT64_CONSTANT (0x7F7F7F7F7F7F7F7F))
                       + G_GUINT64_CONSTANT (0x7676767676767676))
                      | word;

      other = other >> 7 & G_GUINT64_CONSTANT (0x0101010101010101);
      others |= other * G_GUINT64_CONSTANT (0x0102040810204080) >> 56 << i;
    }
#endif
  return others;
}

static inline guint64
join_up_to_eight (const char *p, guint n)
{
  return n == 0 ? 0 : join_eight (load_digits (p) << (64 - 8 * n));
}

static inline guint64
join_up_to_sixteen (const char *p, guint n)
{
  if (n <= 8)
    return join_up_to_eight (p, n);
  return join_up_to_eight (p, n - 8) * 100000000 + join_eight (load_digits (p + n - 8));
}

/* The digits around a point. */
static inline guint64
join_plain (const char *p, guint n, guint decimals)
{
  if (n + decimals < 8)
    {
      guint64 word = load_digits (p), mask = (G_GUINT64_CONSTANT (1) << 8 * n) - 1;

      word = (word & mask) | (word >> 8 & ~mask);
      return join_eight (word << (64 - 8 * (n + decimals)));
    }
  return join_up_to_sixteen (p, n) * gscope_integer_powers[decimals]
         + join_up_to_sixteen (p + n + 1, decimals);
}

/* A number without an exponent: mantissa / 10^decimals. */
typedef struct
{
  guint64 mantissa;
  guint decimals;
  guint end;
  gboolean negative;
} Plain;

/* Takes the number at `begin`. `others` is what is no digit from there on. */
static G_ALWAYS_INLINE inline gboolean
take_plain (const char *line, guint begin, guint64 *others, Plain *plain)
{
  const guint64 beyond = G_GUINT64_CONSTANT (1) << WINDOW;
  guint n;

  *others |= beyond;
  plain->negative = *others >> begin & 1;
  if (plain->negative)
    {
      if (line[begin] != '-')
        return FALSE;
      begin++;
      *others &= *others - 1;
    }
  plain->end = (guint) __builtin_ctzll (*others | beyond);
  n = plain->end - begin;
  plain->decimals = 0;
  if (line[plain->end] == '.')
    {
      *others &= *others - 1;
      plain->end = (guint) __builtin_ctzll (*others | beyond);
      plain->decimals = plain->end - begin - n - 1;
    }
  *others &= *others - 1;
  /* What ends at or beyond the window has wrapped around, or too many digits. */
  if (n == 0 || n > 16 || plain->decimals > 16 || n + plain->decimals > MAX_DIGITS)
    return FALSE;
  plain->mantissa = join_plain (line + begin, n, plain->decimals);
  return TRUE;
}

static G_ALWAYS_INLINE inline gboolean
plain_to_time (const Plain *plain, gint64 *time)
{
  guint64 nanoseconds;

  if (plain->decimals > GSCOPE_NS_DECIMALS
      || __builtin_mul_overflow (plain->mantissa,
                                 gscope_integer_powers[GSCOPE_NS_DECIMALS - plain->decimals],
                                 &nanoseconds)
      || nanoseconds > G_MAXINT64)
    return FALSE;
  *time = plain->negative ? -(gint64) nanoseconds : (gint64) nanoseconds;
  return TRUE;
}

static G_ALWAYS_INLINE inline gboolean
plain_to_double (const Plain *plain, double *value)
{
  double number;

  if (plain->mantissa <= GSCOPE_MAX_EXACT_MANTISSA)
    number = (double) plain->mantissa / gscope_exact_powers[plain->decimals];
  else if (!gscope_decimal_to_double (plain->mantissa, -(gint64) plain->decimals, &number))
    return FALSE;
  *value = plain->negative ? -number : number;
  return TRUE;
}

/* Time and value as programs mostly write them: without exponents, each followed by one space. Ends
 * and points are found at once for both, as that is what the reading of all the rest waits for.
 * Returns NULL for anything else, whether right or wrong. */
const char *
gscope_decimal_read_plain (const char *p, gint64 *time, double *value)
{
  guint64 others = find_others (p);
  Plain plain;

  if (!take_plain (p, 0, &others, &plain) || p[plain.end] != ' ' || !plain_to_time (&plain, time))
    return NULL;
  if (!take_plain (p, plain.end + 1, &others, &plain) || p[plain.end] != ' '
      || !plain_to_double (&plain, value))
    return NULL;
  return p + plain.end;
}
