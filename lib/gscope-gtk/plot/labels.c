/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/labels.h>
#include <gscope-gtk/plot/view-signal-private.h>
#include <string.h>

static GscopeGtkViewSignal *
get_entry (GListModel *signals, guint i)
{
  g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (signals, i);

  return entry;
}

static gboolean
is_compared (GscopeGtkViewSignal *entry)
{
  return gscope_signal_get_compared_with (gscope_gtk_view_signal_get_signal (entry)) != NULL;
}

/* Returns whether the keys of the signals are consecutive from 1 on: no signal left the view. */
static gboolean
is_complete (GListModel *signals)
{
  guint expected = 1;

  for (guint i = 0; get_entry (signals, i); i++)
    {
      guint key = gscope_gtk_view_signal_get_key (get_entry (signals, i));

      if (!is_compared (get_entry (signals, i)) && key > 0 && key != expected++)
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

static GscopeGtkViewSignal *
find_name (GListModel *signals, const char *full_name)
{
  for (guint i = 0; get_entry (signals, i); i++)
    if (g_str_equal (gscope_signal_get_full_name (
                         gscope_gtk_view_signal_get_signal (get_entry (signals, i))),
                     full_name))
      return get_entry (signals, i);
  return NULL;
}

/* A compared signal has the key of the signal that it is compared with; if that is not there, a key of its own. */
static void
key_compared (GListModel *signals)
{
  for (guint i = 0; get_entry (signals, i); i++)
    {
      GscopeGtkViewSignal *entry = get_entry (signals, i), *compared;

      if (!is_compared (entry))
        continue;
      compared = find_name (
          signals, gscope_signal_get_compared_with (gscope_gtk_view_signal_get_signal (entry)));
      gscope_gtk_view_signal_set_compared (entry, compared);
      if (compared)
        gscope_gtk_view_signal_set_key (entry, gscope_gtk_view_signal_get_key (compared));
      else if (gscope_gtk_view_signal_get_key (entry) == 0)
        gscope_gtk_view_signal_set_key (entry, find_free_key (signals));
    }
}

/* In order as they come; but once one left, the others keep theirs, and the next takes a free one. */
void
gscope_gtk_labels_add_keys (GListModel *signals)
{
  gboolean complete = is_complete (signals);
  guint key = 1;

  for (guint i = 0; get_entry (signals, i); i++)
    {
      GscopeGtkViewSignal *entry = get_entry (signals, i);

      if (is_compared (entry))
        continue;
      if (complete)
        gscope_gtk_view_signal_set_key (entry, key++);
      else if (gscope_gtk_view_signal_get_key (entry) == 0)
        gscope_gtk_view_signal_set_key (entry, find_free_key (signals));
    }
  key_compared (signals);
}

GscopeGtkViewSignal *
gscope_gtk_labels_find_key (GListModel *signals, guint key)
{
  GscopeGtkViewSignal *compared = NULL;

  for (guint i = 0; get_entry (signals, i); i++)
    {
      GscopeGtkViewSignal *entry = get_entry (signals, i);

      if (gscope_gtk_view_signal_get_key (entry) != key)
        continue;
      if (!is_compared (entry))
        return entry;
      compared = entry;
    }
  return compared;
}

void
gscope_gtk_labels_renew_keys (GListModel *signals)
{
  guint key = 1;

  for (guint i = 0; get_entry (signals, i); i++)
    if (!is_compared (get_entry (signals, i)))
      gscope_gtk_view_signal_set_key (get_entry (signals, i), key++);
  key_compared (signals);
}

/* Labels. */

static guint
get_count (GHashTable *counts, const char *label)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (counts, label));
}

/* The parts of a label beside the title. */
typedef enum
{
  TITLE = 0,
  GROUP = 1 << 0,
  SOURCE = 1 << 1,
} LabelParts;

/* Labels, from the shortest on. */
static const LabelParts kinds[] = { TITLE, GROUP, SOURCE, GROUP | SOURCE };

/* Returns what the source is called: a run is called after what tells it apart. */
static char *
dup_source (GscopeSignal *signal)
{
  const char *label = gscope_signal_get_run_label (signal);
  const char *full_name = gscope_signal_get_full_name (signal);
  const char *slash = strchr (full_name, '/');

  if (label)
    return g_strdup (label);
  return slash ? g_strndup (full_name, slash - full_name) : NULL;
}

/* Returns the title of a signal with parts that tell it from other signals. */
static char *
join_label (GscopeGtkViewSignal *entry, LabelParts parts)
{
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (entry);
  const char *group = gscope_signal_get_group_title (signal);
  g_autofree char *source = dup_source (signal);
  g_autoptr (GString) label = g_string_new (gscope_gtk_view_signal_get_title (entry));

  if (parts & GROUP && group)
    g_string_append_printf (label, ", %s", group);
  if (parts & SOURCE && source)
    g_string_append_printf (label, ", %s", source);
  return g_string_free (g_steal_pointer (&label), FALSE);
}

/* Counts the labels of a kind; with counted titles, those of signals whose title several have. */
static GHashTable *
count_labels (GListModel *signals, LabelParts parts, GHashTable *titles)
{
  GHashTable *counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; get_entry (signals, i); i++)
    {
      GscopeGtkViewSignal *entry = get_entry (signals, i);
      char *label;

      if (titles && get_count (titles, gscope_gtk_view_signal_get_title (entry)) == 1)
        continue;
      label = join_label (entry, parts);
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
      g_autofree char *label = join_label (entry, kinds[k]);

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
