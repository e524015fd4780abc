/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/source/contents.h>

#include <gscope/error.h>
#include <gscope/signal/full-name.h>

void
gscope_source_items_init (GscopeSourceItems *self, GType type)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->shown = g_list_store_new (type);
}

void
gscope_source_items_remove_all (GscopeSourceItems *self)
{
  g_hash_table_remove_all (self->names);
  g_ptr_array_set_size (self->items, 0);
}

void
gscope_source_items_clear (GscopeSourceItems *self)
{
  g_ptr_array_unref (self->items);
  g_hash_table_unref (self->names);
  g_object_unref (self->shown);
}

gboolean
gscope_source_items_add (GscopeSourceItems *self, const char *full_name, gpointer item,
                         GError **error)
{
  if (!gscope_full_name_check (full_name, error))
    return FALSE;
  if (g_hash_table_contains (self->names, full_name))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_EXISTS,
                   "there is already a “%s”; names are unique within a source", full_name);
      return FALSE;
    }
  g_hash_table_insert (self->names, g_strdup (full_name), item);
  g_ptr_array_add (self->items, g_object_ref (item));
  return TRUE;
}

gboolean
gscope_source_items_remove (GscopeSourceItems *self, const char *full_name, gpointer item)
{
  if (!g_ptr_array_remove (self->items, item))
    return FALSE;
  g_hash_table_remove (self->names, full_name);
  return TRUE;
}

gpointer
gscope_source_items_find (GscopeSourceItems *self, const char *full_name)
{
  return g_hash_table_lookup (self->names, full_name);
}

static gboolean
is_shown_at (GscopeSourceItems *self, guint position, gpointer item)
{
  g_autoptr (GObject) other = g_list_model_get_item (G_LIST_MODEL (self->shown), position);

  return other == item;
}

/* One change of the list, of no more than the stretch that differs. */
void
gscope_source_items_show (GscopeSourceItems *self)
{
  GPtrArray *items = self->items;
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->shown));
  guint most = MIN (n, items->len);
  guint begin = 0;
  guint tail = 0;

  while (begin < most && is_shown_at (self, begin, items->pdata[begin]))
    begin++;
  while (tail < most - begin
         && is_shown_at (self, n - 1 - tail, items->pdata[items->len - 1 - tail]))
    tail++;

  if (n != begin + tail || items->len != begin + tail)
    g_list_store_splice (self->shown, begin, n - begin - tail, items->pdata + begin,
                         items->len - begin - tail);
}
