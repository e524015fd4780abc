/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "settings.h"

#include <glib/gi18n.h>

/* A path of the command line begins at the working directory. */
static void
take_path (char **path, const char *option)
{
  if (!option)
    return;
  g_free (*path);
  *path = g_canonicalize_filename (option, NULL);
}

/* One of the command line may be ready-made. */
static gboolean
take_workspace (AgentConfig *self, const char *option, GError **error)
{
  g_autoptr (GFile) file = option ? gscope_workspace_find (option, error) : NULL;

  if (!file)
    return !option;
  g_free (self->workspace);
  self->workspace = g_file_get_path (file);
  return TRUE;
}

static gboolean
check_pair (const AgentConfig *self, GError **error)
{
  if (!self->certificate == !self->key)
    return TRUE;
  g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                       _ ("A certificate and its key go together: give the files of both."));
  return FALSE;
}

AgentConfig *
agent_settings_read (const AgentOptions *options, GError **error)
{
  g_autoptr (AgentConfig) config = agent_config_read (options->config, error);

  if (!config || !take_workspace (config, options->workspace, error))
    return NULL;
  take_path (&config->journal_file, options->journal);
  take_path (&config->certificate, options->certificate);
  take_path (&config->key, options->key);
  take_path (&config->tokens, options->tokens);
  take_path (&config->client_authority, options->client_authority);
  if (options->addresses)
    {
      g_strfreev (config->addresses);
      config->addresses = g_strdupv (options->addresses);
    }
  if (options->carriers)
    {
      g_strfreev (config->carriers);
      config->carriers = g_strdupv (options->carriers);
    }
  if (options->groups)
    {
      g_strfreev (config->groups);
      config->groups = g_strdupv (options->groups);
    }
  if (options->n_simulated > 0)
    config->n_simulated = options->n_simulated;
  config->is_read_only |= options->is_read_only;
  return check_pair (config, error)
                 && agent_config_check_carriers ((const char *const *) options->carriers, error)
                 && agent_config_check_groups ((const char *const *) options->groups, error)
             ? g_steal_pointer (&config)
             : NULL;
}

gboolean
agent_settings_check (const AgentOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AgentConfig) config = agent_settings_read (options, &error);
  g_autoptr (GFile) file =
      config && config->workspace ? g_file_new_for_path (config->workspace) : NULL;
  g_autoptr (GscopeWorkspace) workspace =
      file ? gscope_workspace_new_from_file (file, &error) : NULL;

  if (error)
    g_printerr ("gscoped: %s\n", error->message);
  else if (config->path)
    g_print (_ ("The configuration “%s” is valid.\n"), config->path);
  else
    g_print (_ ("There is no configuration file, so that all values are the default ones.\n"));
  return !error;
}
