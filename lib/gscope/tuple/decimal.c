/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/tuple/decimal.h>

#include <math.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum
{
  MAX_DIGITS = 19,
  MIN_POWER = -342,
  MAX_POWER = 308,
  N_POWERS = MAX_POWER - MIN_POWER + 1,
  MAX_EXACT_POWER = 22,
  MAX_WRITTEN_EXPONENT = 100000000,
  N_LIMBS = 16,
  NS_DECIMALS = 6,
};

#define MAX_EXACT_MANTISSA (G_GUINT64_CONSTANT (1) << 53)
#define HIDDEN_BIT (G_GUINT64_CONSTANT (1) << 52)

/* The value is mantissa * 10^exponent if there are no more than 19 digits. */
typedef struct
{
  guint64 mantissa;
  gint64 exponent;
  gint64 n_digits;
  const char *digits;
  gboolean negative;
} Decimal;

/* The 128 most significant bits of a power of five. */
typedef struct
{
  guint64 high;
  guint64 low;
} Power;

static const guint64 integer_powers[] = {
  1,
  10,
  100,
  1000,
  10000,
  100000,
  1000000,
  10000000,
  100000000,
  1000000000,
  10000000000,
  100000000000,
  1000000000000,
  10000000000000,
  100000000000000,
  1000000000000000,
  10000000000000000,
  100000000000000000,
  1000000000000000000,
};

static const double exact_powers[MAX_EXACT_POWER + 1] = {
  1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
};

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
      *number = *number * integer_powers[n] + join_eight (word << 8 << (56 - 8 * n));
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
  gint64 places = decimal->n_digits + decimal->exponent + NS_DECIMALS;
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
  gint64 power = decimal->exponent + NS_DECIMALS;

  if (decimal->n_digits <= MAX_DIGITS && power >= 0
      && power < (gint64) G_N_ELEMENTS (integer_powers))
    return !__builtin_mul_overflow (decimal->mantissa, integer_powers[power], nanoseconds);
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

static Power
get_leading_bits (const guint64 limbs[N_LIMBS])
{
  int top = N_LIMBS - 1, shift;
  guint64 limb[3];

  while (limbs[top] == 0)
    top--;
  for (int i = 0; i < 3; i++)
    limb[i] = top >= i ? limbs[top - i] : 0;
  shift = __builtin_clzll (limb[0]);
  if (shift == 0)
    return (Power){ limb[0], limb[1] };
  return (Power){ limb[0] << shift | limb[1] >> (64 - shift),
                  limb[1] << shift | limb[2] >> (64 - shift) };
}

static void
multiply_by_five (guint64 limbs[N_LIMBS])
{
  unsigned __int128 carry = 0;

  for (int i = 0; i < N_LIMBS; i++)
    {
      carry += (unsigned __int128) limbs[i] * 5;
      limbs[i] = (guint64) carry;
      carry >>= 64;
    }
}

static void
divide_by_five (guint64 limbs[N_LIMBS])
{
  unsigned __int128 rest = 0;

  for (int i = N_LIMBS - 1; i >= 0; i--)
    {
      rest = rest << 64 | limbs[i];
      limbs[i] = (guint64) (rest / 5);
      rest %= 5;
    }
}

/* 5^342 has 795 bits, so 2^1023 / 5^342 still has more than the 128 that are kept. Reciprocals down
 * to 5^-27 are rounded up, all others cut off: what the proof of the method assumes. */
static void
fill_powers (Power powers[N_POWERS])
{
  guint64 limbs[N_LIMBS] = { 1 };

  for (int i = 0; i <= MAX_POWER; i++)
    {
      powers[i - MIN_POWER] = get_leading_bits (limbs);
      multiply_by_five (limbs);
    }
  memset (limbs, 0, sizeof limbs);
  limbs[N_LIMBS - 1] = G_GUINT64_CONSTANT (1) << 63;
  for (int i = 1; i <= -MIN_POWER; i++)
    {
      Power *power = &powers[-i - MIN_POWER];

      divide_by_five (limbs);
      *power = get_leading_bits (limbs);
      if (i <= 27 && ++power->low == 0)
        power->high++;
    }
}

