/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "agents/found-agent.h"

#include <string.h>

struct _AppFoundAgent
{
  GObject parent_instance;

  char *title;
  char *address;
  char *detail;
  /* what is searched, in folded case, a name a line */
  char *names;
};

G_DEFINE_FINAL_TYPE (AppFoundAgent, app_found_agent, G_TYPE_OBJECT)

static void
app_found_agent_finalize (GObject *object)
{
  g_free (APP_FOUND_AGENT (object)->title);
  g_free (APP_FOUND_AGENT (object)->address);
  g_free (APP_FOUND_AGENT (object)->detail);
  g_free (APP_FOUND_AGENT (object)->names);
  G_OBJECT_CLASS (app_found_agent_parent_class)->finalize (object);
}

static void
app_found_agent_class_init (AppFoundAgentClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_found_agent_finalize;
}

static void
app_found_agent_init (AppFoundAgent *self)
{
}

const char *
app_found_agent_get_title (AppFoundAgent *self)
{
  return self->title;
}

const char *
app_found_agent_get_address (AppFoundAgent *self)
{
  return self->address;
}

const char *
app_found_agent_get_detail (AppFoundAgent *self)
{
  return self->detail ? self->detail : "";
}

gboolean
app_found_agent_matches (AppFoundAgent *self, const char *const *words)
{
  for (; *words; words++)
    if (!strstr (self->names ? self->names : "", *words))
      return FALSE;
  return TRUE;
}

AppFoundAgent *
app_found_agent_new (const char *title, const char *address)
{
  AppFoundAgent *self = g_object_new (APP_TYPE_FOUND_AGENT, NULL);

  self->title = g_strdup (title);
  self->address = g_strdup (address);
  return self;
}

/* A NATS server. */

static char *
describe (const char *title, const char *machine, const char *const *groups,
          const char *const *sources)
{
  g_autofree char *group_list = g_strjoinv (", ", (GStrv) groups);
  g_autofree char *source_list = g_strjoinv (", ", (GStrv) sources);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) parts = NULL;

  if (*machine && !g_str_equal (machine, title))
    g_strv_builder_add (builder, machine);
  if (*group_list)
    g_strv_builder_add (builder, group_list);
  if (*source_list)
    g_strv_builder_add (builder, source_list);
  parts = g_strv_builder_end (builder);
  return g_strjoinv (" · ", parts);
}

static char *
fold_names (const char *title, const char *machine, const char *const *groups,
            const char *const *sources)
{
  g_autofree char *group_lines = g_strjoinv ("\n", (GStrv) groups);
  g_autofree char *source_lines = g_strjoinv ("\n", (GStrv) sources);
  g_autofree char *lines = g_strjoin ("\n", title, machine, group_lines, source_lines, NULL);

  return g_utf8_casefold (lines, -1);
}

GListModel *
app_found_agents_list_server (const char *server, GVariant *agents)
{
  GListStore *list = g_list_store_new (APP_TYPE_FOUND_AGENT);
  gsize n = g_variant_n_children (agents);
  g_autoptr (GPtrArray) found = g_ptr_array_new_full ((guint) n, g_object_unref);

  for (gsize i = 0; i < n; i++)
    {
      g_autofree const char **sources = NULL, **groups = NULL;
      g_autofree char *escaped = NULL, *address = NULL;
      const char *name, *machine;
      AppFoundAgent *agent;

      g_variant_get_child (agents, i, "(&s&s^a&s^a&s)", &name, &machine, &sources, &groups);
      escaped = g_uri_escape_string (name, NULL, TRUE);
      address = g_strjoin ("/", server, escaped, NULL);
      agent = app_found_agent_new (name, address);
      agent->detail = describe (name, machine, groups, sources);
      agent->names = fold_names (name, machine, groups, sources);
      g_ptr_array_add (found, agent);
    }
  g_list_store_splice (list, 0, 0, found->pdata, found->len);
  return G_LIST_MODEL (list);
}
