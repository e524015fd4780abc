/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "engine/quantity.h"

#include <glib/gi18n.h>
#include <gscope/gscope.h>
#include <math.h>
#include <string.h>

enum
{
  /* characters of a user's text that a message shows */
  MAX_SHOWN = 40,
  MAX_UNITS = 4,
  /* significant digits of a text */
  DIGITS = 3,
};

/* The spellings of a unit, case-insensitive, and its factor to the base unit. */
typedef struct
{
  const char *spellings;
  double factor;
} Unit;

static const struct
{
  const char *base;
  const char *error;
  Unit units[MAX_UNITS];
} kinds[] = {
  { "bit/s",
    N_ ("“%s” is not a rate; try 30mbit"),
    { { "bit bit/s bps", 1 },
      { "kbit kbit/s kbps", 1e3 },
      { "mbit mbit/s mbps", 1e6 },
      { "gbit gbit/s gbps", 1e9 } } },
  { "s",
    N_ ("“%s” is not a time; try 100ms or 5s"),
    { { "us µs", 1e-6 }, { "ms", 1e-3 }, { "s", 1 }, { "min", 60 } } },
  { "B",
    N_ ("“%s” is not a size; try 20kB"),
    { { "b", 1 }, { "kb", 1e3 }, { "mb", 1e6 }, { "gb", 1e9 } } },
  { "packets", N_ ("“%s” is not a number of packets; try 60"), { { "packets packet", 1 } } },
  { "flows", N_ ("“%s” is not a number of flows; try 10"), { { "flows flow", 1 } } },
  { "frames", N_ ("“%s” is not a number of frames; try 4"), { { "frames frame", 1 } } },
  { "windows", N_ ("“%s” is not a number of windows; try 1.5"), { { "windows window", 1 } } },
  { "%", N_ ("“%s” is not a percentage; try 10%%"), { { "%", 1 } } },
};

static guint
find_kind (const char *base)
{
  guint i = 0;

  while (i < G_N_ELEMENTS (kinds) - 1 && !g_str_equal (kinds[i].base, base))
    i++;
  return i;
}

static gboolean
find_factor (const Unit *units, const char *name, double *factor)
{
  g_autofree char *lower = g_utf8_strdown (name, -1);

  for (guint i = 0; i < MAX_UNITS && units[i].spellings; i++)
    {
      g_auto (GStrv) spellings = g_strsplit (units[i].spellings, " ", -1);

      *factor = units[i].factor;
      if (g_strv_contains ((const char *const *) spellings, lower))
        return TRUE;
    }
  *factor = 1;
  return name[0] == '\0';
}

/* Rejects numbers that strtod() would accept but users do not type: hexadecimal numbers,
 * infinity. */
static gboolean
read_number (const char *text, double *number, const char **rest)
{
  gsize length = strspn (text, "+-.0123456789");
  char *end;

  *number = g_ascii_strtod (text, &end);
  *rest = end;
  return length > 0 && end != text && g_ascii_tolower (text[length]) != 'x' && isfinite (*number);
}

/* Divides by 1000 instead of multiplying by 0.001, which is not exact: 250us is exactly 0.00025. */
static double
scale (double number, double factor)
{
  return factor < 1 ? number / round (1 / factor) : number * factor;
}

gboolean
mxtraf_quantity_parse (const char *base, const char *text, double *value, GError **error)
{
  guint kind = find_kind (base);
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *shown = NULL;
  double number, factor;
  const char *rest;

  g_strstrip (valid);
  if (read_number (valid, &number, &rest))
    {
      g_autofree char *unit = g_strstrip (g_strdup (rest));

      if (find_factor (kinds[kind].units, unit, &factor))
        {
          *value = scale (number, factor);
          return TRUE;
        }
    }
  shown = g_utf8_substring (valid, 0, MIN (MAX_SHOWN, g_utf8_strlen (valid, -1)));
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ (kinds[kind].error), shown);
  return FALSE;
}

char *
mxtraf_quantity_format (const char *base, double value)
{
  g_autofree char *number = NULL;
  const char *prefix;
  double factor;

  if (!g_str_equal (base, "B"))
    return gscope_quantity_format (value, base, DIGITS);
  /* sizes have decimal prefixes (kB), as bits have, not binary ones (KiB) */
  prefix = gscope_quantity_choose_prefix (fabs (value), "bit", DIGITS, &factor);
  number = gscope_quantity_format (gscope_quantity_divide (value, factor), NULL, DIGITS);
  return g_strconcat (number, " ", prefix, "B", NULL);
}
