/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/record/tallies.h>

#include <gscope/text/annotation.h>

void
gscope_record_tallies_init (GscopeRecordTallies *self)
{
  *self = (GscopeRecordTallies){ 0 };
  self->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

void
gscope_record_tallies_clear (GscopeRecordTallies *self)
{
  g_clear_pointer (&self->by_name, g_hash_table_unref);
}

void
gscope_record_tallies_reset (GscopeRecordTallies *self)
{
  gscope_record_tallies_clear (self);
  gscope_record_tallies_init (self);
}

static GscopeTally *
get_tally (GscopeRecordTallies *self, const char *name)
{
  GscopeTally *tally = g_hash_table_lookup (self->by_name, name);

  if (tally != NULL)
    return tally;
  tally = g_new0 (GscopeTally, 1);
  g_hash_table_insert (self->by_name, g_strdup (name), tally);
  return tally;
}

void
gscope_record_tallies_lose (GscopeRecordTallies *self, const char *name, gint64 time,
                            GscopeLoss cause, guint64 n, GString *text)
{
  if (n == 0)
    return;
  get_tally (self, name)->counts[cause] += n;
  self->total.counts[cause] += n;
  gscope_annotation_append_loss (text, name, time, cause, n);
}

void
gscope_record_tallies_lose_own (GscopeRecordTallies *self, const char *name, gint64 time,
                                GscopeLoss cause, guint64 n, GString *text)
{
  self->own.counts[cause] += n;
  gscope_record_tallies_lose (self, name, time, cause, n, text);
}

void
gscope_record_tallies_add_gap (GscopeRecordTallies *self, const char *name)
{
  get_tally (self, name)->gaps++;
  self->total.gaps++;
}

void
gscope_record_tallies_add_own_gap (GscopeRecordTallies *self, const char *name)
{
  self->own.gaps++;
  gscope_record_tallies_add_gap (self, name);
}

void
gscope_record_tallies_find (const GscopeRecordTallies *self, const char *name, GscopeTally *tally)
{
  const GscopeTally *found = g_hash_table_lookup (self->by_name, name);

  *tally = found != NULL ? *found : (GscopeTally){ 0 };
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

GStrv
gscope_record_tallies_list (const GscopeRecordTallies *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, self->by_name);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  return (GStrv) g_ptr_array_steal (names, NULL);
}
