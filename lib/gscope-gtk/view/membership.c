/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/view/private.h>

/* Which signals of which scopes a view shows. */

enum
{
  /* How many signals that are not shown keep their places at least. */
  MAX_FORMER_PLACES = 1000,
};

/* The place in a description of the pattern that a signal matches; all the same without one. */
static guint
get_rank (GscopeGtkView *self, GscopeSignal *signal)
{
  const GscopeWorkspaceSignal *found;
  guint rank;

  if (!self->description)
    return 0;
  found = gscope_workspace_view_find (self->description, gscope_signal_get_full_name (signal));
  return g_ptr_array_find (self->description->signals, found, &rank) ? rank : G_MAXUINT;
}

static guint
get_place (GscopeGtkView *self, GscopeSignal *signal)
{
  return GPOINTER_TO_UINT (
      g_hash_table_lookup (self->places, gscope_signal_get_full_name (signal)));
}

static gboolean
is_not_shown (gpointer name, gpointer place, gpointer shown)
{
  return !g_hash_table_contains (shown, name);
}

static void
forget_places (GscopeGtkView *self)
{
  g_autoptr (GHashTable) shown = g_hash_table_new (g_str_hash, g_str_equal);
  GListModel *model = G_LIST_MODEL (self->signals);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (model, i);

      g_hash_table_add (shown, (gpointer) gscope_signal_get_full_name (
                                   gscope_gtk_view_signal_get_signal (signal)));
    }
  g_hash_table_foreach_remove (self->places, is_not_shown, shown);
}

/* Signals that come and go for ever do not fill the memory. */
static void
give_place (GscopeGtkView *self, const char *name)
{
  if (g_hash_table_contains (self->places, name))
    return;
  if (g_hash_table_size (self->places)
      >= 2 * g_list_model_get_n_items (G_LIST_MODEL (self->signals)) + MAX_FORMER_PLACES)
    forget_places (self);
  g_hash_table_insert (self->places, g_strdup (name), GUINT_TO_POINTER (++self->last_place));
}

static int
compare (guint x, guint y)
{
  return (x > y) - (x < y);
}

static int
compare_ranks (gconstpointer a, gconstpointer b, gpointer data)
{
  GscopeSignal *x = gscope_gtk_view_signal_get_signal ((gpointer) a);
  GscopeSignal *y = gscope_gtk_view_signal_get_signal ((gpointer) b);
  int order = compare (get_rank (data, x), get_rank (data, y));

  return order ? order : compare (get_place (data, x), get_place (data, y));
}

/* Signals that were added by hand are shown, removed signals are not, and others are shown if the
 * description matches. */
static gboolean
is_wanted (GscopeGtkScopeLink *link, const char *name, const GscopeWorkspaceSignal *overrides)
{
  gpointer wanted;

  if (g_hash_table_lookup_extended (link->view->choices, name, NULL, &wanted))
    return GPOINTER_TO_INT (wanted);
  if (!link->view->description)
    return link->is_whole;
  if (link->view->prefix && !g_str_has_prefix (name, link->view->prefix))
    return FALSE;
  return link->is_whole && overrides && !overrides->excluded;
}

static void
show_signal (GscopeGtkView *self, GscopeGtkScopeLink *link, GscopeSignal *signal, guint position)
{
  const char *name = gscope_signal_get_full_name (signal);
  const GscopeWorkspaceSignal *overrides = gscope_gtk_view_get_looks (self, name);
  g_autoptr (GscopeGtkViewSignal) entry = NULL;

  g_ptr_array_insert (link->entries, position, NULL);
  if (!is_wanted (link, name, overrides))
    return;
  give_place (self, name);
  entry = gscope_gtk_view_signal_new (link->scope, signal, overrides);
  link->entries->pdata[position] = g_object_ref (entry);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (gscope_gtk_view_arrange), self);
  g_list_store_insert_sorted (self->signals, entry, compare_ranks, self);
}

static void
drop_entry (GscopeGtkView *self, GscopeGtkScopeLink *link, guint position)
{
  g_autoptr (GscopeGtkViewSignal) entry = link->entries->pdata[position];
  guint place;

  g_ptr_array_remove_index (link->entries, position);
  if (!entry)
    return;
  g_signal_handlers_disconnect_by_data (entry, self);
  if (entry == self->scene.selected)
    gscope_gtk_view_set_selected (self, NULL);
  if (g_list_store_find (self->signals, entry, &place))
    g_list_store_remove (self->signals, place);
}

