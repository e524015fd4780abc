/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/labels.h>
#include <gscope-gtk/plot/view-signal-private.h>
#include <gscope-gtk/view/objects.h>
#include <string.h>

enum
{
  /* How many signals that are not shown keep their places at least. */
  MAX_FORMER_PLACES = 1000,
};

/* A scope whose signals the view shows. */
typedef struct
{
  GscopeGtkMembership *membership;
  GscopeScope *scope;
  /* parallel to the scope's signals; entries that the view does not show are NULL */
  GPtrArray *entries;
  /* whether it was added with all signals that the description lets in, or for single ones */
  gboolean is_whole;
  gboolean has_compared;
} Link;

struct _GscopeGtkMembership
{
  GscopeGtkView *view;
  GscopeWorkspaceView *description;
  GPtrArray *links;
  GListStore *signals;
  /* the prefix of the names of described signals that are shown; NULL for all */
  char *prefix;
  /* how signals looked that have gone, where that was changed: GscopeWorkspaceSignal by full name */
  GHashTable *looks;
  /* in which order signals were first shown, by full name: one that comes again has its place again */
  GHashTable *places;
  guint last_place;
  /* what was added (1) and removed (0) by hand, by full name */
  GHashTable *choices;
};

static const char *
get_name (GscopeGtkViewSignal *entry)
{
  return gscope_signal_get_full_name (gscope_gtk_view_signal_get_signal (entry));
}

static const GscopeWorkspaceSignal *
find_described (GscopeGtkMembership *self, const char *name)
{
  return self->description ? gscope_workspace_view_find (self->description, name) : NULL;
}

/* Returns the look of a signal before it went, or its look in the description; NULL for the signal's own. */
static const GscopeWorkspaceSignal *
get_looks (GscopeGtkMembership *self, const char *name)
{
  const GscopeWorkspaceSignal *kept = g_hash_table_lookup (self->looks, name);

  return kept ? kept : find_described (self, name);
}

/* Keeps the look of a signal that goes. */
static void
keep_looks (GscopeGtkMembership *self, GscopeGtkViewSignal *entry)
{
  const char *name = get_name (entry);
  g_autoptr (GscopeWorkspaceSignal) plain = gscope_workspace_signal_new (name);
  const GscopeWorkspaceSignal *described = find_described (self, name);
  const GscopeWorkspaceSignal *base = described ? described : plain;
  g_autoptr (GscopeWorkspaceSignal) looks = gscope_gtk_view_signal_describe (entry, base);

  if (gscope_workspace_signal_equal (looks, base))
    g_hash_table_remove (self->looks, name);
  else
    g_hash_table_insert (self->looks, g_strdup (name), g_steal_pointer (&looks));
}

/* Returns the name that decides the order. Compared signals are in the same order as the signals that they are compared with. */
static const char *
get_order_name (GscopeSignal *signal)
{
  const char *compared = gscope_signal_get_compared_with (signal);

  return compared ? compared : gscope_signal_get_full_name (signal);
}

/* The place in a description of the pattern that a name matches; all the same without one. */
static guint
get_rank (GscopeGtkMembership *self, const char *name)
{
  guint rank;

  if (!self->description)
    return 0;
  return g_ptr_array_find (self->description->signals, find_described (self, name), &rank)
             ? rank
             : G_MAXUINT;
}

static guint
get_place (GscopeGtkMembership *self, const char *name)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->places, name));
}

static gboolean
is_not_shown (gpointer name, gpointer place, gpointer shown)
{
  return !g_hash_table_contains (shown, name);
}

static void
forget_places (GscopeGtkMembership *self)
{
  g_autoptr (GHashTable) shown = g_hash_table_new (g_str_hash, g_str_equal);
  GListModel *model = G_LIST_MODEL (self->signals);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (model, i);

      g_hash_table_add (shown, (gpointer) get_name (signal));
    }
  g_hash_table_foreach_remove (self->places, is_not_shown, shown);
}

