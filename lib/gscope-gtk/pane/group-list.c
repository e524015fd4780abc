/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/pane/group-list.h>

#include <gtk/gtk.h>
#include <string.h>

/* The interval of updates, microseconds: numbers that change more often cannot be read. */
#define INTERVAL 100000

/* The signal handlers of a source. */
typedef struct
{
  GListModel *signals;
  GListModel *parameters;
} Lists;

struct _GscopeGtkGroupList
{
  GObject parent_instance;

  GscopeWorkspaceView *description;
  GPtrArray *scopes;
  GPtrArray *lists;
  GListStore *groups;
  /* all groups that have a usage; ended groups are at the end */
  GPtrArray *all;
  guint n_ended;
  gboolean shows_ended;
  gboolean still;
  /* the groups of `all` by key */
  GHashTable *known;
  guint rebuilding;
  gboolean shown;
  gint64 updated;
};

G_DEFINE_FINAL_TYPE (GscopeGtkGroupList, gscope_gtk_group_list, G_TYPE_OBJECT)

static void rebuild_soon (GscopeGtkGroupList *self);

static guint
count_ended (const GPtrArray *groups)
{
  guint n = 0;

  for (guint i = 0; i < groups->len; i++)
    n += gscope_gtk_group_has_ended (groups->pdata[i]);
  return n;
}

static void
update_all (GscopeGtkGroupList *self)
{
  for (guint i = 0; i < self->all->len; i++)
    gscope_gtk_group_update (self->all->pdata[i]);
  if (count_ended (self->all) != self->n_ended)
    rebuild_soon (self);
}

static void
on_drained (GscopeGtkGroupList *self)
{
  gint64 now = g_get_monotonic_time ();

  if (!self->shown || now - self->updated < INTERVAL)
    return;
  self->updated = now;
  update_all (self);
}

/* Builds the list of groups again. */

/* Returns `instance/group`, or NULL without a group. */
static char *
make_key (const char *full_name, const char *group)
{
  const char *slash = strchr (full_name, '/');

  return slash && group && group[0]
             ? g_strdup_printf ("%.*s/%s", (int) (slash - full_name), full_name, group)
             : NULL;
}

static gboolean
is_wanted (GscopeGtkGroupList *self, const char *full_name)
{
  const GscopeWorkspaceSignal *entry;

  if (!self->description)
    return TRUE;
  entry = gscope_workspace_view_find (self->description, full_name);
  return entry && !entry->excluded;
}

static GscopeGtkGroup *
take_group (GscopeGtkGroupList *self, GPtrArray *order, GHashTable *found, const char *key,
            const char *title)
{
  GscopeGtkGroup *group = g_hash_table_lookup (found, key);

  if (group)
    return group;
  group = g_hash_table_lookup (self->known, key);
  group = group ? g_object_ref (group) : gscope_gtk_group_new (key, title);
  gscope_gtk_group_forget_members (group);
  g_hash_table_insert (found, (gpointer) gscope_gtk_group_get_key (group), group);
  g_ptr_array_add (order, group);
  return group;
}

static void
take_signals (GscopeGtkGroupList *self, GListModel *model, GPtrArray *order, GHashTable *found)
{
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, i);
      const char *name = gscope_signal_get_full_name (signal);
      const char *title = gscope_signal_get_group (signal);
      g_autofree char *key = make_key (name, title);

      if (key && gscope_signal_get_role (signal) && is_wanted (self, name))
        gscope_gtk_group_take_signal (take_group (self, order, found, key, title), signal);
    }
}

static void
take_parameters (GListModel *model, GHashTable *found)
{
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeParameter) parameter = g_list_model_get_item (model, i);
      g_autofree char *name = gscope_parameter_dup_full_name (parameter);
      g_autofree char *key = make_key (name, gscope_parameter_get_group (parameter));
      GscopeGtkGroup *group = key ? g_hash_table_lookup (found, key) : NULL;

      if (group)
        gscope_gtk_group_take_parameter (group, parameter);
    }
}

/* Replaces the rows that differ; rows that stay are not touched, so that they keep the focus. */
static void
replace (GscopeGtkGroupList *self, GPtrArray *rows)
{
  GListModel *model = G_LIST_MODEL (self->groups);
  guint n = g_list_model_get_n_items (model);
  guint same = 0;

  while (same < MIN (n, rows->len))
    {
      g_autoptr (GscopeGtkGroup) group = g_list_model_get_item (model, same);

      if (group != rows->pdata[same])
        break;
      same++;
    }
  if (same < n || same < rows->len)
    g_list_store_splice (self->groups, same, n - same, rows->pdata + same, rows->len - same);
}

