/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/control/quantity.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DECIMALS 15
/* Numbers without a prefix have a power of ten below the first and from the second on. */
#define LEAST_PLAIN 1e-4
#define MOST_PLAIN 1e15
#define MINUS "\u2212"

/* Times with an error: from which ratio on each has a unit of its own, and the digits of the time then. */
#define MUCH_MORE 1000
#define MAX_TIME_DIGITS 7

typedef struct
{
  const char *name;
  double factor;
} Prefix;

static const Prefix no_prefix[] = { { "", 1 } };
static const Prefix binary[] = {
  { "", 1 },        { "Ki", 0x1p10 }, { "Mi", 0x1p20 },
  { "Gi", 0x1p30 }, { "Ti", 0x1p40 }, { "Pi", 0x1p50 },
};
static const Prefix decimal[] = {
  { "f", 1e-15 }, { "p", 1e-12 }, { "n", 1e-9 }, { "µ", 1e-6 }, { "m", 1e-3 }, { "", 1 },
  { "k", 1e3 },   { "M", 1e6 },   { "G", 1e9 },  { "T", 1e12 }, { "P", 1e15 },
};

/* Units that take prefixes, and which: there are no thousandths of bits, nor thousands of seconds. */
static const struct
{
  const char *unit;
  const Prefix *prefixes;
  guint n;
} units[] = {
  { "B", binary, 6 },        { "B/s", binary, 6 },      { "b", decimal + 5, 6 },
  { "b/s", decimal + 5, 6 }, { "bit", decimal + 5, 6 }, { "bit/s", decimal + 5, 6 },
  { "s", decimal, 6 },       { "Hz", decimal, 11 },     { "V", decimal, 11 },
  { "A", decimal, 11 },      { "W", decimal, 11 },      { "J", decimal, 11 },
};

static const struct
{
  const char *unit;
  double seconds;
} long_units[] = { { "d", 86400 }, { "h", 3600 }, { "min", 60 } };

static const Prefix *
find_prefixes (const char *unit, guint *n)
{
  for (gsize i = 0; unit && i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (unit, units[i].unit))
      {
        *n = units[i].n;
        return units[i].prefixes;
      }
  *n = 1;
  return no_prefix;
}

/**
 * gscope_quantity_count_decimals:
 * @value: a number that is not negative
 * @digits: the significant digits, at most 15
 *
 * Counts the decimals that show the significant digits of a number, without zeros at the end. Any thread may
 * call this.
 *
 * Returns: the decimals
 *
 * Since: 1.0
 */
guint
gscope_quantity_count_decimals (double value, guint digits)
{
  int exponent = value > 0 && isfinite (value) ? (int) floor (log10 (value)) : 0;
  int decimals = CLAMP ((int) digits - 1 - exponent, 0, MAX_DECIMALS);
  g_autofree char *text = g_strdup_printf ("%.*f", decimals, value);
  const char *end = text + strlen (text);

  for (; decimals > 0 && end[-1] == '0'; end--)
    decimals--;
  return (guint) decimals;
}

/* The first prefix that leaves less than the next one's worth, also once rounded. */
static const Prefix *
find_prefix (double value, const char *unit, guint digits)
{
  guint n;
  const Prefix *prefix = find_prefixes (unit, &n);

  if (value == 0)
    while (prefix->factor != 1)
      prefix++;
  for (; n > 1 && value > 0; n--, prefix++)
    {
      double scaled = value / prefix->factor;
      double decade = pow (10, gscope_quantity_count_decimals (scaled, digits));

      if (round (scaled * decade) / decade < prefix[1].factor / prefix[0].factor * (1 - 1e-9))
        break;
    }
  return prefix;
}

/**
 * gscope_quantity_choose_prefix:
 * @value: a number that is not negative
 * @unit: (nullable): its unit
 * @digits: to how many significant digits it is shown, at most 15
 * @factor: (out): what it is divided by
 *
 * Chooses the SI prefix with which a number is easy to read, binary for bytes. Only units that take
 * prefixes have one: B, bit, s, Hz, V, A, W, J and the like; not %, packets, flows. Any thread may call
 * this.
 *
 * Returns: the prefix, such as `k`; empty for none
 *
 * Since: 1.0
 */