/* Signals that come and go for ever do not fill the memory. */
static void
give_place (GscopeGtkMembership *self, const char *name)
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

/* Compares the names of the sources of two signals: everything before the first slash. */
static int
compare_sources (const char *a, const char *b)
{
  const char *end_a = strchr (a, '/'), *end_b = strchr (b, '/');
  guint n_a = end_a ? (guint) (end_a - a) : 0, n_b = end_b ? (guint) (end_b - b) : 0;
  int order = strncmp (a, b, MIN (n_a, n_b));

  return order ? order : compare (n_a, n_b);
}

/* Signals that one pattern matches in several sources are in the order of the sources' names, not in that in which agents
 * answered. Compared signals are last. */
static int
compare_ranks (gconstpointer a, gconstpointer b, gpointer data)
{
  GscopeSignal *x = gscope_gtk_view_signal_get_signal ((gpointer) a);
  GscopeSignal *y = gscope_gtk_view_signal_get_signal ((gpointer) b);
  const char *name = get_order_name (x), *other = get_order_name (y);
  guint rank = get_rank (data, name);
  int order = compare (gscope_signal_get_compared_with (x) != NULL,
                       gscope_signal_get_compared_with (y) != NULL);

  if (order == 0)
    order = compare (rank, get_rank (data, other));
  if (order == 0 && ((GscopeGtkMembership *) data)->description && rank != G_MAXUINT)
    order = compare_sources (name, other);
  if (order == 0)
    order = compare (get_place (data, name), get_place (data, other));
  return order ? order : compare (gscope_signal_get_run (x), gscope_signal_get_run (y));
}

/* Returns whether the view shows a signal of the scope. */
static gboolean
shows (Link *link, const char *full_name)
{
  for (guint i = 0; i < link->entries->len; i++)
    if (link->entries->pdata[i] && g_str_equal (get_name (link->entries->pdata[i]), full_name))
      return TRUE;
  return FALSE;
}

gboolean
gscope_gtk_membership_names_run (const GscopeWorkspaceSignal *entry, GscopeSignal *signal)
{
  const char *full_name = gscope_signal_get_full_name (signal), *slash = strchr (full_name, '/');

  return entry && slash && strncmp (entry->match, full_name, slash - full_name + 1) == 0;
}

/* Signals that were added by hand are shown, removed signals are not, and others are shown if the
 * description matches. A pattern is no request for diagnostic signals. A compared signal is shown with the
 * signal that it is compared with, unless an entry of the description names its run. */
static gboolean
is_wanted (Link *link, GscopeSignal *signal)
{
  const char *name = gscope_signal_get_full_name (signal);
  const GscopeWorkspaceSignal *overrides = find_described (link->membership, name);
  const char *compared = gscope_signal_get_compared_with (signal);
  gpointer wanted;

  if (g_hash_table_lookup_extended (link->membership->choices, name, NULL, &wanted))
    return GPOINTER_TO_INT (wanted);
  if (compared && !gscope_gtk_membership_names_run (overrides, signal))
    return shows (link, compared);
  if (!link->membership->description)
    return link->is_whole;
  if (link->membership->prefix && !g_str_has_prefix (name, link->membership->prefix))
    return FALSE;
  return link->is_whole && overrides && !overrides->excluded
         && !(gscope_signal_get_diagnostic (signal)
              && gscope_workspace_signal_is_pattern (overrides));
}

/* Adds an entry to `fresh` if the view shows the signal. */
static void
show_signal (Link *link, GscopeSignal *signal, guint position, GPtrArray *fresh)
{
  GscopeGtkMembership *self = link->membership;
  const char *name = gscope_signal_get_full_name (signal);
  const GscopeWorkspaceSignal *overrides = get_looks (self, name);
  g_autoptr (GscopeGtkViewSignal) entry = NULL;

  g_ptr_array_insert (link->entries, position, NULL);
  link->has_compared |= gscope_signal_get_compared_with (signal) != NULL;
  if (!is_wanted (link, signal))
    return;
  give_place (self, name);
  entry = gscope_gtk_view_signal_new (link->scope, signal, overrides);
  link->entries->pdata[position] = g_object_ref (entry);
  g_ptr_array_add (fresh, g_steal_pointer (&entry));
}

