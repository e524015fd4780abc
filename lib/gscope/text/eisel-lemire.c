/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/text/eisel-lemire.h>

#include <math.h>
#include <string.h>

enum
{
  MIN_POWER = -342,
  MAX_POWER = 308,
  N_POWERS = MAX_POWER - MIN_POWER + 1,
  N_LIMBS = 16,
};

/* The 128 most significant bits of a power of five. */
typedef struct
{
  guint64 high;
  guint64 low;
} Power;

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
 * to 5^-27 are rounded up, all others cut off, as the proof of the method assumes. */
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

/* Threads that need the powers for the first time at once all compute them, and one table stays. */
static inline const Power *
get_power (gint64 exponent)
{
  static Power *powers;
  const Power *made = g_atomic_pointer_get (&powers);

  if (G_UNLIKELY (!made))
    {
      Power *filled = g_new (Power, N_POWERS);

      fill_powers (filled);
      if (!g_atomic_pointer_compare_and_exchange (&powers, NULL, filled))
        g_free (filled);
      made = g_atomic_pointer_get (&powers);
    }
  return &made[exponent - MIN_POWER];
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
gboolean
gscope_decimal_to_double (guint64 mantissa, gint64 exponent, double *value)
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
  /* Exactly between two doubles: round to the even one. */
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
