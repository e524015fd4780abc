/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "file.h"

/* GIO writes a replacement beside the file, and drops it if the close is cancelled. */
static void
abandon (GFile *file, GOutputStream *stream, gboolean is_new)
{
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();

  g_cancellable_cancel (cancelled);
  g_output_stream_close (stream, cancelled, NULL);
  if (is_new)
    g_file_delete (file, NULL, NULL);
}

gboolean
tools_file_write (GFile *file, GBytes *contents, gboolean replaces, GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autoptr (GFileOutputStream) stream = g_file_create (file, G_FILE_CREATE_NONE, NULL, &problem);
  gboolean is_new = stream != NULL;

  if (replaces && g_error_matches (problem, G_IO_ERROR, G_IO_ERROR_EXISTS))
    {
      g_clear_error (&problem);
      stream = g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, NULL, &problem);
    }
  if (!stream)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  if (g_output_stream_write_all (G_OUTPUT_STREAM (stream), g_bytes_get_data (contents, NULL),
                                 g_bytes_get_size (contents), NULL, NULL, error)
      && g_output_stream_close (G_OUTPUT_STREAM (stream), NULL, error))
    return TRUE;
  abandon (file, G_OUTPUT_STREAM (stream), is_new);
  return FALSE;
}
