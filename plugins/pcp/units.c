/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "units.h"

#include <string.h>

static const struct
{
  const char *word;
  const char *symbol;
} units[] = {
  { "none", "" },     { "count", "" },     { "byte", "B" },      { "Kbyte", "KiB" },
  { "Mbyte", "MiB" }, { "Gbyte", "GiB" },  { "Tbyte", "TiB" },   { "Pbyte", "PiB" },
  { "Ebyte", "EiB" }, { "nanosec", "ns" }, { "microsec", "µs" }, { "millisec", "ms" },
  { "sec", "s" },     { "min", "min" },    { "hour", "h" },
};

/* Returns NULL for a word that is none of a unit. */
static const char *
find_symbol (const char *word)
{
  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (units[i].word, word))
      return units[i].symbol;
  return NULL;
}

/* Products, powers and numbers as in “count x 10^3” stay as they are. */
static char *
translate (const char *text)
{
  const char *symbol = find_symbol (text);

  return g_strdup (symbol ? symbol : text);
}

char *
pcp_unit_translate (const char *text, gboolean is_rate)
{
  g_auto (GStrv) parts = g_strsplit (text, "/", 2);
  g_autofree char *above = translate (parts[0] ? g_strstrip (parts[0]) : "");
  g_autofree char *below = translate (parts[0] && parts[1] ? g_strstrip (parts[1]) : "");

  if (is_rate && below[0])
    return g_strconcat (above, "/", below, "/s", NULL);
  if (is_rate || below[0])
    return g_strconcat (above, "/", is_rate ? "s" : below, NULL);
  return g_steal_pointer (&above);
}
