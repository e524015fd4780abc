/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "session/format.h"

#include <gscope/gscope.h>

static const struct
{
  gint64 length;
  const char *symbol;
} units[] = {
  { 3600 * GSCOPE_SEC, "h" },
  { 60 * GSCOPE_SEC, "min" },
  { GSCOPE_SEC, "s" },
  { GSCOPE_MSEC, "ms" },
  { 1000, "µs" },
  { 1, "ns" },
};

char *
app_format_elapsed (gint64 elapsed)
{
  gint64 seconds = elapsed / GSCOPE_SEC;
  int hours = (int) (seconds / 3600), minutes = (int) (seconds / 60 % 60);

  if (hours > 0)
    return g_strdup_printf ("%d:%02d:%02d", hours, minutes, (int) (seconds % 60));
  return g_strdup_printf ("%02d:%02d", minutes, (int) (seconds % 60));
}

char *
app_format_interval (gint64 interval)
{
  guint i = 0;

  while (i + 1 < G_N_ELEMENTS (units) && interval < units[i].length)
    i++;
  return g_strdup_printf ("%.4g %s", interval / (double) units[i].length, units[i].symbol);
}

char *
app_format_quantity (double value, const char *unit)
{
  double factor;
  const char *prefix = gscope_quantity_choose_prefix (ABS (value), unit, 5, &factor);
  g_autofree char *number = app_format_number (gscope_quantity_divide (value, factor));

  return g_strconcat (number, unit[0] ? " " : "", prefix, unit, NULL);
}

static gboolean
takes_prefix (const char *unit)
{
  double factor;

  return gscope_quantity_choose_prefix (1e-3, unit, 5, &factor)[0]
         || gscope_quantity_choose_prefix (1e6, unit, 5, &factor)[0];
}

char *
app_format_range (double min, double max, const char *unit)
{
  double factor;
  const char *prefix = gscope_quantity_choose_prefix (MAX (ABS (min), ABS (max)), unit, 5, &factor);
  g_autofree char *low = app_format_number (gscope_quantity_divide (min, factor));
  g_autofree char *high = app_format_number (gscope_quantity_divide (max, factor));

  if (!takes_prefix (unit))
    return g_strconcat (low, " – ", high, NULL);
  return g_strconcat (low, " – ", high, " ", prefix, unit, NULL);
}

char *
app_format_number (double value)
{
  double size = ABS (value);
  const char *sign = value < 0 ? "−" : "";

  /* five digits of more than five would take an exponent */
  return size >= 99999.5 && size < 1e15 ? g_strdup_printf ("%s%'.0f", sign, size)
                                        : g_strdup_printf ("%s%'.5g", sign, size);
}
