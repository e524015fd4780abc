/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "file.h"

#include <gscope/gscope.h>

static gboolean
write_new (GFile *file, GBytes *contents, GError **error)
{
  g_autoptr (GFileOutputStream) stream = g_file_create (file, G_FILE_CREATE_NONE, NULL, error);

  if (!stream)
    return FALSE;
  if (g_output_stream_write_all (G_OUTPUT_STREAM (stream), g_bytes_get_data (contents, NULL),
                                 g_bytes_get_size (contents), NULL, NULL, error)
      && g_output_stream_close (G_OUTPUT_STREAM (stream), NULL, error))
    return TRUE;
  g_file_delete (file, NULL, NULL);
  return FALSE;
}

gboolean
tools_file_write (GFile *file, GBytes *contents, gboolean replaces, GError **error)
{
  g_autoptr (GFile) place = NULL;
  g_autoptr (GFile) temporary = NULL;

  if (!replaces)
    return write_new (file, contents, error);
  place = gscope_file_find_place (file, &temporary, error);
  if (!place || !write_new (temporary, contents, error))
    return FALSE;
  if (g_file_move (temporary, place, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, error))
    return TRUE;
  g_file_delete (temporary, NULL, NULL);
  return FALSE;
}
