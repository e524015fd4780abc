/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/view/private.h>

/* The keys, 1 to 9, that show and hide signals. */

static GscopeGtkViewSignal *
get_entry (GscopeGtkView *self, guint i)
{
  g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (G_LIST_MODEL (self->signals), i);

  return entry;
}

/* Returns whether the keys of the signals are consecutive from 1 on: no signal left the view. */
static gboolean
is_complete (GscopeGtkView *self)
{
  guint expected = 1;

  for (guint i = 0; get_entry (self, i); i++)
    {
      guint key = gscope_gtk_view_signal_get_key (get_entry (self, i));

      if (key > 0 && key != expected++)
        return FALSE;
    }
  return TRUE;
}

static guint
find_free_key (GscopeGtkView *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->signals)), free_key = 1;
  g_autofree gboolean *taken = g_new0 (gboolean, n + 1);

  for (guint i = 0; i < n; i++)
    {
      guint key = gscope_gtk_view_signal_get_key (get_entry (self, i));

      if (key <= n)
        taken[key] = TRUE;
    }
  while (free_key <= n && taken[free_key])
    free_key++;
  return free_key;
}

/* In order as they come; but once one left, the others keep theirs, and the next takes a free one. */
void
gscope_gtk_view_number_signals (GscopeGtkView *self)
{
  gboolean complete = is_complete (self);

  for (guint i = 0; get_entry (self, i); i++)
    {
      GscopeGtkViewSignal *entry = get_entry (self, i);

      if (complete)
        gscope_gtk_view_signal_set_key (entry, i + 1);
      else if (gscope_gtk_view_signal_get_key (entry) == 0)
        gscope_gtk_view_signal_set_key (entry, find_free_key (self));
    }
}

GscopeGtkViewSignal *
gscope_gtk_view_find_key (GscopeGtkView *self, guint key)
{
  for (guint i = 0; get_entry (self, i); i++)
    if (gscope_gtk_view_signal_get_key (get_entry (self, i)) == key)
      return get_entry (self, i);
  return NULL;
}

void
gscope_gtk_view_number_anew (GscopeGtkView *self)
{
  for (guint i = 0; get_entry (self, i); i++)
    gscope_gtk_view_signal_set_key (get_entry (self, i), i + 1);
}
