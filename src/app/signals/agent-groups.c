/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "signals/agent-groups.h"

struct _AppSourceGroup
{
  GObject parent_instance;

  char *address;
  GListModel *sources;
};

G_DEFINE_FINAL_TYPE (AppSourceGroup, app_source_group, G_TYPE_OBJECT)

static void
app_source_group_finalize (GObject *object)
{
  g_free (APP_SOURCE_GROUP (object)->address);
  g_clear_object (&APP_SOURCE_GROUP (object)->sources);
  G_OBJECT_CLASS (app_source_group_parent_class)->finalize (object);
}

static void
app_source_group_class_init (AppSourceGroupClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_source_group_finalize;
}

static void
app_source_group_init (AppSourceGroup *self)
{
}

const char *
app_source_group_get_address (AppSourceGroup *self)
{
  return self->address;
}

GListModel *
app_source_group_get_sources (AppSourceGroup *self)
{
  return self->sources;
}

static const char *
get_address (gpointer source)
{
  return GSCOPE_IS_AGENT_SOURCE (source) ? gscope_agent_source_get_address (source) : "";
}

static gboolean
is_of_agent (gpointer source, gpointer address)
{
  return g_str_equal (get_address (source), address);
}

static AppSourceGroup *
group_new (GListModel *sources, const char *address)
{
  AppSourceGroup *self = g_object_new (APP_TYPE_SOURCE_GROUP, NULL);
  GtkFilter *filter = GTK_FILTER (gtk_custom_filter_new (is_of_agent, g_strdup (address), g_free));

  self->address = g_strdup (address);
  self->sources = G_LIST_MODEL (gtk_filter_list_model_new (g_object_ref (sources), filter));
  return self;
}

/* Returns the addresses in the order of their first sources, after "" if this program has sources, too. */
static GPtrArray *
list_addresses (GListModel *sources)
{
  GPtrArray *addresses = g_ptr_array_new ();

  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);
      const char *address = get_address (source);

      if (!g_ptr_array_find_with_equal_func (addresses, address, g_str_equal, NULL))
        g_ptr_array_insert (addresses, *address ? -1 : 0, (gpointer) address);
    }
  return addresses;
}

static gboolean
is_divided (GPtrArray *addresses)
{
  return addresses->len > 2 || (addresses->len == 2 && *(char *) addresses->pdata[0]);
}

static gboolean
is_current (GListModel *groups, GPtrArray *addresses)
{
  guint n = g_list_model_get_n_items (groups);

  if (n != (is_divided (addresses) ? addresses->len : 1))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (AppSourceGroup) group = g_list_model_get_item (groups, i);

      if (g_strcmp0 (group->address, n > 1 ? addresses->pdata[i] : NULL) != 0)
        return FALSE;
    }
  return TRUE;
}

static void
on_sources_changed (GListModel *sources, guint position, guint n_removed, guint n_added,
                    GListStore *groups)
{
  g_autoptr (GPtrArray) addresses = list_addresses (sources);
  g_autoptr (GPtrArray) added = g_ptr_array_new_with_free_func (g_object_unref);

  if (is_current (G_LIST_MODEL (groups), addresses))
    return;
  for (guint i = 0; is_divided (addresses) && i < addresses->len; i++)
    g_ptr_array_add (added, group_new (sources, addresses->pdata[i]));
  if (added->len == 0)
    {
      AppSourceGroup *all = g_object_new (APP_TYPE_SOURCE_GROUP, NULL);

      all->sources = g_object_ref (sources);
      g_ptr_array_add (added, all);
    }
  g_list_store_splice (groups, 0, g_list_model_get_n_items (G_LIST_MODEL (groups)), added->pdata,
                       added->len);
}

GListModel *
app_agent_groups_new (GListModel *sources)
{
  GListStore *groups = g_list_store_new (APP_TYPE_SOURCE_GROUP);

  g_signal_connect_object (sources, "items-changed", G_CALLBACK (on_sources_changed), groups, 0);
  on_sources_changed (sources, 0, 0, 0, groups);
  return G_LIST_MODEL (groups);
}

guint
app_source_group_count_agents (GListModel *sources, guint *n_away)
{
  g_autoptr (GPtrArray) addresses = list_addresses (sources);
  guint n_agents = 0;

  *n_away = 0;
  for (guint i = 0; i < addresses->len; i++)
    {
      gboolean is_away = *(char *) addresses->pdata[i] != '\0';

      n_agents += is_away;
      for (guint k = 0; k < g_list_model_get_n_items (sources); k++)
        {
          g_autoptr (GscopeSource) source = g_list_model_get_item (sources, k);

          if (is_of_agent (source, addresses->pdata[i]) && gscope_source_get_started (source))
            is_away = FALSE;
        }
      *n_away += is_away;
    }
  return n_agents;
}
