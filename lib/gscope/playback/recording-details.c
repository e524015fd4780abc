/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/playback/recording-private.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/trace/private.h>
#include <string.h>

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

gboolean
gscope_recording_has_span (GscopeRecording *self, const GscopeRecordingSpan *spans)
{
  for (guint i = 0; i < self->priv->sets->len; i++)
    if (spans[i].low < spans[i].high)
      return TRUE;
  return FALSE;
}

/* Adds blocks at either side as long as they are wanted. */
static void
widen (GscopeRecording *self, guint64 sum, guint64 wanted, GscopeRecordingSpan *spans)
{
  const GscopeRecordingEntry *entries = (const GscopeRecordingEntry *) self->priv->entries->data;

  for (gboolean has_grown = TRUE; has_grown;)
    {
      has_grown = FALSE;
      for (guint i = 0; i < self->priv->sets->len; i++)
        {
          const GscopeRecordingSet *set = gscope_recording_get_set (self, i);
          GscopeRecordingSpan *span = &spans[i];

          if (span->high < set->end && sum + entries[span->high].n_samples <= wanted)
            {
              sum += entries[span->high++].n_samples;
              has_grown = TRUE;
            }
          if (span->low > set->begin && sum + entries[span->low - 1].n_samples <= wanted)
            {
              sum += entries[--span->low].n_samples;
              has_grown = TRUE;
            }
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

/* Chooses the blocks of a data set that reach into an interval. Returns the number of their samples. */
static guint64
choose_span (GscopeRecording *self, const GscopeRecordingSet *set, gint64 begin, gint64 end,
             GscopeRecordingSpan *span)
{
  const GscopeRecordingEntry *entries = (const GscopeRecordingEntry *) self->priv->entries->data;
  guint64 sum = 0;

  for (span->low = set->begin; span->low < set->end && entries[span->low].last < begin;)
    span->low++;
  for (span->high = span->low; span->high < set->end && entries[span->high].first <= end;
       span->high++)
    sum += entries[span->high].n_samples;
  return sum;
}

/* Chooses the blocks that reach into an interval, and others around them: as much again at either side if there
 * is room. Sets the size of the cells into which they are to be read, 1 for all samples. There are no blocks if
 * the overview shows as much. Returns the blocks of each data set. */
static GscopeRecordingSpan *
choose_entries (GscopeRecording *self, gint64 begin, gint64 end, gsize *cell)
{
  guint n_sets = self->priv->sets->len, n_blocks = 0;
  GscopeRecordingSpan *spans = g_new0 (GscopeRecordingSpan, n_sets + 1);
  guint64 limit = self->budget / GSCOPE_RECORDING_DETAIL_PART / GSCOPE_RECORDING_SAMPLE_BYTES,
          sum = 0;

  for (guint i = 0; i < n_sets; i++)
    {
      sum += choose_span (self, gscope_recording_get_set (self, i), begin, end, &spans[i]);
      n_blocks += spans[i].high - spans[i].low;
    }
  *cell = sum > limit ? gscope_recording_choose_cell (self, sum, n_blocks, limit) : 1;
  if (*cell == 1)
    widen (self, sum, MIN (limit, MAX (3 * sum, limit / 8)), spans);
  else if (*cell > 1)
    widen (self, sum, 2 * sum, spans);
  else
    memset (spans, 0, n_sets * sizeof *spans);
  return spans;
}

/* Finds the interval in which the chosen blocks are all that there are. */
static void
find_chosen (GscopeRecording *self, const GscopeRecordingSpan *spans, gint64 *begin, gint64 *end)
{
  const GscopeRecordingEntry *entries = (const GscopeRecordingEntry *) self->priv->entries->data;

  *begin = self->begin;
  *end = self->end;
  for (guint i = 0; i < self->priv->sets->len; i++)
    {
      const GscopeRecordingSet *set = gscope_recording_get_set (self, i);
      guint low = spans[i].low, high = spans[i].high;

      if (low > set->begin)
        *begin = MAX (*begin, low < high ? entries[low].first : entries[low - 1].last + 1);
      if (high < set->end)
        *end = MIN (*end, low < high ? entries[high - 1].last : entries[high].first - 1);
    }
}

gboolean
gscope_recording_lacks (GscopeRecording *self, gint64 begin, gint64 end)
{
  GscopeRecordingPrivate *priv = self->priv;
  g_autofree GscopeRecordingSpan *spans = NULL;
  gboolean is_fine;
  gsize cell;

  begin = MAX (begin, self->begin);
  end = MIN (end, self->end);
  if (!self->is_overview || begin > end)
    return FALSE;
  is_fine = begin >= priv->fine_begin && end <= priv->fine_end;
  if (is_fine && priv->fine_cell == 1)
    return FALSE;
  spans = choose_entries (self, begin, end, &cell);
  if (gscope_recording_has_span (self, spans))
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
  block->set = entry->set;
  block->layout = gscope_recording_head_get_layout (&self->priv->head, entry->set);
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
read_span (GscopeRecording *self, const GscopeRecordingSpan *span, gsize cell, GscopeBlock *block,
           GCancellable *cancellable, GError **error)
{
  for (guint i = span->low; i < span->high; i++)
    {
      const GscopeRecordingEntry *entry =
          &g_array_index (self->priv->entries, GscopeRecordingEntry, i);

      if (g_cancellable_set_error_if_cancelled (cancellable, error)
          || !read_again (self, entry, cell, block, cancellable, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_details (GscopeRecording *self, const GscopeRecordingSpan *spans, gsize cell,
              GCancellable *cancellable, GError **error)
{
  GscopeRecordingPrivate *priv = self->priv;
  g_autoptr (GscopeBlock) block = gscope_block_new ();

  if (priv->second == NULL)
    priv->second = gscope_recording_open (priv->path, priv->format, error);
  if (priv->second == NULL)
    return FALSE;
  for (guint i = 0; i < priv->sets->len; i++)
    if (!read_span (self, &spans[i], cell, block, cancellable, error))
      return FALSE;
  return TRUE;
}

/* Sets the interval of a channel in which blocks are read; it begins after all samples if none is. */
static void
find_read (GscopeRecording *self, const GscopeTrack *channel, const GscopeRecordingSpan *spans,
           gint64 *from, gint64 *to)
{
  const GscopeRecordingEntry *entries = (const GscopeRecordingEntry *) self->priv->entries->data;
  const GscopeRecordingSpan *span = &spans[channel->set];

  *from = span->low < span->high ? entries[span->low].first : G_MAXINT64;
  *to = span->low < span->high ? entries[span->high - 1].last : G_MAXINT64;
}

gboolean
gscope_recording_compose (GscopeRecording *self, gint64 begin, gint64 end,
                          GCancellable *cancellable, GError **error)
{
  GscopeRecordingPrivate *priv = self->priv;
  g_autofree GscopeRecordingSpan *spans = NULL;
  gint64 from, to;
  gsize cell;

  begin = CLAMP (begin, self->begin, self->end);
  end = CLAMP (end, self->begin, self->end);
  spans = choose_entries (self, begin, end, &cell);
  for (guint i = 0; i < self->channels->len; i++)
    {
      GscopeTrack *channel = self->channels->pdata[i];

      gscope_track_begin (channel);
      find_read (self, channel, spans, &from, &to);
      gscope_overview_write_before (&channel->overview, from, channel->fresh);
    }
  if (!read_details (self, spans, cell, cancellable, error))
    return FALSE;
  for (guint i = 0; i < self->channels->len; i++)
    {
      GscopeTrack *channel = self->channels->pdata[i];

      find_read (self, channel, spans, &from, &to);
      gscope_overview_write_after (&channel->overview, to, channel->fresh);
      gscope_trace_set_n_gaps (channel->fresh, channel->n_gaps);
    }
  from = to = G_MAXINT64;
  if (gscope_recording_has_span (self, spans))
    find_chosen (self, spans, &from, &to);
  self->is_composed = TRUE;
  self->n_appended = 0;
  self->detail_begin = cell == 1 ? from : G_MAXINT64;
  self->detail_end = cell == 1 ? to : G_MAXINT64;
  priv->fine_begin = from;
  priv->fine_end = to;
  priv->fine_cell = cell;
  return TRUE;
}
