/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "run/options.h"

#include <glib/gi18n.h>
#include <gscope/error.h>

static gboolean
take_arguments (WorkloadOptions *self, int argc, char *argv[], GError **error)
{
  if (argc < 2)
    {
      g_set_error_literal (
          error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
          _ ("the name of a workload is missing; gscope-workload --list shows all names"));
      return FALSE;
    }
  self->kind = workload_kinds_find (argv[1], error);
  self->parameters = g_strdupv (argv + 2);
  return self->kind != NULL;
}

gboolean
workload_options_parse (WorkloadOptions *self, int argc, char *argv[], GError **error)
{
  const GOptionEntry entries[] = {
    { "list", 'l', 0, G_OPTION_ARG_NONE, &self->list, _ ("List the workloads"), NULL },
    { "duration", 'd', 0, G_OPTION_ARG_DOUBLE, &self->duration,
      _ ("Duration of the run (default: until Ctrl+C)"), "SECONDS" },
    { "version", 0, 0, G_OPTION_ARG_NONE, &self->version, _ ("Print the version"), NULL },
    { "share-fd", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_INT, &self->share_fd,
      _ ("Serve signals and parameters over the socket with this number"), "NUMBER" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("WORKLOAD [PARAMETER=VALUE…]");

  self->share_fd = -1;
  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_summary (
      context, _ ("Runs the workload of an experiment, and prints a summary at the end.\nIn Gscope "
                  "the source type “workload” runs it, with its parameters as controls."));
  if (!g_option_context_parse (context, &argc, &argv, error))
    return FALSE;
  return self->list || self->version || take_arguments (self, argc, argv, error);
}

void
workload_options_clear (WorkloadOptions *self)
{
  g_strfreev (self->parameters);
}
