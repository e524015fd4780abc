/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/view-signal-private.h>
#include <gscope-gtk/view/labels.h>

static GscopeGtkViewSignal *
get_entry (GListModel *signals, guint i)
{
  g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (signals, i);

  return entry;
}

/* Returns whether the keys of the signals are consecutive from 1 on: no signal left the view. */
static gboolean
is_complete (GListModel *signals)
{
  guint expected = 1;

  for (guint i = 0; get_entry (signals, i); i++)
    {
      guint key = gscope_gtk_view_signal_get_key (get_entry (signals, i));

      if (key > 0 && key != expected++)
        return FALSE;
    }
  return TRUE;
}

static guint
find_free_key (GListModel *signals)
{
  guint n = g_list_model_get_n_items (signals), free_key = 1;
  g_autofree gboolean *taken = g_new0 (gboolean, n + 1);

  for (guint i = 0; i < n; i++)
    {
      guint key = gscope_gtk_view_signal_get_key (get_entry (signals, i));

      if (key <= n)
        taken[key] = TRUE;
    }
  while (free_key <= n && taken[free_key])
    free_key++;
  return free_key;
}

/* In order as they come; but once one left, the others keep theirs, and the next takes a free one. */
void
gscope_gtk_labels_add_keys (GListModel *signals)
{
  gboolean complete = is_complete (signals);

  for (guint i = 0; get_entry (signals, i); i++)
    {
      GscopeGtkViewSignal *entry = get_entry (signals, i);

      if (complete)
        gscope_gtk_view_signal_set_key (entry, i + 1);
      else if (gscope_gtk_view_signal_get_key (entry) == 0)
        gscope_gtk_view_signal_set_key (entry, find_free_key (signals));
    }
}

GscopeGtkViewSignal *
gscope_gtk_labels_find_key (GListModel *signals, guint key)
{
  for (guint i = 0; get_entry (signals, i); i++)
    if (gscope_gtk_view_signal_get_key (get_entry (signals, i)) == key)
      return get_entry (signals, i);
  return NULL;
}

void
gscope_gtk_labels_renew_keys (GListModel *signals)
{
  for (guint i = 0; get_entry (signals, i); i++)
    gscope_gtk_view_signal_set_key (get_entry (signals, i), i + 1);
}

/* Titles that several signals of the view share do not tell them apart. */
void
gscope_gtk_labels_tell_apart (GListModel *signals)
{
  guint n = g_list_model_get_n_items (signals);
  g_autoptr (GHashTable) first = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree gboolean *ambiguous = g_new0 (gboolean, n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (signals, i);
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
      g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (signals, i);

      gscope_gtk_view_signal_set_ambiguous (entry, ambiguous[i]);
    }
}