static int
compare_places (gconstpointer a, gconstpointer b, gpointer data)
{
  return compare_ranks (*(const gpointer *) a, *(const gpointer *) b, data);
}

/* Returns how many entries of a sorted array from `i` on belong before the one at a place. */
static guint
count_before (GscopeGtkMembership *self, GPtrArray *fresh, guint i, guint place)
{
  g_autoptr (GscopeGtkViewSignal) next =
      g_list_model_get_item (G_LIST_MODEL (self->signals), place);
  guint n = 0;

  while (i + n < fresh->len && (!next || compare_ranks (fresh->pdata[i + n], next, self) < 0))
    n++;
  return n;
}

/* Adds entries where they belong. Thousands that belong to one place are one change. */
static void
insert_entries (GscopeGtkMembership *self, GPtrArray *fresh)
{
  guint place = 0, n;

  g_ptr_array_sort_with_data (fresh, compare_places, self);
  for (guint i = 0; i < fresh->len; i += n, place += MAX (n, 1))
    {
      n = count_before (self, fresh, i, place);
      if (n > 0)
        g_list_store_splice (self->signals, place, 0, fresh->pdata + i, n);
    }
}

static void
drop_entry (Link *link, guint position)
{
  GscopeGtkMembership *self = link->membership;
  g_autoptr (GscopeGtkViewSignal) entry = link->entries->pdata[position];
  guint place;

  g_ptr_array_remove_index (link->entries, position);
  if (!entry)
    return;
  g_signal_handlers_disconnect_by_data (entry, self->view);
  if (entry == gscope_gtk_view_get_selected (self->view))
    gscope_gtk_view_set_selected (self->view, NULL);
  if (g_list_store_find (self->signals, entry, &place))
    g_list_store_remove (self->signals, place);
}

static void
change_entries (GListModel *model, guint position, guint removed, guint added, Link *link)
{
  g_autoptr (GPtrArray) fresh = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < removed; i++)
    drop_entry (link, position);
  for (guint i = 0; i < added; i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, position + i);

      show_signal (link, signal, position + i, fresh);
    }
  insert_entries (link->membership, fresh);
  gscope_gtk_labels_add_keys (G_LIST_MODEL (link->membership->signals));
  /* the view is arranged once for all new keys */
  for (guint i = 0; i < fresh->len; i++)
    g_signal_connect_swapped (fresh->pdata[i], "changed", G_CALLBACK (gscope_gtk_view_arrange),
                              link->membership->view);
  gscope_gtk_view_arrange (link->membership->view);
}

/* Decides again which signals of a scope are shown. Entries that stay are kept, with what was
 * changed in them. */
static void
choose_again (Link *link)
{
  GListModel *model = gscope_scope_get_signals (link->scope);

  for (guint i = 0; i < link->entries->len; i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, i);

      if (is_wanted (link, signal) != (link->entries->pdata[i] != NULL))
        change_entries (model, i, 1, 1, link);
    }
}

/* Signals may come again: a source that is restarted or put back has them again. */
static void
on_signals_changed (GListModel *model, guint position, guint removed, guint added, Link *link)
{
  for (guint i = position; i < position + removed; i++)
    if (link->entries->pdata[i])
      keep_looks (link->membership, link->entries->pdata[i]);
  change_entries (model, position, removed, added, link);
  if (link->has_compared)
    choose_again (link);
}

static void
link_free (gpointer data)
{
  Link *link = data;

  g_signal_handlers_disconnect_by_data (gscope_scope_get_signals (link->scope), link);
  while (link->entries->len > 0)
    drop_entry (link, link->entries->len - 1);
  g_ptr_array_unref (link->entries);
  g_object_unref (link->scope);
  g_free (link);
}

