/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/view-signal-private.h>
#include <gscope-gtk/view/private.h>
#include <math.h>

/* A description in the making. */
typedef struct
{
  GscopeGtkView *view;
  GscopeWorkspaceView *base;
  GscopeWorkspaceView *made;
  /* what is shown, by full name */
  GHashTable *shown;
} Description;

static const char *
get_name (GscopeGtkViewSignal *signal)
{
  return gscope_signal_get_full_name (gscope_gtk_view_signal_get_signal (signal));
}

static gboolean
is_same_number (double a, double b)
{
  return a == b || (isnan (a) && isnan (b));
}

static gboolean
is_same (const GscopeWorkspaceSignal *a, const GscopeWorkspaceSignal *b)
{
  return g_strcmp0 (a->title, b->title) == 0 && g_strcmp0 (a->unit, b->unit) == 0
         && a->color == b->color && is_same_number (a->min, b->min)
         && is_same_number (a->max, b->max) && is_same_number (a->filter, b->filter)
         && a->line == b->line && a->aggregation == b->aggregation && a->hidden == b->hidden
         && a->auto_range == b->auto_range;
}

const GscopeWorkspaceSignal *
gscope_gtk_view_get_looks (GscopeGtkView *self, const char *name)
{
  const GscopeWorkspaceSignal *kept = g_hash_table_lookup (self->looks, name);

  if (kept || !self->description)
    return kept;
  return gscope_workspace_view_find (self->description, name);
}

void
gscope_gtk_view_keep_looks (GscopeGtkView *self, GscopeGtkViewSignal *signal)
{
  const char *name = get_name (signal);
  const GscopeWorkspaceSignal *described =
      self->description ? gscope_workspace_view_find (self->description, name) : NULL;
  g_autoptr (GscopeWorkspaceSignal) plain = gscope_workspace_signal_new (name);
  g_autoptr (GscopeWorkspaceSignal) looks =
      gscope_gtk_view_signal_describe (signal, described ? described : plain);

  if (is_same (looks, described ? described : plain))
    g_hash_table_remove (self->looks, name);
  else
    g_hash_table_insert (self->looks, g_strdup (name), g_steal_pointer (&looks));
}

static void
add_entry (Description *self, GscopeWorkspaceSignal *entry)
{
  g_ptr_array_add (self->made->signals, entry);
}

/* Signals that look as the pattern says need no entries of their own. */
static void
add_pattern (Description *self, const GscopeWorkspaceSignal *pattern)
{
  GListModel *model = G_LIST_MODEL (self->view->signals);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (model, i);
      g_autoptr (GscopeWorkspaceSignal) entry = NULL;

      if (gscope_workspace_view_find (self->base, get_name (signal)) != pattern)
        continue;
      entry = gscope_gtk_view_signal_describe (signal, pattern);
      if (!is_same (entry, pattern))
        add_entry (self, g_steal_pointer (&entry));
    }
  add_entry (self, gscope_workspace_signal_copy (pattern));
}

static gboolean
is_removed (Description *self, const char *name)
{
  gpointer wanted;

  return g_hash_table_lookup_extended (self->view->choices, name, NULL, &wanted) && !wanted;
}

static void
add_named (Description *self, const GscopeWorkspaceSignal *entry)
{
  GscopeGtkViewSignal *signal = g_hash_table_lookup (self->shown, entry->match);

  if (is_removed (self, entry->match))
    return;
  add_entry (self, signal ? gscope_gtk_view_signal_describe (signal, entry)
                          : gscope_workspace_signal_copy (entry));
}

/* Those that were added one by one. */
static void
add_others (Description *self)
{
  GListModel *model = G_LIST_MODEL (self->view->signals);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (model, i);
      const GscopeWorkspaceSignal *found =
          gscope_workspace_view_find (self->made, get_name (signal));
      g_autoptr (GscopeWorkspaceSignal) plain = NULL;

      if (found && !found->excluded)
        continue;
      plain = gscope_workspace_signal_new (get_name (signal));
      g_ptr_array_insert (self->made->signals, found ? 0 : -1,
                          gscope_gtk_view_signal_describe (signal, plain));
    }
}

