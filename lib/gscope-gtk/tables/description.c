/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/view-signal-private.h>
#include <gscope-gtk/tables/description.h>
#include <gscope-gtk/view/objects.h>

/* A description in the making. */
typedef struct
{
  GListModel *signals;
  GscopeWorkspaceView *base;
  GscopeWorkspaceView *made;
  /* full names of signals that the user has removed */
  GPtrArray *removed;
  /* shown signals by full name */
  GHashTable *shown;
} Description;

static const char *
get_name (GscopeGtkViewSignal *signal)
{
  return gscope_signal_get_full_name (gscope_gtk_view_signal_get_signal (signal));
}

/* Returns whether it is shown because the signal that it is compared with is. */
static gboolean
is_compared (GscopeGtkViewSignal *entry, const GscopeWorkspaceSignal *found)
{
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (entry);

  return gscope_signal_get_compared_with (signal)
         && !gscope_gtk_membership_names_run (found, signal);
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
  GListModel *model = self->signals;

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (model, i);
      g_autoptr (GscopeWorkspaceSignal) entry = NULL;

      if (is_compared (signal, pattern)
          || gscope_workspace_view_find (self->base, get_name (signal)) != pattern)
        continue;
      entry = gscope_gtk_view_signal_describe (signal, pattern);
      if (!gscope_workspace_signal_equal (entry, pattern))
        add_entry (self, g_steal_pointer (&entry));
    }
  add_entry (self, gscope_workspace_signal_copy (pattern));
}

static void
add_named (Description *self, const GscopeWorkspaceSignal *entry)
{
  GscopeGtkViewSignal *signal = g_hash_table_lookup (self->shown, entry->match);

  if (g_ptr_array_find_with_equal_func (self->removed, entry->match, g_str_equal, NULL))
    return;
  add_entry (self, signal ? gscope_gtk_view_signal_describe (signal, entry)
                          : gscope_workspace_signal_copy (entry));
}

/* Those that were added one by one. */
static void
add_others (Description *self)
{
  GListModel *model = self->signals;

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (model, i);
      const GscopeWorkspaceSignal *found =
          gscope_workspace_view_find (self->made, get_name (signal));
      g_autoptr (GscopeWorkspaceSignal) plain = NULL;

      if (is_compared (signal, found) || (found && !found->excluded))
        continue;
      plain = gscope_workspace_signal_new (get_name (signal));
      g_ptr_array_insert (self->made->signals, found ? 0 : -1,
                          gscope_gtk_view_signal_describe (signal, plain));
    }
}

static void
exclude_removed (Description *self)
{
  for (guint i = 0; i < self->removed->len; i++)
    {
      GscopeWorkspaceSignal *entry;

      if (!gscope_workspace_view_find (self->made, self->removed->pdata[i]))
        continue;
      entry = gscope_workspace_signal_new (self->removed->pdata[i]);
      entry->excluded = TRUE;
      g_ptr_array_insert (self->made->signals, 0, entry);
    }
}

static GHashTable *
list_shown (GListModel *model)
{
  GHashTable *shown = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (model, i);

      g_hash_table_insert (shown, (gpointer) get_name (signal), signal);
    }
  return shown;
}

/* A view without one shows all that its scopes have, or what was added one by one. */
static GscopeWorkspaceView *
dup_base (GscopeGtkMembership *membership)
{
  const GscopeWorkspaceView *description = gscope_gtk_membership_get_description (membership);
  GscopeWorkspaceView *base;

  if (description)
    return gscope_workspace_view_copy (description);
  base = gscope_workspace_view_new ();
  if (gscope_gtk_membership_is_whole (membership))
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
 *
 * Since: 1.0
 */
GscopeWorkspaceView *
gscope_gtk_view_describe (GscopeGtkView *self)
{
  GscopeGtkMembership *membership = gscope_gtk_view_get_objects (self)->membership;
  GListModel *signals = gscope_gtk_view_get_signals (self);
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (self);
  g_autoptr (GscopeWorkspaceView) base = dup_base (membership);
  g_autoptr (GPtrArray) removed = gscope_gtk_membership_list_removed (membership);
  g_autoptr (GHashTable) shown = list_shown (signals);
  Description description = {
    signals, base, gscope_workspace_view_new (), removed, shown,
  };

  g_free (description.made->title);
  description.made->title = g_strdup (gscope_gtk_view_get_title (self));
  description.made->layout = gscope_gtk_view_get_layout (self);
  description.made->mode = gscope_gtk_viewport_get_mode (viewport);
  description.made->span = gscope_gtk_viewport_get_span (viewport);
  gscope_view_settings_assign (description.made->settings, gscope_gtk_view_get_settings (self));
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
  g_ptr_array_unref (description.made->measurements);
  description.made->measurements =
      gscope_gtk_badge_list_describe (gscope_gtk_view_get_badges (self));
  return description.made;
}

/**
 * gscope_gtk_view_set_description:
 * @self: a view
 * @description: which signals it shows, and how
 *
 * Makes it the view that a workspace describes. Its earlier choices are forgotten.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_set_description (GscopeGtkView *self, GscopeWorkspaceView *description)
{
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (self);

  gscope_gtk_view_set_title (self, description->title);
  gscope_gtk_viewport_set_span (viewport, description->span);
  gscope_gtk_viewport_set_mode (viewport, description->mode);
  gscope_view_settings_assign (gscope_gtk_view_get_settings (self), description->settings);
  gscope_gtk_view_set_layout (self, description->layout);
  gscope_gtk_membership_set_description (gscope_gtk_view_get_objects (self)->membership,
                                         description);
  gscope_gtk_badge_list_assign (gscope_gtk_view_get_badges (self), description->measurements);
}

void
gscope_gtk_view_set_prefix (GscopeGtkView *self, const char *prefix)
{
  g_autoptr (GscopeWorkspaceView) description = gscope_gtk_view_describe (self);

  gscope_gtk_membership_set_prefix (gscope_gtk_view_get_objects (self)->membership, prefix);
  gscope_gtk_view_set_description (self, description);
}