const char *
gscope_quantity_choose_prefix (double value, const char *unit, guint digits, double *factor)
{
  const Prefix *prefix = find_prefix (value, unit, digits);

  *factor = prefix->factor;
  return prefix->name;
}

/**
 * gscope_quantity_divide:
 * @value: a number
 * @factor: the factor of a prefix
 *
 * Takes a prefix off a number. Any thread may call this.
 *
 * Returns: what is shown before the prefix
 *
 * Since: 1.0
 */
double
gscope_quantity_divide (double value, double factor)
{
  /* this is exact more often than the division is */
  return factor < 1 ? value * round (1 / factor) : value / factor;
}

/**
 * gscope_quantity_format_number:
 * @value: a number
 * @decimals: the decimals
 *
 * Formats a number for a user: through the locale, with a true minus sign, which zero does not have. Any thread may
 * call this.
 *
 * Returns: (transfer full): the text; “–” for not-a-number
 *
 * Since: 1.0
 */
char *
gscope_quantity_format_number (double value, guint decimals)
{
  g_autofree char *text = NULL;

  if (isnan (value))
    return g_strdup ("–");
  if (isinf (value))
    return g_strdup (value < 0 ? MINUS "∞" : "∞");
  text = g_strdup_printf ("%'.*f", (int) decimals, fabs (value));
  return g_strconcat (value < 0 && strpbrk (text, "123456789") ? MINUS : "", text, NULL);
}

/**
 * gscope_quantity_format_rounded:
 * @value: a number
 * @digits: the significant digits, at most 17
 *
 * Formats a number for files and other programs, in any locale as in C. 15 digits hide the errors that a multiplication
 * adds. Any thread may call this.
 *
 * Returns: (transfer full): the text
 *
 * Since: 1.0
 */
char *
gscope_quantity_format_rounded (double value, guint digits)
{
  char format[8], text[G_ASCII_DTOSTR_BUF_SIZE];

  g_snprintf (format, sizeof format, "%%.%ug", digits);
  return g_strdup (g_ascii_formatd (text, sizeof text, format, value));
}

/**
 * gscope_quantity_format_exact:
 * @value: a number
 *
 * Formats a number for files and other programs with the fewest digits that read back as the same number, at least as
 * many as gscope_quantity_format_rounded() formats with 15 digits. Any thread may call this.
 *
 * Returns: (transfer full): the text
 *
 * Since: 1.0
 */
char *
gscope_quantity_format_exact (double value)
{
  char *text = gscope_quantity_format_rounded (value, 15);

  for (guint digits = 16; digits <= 17 && g_ascii_strtod (text, NULL) != value; digits++)
    {
      g_free (text);
      text = gscope_quantity_format_rounded (value, digits);
    }
  return text;
}

/**
 * gscope_quantity_format_editable:
 * @value: a number
 * @digits: the significant digits, at most 17
 *
 * Formats a number for an entry, in which the user changes it: through the locale, such that g_strtod() reads the text.
 * Any thread may call this.
 *
 * Returns: (transfer full): the text
 *
 * Since: 1.0
 */
char *
gscope_quantity_format_editable (double value, guint digits)
{
  return g_strdup_printf ("%.*g", (int) digits, value);
}

