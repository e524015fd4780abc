/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/playback/recording-private.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/trace/gap.h>

/* Reads a file that exceeds the budget again, block by block: all samples of a few signals, or those in an interval. */

/* The times of a block depend on the blocks before. */
static void
settle (GscopeRecording *self, GscopeBlock *block, const GscopeRecordingEntry *entry)
{
  if (block->counts_rows)
    gscope_block_shift (block, entry->first - block->first);
  else if (block->n_samples > 0 && block->first < entry->first)
    gscope_block_parser_run (self->priv->parser, block, entry->first);
}

static const GscopeBlockColumn *
find_column (const GscopeBlock *block, guint channel)
{
  guint slot = channel < block->n_slots ? block->slots[channel] : 0;

  return slot > 0 ? &block->columns[slot - 1] : NULL;
}

/* Opens the file a further time, unless there is another one in its place. */
static gboolean
open_reader (GscopeRecording *self, GscopeTextReader **reader, GError **error)
{
  if (!*reader)
    *reader = gscope_recording_open (self->priv->path, self->priv->format, error);
  if (!*reader)
    return FALSE;
  if (gscope_recording_check (self) != GSCOPE_TEXT_REPLACED)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("Cannot read “%s”: it was replaced. Open it again"), self->priv->path);
  return FALSE;
}

/* Finds the data sets that have the channels. */
static gboolean *
find_sets (GscopeRecording *self, const GPtrArray *channels)
{
  gboolean *sets = g_new0 (gboolean, self->priv->sets->len + 1);
  const GPtrArray *by_id = self->priv->by_id;

  for (guint i = 0; i < channels->len; i++)
    {
      const char *name = channels->pdata[i];
      guint id = name ? gscope_track_names_find (self->priv->names, name) : G_MAXUINT;

      if (id < by_id->len && by_id->pdata[id])
        sets[((const GscopeTrack *) by_id->pdata[id])->set] = TRUE;
    }
  return sets;
}

/* Visits. */

/* Gives the samples of the gaps of a block their causes. A gap whose sample is in the next block stays without. */
static void
mark_gaps (GscopeRecording *self, const GscopeBlock *block)
{
  for (guint i = 0; i < block->objects->len; i++)
    {
      g_autoptr (GError) ignored = NULL;
      const GscopeBlockColumn *column;
      GscopeGapCause cause;
      const char *name;
      gint64 time;
      gsize at;

      if (!gscope_annotation_read_gap (block->objects->pdata[i], &name, &time, &cause, &ignored))
        continue;
      column = find_column (block, gscope_track_names_find (self->priv->names, name));
      if (column && gscope_track_find_gap (column, time, &at))
        column->values[at] = gscope_gap_value (cause);
    }
}

/* Ends the signals of a recording that ends before the scope does. */
static void
pass_end (GscopeRecording *self, GscopeRecordingVisit *visit)
{
  const gint64 time = self->end + visit->shift + 1;
  const double value = gscope_gap_value (GSCOPE_GAP_CAUSE_STOPPED);

  for (guint i = 0; visit->has_end && i < visit->channels->len; i++)
    if (visit->channels->pdata[i])
      visit->take (visit->data, i, &time, &value, 1);
}

static const GscopeRecordingEntry *
get_entry (GscopeRecording *self, const GscopeRecordingVisit *visit, guint i)
{
  return &g_array_index (self->priv->entries, GscopeRecordingEntry,
                         g_array_index (visit->order, guint, i));
}