GscopeGtkMembership *
gscope_gtk_membership_new (GscopeGtkView *view)
{
  GscopeGtkMembership *self = g_new0 (GscopeGtkMembership, 1);

  self->view = view;
  self->links = g_ptr_array_new_with_free_func (link_free);
  self->signals = g_list_store_new (GSCOPE_GTK_TYPE_VIEW_SIGNAL);
  self->looks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                       (GDestroyNotify) gscope_workspace_signal_unref);
  self->places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->choices = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
gscope_gtk_membership_clear (GscopeGtkMembership *self)
{
  g_ptr_array_set_size (self->links, 0);
}

void
gscope_gtk_membership_free (GscopeGtkMembership *self)
{
  g_ptr_array_unref (self->links);
  g_object_unref (self->signals);
  g_hash_table_unref (self->looks);
  g_hash_table_unref (self->places);
  g_hash_table_unref (self->choices);
  g_clear_pointer (&self->description, gscope_workspace_view_unref);
  g_free (self->prefix);
  g_free (self);
}

GListModel *
gscope_gtk_membership_get_signals (GscopeGtkMembership *self)
{
  return G_LIST_MODEL (self->signals);
}

static Link *
get_link (GscopeGtkMembership *self, guint i)
{
  return i < self->links->len ? self->links->pdata[i] : NULL;
}

GscopeScope *
gscope_gtk_membership_get_scope (GscopeGtkMembership *self, guint i)
{
  Link *link = get_link (self, i);

  return link ? link->scope : NULL;
}

gboolean
gscope_gtk_membership_takes (GscopeGtkMembership *self, GscopeScope *scope)
{
  Link *first = get_link (self, 0);

  return !first || gscope_scope_get_clock (first->scope) == gscope_scope_get_clock (scope);
}

gboolean
gscope_gtk_membership_is_whole (GscopeGtkMembership *self)
{
  for (guint i = 0; i < self->links->len; i++)
    if (get_link (self, i)->is_whole)
      return TRUE;
  return FALSE;
}

static Link *
find_link (GscopeGtkMembership *self, GscopeScope *scope)
{
  for (guint i = 0; i < self->links->len; i++)
    if (get_link (self, i)->scope == scope)
      return get_link (self, i);
  return NULL;
}

static void
link_scope (GscopeGtkMembership *self, GscopeScope *scope, gboolean is_whole)
{
  Link *link = g_new0 (Link, 1);
  GListModel *model = gscope_scope_get_signals (scope);

  link->membership = self;
  link->scope = g_object_ref (scope);
  link->entries = g_ptr_array_new ();
  link->is_whole = is_whole;
  g_ptr_array_add (self->links, link);
  g_signal_connect (model, "items-changed", G_CALLBACK (on_signals_changed), link);
  gscope_gtk_view_link_scope (self->view, scope);
  change_entries (model, 0, 0, g_list_model_get_n_items (model), link);
}

void
gscope_gtk_membership_add_scope (GscopeGtkMembership *self, GscopeScope *scope)
{
  Link *link = find_link (self, scope);

  if (!link)
    {
      link_scope (self, scope, TRUE);
      return;
    }
  link->is_whole = TRUE;
  choose_again (link);
}

void
gscope_gtk_membership_choose (GscopeGtkMembership *self, GscopeScope *scope, GscopeSignal *signal,
                              gboolean wanted)
{
  Link *link = find_link (self, scope);

  g_hash_table_insert (self->choices, g_strdup (gscope_signal_get_full_name (signal)),
                       GINT_TO_POINTER (wanted));
  if (link)
    choose_again (link);
  else
    link_scope (self, scope, FALSE);
}

