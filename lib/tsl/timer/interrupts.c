/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/timer/interrupts.h>

#include <glib/gi18n-lib.h>
#include <string.h>
#include <tsl/error.h>

/* /proc/interrupts has a column for each online processor. */
static int
find_column (const char *header, int cpu)
{
  g_auto (GStrv) words = g_strsplit_set (header, " ", -1);
  g_autofree char *wanted = g_strdup_printf ("CPU%d", cpu);
  int column = 0;

  for (guint i = 0; words[i]; i++)
    {
      if (g_str_equal (words[i], wanted))
        return column;
      column += words[i][0] != '\0';
    }
  return -1;
}

static gint64
add_columns (const char *counts, int wanted)
{
  gint64 sum = 0;
  char *end;

  for (int column = 0;; column++, counts = end)
    {
      gint64 count = g_ascii_strtoll (counts, &end, 10);

      if (end == counts)
        return sum;
      if (wanted < 0 || column == wanted)
        sum += count;
    }
}

/* On x86 the local timers have the line LOC; on ARM the timer is a device. */
static gboolean
is_timer (const char *line)
{
  return strstr (line, " LOC:") || g_str_has_prefix (line, "LOC:") || strstr (line, "arch_timer");
}

/**
 * tsl_timer_interrupts_read:
 * @cpu: a processor, or -1 for all of them
 * @error: reason why there is no count
 *
 * Reads the number of timer interrupts since boot from /proc/interrupts, which every user may read.
 * It takes some tens of microseconds.
 *
 * Returns: the number, or -1
 *
 * Since: 1.0
 */
gint64
tsl_timer_interrupts_read (int cpu, GError **error)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  int column = -1;

  if (g_file_get_contents ("/proc/interrupts", &text, NULL, NULL))
    {
      lines = g_strsplit (text, "\n", -1);
      column = cpu >= 0 ? find_column (lines[0], cpu) : -1;
    }
  for (guint i = 1; lines && lines[0] && lines[i] && (cpu < 0 || column >= 0); i++)
    if (is_timer (lines[i]))
      return add_columns (strchr (lines[i], ':') + 1, column);
  g_set_error (error, TSL_ERROR, TSL_ERROR_UNSUPPORTED,
               _ ("cannot count the timer interrupts of processor %d: /proc/interrupts does not "
                  "have them; choose an online processor"),
               cpu);
  return -1;
}