static void
pass_block (GscopeRecording *self, GscopeRecordingVisit *visit, GscopeBlock *block)
{
  const GscopeRecordingEntry *entry = get_entry (self, visit, visit->next++);
  gint64 time = entry->last;

  /* a block of another data set may begin before the end of this one */
  if (visit->next < visit->end)
    time = MIN (time, get_entry (self, visit, visit->next)->first);
  settle (self, block, entry);
  mark_gaps (self, block);
  if (visit->shift != 0)
    gscope_block_shift (block, visit->shift);
  for (guint i = 0; i < visit->channels->len; i++)
    {
      const char *name = visit->channels->pdata[i];
      const GscopeBlockColumn *column =
          name ? find_column (block, gscope_track_names_find (self->priv->names, name)) : NULL;

      if (column)
        visit->take (visit->data, i, column->times, column->values, column->n);
    }
  if (visit->settle && !visit->settle (visit->data, time + visit->shift))
    visit->has_ended = TRUE;
}

static gint
compare_first_times (gconstpointer a, gconstpointer b, gpointer entries)
{
  gint64 first = ((const GscopeRecordingEntry *) entries)[*(const guint *) a].first;
  gint64 second = ((const GscopeRecordingEntry *) entries)[*(const guint *) b].first;

  return (first > second) - (first < second);
}

/* Blocks of data sets are merged by their times. The order of one set stays if the file grows. */
static GArray *
make_order (GscopeRecording *self, const GPtrArray *channels)
{
  g_autofree gboolean *sets = find_sets (self, channels);
  GArray *order = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < self->priv->sets->len; i++)
    {
      const GscopeRecordingSet *set = gscope_recording_get_set (self, i);

      for (guint k = set->begin; sets[i] && k < set->end; k++)
        g_array_append_val (order, k);
    }
  g_array_sort_with_data (order, compare_first_times, self->priv->entries->data);
  return order;
}

static void
begin_visit (GscopeRecording *self, GscopeRecordingVisit *visit)
{
  visit->order = make_order (self, visit->channels);
  visit->end = visit->order->len;
  if (visit->next > 0)
    return;
  while (visit->next < visit->end && get_entry (self, visit, visit->next)->last < visit->begin)
    visit->next++;
}

/* A visit that goes on from the end finds it again. */
static void
end_visit (GscopeRecording *self, GscopeRecordingVisit *visit)
{
  if (visit->ended_at != visit->next)
    pass_end (self, visit);
  visit->ended_at = visit->next;
  if (visit->settle)
    visit->settle (visit->data, G_MAXINT64);
  visit->has_ended = TRUE;
}

/* Reads a block for the threads of a pool. */
static gboolean
push_block (GscopeRecording *self, const GscopeRecordingEntry *entry, GscopeBlockPool *pool,
            GPtrArray *spare, GCancellable *cancellable, GError **error)
{
  GscopeBlock *block =
      spare->len > 0 ? g_ptr_array_steal_index (spare, spare->len - 1) : gscope_block_new ();

  if (!g_cancellable_set_error_if_cancelled (cancellable, error)
      && gscope_recording_read_entry (self, self->priv->third, entry, block, cancellable, error))
    {
      gscope_block_pool_push (pool, block);
      return TRUE;
    }
  g_ptr_array_add (spare, block);
  return FALSE;
}

gboolean
gscope_recording_visit (GscopeRecording *self, GscopeRecordingVisit *visit,
                        GCancellable *cancellable, GError **error)
{
  GscopeRecordingPrivate *priv = self->priv;
  g_autoptr (GPtrArray) spare = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_block_free);
  g_autoptr (GscopeBlockPool) pool = NULL;
  guint64 n_bytes = 0, enough = MAX (self->budget / GSCOPE_RECORDING_DETAIL_PART, 1 << 20);
  gboolean is_read = TRUE;
  guint next;

  if (!visit->order)
    begin_visit (self, visit);
  if (visit->is_short)
    enough = self->budget / GSCOPE_RECORDING_SHORT_PART;
  if (!open_reader (self, &priv->third, error))
    return FALSE;
  next = visit->next;
  pool = gscope_block_pool_new (priv->names, priv->format, g_get_num_processors ());
  for (;;)
    {
      GscopeBlock *block;

      while (is_read && next < visit->end && n_bytes < enough && !gscope_block_pool_is_full (pool))
        {
          const GscopeRecordingEntry *entry = get_entry (self, visit, next++);

          n_bytes += entry->length;
          is_read = push_block (self, entry, pool, spare, cancellable, error);
        }
      block = gscope_block_pool_pop (pool);
      if (!block)
        break;
      if (is_read)
        pass_block (self, visit, block);
      g_ptr_array_add (spare, block);
    }
  if (is_read && visit->next == visit->end)
    end_visit (self, visit);
  return is_read;
}