static inline const Power *
get_power (gint64 exponent)
{
  static Power powers[N_POWERS];
  static gsize filled;

  if (g_once_init_enter (&filled))
    {
      fill_powers (powers);
      g_once_init_leave (&filled, 1);
    }
  return &powers[exponent - MIN_POWER];
}

static inline double
from_bits (guint64 bits)
{
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

static inline double
round_subnormal (guint64 mantissa, gint64 exponent)
{
  if (exponent <= -63)
    return 0;
  mantissa >>= 1 - exponent;
  /* If this rounds up to the smallest normal number, the carry is the exponent it needs. */
  return from_bits ((mantissa + (mantissa & 1)) >> 1);
}

/* D. Lemire, "Number parsing at a gigabyte per second", Software: Practice and Experience 51 (8),
 * 2021, after M. Eisel. Returns whether the nearest double is certain. */
static inline gboolean
to_double (guint64 mantissa, gint64 exponent, double *value)
{
  unsigned __int128 product, more;
  const Power *power;
  guint64 high, low;
  int zeros, upper;
  gint64 binary;

  if (mantissa == 0 || exponent < MIN_POWER || exponent > MAX_POWER)
    {
      *value = mantissa == 0 || exponent < 0 ? 0 : INFINITY;
      return TRUE;
    }
  power = get_power (exponent);
  zeros = __builtin_clzll (mantissa);
  mantissa <<= zeros;
  product = (unsigned __int128) mantissa * power->high;
  if ((product >> 64 & 0x1FF) == 0x1FF)
    {
      more = (unsigned __int128) mantissa * power->low;
      product += more >> 64;
    }
  high = (guint64) (product >> 64);
  low = (guint64) product;
  if (low == G_MAXUINT64 && (exponent < -27 || exponent > 55))
    return FALSE;
  upper = (int) (high >> 63);
  mantissa = high >> (upper + 9);
  /* 217706 / 2^16 is log2 (10), precise enough for floors of all these powers. */
  binary = ((exponent * 217706) >> 16) + 63 + upper - zeros + 1023;
  if (binary <= 0)
    {
      *value = round_subnormal (mantissa, binary);
      return TRUE;
    }
  /* Exactly between two doubles: to the even one. */
  if (low <= 1 && exponent >= -4 && exponent <= 23 && (mantissa & 3) == 1
      && mantissa << (upper + 9) == high)
    mantissa &= ~G_GUINT64_CONSTANT (1);
  mantissa = (mantissa + (mantissa & 1)) >> 1;
  /* The hidden bit, or the carry above it, adds itself to the exponent. */
  binary--;
  if (binary + (gint64) (mantissa >> 52) >= 0x7FF)
    *value = INFINITY;
  else
    *value = from_bits (((guint64) binary << 52) + mantissa);
  return TRUE;
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

          return to_double (mantissa, exponent, value) && to_double (mantissa + 1, exponent, &above)
                 && *value == above;
        }
    }
  return to_double (mantissa, decimal->exponent, value);
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
  else if (decimal.mantissa <= MAX_EXACT_MANTISSA && decimal.exponent <= MAX_EXACT_POWER
           && decimal.exponent >= -MAX_EXACT_POWER)
    {
      number = (double) decimal.mantissa;
      if (decimal.exponent < 0)
        number /= exact_powers[-decimal.exponent];
      else
        number *= exact_powers[decimal.exponent];
    }
  else if (!to_double (decimal.mantissa, decimal.exponent, &number))
    number = read_slowly (p, end);
  *value = decimal.negative ? -number : number;
  return end;
}