static void
change_entries (GListModel *model, guint position, guint removed, guint added,
                GscopeGtkScopeLink *link)
{
  for (guint i = 0; i < removed; i++)
    drop_entry (link->view, link, position);
  for (guint i = 0; i < added; i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, position + i);

      show_signal (link->view, link, signal, position + i);
    }
  gscope_gtk_view_number_signals (link->view);
  gscope_gtk_view_arrange (link->view);
}

/* Signals may come again: a source that is restarted or put back has them again. */
static void
on_signals_changed (GListModel *model, guint position, guint removed, guint added,
                    GscopeGtkScopeLink *link)
{
  for (guint i = position; i < position + removed; i++)
    if (link->entries->pdata[i])
      gscope_gtk_view_keep_looks (link->view, link->entries->pdata[i]);
  change_entries (model, position, removed, added, link);
}

/* Titles that several signals of the view share do not tell them apart. */
void
gscope_gtk_view_tell_apart (GscopeGtkView *self)
{
  GListModel *model = G_LIST_MODEL (self->signals);
  guint n = g_list_model_get_n_items (model);
  g_autoptr (GHashTable) first = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree gboolean *ambiguous = g_new0 (gboolean, n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (model, i);
      const char *title = gscope_gtk_view_signal_get_title (entry);
      gpointer other;

      ambiguous[i] = g_hash_table_lookup_extended (first, title, NULL, &other);
      if (ambiguous[i])
        ambiguous[GPOINTER_TO_UINT (other)] = TRUE;
      else
        g_hash_table_insert (first, (gpointer) title, GUINT_TO_POINTER (i));
    }
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (model, i);

      gscope_gtk_view_signal_set_ambiguous (entry, ambiguous[i]);
    }
}

static void
on_markers_changed (GscopeGtkView *self)
{
  gscope_gtk_view_redraw_part (self, GSCOPE_GTK_PART_EVENTS);
}

static void
on_status_changed (GscopeGtkView *self)
{
  gscope_gtk_view_redraw_part (self, GSCOPE_GTK_PART_REASONS);
}

static void
on_sources_changed (GListModel *model, guint position, guint n_removed, guint n_added,
                    GscopeGtkScopeLink *link)
{
  for (guint i = position; i < position + n_added; i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (model, i);

      g_signal_connect_object (source, "notify::status", G_CALLBACK (on_status_changed), link->view,
                               G_CONNECT_SWAPPED);
    }
  on_status_changed (link->view);
}

void
gscope_gtk_view_link_free (gpointer data)
{
  GscopeGtkScopeLink *link = data;
  GscopeGtkView *self = link->view;

  g_signal_handlers_disconnect_by_data (link->scope, link);
  g_signal_handlers_disconnect_by_data (gscope_scope_get_signals (link->scope), link);
  g_signal_handlers_disconnect_by_data (gscope_scope_get_sources (link->scope), link);
  g_signal_handlers_disconnect_by_data (gscope_scope_get_markers (link->scope), self);
  if (link->consumer)
    gscope_scope_remove_consumer (link->scope, link->consumer);
  while (link->entries->len > 0)
    drop_entry (self, link, link->entries->len - 1);
  g_ptr_array_unref (link->entries);
  g_object_unref (link->scope);
  g_free (link);
}

gboolean
gscope_gtk_view_is_whole (GscopeGtkView *self)
{
  for (guint i = 0; i < self->links->len; i++)
    if (((GscopeGtkScopeLink *) self->links->pdata[i])->is_whole)
      return TRUE;
  return FALSE;
}

static GscopeGtkScopeLink *
find_link (GscopeGtkView *self, GscopeScope *scope)
{
  for (guint i = 0; i < self->links->len; i++)
    if (((GscopeGtkScopeLink *) self->links->pdata[i])->scope == scope)
      return self->links->pdata[i];
  return NULL;
}

