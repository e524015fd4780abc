/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n.h>

#include "batch/batch.h"

/* Returns NULL for a directory without results. */
static GPtrArray *
list_results (const char *path)
{
  g_autoptr (GFile) folder = g_file_new_for_path (path);
  g_autoptr (GPtrArray) list = gscope_experiment_results_list (folder);

  if (list->len > 0)
    return g_steal_pointer (&list);
  g_printerr (_ ("gscope: “%s” has no results of experiments: name a directory that was given to "
                 "--report.\n"),
              path);
  return NULL;
}

int
app_batch_compare (const AppOptions *options)
{
  g_autoptr (GPtrArray) first = list_results (options->compared[0]);
  g_autoptr (GPtrArray) second = list_results (options->compared[1]);
  g_autofree char *text = NULL;
  guint n_different;

  if (!first || !second)
    return 2;
  text = gscope_experiment_results_compare (first, second, &n_different);
  g_print ("%s", text);
  return n_different > 0;
}
