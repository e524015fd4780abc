/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "agents.h"

#include "status.h"

#include <glib/gi18n.h>

GVariant *
tools_agents_find (const ToolsOptions *options, GError **error)
{
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  GError *cause = NULL;
  GVariant *agents;

  gscope_inventory_find_agents_async (options->carrier, NULL, tools_keep_result, &result);
  kept = tools_await_result (&result);
  agents = gscope_inventory_find_agents_finish (kept, &cause);
  if (!agents)
    tools_session_report (cause, error);
  return agents;
}

/* Returns the number of signals that an agent has added; one that cannot be reached is reported. */
static guint
add_signals_of (ToolsSession *session, const char *agent, const char *source, const char *name,
                GPtrArray *signals)
{
  g_autofree char *full_name = g_strjoin ("/", agent, name, NULL);
  g_autofree char *token = g_uri_escape_string (agent, NULL, FALSE);
  g_autofree char *address = g_strjoin ("/", session->options->carrier, token, NULL);
  g_autofree char *label = g_strjoin ("/", agent, source, NULL);
  g_autoptr (GError) error = NULL;
  GscopeSource *opened = tools_session_open_at (session, label, address, source, &error);
  guint before = signals->len;

  if (opened)
    tools_session_add_matches (opened, full_name, signals);
  else
    {
      g_autofree char *text = g_strdup_printf ("%s: %s", agent, error->message);

      tools_text_print (text);
    }
  return signals->len - before;
}

gboolean
tools_agents_add_signals (ToolsSession *session, const char *name, GPtrArray *signals,
                          GError **error)
{
  g_auto (GStrv) parts = g_strsplit (name, "/", 2);
  g_autoptr (GVariant) agents = tools_agents_find (session->options, error);
  guint n = 0;

  if (!agents)
    return FALSE;
  for (gsize i = 0; i < g_variant_n_children (agents); i++)
    {
      g_autoptr (GVariant) agent = g_variant_get_child_value (agents, i);
      g_autofree const char **sources = NULL;
      const char *agent_name;

      g_variant_get (agent, "(&s&s^a&s^a&s)", &agent_name, NULL, &sources, NULL);
      if (g_pattern_match_simple (session->options->agents, agent_name)
          && g_strv_contains (sources, parts[0] ? parts[0] : ""))
        n += add_signals_of (session, agent_name, parts[0], name, signals);
    }
  if (n == 0)
    g_set_error (error, TOOLS_ERROR, TOOLS_FAILED,
                 _ ("None of the agents “%s” has a signal “%s”. “gscopectl --carrier %s list” "
                    "prints the agents and their sources."),
                 session->options->agents, name, session->options->carrier);
  return n > 0;
}
