/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/labels.h>
#include <gscope-gtk/plot/view-signal-private.h>

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

/* Labels. */

static guint
get_count (GHashTable *counts, const char *label)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (counts, label));
}

/* Labels, from the shortest on. */
static const GscopeGtkLabelParts kinds[] = {
  GSCOPE_GTK_LABEL_TITLE,
  GSCOPE_GTK_LABEL_GROUP,
  GSCOPE_GTK_LABEL_SOURCE,
  GSCOPE_GTK_LABEL_GROUP | GSCOPE_GTK_LABEL_SOURCE,
};

/* Counts the labels of a kind; with counted titles, those of signals whose title several have. */
static GHashTable *
count_labels (GListModel *signals, GscopeGtkLabelParts parts, GHashTable *titles)
{
  GHashTable *counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; get_entry (signals, i); i++)
    {
      GscopeGtkViewSignal *entry = get_entry (signals, i);
      char *label;

      if (titles && get_count (titles, gscope_gtk_view_signal_get_title (entry)) == 1)
        continue;
      label = gscope_gtk_view_signal_make_label (entry, parts);
      g_hash_table_insert (counts, label, GUINT_TO_POINTER (get_count (counts, label) + 1));
    }
  return counts;
}

/* The first kind of label that no other signal has; the full name tells the rest apart. */
static char *
make_label (GscopeGtkViewSignal *entry, GHashTable **counts)
{
  for (guint k = 1; k < G_N_ELEMENTS (kinds); k++)
    {
      g_autofree char *label = gscope_gtk_view_signal_make_label (entry, kinds[k]);

      if (get_count (counts[k], label) == 1)
        return g_steal_pointer (&label);
    }
  return g_strdup_printf ("%s, %s", gscope_gtk_view_signal_get_title (entry),
                          gscope_signal_get_full_name (gscope_gtk_view_signal_get_signal (entry)));
}

/* Titles that several signals of the view share do not tell them apart: groups do, or sources, or both. */
void
gscope_gtk_labels_tell_apart (GListModel *signals)
{
  GHashTable *counts[G_N_ELEMENTS (kinds)] = { NULL };

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    counts[k] = count_labels (signals, kinds[k], counts[0]);
  for (guint i = 0; get_entry (signals, i); i++)
    {
      GscopeGtkViewSignal *entry = get_entry (signals, i);
      gboolean is_unique = get_count (counts[0], gscope_gtk_view_signal_get_title (entry)) == 1;
      g_autofree char *label = is_unique ? NULL : make_label (entry, counts);

      gscope_gtk_view_signal_set_label (entry, label);
    }
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    g_hash_table_unref (counts[k]);
}
