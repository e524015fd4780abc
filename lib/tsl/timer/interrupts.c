/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/timer/interrupts.h>

#include <glib/gi18n-lib.h>
#include <string.h>
#include <tsl/error.h>

/* The columns of /proc/interrupts are the processors that are on line. */
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

/* x86 counts those of its local timers; ARM's timer is a device of its own. */
static gboolean
is_timer (const char *line)
{
  return strstr (line, " LOC:") || g_str_has_prefix (line, "LOC:") || strstr (line, "arch_timer");
}

/**
 * tsl_timer_interrupts_read:
 * @cpu: a processor, or -1 for all of them
 * @error: why there is no count
 *
 * Counts the timer interrupts since the start of the machine: the local timer's line of
 * /proc/interrupts, which anybody may read. It takes some tens of microseconds.
 *
 * Returns: how many there were, or -1
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
               _ ("/proc/interrupts has no timer interrupts of processor %d"), cpu);
  return -1;
}
