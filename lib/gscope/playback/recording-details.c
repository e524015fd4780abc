/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/playback/recording-private.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/trace/private.h>

/* If a file exceeds the budget, the traces show an interval in more detail than the overview: all samples if the interval is
 * short, and smaller cells if it is long. */

enum
{
  /* The cells of a signal in the widest picture, with which no column is narrower than a cell. */
  ENOUGH_CELLS = 8192,
};

gboolean
gscope_recording_has_to_compose (GscopeRecording *self)
{
  return self->is_overview
         && (!self->priv->is_following
             || self->n_appended * GSCOPE_RECORDING_SAMPLE_BYTES > self->budget / 8);
}

/* Adds blocks at either side as long as they are wanted. */
static void
widen (GscopeRecording *self, guint64 sum, guint64 wanted, guint *low, guint *high)
{
  const GscopeRecordingEntry *entries = (const GscopeRecordingEntry *) self->priv->entries->data;
  guint n = self->priv->entries->len;

  for (gboolean has_grown = TRUE; has_grown;)
    {
      has_grown = FALSE;
      if (*high < n && sum + entries[*high].n_samples <= wanted)
        {
          sum += entries[(*high)++].n_samples;
          has_grown = TRUE;
        }
      if (*low > 0 && sum + entries[*low - 1].n_samples <= wanted)
        {
          sum += entries[--*low].n_samples;
          has_grown = TRUE;
        }
    }
}

gsize
gscope_recording_choose_cell (GscopeRecording *self, guint64 sum, guint n_blocks, guint64 limit)
{
  guint64 n_channels = self->channels->len;
  gsize cell = 2;

  if (sum / self->priv->cell_size >= ENOUGH_CELLS * n_channels || 4 * n_blocks * n_channels > limit)
    return 0;
  while (4 * sum / cell > limit)
    cell *= 2;
  return cell < self->priv->cell_size ? cell : 0;
}

/* Chooses the blocks that reach into an interval, and others around them: as much again at either side if there
 * is room. Returns the size of the cells into which they are to be read, 1 for all samples. There are no blocks if
 * the overview shows as much. */
static gsize
choose_entries (GscopeRecording *self, gint64 begin, gint64 end, guint *low, guint *high)
{
  const GscopeRecordingEntry *entries = (const GscopeRecordingEntry *) self->priv->entries->data;
  guint n = self->priv->entries->len;
  guint64 limit = self->budget / GSCOPE_RECORDING_DETAIL_PART / GSCOPE_RECORDING_SAMPLE_BYTES,
          sum = 0;
  gsize cell = 1;

  for (*low = 0; *low < n && entries[*low].last < begin;)
    ++*low;
  for (*high = *low; *high < n && entries[*high].first <= end; ++*high)
    sum += entries[*high].n_samples;
  if (sum > limit)
    cell = gscope_recording_choose_cell (self, sum, *high - *low, limit);
  if (cell == 1)
    widen (self, sum, MIN (limit, MAX (3 * sum, limit / 8)), low, high);
  else if (cell > 1)
    widen (self, sum, 2 * sum, low, high);
  else
    *high = *low;
  return cell;
}

gboolean
gscope_recording_lacks (GscopeRecording *self, gint64 begin, gint64 end)
{
  GscopeRecordingPrivate *priv = self->priv;
  gboolean is_fine;
  guint low, high;
  gsize cell;

  begin = MAX (begin, self->begin);
  end = MIN (end, self->end);
  if (!self->is_overview || begin > end)
    return FALSE;
  is_fine = begin >= priv->fine_begin && end <= priv->fine_end;
  if (is_fine && priv->fine_cell == 1)
    return FALSE;
  cell = choose_entries (self, begin, end, &low, &high);
  if (low < high)
    return !is_fine || cell < priv->fine_cell;
  return priv->fine_begin < priv->fine_end;
}

