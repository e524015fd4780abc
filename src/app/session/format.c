/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "session/format.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <math.h>

#define DIGITS 5

char *
app_format_elapsed (gint64 elapsed)
{
  gint64 seconds = elapsed / GSCOPE_SEC;
  int hours = (int) (seconds / 3600), minutes = (int) (seconds / 60 % 60);

  if (hours > 0)
    return g_strdup_printf ("%d:%02d:%02d", hours, minutes, (int) (seconds % 60));
  return g_strdup_printf ("%02d:%02d", minutes, (int) (seconds % 60));
}

static gboolean
takes_prefix (const char *unit)
{
  double factor;

  return gscope_quantity_choose_prefix (1e-3, unit, DIGITS, &factor)[0]
         || gscope_quantity_choose_prefix (1e6, unit, DIGITS, &factor)[0];
}

char *
app_format_range (double min, double max, const char *unit)
{
  double factor;
  const char *prefix =
      gscope_quantity_choose_prefix (MAX (ABS (min), ABS (max)), unit, DIGITS, &factor);
  g_autofree char *low =
      gscope_quantity_format (gscope_quantity_divide (min, factor), NULL, DIGITS);
  g_autofree char *high =
      gscope_quantity_format (gscope_quantity_divide (max, factor), NULL, DIGITS);

  if (!takes_prefix (unit))
    return g_strconcat (low, " – ", high, NULL);
  return g_strconcat (low, " – ", high, " ", prefix, unit, NULL);
}

char *
app_format_losses (const GscopeTally *tally)
{
  guint64 lost = gscope_tally_get_lost (tally);
  guint64 late = gscope_tally_get_late (tally);
  g_autofree char *lost_text =
      g_strdup_printf (ngettext ("%'" PRIu64 " lost", "%'" PRIu64 " lost", (gulong) lost), lost);
  g_autofree char *late_text =
      g_strdup_printf (ngettext ("%'" PRIu64 " late", "%'" PRIu64 " late", (gulong) late), late);

  if (lost > 0 && late > 0)
    return g_strdup_printf (_ ("%s, %s"), lost_text, late_text);
  if (lost > 0)
    return g_steal_pointer (&lost_text);
  return late > 0 ? g_steal_pointer (&late_text) : g_strdup ("");
}

char *
app_format_failures (guint64 n)
{
  return g_strdup_printf (ngettext ("%" PRIu64 " failure", "%" PRIu64 " failures", (gulong) n), n);
}

gboolean
app_format_parse (const char *text, double *value)
{
  char *end;

  *value = strtod (text, &end);
  if (end == text || *end != '\0' || !isfinite (*value))
    *value = g_ascii_strtod (text, &end);
  return end != text && *end == '\0' && isfinite (*value);
}
