/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "session/read-as.h"

gboolean
app_read_is_choice (const char *choice)
{
  return g_str_equal (choice, "tuples") || g_str_equal (choice, "table");
}

gboolean
app_read_choose (const char *choice, GFile *file, GscopeCsvFormat **format, GError **error)
{
  const GscopeCsvFormat tuples = { .delimiter = ' ', .decimal = '.', .is_tuples = TRUE };
  g_autofree char *text = NULL;
  gsize length;

  *format = NULL;
  if (!choice)
    return TRUE;
  if (g_str_equal (choice, "tuples"))
    {
      *format = gscope_csv_format_copy (&tuples);
      return TRUE;
    }
  text = gscope_csv_read_head (file, &length, error);
  if (text)
    *format = gscope_csv_format_guess (text, length, error);
  return *format != NULL;
}

gboolean
app_read_has_faults (GscopePlayer *player)
{
  return gscope_player_get_skipped (player) > 0
         || gscope_source_get_state (GSCOPE_SOURCE (player)) == GSCOPE_SOURCE_TROUBLE;
}