static void
exclude_removed (Description *self)
{
  GHashTableIter iter;
  gpointer name, wanted;

  g_hash_table_iter_init (&iter, self->view->choices);
  while (g_hash_table_iter_next (&iter, &name, &wanted))
    {
      GscopeWorkspaceSignal *entry;

      if (wanted || !gscope_workspace_view_find (self->made, name))
        continue;
      entry = gscope_workspace_signal_new (name);
      entry->excluded = TRUE;
      g_ptr_array_insert (self->made->signals, 0, entry);
    }
}

static GHashTable *
list_shown (GscopeGtkView *self)
{
  GHashTable *shown = g_hash_table_new (g_str_hash, g_str_equal);
  GListModel *model = G_LIST_MODEL (self->signals);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (model, i);

      g_hash_table_insert (shown, (gpointer) get_name (signal), signal);
    }
  return shown;
}

/* A view without one shows all that its scopes have, or what was added one by one. */
static GscopeWorkspaceView *
dup_base (GscopeGtkView *self)
{
  GscopeWorkspaceView *base;

  if (self->description)
    return gscope_workspace_view_copy (self->description);
  base = gscope_workspace_view_new ();
  if (gscope_gtk_view_is_whole (self))
    g_ptr_array_add (base->signals, gscope_workspace_signal_new ("*"));
  return base;
}

/**
 * gscope_gtk_view_describe:
 * @self: a view
 *
 * Says what it shows now, and how, so that a workspace can be saved with it. Patterns of the
 * description that it was made from stay; a signal that differs from its pattern gets an entry of
 * its own.
 *
 * Returns: (transfer full): a description
 */
GscopeWorkspaceView *
gscope_gtk_view_describe (GscopeGtkView *self)
{
  g_autoptr (GscopeWorkspaceView) base = dup_base (self);
  g_autoptr (GHashTable) shown = list_shown (self);
  Description description = { self, base, gscope_workspace_view_new (), shown };

  g_free (description.made->title);
  description.made->title = g_strdup (self->title);
  description.made->layout = self->scene.layout;
  description.made->mode = gscope_gtk_viewport_get_mode (self->scene.viewport);
  description.made->span = gscope_gtk_viewport_get_span (self->scene.viewport);
  gscope_view_settings_assign (description.made->settings, self->settings);
  for (guint i = 0; i < base->signals->len; i++)
    {
      const GscopeWorkspaceSignal *entry = base->signals->pdata[i];

      if (entry->excluded)
        add_entry (&description, gscope_workspace_signal_copy (entry));
      else if (gscope_workspace_signal_is_pattern (entry))
        add_pattern (&description, entry);
      else
        add_named (&description, entry);
    }
  add_others (&description);
  exclude_removed (&description);
  return description.made;
}

/**
 * gscope_gtk_view_set_description:
 * @self: a view
 * @description: which signals it shows, and how
 *
 * Makes it the view that a workspace describes. Its earlier choices are forgotten.
 */
void
gscope_gtk_view_set_description (GscopeGtkView *self, GscopeWorkspaceView *description)
{
  gscope_workspace_view_ref (description);
  g_clear_pointer (&self->description, gscope_workspace_view_unref);
  self->description = description;
  gscope_gtk_view_set_title (self, description->title);
  gscope_gtk_viewport_set_span (self->scene.viewport, description->span);
  gscope_gtk_viewport_set_mode (self->scene.viewport, description->mode);
  gscope_view_settings_assign (self->settings, description->settings);
  gscope_gtk_view_set_layout (self, description->layout);
  gscope_gtk_view_choose_anew (self);
  gscope_gtk_view_number_anew (self);
}

/* Changes of its signals stay, also of signals that are no longer shown. */
void
gscope_gtk_view_set_prefix (GscopeGtkView *self, const char *prefix)
{
  g_autoptr (GscopeWorkspaceView) description = gscope_gtk_view_describe (self);

  g_free (self->prefix);
  self->prefix = g_strdup (prefix);
  gscope_gtk_view_set_description (self, description);
}
