/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "captures/stored.h"

static GFile *
find_file (GFile *workspace, const char *signal)
{
  g_autoptr (GFile) folder = g_file_get_parent (workspace);
  g_autofree char *base = g_file_get_basename (workspace);
  g_autofree char *part = g_strdelimit (g_strdup (signal), "/", '-');
  g_autofree char *name = NULL;

  if (g_str_has_suffix (base, ".json"))
    base[strlen (base) - strlen (".json")] = '\0';
  name = g_strdup_printf ("%s.%s.captures.tuples", base, part);
  return g_file_get_child (folder, name);
}

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppDocument) document = data;
  GError *error = NULL;

  gscope_capture_list_write_finish (GSCOPE_CAPTURE_LIST (object), result, &error);
  app_document_release (document, error);
}

void
app_captures_store (AppDocument *document, GFile *workspace, const char *signal,
                    GscopeCaptureList *list)
{
  g_autoptr (GFile) file = find_file (workspace, signal);

  if (g_list_model_get_n_items (G_LIST_MODEL (list)) == 0)
    {
      g_file_delete (file, NULL, NULL);
      return;
    }
  app_document_hold (document);
  gscope_capture_list_write_async (list, NULL, 0, GSCOPE_EXPORT_FORMAT_TUPLES, file, NULL,
                                   on_written, g_object_ref (document));
}

void
app_captures_restore_async (GFile *workspace, const char *signal, GscopeCaptureList *list,
                            GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GFile) file = find_file (workspace, signal);

  gscope_capture_list_read_async (list, file, NULL, callback, data);
}

void
app_captures_restore_finish (GscopeCaptureList *list, GAsyncResult *result)
{
  g_autoptr (GError) error = NULL;

  if (!gscope_capture_list_read_finish (list, result, &error)
      && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    g_message ("Cannot read the captures: %s", error->message);
}