/* Intervals. */

/* Chooses the blocks of an interval of a data set, and one more at either side with the samples beside it. Returns the number of
 * their samples. */
static guint64
choose_span (GscopeRecording *self, const GscopeRecordingSet *set, const GscopeHistoryRange *range,
             GscopeRecordingSpan *span)
{
  const GscopeRecordingEntry *entries = (const GscopeRecordingEntry *) self->priv->entries->data;
  guint64 sum = 0;

  for (span->low = set->begin; span->low < set->end && entries[span->low].last < range->begin;)
    span->low++;
  span->low -= span->low > set->begin ? 1 : 0;
  for (span->high = span->low; span->high < set->end && entries[span->high].first <= range->end;
       span->high++)
    sum += entries[span->high].n_samples;
  if (span->high < set->end)
    sum += entries[span->high++].n_samples;
  return sum;
}

/* Chooses the blocks of an interval that have channels, and those that follow as long as there is room: the next interval is mostly
 * a later one. Returns the blocks of each data set, and the size of cells, as gscope_recording_choose_cell() does. */
static GscopeRecordingSpan *
choose_blocks (GscopeRecording *self, const GPtrArray *channels, const GscopeHistoryRange *range,
               gsize *cell)
{
  const GscopeRecordingEntry *entries = (const GscopeRecordingEntry *) self->priv->entries->data;
  guint n_sets = self->priv->sets->len, n_blocks = 0;
  GscopeRecordingSpan *spans = g_new0 (GscopeRecordingSpan, n_sets + 1);
  g_autofree gboolean *sets = find_sets (self, channels);
  guint64 limit = self->budget / GSCOPE_RECORDING_DETAIL_PART / GSCOPE_RECORDING_SAMPLE_BYTES;
  guint64 sum = 0, wanted;

  for (guint i = 0; i < n_sets; i++)
    if (sets[i])
      {
        sum += choose_span (self, gscope_recording_get_set (self, i), range, &spans[i]);
        n_blocks += spans[i].high - spans[i].low;
      }
  *cell = sum > limit ? gscope_recording_choose_cell (self, sum, n_blocks, limit) : 1;
  wanted = *cell > 1 ? 2 * sum : MIN (limit, MAX (3 * sum, limit / 8));
  for (guint i = 0; i < n_sets; i++)
    while (sets[i] && spans[i].high < gscope_recording_get_set (self, i)->end
           && sum + entries[spans[i].high].n_samples <= wanted)
      sum += entries[spans[i].high++].n_samples;
  return spans;
}

static GPtrArray *
make_tracks (const GPtrArray *channels)
{
  GPtrArray *tracks = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_track_free);

  for (guint i = 0; i < channels->len; i++)
    {
      GscopeTrack *track = gscope_track_new (channels->pdata[i] ? channels->pdata[i] : "");

      gscope_track_begin (track);
      g_ptr_array_add (tracks, track);
    }
  return tracks;
}

static void
announce_gaps (const GscopeBlock *block, const GPtrArray *channels, const GPtrArray *tracks)
{
  for (guint i = 0; i < block->objects->len; i++)
    {
      g_autoptr (GError) ignored = NULL;
      GscopeGapCause cause;
      const char *name;
      gint64 time;

      if (!gscope_annotation_read_gap (block->objects->pdata[i], &name, &time, &cause, &ignored))
        continue;
      for (guint k = 0; k < channels->len; k++)
        if (g_strcmp0 (channels->pdata[k], name) == 0)
          gscope_track_announce_gap (tracks->pdata[k], time, cause);
    }
}