static void
link_scope (GscopeGtkView *self, GscopeScope *scope, gboolean is_whole)
{
  GscopeGtkScopeLink *link = g_new0 (GscopeGtkScopeLink, 1);
  GListModel *model = gscope_scope_get_signals (scope);

  g_set_object (&self->annotations.clock, gscope_scope_get_clock (scope));
  link->view = self;
  link->scope = g_object_ref (scope);
  link->entries = g_ptr_array_new ();
  link->is_whole = is_whole;
  g_ptr_array_add (self->links, link);
  g_ptr_array_add (self->annotations.marker_lists, g_object_ref (gscope_scope_get_markers (scope)));
  g_signal_connect (scope, "drained", G_CALLBACK (gscope_gtk_view_on_drained), link);
  g_signal_connect_swapped (scope, "notify::period", G_CALLBACK (gscope_gtk_view_update_consumer),
                            link);
  g_signal_connect (model, "items-changed", G_CALLBACK (on_signals_changed), link);
  g_signal_connect_swapped (gscope_scope_get_markers (scope), "items-changed",
                            G_CALLBACK (on_markers_changed), self);
  g_signal_connect_swapped (gscope_scope_get_markers (scope), "marker-changed",
                            G_CALLBACK (on_markers_changed), self);
  g_signal_connect (gscope_scope_get_sources (scope), "items-changed",
                    G_CALLBACK (on_sources_changed), link);
  on_sources_changed (gscope_scope_get_sources (scope), 0, 0,
                      g_list_model_get_n_items (gscope_scope_get_sources (scope)), link);
  gscope_gtk_view_update_consumer (link);
  gscope_gtk_view_move_pen (self);
  change_entries (model, 0, 0, g_list_model_get_n_items (model), link);
}

/* Decides again which signals of a scope are shown. Entries that stay are kept, with what was
 * changed in them. */
static void
choose_again (GscopeGtkScopeLink *link)
{
  GListModel *model = gscope_scope_get_signals (link->scope);

  for (guint i = 0; i < link->entries->len; i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, i);
      const char *name = gscope_signal_get_full_name (signal);
      GscopeWorkspaceView *description = link->view->description;
      const GscopeWorkspaceSignal *overrides =
          description ? gscope_workspace_view_find (description, name) : NULL;

      if (is_wanted (link, name, overrides) != (link->entries->pdata[i] != NULL))
        change_entries (model, i, 1, 1, link);
    }
}

/**
 * gscope_gtk_view_add_scope:
 * @self: a view
 * @scope: a scope on the same clock as the view's others
 *
 * Shows the signals that a scope has and will have, or those of them that the view's description
 * names.
 */
void
gscope_gtk_view_add_scope (GscopeGtkView *self, GscopeScope *scope)
{
  GscopeGtkScopeLink *link = find_link (self, scope);

  g_return_if_fail (self->links->len == 0
                    || self->annotations.clock == gscope_scope_get_clock (scope));

  if (!link)
    {
      link_scope (self, scope, TRUE);
      return;
    }
  link->is_whole = TRUE;
  choose_again (link);
}

static void
choose_signal (GscopeGtkView *self, GscopeScope *scope, GscopeSignal *signal, gboolean wanted)
{
  GscopeGtkScopeLink *link = find_link (self, scope);

  g_hash_table_insert (self->choices, g_strdup (gscope_signal_get_full_name (signal)),
                       GINT_TO_POINTER (wanted));
  if (link)
    choose_again (link);
  else
    link_scope (self, scope, FALSE);
}

/**
 * gscope_gtk_view_add_signal:
 * @self: a view
 * @scope: the scope that the signal is of, on the same clock as the view's others
 * @signal: a signal
 *
 * Shows one signal, whether the view's description names it or not.
 */
void
gscope_gtk_view_add_signal (GscopeGtkView *self, GscopeScope *scope, GscopeSignal *signal)
{
  g_return_if_fail (self->links->len == 0
                    || self->annotations.clock == gscope_scope_get_clock (scope));

  choose_signal (self, scope, signal, TRUE);
}

/**
 * gscope_gtk_view_remove_signal:
 * @self: a view
 * @signal: one of its signals
 *
 * Shows a signal no more in this view; the scope keeps it.
 */
void
gscope_gtk_view_remove_signal (GscopeGtkView *self, GscopeGtkViewSignal *signal)
{
  g_return_if_fail (GSCOPE_GTK_IS_VIEW (self));
  g_return_if_fail (g_list_store_find (self->signals, signal, NULL));

  choose_signal (self, gscope_gtk_view_signal_get_scope (signal),
                 gscope_gtk_view_signal_get_signal (signal), FALSE);
}

void
gscope_gtk_view_choose_anew (GscopeGtkView *self)
{
  g_hash_table_remove_all (self->choices);
  g_hash_table_remove_all (self->looks);
  g_hash_table_remove_all (self->places);
  for (guint i = 0; i < self->links->len; i++)
    {
      GscopeGtkScopeLink *link = self->links->pdata[i];
      GListModel *model = gscope_scope_get_signals (link->scope);

      change_entries (model, 0, link->entries->len, g_list_model_get_n_items (model), link);
    }
}