/* Replaces the groups, with live groups before ended ones. */
static void
take_all (GscopeGtkGroupList *self, GPtrArray *order)
{
  g_ptr_array_set_size (self->all, 0);
  g_hash_table_remove_all (self->known);
  for (int ended = FALSE; ended <= TRUE; ended++)
    for (guint i = 0; i < order->len; i++)
      {
        GscopeGtkGroup *group = order->pdata[i];

        if (!gscope_gtk_group_is_row (group) || gscope_gtk_group_has_ended (group) != ended)
          continue;
        g_ptr_array_add (self->all, g_object_ref (group));
        g_hash_table_insert (self->known, (gpointer) gscope_gtk_group_get_key (group), group);
      }
}

static gboolean
is_shown (GscopeGtkGroupList *self, GscopeGtkGroup *group)
{
  return self->shows_ended || !gscope_gtk_group_has_ended (group);
}

/* Adds the present rows, in their order. */
static void
keep_rows (GscopeGtkGroupList *self, GPtrArray *rows)
{
  GListModel *model = G_LIST_MODEL (self->groups);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      GscopeGtkGroup *group = g_list_model_get_item (model, i);

      g_ptr_array_add (rows, group);
      g_object_unref (group);
    }
}

static void
show_rows (GscopeGtkGroupList *self)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();
  guint n_ended = count_ended (self->all);

  if (self->still)
    keep_rows (self, rows);
  for (guint i = 0; i < self->all->len; i++)
    if (is_shown (self, self->all->pdata[i])
        && (!self->still || !g_ptr_array_find (rows, self->all->pdata[i], NULL)))
      g_ptr_array_add (rows, self->all->pdata[i]);
  replace (self, rows);
  self->n_ended = n_ended;
  g_signal_emit_by_name (self, "ended-changed");
}

static gboolean
rebuild (gpointer data)
{
  GscopeGtkGroupList *self = data;
  g_autoptr (GPtrArray) order = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GHashTable) found = g_hash_table_new (g_str_hash, g_str_equal);

  self->rebuilding = 0;
  for (guint i = 0; i < self->lists->len; i++)
    take_signals (self, ((Lists *) self->lists->pdata[i])->signals, order, found);
  for (guint i = 0; i < self->lists->len; i++)
    take_parameters (((Lists *) self->lists->pdata[i])->parameters, found);
  take_all (self, order);
  for (guint i = 0; i < self->all->len; i++)
    gscope_gtk_group_update (self->all->pdata[i]);
  show_rows (self);
  for (guint i = 0; i < self->all->len; i++)
    g_signal_emit_by_name (self->all->pdata[i], "changed");
  return G_SOURCE_REMOVE;
}

/* Rebuilds the list before the next frame is drawn, with a higher priority than drawing, which
 * never pauses on a busy machine. */
static void
rebuild_soon (GscopeGtkGroupList *self)
{
  if (self->rebuilding == 0)
    self->rebuilding = g_idle_add_full (GDK_PRIORITY_REDRAW - 1, rebuild, self, NULL);
}

/* Connects the signal handlers. */

static void
forget_lists (GscopeGtkGroupList *self)
{
  for (guint i = 0; i < self->lists->len; i++)
    {
      Lists *lists = self->lists->pdata[i];

      g_signal_handlers_disconnect_by_data (lists->signals, self);
      g_signal_handlers_disconnect_by_data (lists->parameters, self);
      g_object_unref (lists->signals);
      g_object_unref (lists->parameters);
    }
  g_ptr_array_set_size (self->lists, 0);
}

static void
listen_to_source (GscopeGtkGroupList *self, GscopeSource *source)
{
  Lists *lists = g_new0 (Lists, 1);

  lists->signals = g_object_ref (gscope_source_get_signals (source));
  lists->parameters = g_object_ref (gscope_source_get_parameters (source));
  g_signal_connect_swapped (lists->signals, "items-changed", G_CALLBACK (rebuild_soon), self);
  g_signal_connect_swapped (lists->parameters, "items-changed", G_CALLBACK (rebuild_soon), self);
  g_ptr_array_add (self->lists, lists);
}