static void
append_block (GscopeRecording *self, GscopeBlock *block, gsize cell, const GPtrArray *channels,
              const GPtrArray *tracks)
{
  announce_gaps (block, channels, tracks);
  for (guint k = 0; k < channels->len; k++)
    {
      GscopeBlockColumn column;
      const GscopeBlockColumn *found =
          channels->pdata[k]
              ? find_column (block, gscope_track_names_find (self->priv->names, channels->pdata[k]))
              : NULL;

      if (!found)
        continue;
      column = *found;
      if (cell > 1)
        column.n = gscope_overview_reduce (cell, column.times, column.values, column.n);
      gscope_track_append (tracks->pdata[k], &column, 0);
    }
}

static gboolean
read_blocks (GscopeRecording *self, const GscopeRecordingSpan *span, gsize cell,
             const GPtrArray *channels, const GPtrArray *tracks, GCancellable *cancellable,
             GError **error)
{
  GscopeRecordingPrivate *priv = self->priv;
  g_autoptr (GscopeBlock) block = gscope_block_new ();

  for (guint i = span->low; i < span->high; i++)
    {
      const GscopeRecordingEntry *entry = &g_array_index (priv->entries, GscopeRecordingEntry, i);

      if (g_cancellable_set_error_if_cancelled (cancellable, error)
          || !gscope_recording_read_entry (self, priv->fourth, entry, block, cancellable, error))
        return FALSE;
      gscope_block_parser_run (priv->parser, block, entry->first);
      settle (self, block, entry);
      append_block (self, block, cell, channels, tracks);
    }
  return TRUE;
}

/* Narrows an interval to the one in which the blocks of a data set are all that there are. */
static void
narrow (GscopeRecording *self, const GscopeRecordingSet *set, const GscopeRecordingSpan *span,
        GscopeHistoryRange *range)
{
  const GscopeRecordingEntry *entries = (const GscopeRecordingEntry *) self->priv->entries->data;

  if (span->low == span->high)
    return;
  if (span->low > set->begin)
    range->begin = MAX (range->begin, entries[span->low].last);
  if (span->high < set->end)
    range->end = MIN (range->end, entries[span->high - 1].first);
}

/* Takes the traces of tracks. They have no samples outside of the first to the last block. */
static void
take_traces (GscopeRecording *self, const GscopeRecordingSpan *spans, const GPtrArray *channels,
             const GPtrArray *tracks, GscopeArchiveSamples *samples)
{
  samples->range.begin = G_MININT64;
  samples->range.end = G_MAXINT64;
  for (guint i = 0; i < self->priv->sets->len; i++)
    narrow (self, gscope_recording_get_set (self, i), &spans[i], &samples->range);
  for (guint k = 0; k < channels->len; k++)
    {
      GscopeTrack *track = tracks->pdata[k];

      g_ptr_array_add (samples->traces,
                       channels->pdata[k] ? g_steal_pointer (&track->fresh) : NULL);
    }
}

gboolean
gscope_recording_load (GscopeRecording *self, const GPtrArray *channels,
                       GscopeArchiveSamples *samples, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) tracks = make_tracks (channels);
  gsize cell;
  g_autofree GscopeRecordingSpan *spans = choose_blocks (self, channels, &samples->range, &cell);

  if (cell == 0 || !gscope_recording_has_span (self, spans))
    return TRUE;
  if (!open_reader (self, &self->priv->fourth, error))
    return FALSE;
  for (guint i = 0; i < self->priv->sets->len; i++)
    if (!read_blocks (self, &spans[i], cell, channels, tracks, cancellable, error))
      return FALSE;
  take_traces (self, spans, channels, tracks, samples);
  return TRUE;
}
