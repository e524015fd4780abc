/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "options.h"

#include <glib/gi18n.h>
#include <gscope/error.h>

enum
{
  MAX_SIMULATED = 100000,
};

static gboolean
check (AgentOptions *self, int argc, char *argv[], GError **error)
{
  if (argc > 2)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("“%s” is one workspace too many; give the file of one"), argv[2]);
      return FALSE;
    }
  if (self->n_simulated < 0 || self->n_simulated > MAX_SIMULATED)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("--simulate takes a number from 1 to %d"), MAX_SIMULATED);
      return FALSE;
    }
  if (self->is_stdio && self->addresses)
    {
      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                           _ ("--stdio and --listen exclude each other; give one of them"));
      return FALSE;
    }
  self->workspace = argc == 2 ? g_strdup (argv[1]) : NULL;
  return TRUE;
}

gboolean
agent_options_parse (AgentOptions *self, int argc, char *argv[], GError **error)
{
  const GOptionEntry entries[] = {
    { "listen", 'l', 0, G_OPTION_ARG_STRING_ARRAY, &self->addresses,
      _ ("Listen at an address: unix:PATH, or unix: for the default path, which is the default; "
         "may be repeated"),
      "ADDRESS" },
    { "stdio", 0, 0, G_OPTION_ARG_NONE, &self->is_stdio,
      _ ("Serve one client over standard input and output, as ssh needs it"), NULL },
    { "read-only", 'r', 0, G_OPTION_ARG_NONE, &self->is_read_only,
      _ ("Let nobody write parameters or run sources"), NULL },
    { "simulate", 0, 0, G_OPTION_ARG_INT, &self->n_simulated,
      _ ("Offer N sine waves in a source “simulation”"), "N" },
    { "version", 0, 0, G_OPTION_ARG_NONE, &self->prints_version, _ ("Print the version"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("[WORKSPACE]");

  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_summary (context,
                                _ ("Runs the sources of a workspace without a window, and offers "
                                   "their signals and parameters to other programs."));
  return g_option_context_parse (context, &argc, &argv, error)
         && (self->prints_version || check (self, argc, argv, error));
}

void
agent_options_clear (AgentOptions *self)
{
  g_free (self->workspace);
  g_strfreev (self->addresses);
}
