/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/control/units.h>

#include <math.h>
#include <string.h>

enum
{
  MAX_FACTORS = 16,
  MAX_TEXT = 64,
  MAX_POWER = 16,
};

typedef struct
{
  char symbol[MAX_TEXT + 1];
  int power;
} Factor;

typedef struct
{
  Factor factors[MAX_FACTORS];
  guint n;
  gboolean overflows;
} Product;

typedef struct
{
  const char *name;
  const char *base;
  double factor;
} Scale;

static const Scale scales[] = {
  { "s", "s", 1 }, { "min", "s", 60 }, { "h", "s", 3600 },  { "bit", "b", 1 }, { "b", "b", 1 },
  { "B", "b", 8 }, { "byte", "b", 8 }, { "bytes", "b", 8 }, { "Hz", "Hz", 1 }, { "V", "V", 1 },
  { "A", "A", 1 }, { "W", "W", 1 },    { "J", "J", 1 },     { "Ω", "Ω", 1 },
};

static const struct
{
  const char *text;
  double factor;
} prefixes[] = {
  { "n", 1e-9 }, { "µ", 1e-6 }, { "u", 1e-6 }, { "m", 1e-3 },  { "k", 1e3 },     { "K", 1e3 },
  { "M", 1e6 },  { "G", 1e9 },  { "T", 1e12 }, { "Ki", 1024 }, { "Mi", 0x1p20 }, { "Gi", 0x1p30 },
};

static const char *const powers[] = { [2] = "²", [3] = "³" };

static void
add_factor (Product *self, const char *symbol, int power)
{
  guint i = 0;

  while (i < self->n && !g_str_equal (self->factors[i].symbol, symbol))
    i++;
  if (i == MAX_FACTORS)
    {
      self->overflows = TRUE;
      return;
    }
  if (i == self->n)
    {
      self->factors[self->n++].power = 0;
      g_strlcpy (self->factors[i].symbol, symbol, sizeof self->factors[i].symbol);
    }
  self->factors[i].power += power;
  if (ABS (self->factors[i].power) > MAX_POWER)
    self->overflows = TRUE;
  if (self->factors[i].power == 0)
    memmove (&self->factors[i], &self->factors[i + 1], (--self->n - i) * sizeof (Factor));
}

/* Cuts the power from the end of a symbol and returns it. */
static int
cut_power (char *symbol)
{
  char *caret = strchr (symbol, '^');

  for (int i = 2; i < (int) G_N_ELEMENTS (powers); i++)
    if (g_str_has_suffix (symbol, powers[i]))
      {
        symbol[strlen (symbol) - strlen (powers[i])] = '\0';
        return i;
      }
  if (!caret)
    return 1;
  *caret = '\0';
  return (int) CLAMP (g_ascii_strtoll (caret + 1, NULL, 10), -MAX_POWER, MAX_POWER);
}

static void
add_text (Product *self, const char *text, int sign)
{
  const char *at = text;
  int power = sign;

  if (strlen (text) > MAX_TEXT)
    self->overflows = TRUE;
  while (*at && !self->overflows)
    {
      g_autofree char *symbol = NULL;
      const char *end = at;

      while (*end && !strchr ("*/ ", *end) && !g_str_has_prefix (end, "·"))
        end++;
      symbol = g_strndup (at, (gsize) (end - at));
      power *= cut_power (symbol);
      if (*symbol && !g_str_equal (symbol, "1") && power != 0)
        add_factor (self, symbol, power);
      power = *end == '/' ? -sign : sign;
      at = *end ? g_utf8_next_char (end) : end;
    }
}

static void
format_factor (GString *text, const char *symbol, int power)
{
  g_string_append (text, symbol);
  if (power >= (int) G_N_ELEMENTS (powers))
    g_string_append_printf (text, "^%d", power);
  else if (power > 1)
    g_string_append (text, powers[power]);
}

/* Returns the product as a text; an empty one if it has too many factors. */
static char *
format (const Product *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->overflows)
    return g_strdup ("");
  for (guint i = 0; i < self->n; i++)
    if (self->factors[i].power > 0)
      {
        g_string_append (text, text->len > 0 ? "·" : "");
        format_factor (text, self->factors[i].symbol, self->factors[i].power);
      }
  if (text->len == 0 && self->n > 0)
    g_string_append (text, "1");
  for (guint i = 0; i < self->n; i++)
    if (self->factors[i].power < 0)
      {
        g_string_append_c (text, '/');
        format_factor (text, self->factors[i].symbol, -self->factors[i].power);
      }
  return g_strdup (text->str);
}

static char *
combine (const char *a, const char *b, int sign)
{
  Product product = { 0 };

  if (!a && !b)
    return NULL;
  add_text (&product, a ? a : "", 1);
  add_text (&product, b ? b : "", sign);
  return format (&product);
}

char *
gscope_math_unit_multiply (const char *a, const char *b)
{
  return combine (a, b, 1);
}

char *
gscope_math_unit_divide (const char *a, const char *b)
{
  return combine (a, b, -1);
}

char *
gscope_math_unit_raise (const char *unit, int power)
{
  Product product = { 0 };

  if (!unit)
    return NULL;
  add_text (&product, unit, 1);
  for (guint i = 0; i < product.n; i++)
    {
      product.factors[i].power *= CLAMP (power, -MAX_POWER, MAX_POWER);
      product.overflows |= ABS (product.factors[i].power) > MAX_POWER;
    }
  if (power == 0)
    product.n = 0;
  return format (&product);
}

char *
gscope_math_unit_root (const char *unit)
{
  Product product = { 0 };

  add_text (&product, unit, 1);
  for (guint i = 0; i < product.n; i++)
    {
      if (product.factors[i].power % 2 != 0)
        return NULL;
      product.factors[i].power /= 2;
    }
  return format (&product);
}

/* Returns the base of a symbol, and multiplies the factor by the power of its scale. */
static const char *
find_base (const char *symbol, int power, double *factor)
{
  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      gsize n = strlen (symbol), n_name = strlen (scales[i].name);

      if (!g_str_has_suffix (symbol, scales[i].name))
        continue;
      if (n == n_name)
        {
          *factor *= pow (scales[i].factor, power);
          return scales[i].base;
        }
      for (guint k = 0; k < G_N_ELEMENTS (prefixes); k++)
        if (n - n_name == strlen (prefixes[k].text) && g_str_has_prefix (symbol, prefixes[k].text))
          {
            *factor *= pow (scales[i].factor * prefixes[k].factor, power);
            return scales[i].base;
          }
    }
  return symbol;
}

gboolean
gscope_math_unit_fits (const char *a, const char *b, double *factor)
{
  Product product = { 0 }, reduced = { 0 };

  *factor = 1;
  if (!a || !b || g_str_equal (a, b))
    return TRUE;
  add_text (&product, b, 1);
  add_text (&product, a, -1);
  if (product.overflows)
    return FALSE;
  for (guint i = 0; i < product.n; i++)
    add_factor (&reduced, find_base (product.factors[i].symbol, product.factors[i].power, factor),
                product.factors[i].power);
  return reduced.n == 0;
}