/* A file that was cut meanwhile has less text there. */
gboolean
gscope_recording_read_entry (GscopeRecording *self, GscopeTextReader *reader,
                             const GscopeRecordingEntry *entry, GscopeBlock *block,
                             GCancellable *cancellable, GError **error)
{
  gssize n = -1;

  gscope_text_reader_set_cancellable (reader, cancellable);
  if (gscope_text_reader_seek (reader, entry->offset, cancellable, error))
    n = gscope_text_reader_read (reader, block->text, entry->length, error);
  if (n < 0)
    return FALSE;
  if ((gsize) n < entry->length)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("Cannot read “%s”: it is shorter than it was"), self->priv->path);
      return FALSE;
    }
  block->is_too_long = FALSE;
  block->offset = entry->offset;
  block->length = entry->length;
  return TRUE;
}

static gboolean
read_again (GscopeRecording *self, const GscopeRecordingEntry *entry, gsize cell,
            GscopeBlock *block, GCancellable *cancellable, GError **error)
{
  GscopeRecordingPrivate *priv = self->priv;

  if (!gscope_recording_read_entry (self, priv->second, entry, block, cancellable, error))
    return FALSE;
  gscope_block_parser_run (priv->parser, block, entry->first);
  if (block->counts_rows)
    gscope_block_shift (block, entry->first - block->first);
  for (guint i = 0; i < block->objects->len; i++)
    {
      g_autoptr (GError) ignored = NULL;

      gscope_recording_take_gap (self, block->objects->pdata[i], &ignored);
    }
  for (guint i = 0; i < block->n_columns; i++)
    {
      GscopeBlockColumn *column = &block->columns[i];

      if (cell > 1)
        column->n = gscope_overview_reduce (cell, column->times, column->values, column->n);
      gscope_track_append (gscope_recording_get_channel (self, column->channel), column, 0);
    }
  return TRUE;
}

static gboolean
read_details (GscopeRecording *self, guint low, guint high, gsize cell, GCancellable *cancellable,
              GError **error)
{
  GscopeRecordingPrivate *priv = self->priv;
  g_autoptr (GscopeBlock) block = gscope_block_new ();

  if (priv->second == NULL)
    priv->second = gscope_recording_open (priv->path, priv->format, error);
  if (priv->second == NULL)
    return FALSE;
  for (guint i = low; i < high; i++)
    {
      const GscopeRecordingEntry *entry = &g_array_index (priv->entries, GscopeRecordingEntry, i);

      if (g_cancellable_set_error_if_cancelled (cancellable, error)
          || !read_again (self, entry, cell, block, cancellable, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
gscope_recording_compose (GscopeRecording *self, gint64 begin, gint64 end,
                          GCancellable *cancellable, GError **error)
{
  GscopeRecordingPrivate *priv = self->priv;
  const GscopeRecordingEntry *entries = (const GscopeRecordingEntry *) priv->entries->data;
  gint64 from = G_MAXINT64, to = G_MAXINT64;
  guint low, high;
  gsize cell;

  begin = CLAMP (begin, self->begin, self->end);
  end = CLAMP (end, self->begin, self->end);
  cell = choose_entries (self, begin, end, &low, &high);
  if (low < high)
    {
      from = entries[low].first;
      to = entries[high - 1].last;
    }
  for (guint i = 0; i < self->channels->len; i++)
    {
      GscopeTrack *channel = self->channels->pdata[i];

      gscope_track_begin (channel);
      gscope_overview_write_before (&channel->overview, from, channel->fresh);
    }
  if (!read_details (self, low, high, cell, cancellable, error))
    return FALSE;
  for (guint i = 0; i < self->channels->len; i++)
    {
      GscopeTrack *channel = self->channels->pdata[i];

      gscope_overview_write_after (&channel->overview, to, channel->fresh);
      gscope_trace_set_n_gaps (channel->fresh, channel->n_gaps);
    }
  self->is_composed = TRUE;
  self->n_appended = 0;
  self->detail_begin = cell == 1 ? from : G_MAXINT64;
  self->detail_end = cell == 1 ? to : G_MAXINT64;
  priv->fine_begin = from;
  priv->fine_end = to;
  priv->fine_cell = cell;
  return TRUE;
}