/* Which of 64 bytes are no digits. */
static inline guint64
find_others (const char *p)
{
  guint64 others = 0;

#ifdef __SSE2__
  const __m128i shift = _mm_set1_epi8 ((char) (128 - '0'));
  const __m128i nine = _mm_set1_epi8 (9 - 128);

  for (guint i = 0; i < 64; i += 16)
    {
      __m128i bytes = _mm_add_epi8 (_mm_loadu_si128 ((const __m128i *) (p + i)), shift);

      others |= (guint64) _mm_movemask_epi8 (_mm_cmpgt_epi8 (bytes, nine)) << i;
    }
#else
  for (guint i = 0; i < 64; i += 8)
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

typedef struct
{
  guint64 mantissa;
  guint decimals;
  guint end;
  gboolean negative;
} Plain;

/* Takes the number at `begin`; `others` has no bits before that and at least one behind. */
static G_ALWAYS_INLINE inline gboolean
take_plain (const char *line, guint begin, guint64 *others, Plain *plain)
{
  guint point;

  plain->negative = *others >> begin & 1;
  if (plain->negative)
    {
      if (line[begin] != '-')
        return FALSE;
      begin++;
      *others &= *others - 1;
    }
  point = plain->end = (guint) __builtin_ctzll (*others);
  plain->decimals = 0;
  if (line[point] == '.')
    {
      *others &= *others - 1;
      plain->end = (guint) __builtin_ctzll (*others | G_GUINT64_CONSTANT (1) << 63);
      plain->decimals = plain->end - point - 1;
    }
  *others &= *others - 1;
  if (point == begin || point - begin > 16 || plain->decimals > 16
      || point - begin + plain->decimals > MAX_DIGITS)
    return FALSE;
  plain->mantissa = join_up_to_sixteen (line + begin, point - begin)
                    * integer_powers[plain->decimals];
  plain->mantissa += join_up_to_sixteen (line + point + 1, plain->decimals);
  return TRUE;
}

const char *
gscope_decimal_read_plain (const char *p, gint64 *time, double *value)
{
  guint64 others = find_others (p) | G_GUINT64_CONSTANT (1) << 63, nanoseconds;
  Plain plain;
  double number;

  if (!take_plain (p, 0, &others, &plain) || p[plain.end] != ' ' || plain.decimals > NS_DECIMALS
      || __builtin_mul_overflow (plain.mantissa, integer_powers[NS_DECIMALS - plain.decimals],
                                 &nanoseconds)
      || nanoseconds > G_MAXINT64)
    return NULL;
  *time = plain.negative ? -(gint64) nanoseconds : (gint64) nanoseconds;
  others |= G_GUINT64_CONSTANT (1) << 63;
  if (!take_plain (p, plain.end + 1, &others, &plain) || p[plain.end] != ' ')
    return NULL;
  if (plain.mantissa <= MAX_EXACT_MANTISSA)
    number = (double) plain.mantissa / exact_powers[plain.decimals];
  else if (!to_double (plain.mantissa, -(gint64) plain.decimals, &number))
    return NULL;
  *value = plain.negative ? -number : number;
  return p + plain.end;
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
  out = write_integer (out, number / integer_powers[decimals], 1);
  if (decimals == 0)
    return out;
  *out++ = '.';
  return write_integer (out, number % integer_powers[decimals], decimals);
}

/* Nanoseconds as milliseconds: exact, without trailing zeros. */
char *
gscope_decimal_write_time (char *out, gint64 time)
{
  guint64 nanoseconds = time < 0 ? -(guint64) time : (guint64) time;
  int decimals = NS_DECIMALS;

  if (time < 0)
    *out++ = '-';
  for (; decimals > 0 && nanoseconds % 10 == 0; decimals--)
    nanoseconds /= 10;
  return write_fixed (out, nanoseconds, decimals);
}

/* A quotient of two exact doubles is correctly rounded, so what passes here reads back the same. */
static int
find_decimals (double size, guint64 *number)
{
  if (size != 0 && size < 1e-4)
    return -1;
  for (int decimals = 0; decimals <= 9; decimals++)
    {
      double scaled = size * exact_powers[decimals];

      if (scaled >= (double) MAX_EXACT_MANTISSA)
        return -1;
      *number = (guint64) (scaled + 0.5);
      if ((double) *number / exact_powers[decimals] == size)
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

/* The fewest digits that read back as the same double. */
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