static void
on_sources_changed (GscopeGtkGroupList *self)
{
  forget_lists (self);
  for (guint i = 0; i < self->scopes->len; i++)
    {
      GListModel *sources = gscope_scope_get_sources (self->scopes->pdata[i]);

      for (guint k = 0; k < g_list_model_get_n_items (sources); k++)
        {
          g_autoptr (GscopeSource) source = g_list_model_get_item (sources, k);

          listen_to_source (self, source);
        }
    }
  rebuild_soon (self);
}

static void
gscope_gtk_group_list_dispose (GObject *object)
{
  GscopeGtkGroupList *self = GSCOPE_GTK_GROUP_LIST (object);

  g_clear_handle_id (&self->rebuilding, g_source_remove);
  forget_lists (self);
  for (guint i = 0; i < self->scopes->len; i++)
    {
      g_signal_handlers_disconnect_by_data (self->scopes->pdata[i], self);
      g_signal_handlers_disconnect_by_data (gscope_scope_get_sources (self->scopes->pdata[i]),
                                            self);
    }
  g_ptr_array_set_size (self->scopes, 0);
  G_OBJECT_CLASS (gscope_gtk_group_list_parent_class)->dispose (object);
}

static void
gscope_gtk_group_list_finalize (GObject *object)
{
  GscopeGtkGroupList *self = GSCOPE_GTK_GROUP_LIST (object);

  g_clear_pointer (&self->description, gscope_workspace_view_unref);
  g_ptr_array_unref (self->scopes);
  g_ptr_array_unref (self->lists);
  g_hash_table_unref (self->known);
  g_ptr_array_unref (self->all);
  g_object_unref (self->groups);
  G_OBJECT_CLASS (gscope_gtk_group_list_parent_class)->finalize (object);
}

static void
gscope_gtk_group_list_class_init (GscopeGtkGroupListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = gscope_gtk_group_list_dispose;
  G_OBJECT_CLASS (klass)->finalize = gscope_gtk_group_list_finalize;
  g_signal_new ("ended-changed", GSCOPE_GTK_TYPE_GROUP_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
gscope_gtk_group_list_init (GscopeGtkGroupList *self)
{
  self->scopes = g_ptr_array_new_with_free_func (g_object_unref);
  self->lists = g_ptr_array_new_with_free_func (g_free);
  self->all = g_ptr_array_new_with_free_func (g_object_unref);
  self->groups = g_list_store_new (GSCOPE_GTK_TYPE_GROUP);
  self->known = g_hash_table_new (g_str_hash, g_str_equal);
}

GscopeGtkGroupList *
gscope_gtk_group_list_new (void)
{
  return g_object_new (GSCOPE_GTK_TYPE_GROUP_LIST, NULL);
}

void
gscope_gtk_group_list_set_description (GscopeGtkGroupList *self, GscopeWorkspaceView *description)
{
  g_clear_pointer (&self->description, gscope_workspace_view_unref);
  self->description = description ? gscope_workspace_view_ref (description) : NULL;
  rebuild_soon (self);
}

void
gscope_gtk_group_list_add_scope (GscopeGtkGroupList *self, GscopeScope *scope)
{
  if (g_ptr_array_find (self->scopes, scope, NULL))
    return;
  g_ptr_array_add (self->scopes, g_object_ref (scope));
  g_signal_connect_swapped (scope, "drained", G_CALLBACK (on_drained), self);
  g_signal_connect_swapped (gscope_scope_get_sources (scope), "items-changed",
                            G_CALLBACK (on_sources_changed), self);
  on_sources_changed (self);
}

GListModel *
gscope_gtk_group_list_get_model (GscopeGtkGroupList *self)
{
  return G_LIST_MODEL (self->groups);
}

void
gscope_gtk_group_list_set_shown (GscopeGtkGroupList *self, gboolean shown)
{
  self->shown = shown;
  self->updated = 0;
}

void
gscope_gtk_group_list_show_ended (GscopeGtkGroupList *self, gboolean show)
{
  self->shows_ended = show;
  show_rows (self);
}

guint
gscope_gtk_group_list_count_ended (GscopeGtkGroupList *self)
{
  return self->n_ended;
}

void
gscope_gtk_group_list_set_still (GscopeGtkGroupList *self, gboolean still)
{
  if (self->still == still)
    return;
  self->still = still;
  if (!still)
    rebuild_soon (self);
}
