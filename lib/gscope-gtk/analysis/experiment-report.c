/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/analysis/experiment-report.h>

#include <string.h>

static gboolean
write_text (GFile *folder, const char *name, const char *text, GError **error)
{
  g_autoptr (GFile) file = g_file_get_child (folder, name);

  return g_file_set_contents (g_file_peek_path (file), text, -1, error);
}

/* Writes the reports of one experiment, as text and JSON. */
static gboolean
write_texts (GscopeExperimentResults *results, GFile *folder, GError **error)
{
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (results);
  g_autoptr (GFile) file = gscope_experiment_results_find_file (experiment, folder);
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *text = gscope_experiment_results_to_text (results);
  g_autofree char *json = gscope_experiment_results_to_json (results);
  g_autofree char *text_name = NULL;
  g_autofree char *json_name = NULL;

  *strrchr (name, '.') = '\0';
  text_name = g_strconcat (name, ".txt", NULL);
  json_name = g_strconcat (name, ".report.json", NULL);
  return write_text (folder, text_name, text, error) && write_text (folder, json_name, json, error);
}

/**
 * gscope_gtk_experiment_report_write:
 * @folder: a folder that keeps results
 * @error: why a report cannot be written
 *
 * Writes the reports of all results in a folder to it: for each experiment one as text and one as JSON, whose name ends in
 * `.report.json`, and `report.html`, which has all. It needs no display, and blocks while it reads and writes.
 *
 * Returns: (transfer full): the file of the report for a browser; %NULL if one cannot be written
 *
 * Since: 1.0
 */
GFile *
gscope_gtk_experiment_report_write (GFile *folder, GError **error)
{
  g_autoptr (GPtrArray) results = NULL;
  g_autofree char *page = NULL;

  g_return_val_if_fail (G_IS_FILE (folder) && g_file_peek_path (folder), NULL);

  results = gscope_experiment_results_list (folder);
  for (guint i = 0; i < results->len; i++)
    if (!write_texts (results->pdata[i], folder, error))
      return NULL;
  page = gscope_gtk_experiment_report_to_html (results);
  return write_text (folder, "report.html", page, error) ? g_file_get_child (folder, "report.html")
                                                         : NULL;
}