/* Appends a power of ten, such as ×10⁻¹². */
static void
append_power (GString *text, int exponent)
{
  static const char *const raised[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
  g_autofree char *digits = g_strdup_printf ("%d", ABS (exponent));

  g_string_append (text, exponent < 0 ? "×10⁻" : "×10");
  for (const char *digit = digits; *digit; digit++)
    g_string_append (text, raised[*digit - '0']);
}

static gboolean
is_plain (double value)
{
  return value == 0 || (fabs (value) >= LEAST_PLAIN && fabs (value) < MOST_PLAIN);
}

/* Formats a number to some significant digits, with a power of ten that is a multiple of three. */
static char *
format_power (double value, guint digits)
{
  char format[8], scientific[G_ASCII_DTOSTR_BUF_SIZE], *end;
  g_autofree char *number = NULL;
  double mantissa;
  int exponent, above;
  GString *text;

  g_snprintf (format, sizeof format, "%%.%ue", digits - 1);
  g_ascii_formatd (scientific, sizeof scientific, format, value);
  end = strchr (scientific, 'e');
  exponent = atoi (end + 1);
  *end = '\0';
  above = (exponent % 3 + 3) % 3;
  mantissa = g_ascii_strtod (scientific, NULL) * pow (10, above);
  number = gscope_quantity_format_number (mantissa,
                                          gscope_quantity_count_decimals (fabs (mantissa), digits));
  text = g_string_new (number);
  append_power (text, exponent - above);
  return g_string_free (text, FALSE);
}

/**
 * gscope_quantity_format:
 * @value: a number
 * @unit: (nullable): its unit
 * @digits: the most significant digits, at most 15; whole numbers may have more
 *
 * Formats a value with its unit for a user, with the prefix of gscope_quantity_choose_prefix() and as
 * gscope_quantity_format_number() formats numbers. A number below 0.0001 or from 10¹⁵ on has a power of ten.
 * Any thread may call this.
 *
 * Returns: (transfer full): such as `1.5 ms` or `2.5×10⁻⁶ %`
 *
 * Since: 1.0
 */
char *
gscope_quantity_format (double value, const char *unit, guint digits)
{
  g_autofree char *number = NULL;
  const char *prefix;
  double factor, scaled;

  if (!isfinite (value))
    return gscope_quantity_format_number (value, 0);
  prefix = gscope_quantity_choose_prefix (fabs (value), unit, digits, &factor);
  scaled = gscope_quantity_divide (value, factor);
  if (!is_plain (scaled))
    {
      number = format_power (value, digits);
      return g_strconcat (number, unit && unit[0] ? " " : "", unit, NULL);
    }
  number = gscope_quantity_format_number (scaled,
                                          gscope_quantity_count_decimals (fabs (scaled), digits));
  return g_strconcat (number, unit && unit[0] ? " " : "", prefix, unit, NULL);
}

/**
 * gscope_quantity_format_time:
 * @time: a length of time, nanoseconds
 * @digits: the most significant digits, at most 15; whole numbers may have more
 *
 * Formats a length of time for a user. Any thread may call this.
 *
 * Returns: (transfer full): such as `1.5 ms` or `2 min`
 *
 * Since: 1.0
 */
char *
gscope_quantity_format_time (gint64 time, guint digits)
{
  double seconds = (double) time / 1e9;

  for (gsize i = 0; i < G_N_ELEMENTS (long_units); i++)
    if (fabs (seconds) >= long_units[i].seconds)
      {
        g_autofree char *number =
            gscope_quantity_format (seconds / long_units[i].seconds, NULL, digits);

        return g_strconcat (number, " ", long_units[i].unit, NULL);
      }
  return gscope_quantity_format (seconds, "s", digits);
}

/**
 * gscope_quantity_format_time_error:
 * @time: a length of time, nanoseconds
 * @error: how far it can be from the truth at most, nanoseconds
 *
 * Formats a length of time with its error for a user: both in one unit, unless the error is much smaller,
 * and the error to two digits.
 * Any thread may call this.
 *
 * Returns: (transfer full): such as `3.2 ± 0.1 ms`
 *
 * Since: 1.0
 */
char *
gscope_quantity_format_time_error (gint64 time, gint64 error)
{
  double seconds = (double) time / 1e9, bound = (double) error / 1e9;
  g_autofree char *number = NULL;
  g_autofree char *limit = NULL;
  const char *prefix;
  double factor;
  guint decimals;

  if (fabs (seconds) >= MUCH_MORE * bound)
    {
      number = gscope_quantity_format (seconds, "s", MAX_TIME_DIGITS);
      limit = gscope_quantity_format (bound, "s", 2);
      return g_strconcat (number, " ± ", limit, NULL);
    }
  prefix = gscope_quantity_choose_prefix (MAX (fabs (seconds), bound), "s", 3, &factor);
  seconds = gscope_quantity_divide (seconds, factor);
  bound = gscope_quantity_divide (bound, factor);
  decimals = gscope_quantity_count_decimals (bound, 2);
  number = gscope_quantity_format_number (seconds, decimals);
  limit = gscope_quantity_format_number (bound, decimals);
  return g_strconcat (number, " ± ", limit, " ", prefix, "s", NULL);
}
