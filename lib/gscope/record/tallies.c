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

/**
 * gscope_recorder_get_tally:
 * @self: a recorder
 * @tally: (out caller-allocates): losses, and gaps that the file has
 *
 * Gets which samples the recording, or the last one, does not have: those that its signals and sources
 * lost since the start, and those that were lost between the traces and the file. The latter are
 * %GSCOPE_LOSS_EVICTED if a trace dropped them before they were written, and %GSCOPE_LOSS_LATE if later
 * samples had been written already.
 *
 * Since: 1.0
 */
void
gscope_recorder_get_tally (GscopeRecorder *self, GscopeTally *tally)
{
  g_return_if_fail (GSCOPE_IS_RECORDER (self));
  g_return_if_fail (tally != NULL);

  *tally = gscope_recorder_get_tallies (self)->total;
}

/**
 * gscope_recorder_get_own_tally:
 * @self: a recorder
 * @tally: (out caller-allocates): losses and gaps
 *
 * Gets the part of [method@Recorder.get_tally] that was lost between the traces and the file, and the gaps
 * that this left.
 *
 * Since: 1.0
 */
void
gscope_recorder_get_own_tally (GscopeRecorder *self, GscopeTally *tally)
{
  g_return_if_fail (GSCOPE_IS_RECORDER (self));
  g_return_if_fail (tally != NULL);

  *tally = gscope_recorder_get_tallies (self)->own;
}

/**
 * gscope_recorder_list_losses:
 * @self: a recorder
 *
 * Lists the signals with losses or gaps in the recording, or in the last one, and the sources that lost
 * input before it belonged to a signal.
 *
 * Returns: (transfer full): full names of signals, and names of sources, in alphabetical order
 *
 * Since: 1.0
 */
GStrv
gscope_recorder_list_losses (GscopeRecorder *self)
{
  g_return_val_if_fail (GSCOPE_IS_RECORDER (self), NULL);

  return gscope_record_tallies_list (gscope_recorder_get_tallies (self));
}

/**
 * gscope_recorder_get_signal_tally:
 * @self: a recorder
 * @name: the full name of a signal, or the name of a source
 * @tally: (out caller-allocates): losses and gaps
 *
 * Gets the part of [method@Recorder.get_tally] that belongs to a signal, or to no signal of a source.
 *
 * Since: 1.0
 */
void
gscope_recorder_get_signal_tally (GscopeRecorder *self, const char *name, GscopeTally *tally)
{
  g_return_if_fail (GSCOPE_IS_RECORDER (self));
  g_return_if_fail (name != NULL);
  g_return_if_fail (tally != NULL);

  gscope_record_tallies_find (gscope_recorder_get_tallies (self), name, tally);
}
