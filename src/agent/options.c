/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "options.h"

#include <glib/gi18n.h>
#include <gscope/error.h>

enum
{
  MAX_SIMULATED = 100000,
  MAX_SIMULATED_AGENTS = 99999,
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
  if (self->n_simulated_agents < 0 || self->n_simulated_agents > MAX_SIMULATED_AGENTS)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("--simulate-agents takes a number from 1 to %d"), MAX_SIMULATED_AGENTS);
      return FALSE;
    }
  if (self->n_simulated_agents > 0 && (self->n_simulated == 0 || self->is_stdio || argc == 2))
    {
      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                           _ ("--simulate-agents needs the number of waves of each agent, and "
                              "excludes --stdio and a workspace; give it with --simulate"));
      return FALSE;
    }
  if (self->is_stdio && (self->addresses || self->carriers))
    {
      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                           _ ("--stdio excludes --listen and --carrier; give it alone"));
      return FALSE;
    }
  if (self->new_token && !self->tokens)
    {
      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                           _ ("--new-token needs the file to which it adds the token; give it with "
                              "--tokens"));
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
      _ ("Listen at an address: unix:PATH, unix: for the default path, which is the default, "
         "ws://localhost:PORT or wss://ADDRESS:PORT; may be repeated"),
      "ADDRESS" },
    { "carrier", 0, 0, G_OPTION_ARG_STRING_ARRAY, &self->carriers,
      _ ("Serve at a NATS server, too, under a name, by default that of this machine: "
         "nats://SERVER:PORT/NAME; may be repeated"),
      "ADDRESS" },
    { "group", 0, 0, G_OPTION_ARG_STRING_ARRAY, &self->groups,
      _ ("Belong to a group, by which viewers find the agent at a NATS server; may be repeated"),
      "GROUP" },
    { "announce", 0, 0, G_OPTION_ARG_NONE, &self->is_announced,
      _ ("Announce the addresses wss:// in the local network by DNS-SD, which needs Avahi"), NULL },
    { "config", 'c', 0, G_OPTION_ARG_FILENAME, &self->config,
      _ ("Read this configuration file in place of the default one"), "FILE" },
    { "check-config", 0, 0, G_OPTION_ARG_NONE, &self->checks_config,
      _ ("Check the configuration file and the workspace, and exit"), NULL },
    { "journal", 0, 0, G_OPTION_ARG_FILENAME, &self->journal,
      _ ("Record each write of a parameter in this file"), "FILE" },
    { "tokens", 0, 0, G_OPTION_ARG_FILENAME, &self->tokens,
      _ ("Let clients connect over TCP that give a token of this file"), "FILE" },
    { "new-token", 0, 0, G_OPTION_ARG_STRING, &self->new_token,
      _ ("Make a token, add it to the file of --tokens, print it, and exit"), "NAME" },
    { "certificate", 0, 0, G_OPTION_ARG_FILENAME, &self->certificate,
      _ ("Prove who this is by this certificate, for wss://"), "FILE" },
    { "key", 0, 0, G_OPTION_ARG_FILENAME, &self->key, _ ("The key of the certificate"), "FILE" },
    { "client-authority", 0, 0, G_OPTION_ARG_FILENAME, &self->client_authority,
      _ ("Let clients connect over TLS whose certificates come from this authority"), "FILE" },
    { "stdio", 0, 0, G_OPTION_ARG_NONE, &self->is_stdio,
      _ ("Serve one client over standard input and output, as ssh needs it"), NULL },
    { "read-only", 'r', 0, G_OPTION_ARG_NONE, &self->is_read_only,
      _ ("Let nobody write parameters or run sources"), NULL },
    { "simulate", 0, 0, G_OPTION_ARG_INT, &self->n_simulated,
      _ ("Offer N sine waves in a source “simulation”"), "N" },
    { "simulate-agents", 0, 0, G_OPTION_ARG_INT, &self->n_simulated_agents,
      _ ("Be N agents with the waves of --simulate, at the addresses ADDRESS-00001 and on"), "N" },
    { "version", 0, 0, G_OPTION_ARG_NONE, &self->prints_version, _ ("Print the version"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("[WORKSPACE]");
  g_autoptr (GError) cause = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_summary (context,
                                _ ("Runs the sources of a workspace without a window, and offers "
                                   "their signals and parameters to other programs."));
  if (!g_option_context_parse (context, &argc, &argv, &cause))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("%s. “gscoped --help” lists the options."), cause->message);
      return FALSE;
    }
  return self->prints_version || check (self, argc, argv, error);
}

void
agent_options_clear (AgentOptions *self)
{
  g_free (self->workspace);
  g_strfreev (self->addresses);
  g_strfreev (self->carriers);
  g_strfreev (self->groups);
  g_free (self->config);
  g_free (self->journal);
  g_free (self->certificate);
  g_free (self->key);
  g_free (self->tokens);
  g_free (self->new_token);
  g_free (self->client_authority);
}

/* The configuration. */

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
agent_options_read_config (const AgentOptions *self, GError **error)
{
  g_autoptr (AgentConfig) config = agent_config_read (self->config, error);

  if (!config || !take_workspace (config, self->workspace, error))
    return NULL;
  take_path (&config->journal_file, self->journal);
  take_path (&config->certificate, self->certificate);
  take_path (&config->key, self->key);
  take_path (&config->tokens, self->tokens);
  take_path (&config->client_authority, self->client_authority);
  if (self->addresses)
    {
      g_strfreev (config->addresses);
      config->addresses = g_strdupv (self->addresses);
    }
  if (self->carriers)
    {
      g_strfreev (config->carriers);
      config->carriers = g_strdupv (self->carriers);
    }
  if (self->groups)
    {
      g_strfreev (config->groups);
      config->groups = g_strdupv (self->groups);
    }
  if (self->n_simulated > 0)
    config->n_simulated = self->n_simulated;
  config->is_read_only |= self->is_read_only;
  config->is_announced |= self->is_announced;
  return check_pair (config, error)
                 && agent_config_check_carriers ((const char *const *) self->carriers, error)
                 && agent_config_check_groups ((const char *const *) self->groups, error)
             ? g_steal_pointer (&config)
             : NULL;
}

gboolean
agent_options_check_config (const AgentOptions *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AgentConfig) config = agent_options_read_config (self, &error);
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