void
gscope_gtk_membership_reveal (GscopeGtkMembership *self, GscopeSignal *signal)
{
  const char *name = gscope_signal_get_full_name (signal);
  const GscopeWorkspaceSignal *known = get_looks (self, name);
  GscopeWorkspaceSignal *looks =
      known ? gscope_workspace_signal_copy (known) : gscope_workspace_signal_new (name);

  looks->hidden = FALSE;
  g_hash_table_insert (self->looks, g_strdup (name), looks);
}

GPtrArray *
gscope_gtk_membership_list_removed (GscopeGtkMembership *self)
{
  GPtrArray *removed = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer name, wanted;

  g_hash_table_iter_init (&iter, self->choices);
  while (g_hash_table_iter_next (&iter, &name, &wanted))
    if (!wanted)
      g_ptr_array_add (removed, name);
  return removed;
}

const GscopeWorkspaceView *
gscope_gtk_membership_get_description (GscopeGtkMembership *self)
{
  return self->description;
}

void
gscope_gtk_membership_set_description (GscopeGtkMembership *self, GscopeWorkspaceView *description)
{
  gscope_workspace_view_ref (description);
  g_clear_pointer (&self->description, gscope_workspace_view_unref);
  self->description = description;
  g_hash_table_remove_all (self->choices);
  g_hash_table_remove_all (self->looks);
  g_hash_table_remove_all (self->places);
  for (guint i = 0; i < self->links->len; i++)
    {
      Link *link = get_link (self, i);
      GListModel *model = gscope_scope_get_signals (link->scope);

      change_entries (model, 0, link->entries->len, g_list_model_get_n_items (model), link);
    }
  gscope_gtk_labels_renew_keys (G_LIST_MODEL (self->signals));
}

void
gscope_gtk_membership_set_prefix (GscopeGtkMembership *self, const char *prefix)
{
  g_free (self->prefix);
  self->prefix = g_strdup (prefix);
}

/* The signals of a view as programs see them. */

static GscopeGtkMembership *
get_membership (GscopeGtkView *view)
{
  return gscope_gtk_view_get_objects (view)->membership;
}

/**
 * gscope_gtk_view_get_signals:
 * @self: a view
 *
 * What it shows, hidden or not.
 *
 * Returns: (transfer none): a list of [class@ViewSignal]
 *
 * Since: 1.0
 */
GListModel *
gscope_gtk_view_get_signals (GscopeGtkView *self)
{
  return gscope_gtk_membership_get_signals (get_membership (self));
}

/**
 * gscope_gtk_view_add_scope:
 * @self: a view
 * @scope: a scope on the same clock as the view's others
 *
 * Shows the signals that a scope has and will have, or those of them that the view's description
 * names.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_add_scope (GscopeGtkView *self, GscopeScope *scope)
{
  g_return_if_fail (gscope_gtk_membership_takes (get_membership (self), scope));

  gscope_gtk_membership_add_scope (get_membership (self), scope);
}

/**
 * gscope_gtk_view_add_signal:
 * @self: a view
 * @scope: the scope that the signal is of, on the same clock as the view's others
 * @signal: a signal
 *
 * Shows one signal, whether the view's description names it or not.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_add_signal (GscopeGtkView *self, GscopeScope *scope, GscopeSignal *signal)
{
  g_return_if_fail (gscope_gtk_membership_takes (get_membership (self), scope));

  gscope_gtk_membership_choose (get_membership (self), scope, signal, TRUE);
}

/**
 * gscope_gtk_view_remove_signal:
 * @self: a view
 * @signal: one of its signals
 *
 * Shows a signal no more in this view; the scope keeps it.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_remove_signal (GscopeGtkView *self, GscopeGtkViewSignal *signal)
{
  g_return_if_fail (GSCOPE_GTK_IS_VIEW (self));
  g_return_if_fail (
      g_list_store_find (G_LIST_STORE (gscope_gtk_view_get_signals (self)), signal, NULL));

  gscope_gtk_membership_choose (get_membership (self), gscope_gtk_view_signal_get_scope (signal),
                                gscope_gtk_view_signal_get_signal (signal), FALSE);
}
