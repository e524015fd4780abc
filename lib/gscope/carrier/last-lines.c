/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/carrier/last-lines.h>

#include <stdio.h>
#include <string.h>

enum
{
  /* The part of what a program prints that is kept. */
  MAX_LINES = 4096,
  /* Largest number of reads in a row, which empty a pipe unless somebody writes to it meanwhile. */
  MAX_READS = 64,
};

gboolean
gscope_last_lines_read (GString *lines, GInputStream *stream, gboolean is_shown)
{
  char buffer[1024];

  for (guint i = 0; i < MAX_READS; i++)
    {
      g_autoptr (GError) error = NULL;
      gssize n = g_pollable_input_stream_read_nonblocking (G_POLLABLE_INPUT_STREAM (stream), buffer,
                                                           sizeof buffer, NULL, &error);

      if (n <= 0)
        return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK);
      if (is_shown)
        fwrite (buffer, 1, (gsize) n, stderr);
      g_string_append_len (lines, buffer, n);
      if (lines->len > MAX_LINES)
        g_string_erase (lines, 0, (gssize) lines->len - MAX_LINES);
    }
  return TRUE;
}

const char *
gscope_last_lines_find (char *lines)
{
  gsize length = strlen (g_strchomp (lines));
  char *end;

  if (g_str_has_suffix (lines, "."))
    lines[length - 1] = '\0';
  end = strrchr (lines, '\n');
  return end ? end + 1 : lines;
}
