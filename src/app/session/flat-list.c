/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "session/flat-list.h"

/* The data of the handler of changes, which the lists own. */
typedef struct
{
  GListStore *lists;
  GtkMapListModelMapFunc func;
  gpointer user_data;
} Map;

static void
on_items_changed (GListModel *items, guint position, guint n_removed, guint n_added, Map *map)
{
  g_autoptr (GPtrArray) added = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n_added; i++)
    g_ptr_array_add (added,
                     map->func (g_list_model_get_item (items, position + i), map->user_data));
  g_list_store_splice (map->lists, position, n_removed, added->pdata, n_added);
}

static void
free_map (gpointer data, GClosure *closure)
{
  g_free (data);
}

GListModel *
app_flat_list_new (GListModel *items, GtkMapListModelMapFunc func, gpointer user_data)
{
  GListStore *lists = g_list_store_new (G_TYPE_LIST_MODEL);
  Map *map = g_new (Map, 1);
  GClosure *closure = g_cclosure_new (G_CALLBACK (on_items_changed), map, free_map);

  *map = (Map){ lists, func, user_data };
  g_object_set_data_full (G_OBJECT (lists), "items", g_object_ref (items), g_object_unref);
  g_object_watch_closure (G_OBJECT (lists), closure);
  g_signal_connect_closure (items, "items-changed", closure, FALSE);
  on_items_changed (items, 0, 0, g_list_model_get_n_items (items), map);
  return G_LIST_MODEL (gtk_flatten_list_model_new (G_LIST_MODEL (lists)));
}

guint
app_flat_list_find (GListModel *items, gpointer wanted)
{
  for (guint i = 0; i < g_list_model_get_n_items (items); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (items, i);

      if (item == wanted)
        return i;
    }
  return GTK_INVALID_LIST_POSITION;
}
