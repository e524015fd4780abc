/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/playback/recording-private.h>

#include <glib/gi18n-lib.h>
#include <gscope/csv/set.h>
#include <gscope/error.h>
#include <gscope/playback/block-pool.h>
#include <gscope/playback/format-private.h>
#include <gscope/trace/private.h>
#include <string.h>

enum
{
  SNIFF_SIZE = 64 * 1024,
  MIN_BLOCK_SIZE = 16 * 1024,
  /* Details are whole blocks: a budget holds many. A longer line is skipped. */
  BLOCKS_IN_BUDGET = 64,
  MAX_REPORTS = 100,
  /* The part of the budget for the overview, which is in memory up to three times. */
  OVERVIEW_PART = 8,
  /* A file that will not fit is left early. */
  EARLY_PART = 16,
};

static void
marker_clear (gpointer data)
{
  g_object_unref (((GscopeRecordingMarker *) data)->marker);
}

static GArray *
new_markers (void)
{
  GArray *markers = g_array_new (FALSE, FALSE, sizeof (GscopeRecordingMarker));

  g_array_set_clear_func (markers, marker_clear);
  return markers;
}

GscopeTextReader *
gscope_recording_open (const char *path, const GscopeRecordingFormat *format, GError **error)
{
  GscopeTextReader *reader = gscope_text_reader_new (path, error);

  if (reader != NULL && format != NULL)
    gscope_text_reader_set_selection (reader, gscope_recording_format_get_selection (format));
  return reader;
}

GscopeRecording *
gscope_recording_new (const char *path, const GscopeRecordingFormat *format, gsize budget,
                      gboolean takes_tail, GError **error)
{
  g_autoptr (GscopeTextReader) reader = gscope_recording_open (path, format, error);
  GscopeRecordingPrivate *priv;
  GscopeRecording *self;

  if (reader == NULL)
    return NULL;
  self = g_new0 (GscopeRecording, 1);
  self->budget = budget;
  self->channels = g_ptr_array_new ();
  self->markers = new_markers ();
  self->parameters = g_ptr_array_new_with_free_func ((GDestroyNotify) g_variant_unref);
  self->reports = g_ptr_array_new_with_free_func (g_free);
  self->notes = g_ptr_array_new_with_free_func (g_free);
  self->begin = G_MAXINT64;
  self->end = G_MININT64;
  self->priv = priv = g_new0 (GscopeRecordingPrivate, 1);
  priv->path = g_strdup (path);
  priv->reader = g_steal_pointer (&reader);
  priv->names = gscope_track_names_new ();
  priv->format = format != NULL ? gscope_recording_format_copy (format) : NULL;
  priv->takes_tail = takes_tail;
  priv->by_id = g_ptr_array_new ();
  priv->entries = g_array_new (FALSE, FALSE, sizeof (GscopeRecordingEntry));
  priv->sets = g_array_new (FALSE, FALSE, sizeof (GscopeRecordingSet));
  priv->spare = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_block_free);
  priv->carried = g_malloc (GSCOPE_BLOCK_SIZE);
  priv->last = G_MININT64;
  priv->cell_size = GSCOPE_OVERVIEW_CELL;
  priv->block_size = CLAMP (budget / BLOCKS_IN_BUDGET, MIN_BLOCK_SIZE, GSCOPE_BLOCK_SIZE);
  return self;
}

void
gscope_recording_free (GscopeRecording *self)
{
  GscopeRecordingPrivate *priv = self->priv;

  for (guint i = 0; i < self->channels->len; i++)
    gscope_track_free (self->channels->pdata[i]);
  g_ptr_array_unref (self->channels);
  g_array_unref (self->markers);
  g_ptr_array_unref (self->parameters);
  g_ptr_array_unref (self->reports);
  g_ptr_array_unref (self->notes);
  g_free (self->problem);
  g_free (self->refusal);
  g_clear_pointer (&priv->parser, gscope_block_parser_free);
  gscope_text_reader_free (priv->reader);
  g_clear_pointer (&priv->second, gscope_text_reader_free);
  g_clear_pointer (&priv->third, gscope_text_reader_free);
  g_clear_pointer (&priv->fourth, gscope_text_reader_free);
  gscope_track_names_free (priv->names);
  g_clear_pointer (&priv->format, gscope_recording_format_free);
  gscope_recording_head_clear (&priv->head);
  g_ptr_array_unref (priv->by_id);
  g_array_unref (priv->entries);
  g_array_unref (priv->sets);
  g_ptr_array_unref (priv->spare);
  g_free (priv->carried);
  g_free (priv->path);
  g_free (priv);
  g_free (self);
}

GscopeTextChange
gscope_recording_check (GscopeRecording *self)
{
  return gscope_text_reader_check (self->priv->reader);
}

const GscopeRecordingFormat *
gscope_recording_get_format (GscopeRecording *self)
{
  return self->priv->format;
}

void
gscope_recording_drop_fresh (GscopeRecording *self)
{
  for (guint i = 0; i < self->channels->len; i++)
    gscope_track_drop_fresh (self->channels->pdata[i]);
  /* a million markers leave much room */
  g_array_unref (self->markers);
  self->markers = new_markers ();
  g_ptr_array_set_size (self->parameters, 0);
  self->is_composed = FALSE;
}

/* Channels. */

GscopeTrack *
gscope_recording_get_channel (GscopeRecording *self, guint id)
{
  GPtrArray *by_id = self->priv->by_id;

  if (id >= by_id->len)
    g_ptr_array_set_size (by_id, (gint) id + 1);
  if (by_id->pdata[id] == NULL)
    {
      g_autofree char *name = gscope_track_names_dup (self->priv->names, id);

      by_id->pdata[id] = gscope_track_new (name);
      ((GscopeTrack *) by_id->pdata[id])->set = self->priv->sets->len - 1;
      g_ptr_array_add (self->channels, by_id->pdata[id]);
    }
  return by_id->pdata[id];
}

GscopeRecordingSet *
gscope_recording_get_set (GscopeRecording *self, guint i)
{
  return &g_array_index (self->priv->sets, GscopeRecordingSet, i);
}

void
gscope_recording_report (GscopeRecording *self, guint64 line, const char *reason)
{
  if (self->reports->len < MAX_REPORTS)
    g_ptr_array_add (self->reports, g_strdup_printf (_ ("line %lu: %s"), (gulong) line, reason));
}

/* The format. */

static void
take_notes (GscopeRecording *self, const GPtrArray *notes)
{
  for (guint i = 0; notes != NULL && i < notes->len; i++)
    g_ptr_array_add (self->notes, g_strdup (notes->pdata[i]));
}

static void
add_set (GscopeRecording *self)
{
  const GscopeRecordingSet set = { 0, 0 };

  g_array_append_val (self->priv->sets, set);
  gscope_recording_take_signals (self, self->priv->head.signals);
}

static void
take_head (GscopeRecording *self)
{
  GscopeRecordingHead *head = &self->priv->head;

  add_set (self);
  take_notes (self, head->notes);
  self->has_start |= head->has_dates;
  self->priv->takes_tail &= !head->ends_lines;
}

/* A text of no known format is read as tuples, so that its faults are reported. */
static void
sniff (GscopeRecording *self, const char *text, gsize length)
{
  GscopeRecordingPrivate *priv = self->priv;
  g_autofree char *file_name = g_path_get_basename (priv->path);
  g_autoptr (GError) error = NULL;

  if (priv->format == NULL)
    priv->format = gscope_recording_format_detect (text, length, file_name, &error);
  if (priv->format == NULL && g_error_matches (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT))
    self->refusal = g_strdup (error->message);
  g_clear_error (&error);
  take_notes (self, gscope_text_reader_get_notes (priv->reader));
  if (gscope_recording_head_read (&priv->head, priv->format, text, length, &error))
    take_head (self);
  else
    self->refusal = g_strdup (error->message);
  priv->parser = gscope_block_parser_new (priv->names, priv->format);
}

/* Ends the reading of a file with more data sets or signals than are read. */
static void
end_early (GscopeRecording *self)
{
  self->priv->is_full = TRUE;
  g_free (self->problem);
  self->problem =
      g_strdup_printf (_ ("“%s” has more than %u data sets or %u signals, the most that are read"),
                       self->priv->path, GSCOPE_CSV_MAX_SETS, GSCOPE_MAX_CHANNELS);
}

/* Begins a data set with the text of a block. FALSE if that has no row of it, or if there are too many. */
static gboolean
begin_set (GscopeRecording *self, const char *text, gsize length)
{
  GscopeRecordingPrivate *priv = self->priv;
  GscopeRecordingHead *head = &priv->head;
  guint n_notes = head->notes->len;

  if (priv->sets->len == GSCOPE_CSV_MAX_SETS)
    {
      end_early (self);
      return FALSE;
    }
  if (!gscope_recording_head_add_set (head, priv->format, text, length, priv->text_offset))
    return FALSE;
  if (head->signals->len > GSCOPE_MAX_CHANNELS)
    {
      end_early (self);
      return FALSE;
    }
  priv->ends_set = FALSE;
  add_set (self);
  for (guint i = n_notes; i < head->notes->len; i++)
    g_ptr_array_add (self->notes, g_strdup (head->notes->pdata[i]));
  return TRUE;
}

/* Reading. */

static gsize
read_text (GscopeRecording *self, char *text, gsize n)
{
  const GError *damage;
  gssize got = gscope_text_reader_read (self->priv->reader, text, n, NULL);

  damage = gscope_text_reader_get_damage (self->priv->reader);
  if (damage != NULL && self->problem == NULL)
    self->problem = g_strdup (damage->message);
  return MAX (got, 0);
}

static GscopeBlock *
take_spare (GscopeRecordingPrivate *priv)
{
  if (priv->spare->len == 0)
    return gscope_block_new ();
  return g_ptr_array_steal_index (priv->spare, priv->spare->len - 1);
}

/* Keeps what follows the block's whole lines for the next one. */
static void
carry (GscopeRecordingPrivate *priv, GscopeBlock *block, gsize length)
{
  priv->n_carried = block->length - length;
  memcpy (priv->carried, block->text + length, priv->n_carried);
  block->length = length;
  priv->text_offset += length;
}

/* Reads on to the end of a line that is longer than a block; FALSE if that has not been written. */
static gboolean
drop_line (GscopeRecording *self, GscopeBlock *block)
{
  GscopeRecordingPrivate *priv = self->priv;

  for (;;)
    {
      const char *newline;

      block->length = read_text (self, block->text, priv->block_size);
      newline = memchr (block->text, '\n', block->length);
      if (newline != NULL)
        {
          priv->is_dropping = FALSE;
          carry (priv, block, newline + 1 - block->text);
          block->offset = priv->text_offset - block->length;
          block->is_too_long = TRUE;
          return TRUE;
        }
      priv->text_offset += block->length;
      if (block->length == 0)
        return FALSE;
    }
}

/* Returns the length of a block that has whole lines. Lines behind its last row are left for the next block, where the rows are
 * that they belong to. */
static gsize
find_block_end (GscopeRecording *self, const GscopeBlock *block, gsize length, gboolean is_end)
{
  GscopeRecordingPrivate *priv = self->priv;
  const GscopeRecordingParser *format = gscope_recording_format_get_parser (priv->format);
  const char *end;

  if (format->find_end == NULL || length == 0)
    return length;
  end = format->find_end (gscope_recording_head_get_layout (&priv->head, priv->sets->len - 1),
                          block->offset, block->text, block->text + length, &priv->ends_set);
  return end == block->text && !is_end ? length : (gsize) (end - block->text);
}

static gboolean
read_block (GscopeRecording *self, GscopeBlock *block)
{
  GscopeRecordingPrivate *priv = self->priv;
  gsize room = priv->block_size - priv->n_carried, got, length;
  gboolean is_end, has_begun;
  const char *newline;

  block->is_too_long = FALSE;
  if (priv->is_dropping)
    return drop_line (self, block);
  memcpy (block->text, priv->carried, priv->n_carried);
  got = read_text (self, block->text + priv->n_carried, room);
  block->offset = priv->text_offset;
  block->length = priv->n_carried + got;
  newline = memrchr (block->text, '\n', block->length);
  if (newline == NULL && got == room)
    {
      priv->is_dropping = TRUE;
      priv->text_offset += block->length;
      priv->n_carried = 0;
      return drop_line (self, block);
    }
  length = newline != NULL ? newline + 1 - block->text : 0;
  is_end = got < room;
  has_begun = !priv->ends_set || begin_set (self, block->text, length);
  if (!has_begun && (is_end || priv->is_full))
    length = 0;
  else if (has_begun)
    length = find_block_end (self, block, length, is_end);
  carry (priv, block, length);
  return block->length > 0;
}

static void
coarsen (GscopeRecording *self)
{
  gsize n = 0;

  for (guint i = 0; i < self->channels->len; i++)
    n += gscope_overview_get_n_cells (&((GscopeTrack *) self->channels->pdata[i])->overview);
  if (n * GSCOPE_OVERVIEW_CELL_BYTES < self->budget / OVERVIEW_PART)
    return;
  for (guint i = 0; i < self->channels->len; i++)
    gscope_overview_coarsen (&((GscopeTrack *) self->channels->pdata[i])->overview);
  self->priv->cell_size *= 2;
}

static void
leave_details (GscopeRecording *self)
{
  self->is_overview = TRUE;
  self->priv->is_following = FALSE;
  for (guint i = 0; i < self->channels->len; i++)
    g_clear_pointer (&((GscopeTrack *) self->channels->pdata[i])->fresh, gscope_trace_unref);
}

/* Returns TRUE if the samples exceed the budget, or will if the rest of the file is like what was read. */
static gboolean
exceeds_budget (GscopeRecording *self)
{
  double bytes = (double) self->n_samples * GSCOPE_RECORDING_SAMPLE_BYTES,
         budget = (double) self->budget;
  double progress = gscope_text_reader_get_progress (self->priv->reader);

  if (bytes <= budget / EARLY_PART)
    return FALSE;
  return bytes > budget || (progress >= 0 && bytes > 1.25 * budget * progress);
}

static void
take_columns (GscopeRecording *self, GscopeBlock *block)
{
  for (guint i = 0; i < block->n_columns; i++)
    {
      GscopeTrack *channel = gscope_recording_get_channel (self, block->columns[i].channel);

      if (channel->fresh == NULL && (!self->is_overview || self->priv->is_following))
        channel->fresh = gscope_trace_new ();
      gscope_track_append (channel, &block->columns[i], self->priv->cell_size);
    }
}

static void
take_reports (GscopeRecording *self, GscopeBlock *block)
{
  for (guint i = 0; i < block->reports->len; i++)
    {
      const GscopeBlockReport *line = &g_array_index (block->reports, GscopeBlockReport, i);

      gscope_recording_report (self, self->priv->n_lines + line->line, line->reason);
    }
  self->n_skipped += block->n_skipped;
}

/* The times of a data set are not those of the set before. */
static void
enter_set (GscopeRecordingPrivate *priv, guint set)
{
  if (set == priv->taken_set)
    return;
  priv->taken_set = set;
  priv->n_rows = 0;
  priv->last = G_MININT64;
}

static void
add_entry (GscopeRecording *self, const GscopeBlock *block)
{
  const GscopeRecordingEntry entry = { block->offset, block->length,    block->first,
                                       block->last,   block->n_samples, block->set };
  GscopeRecordingSet *set = gscope_recording_get_set (self, block->set);
  GArray *entries = self->priv->entries;

  if (set->begin == set->end)
    set->begin = entries->len;
  g_array_append_val (entries, entry);
  set->end = entries->len;
}

static void
take_block (GscopeRecording *self, GscopeBlock *block)
{
  GscopeRecordingPrivate *priv = self->priv;

  enter_set (priv, block->set);
  if (block->counts_rows)
    gscope_block_shift (block, (gint64) priv->n_rows * GSCOPE_SEC);
  else if (block->n_samples > 0 && block->first < priv->last)
    gscope_block_parser_run (priv->parser, block, priv->last);
  take_reports (self, block);
  gscope_recording_take_annotations (self, block);
  for (guint i = 0; i < block->markers->len; i++)
    {
      const GscopeRecordingMarker *marker =
          &g_array_index (block->markers, GscopeRecordingMarker, i);

      gscope_recording_take_marker (self, marker->marker, marker->news);
    }
  take_columns (self, block);
  priv->n_lines += block->n_lines;
  priv->n_rows += block->n_rows;
  self->n_samples += block->n_samples;
  self->n_missing += block->n_missing;
  self->n_appended += block->n_samples;
  if (block->n_samples == 0)
    return;
  add_entry (self, block);
  priv->last = block->last;
  self->end = MAX (self->end, block->last);
  self->begin = MIN (self->begin, block->first);
  if (!self->is_overview && exceeds_budget (self))
    leave_details (self);
  if (priv->entries->len % 16 == 0)
    coarsen (self);
}

static void
tell_progress (GscopeRecording *self)
{
  if (self->on_progress != NULL)
    self->on_progress (gscope_text_reader_get_progress (self->priv->reader), self->progress_data);
}

static void
set_layout (GscopeRecordingPrivate *priv, GscopeBlock *block, guint set)
{
  block->set = set;
  block->layout = gscope_recording_head_get_layout (&priv->head, set);
}

static gboolean
read_blocks (GscopeRecording *self, GscopeBlockPool *pool, GCancellable *cancellable)
{
  GscopeRecordingPrivate *priv = self->priv;
  gboolean is_end = FALSE;

  for (;;)
    {
      GscopeBlock *block;

      while (!is_end && !gscope_block_pool_is_full (pool))
        {
          block = take_spare (priv);
          is_end = g_cancellable_is_cancelled (cancellable) || !read_block (self, block);
          if (is_end)
            {
              g_ptr_array_add (priv->spare, block);
              break;
            }
          set_layout (priv, block, priv->sets->len - 1);
          gscope_block_pool_push (pool, block);
        }
      block = gscope_block_pool_pop (pool);
      if (block != NULL)
        take_block (self, block);
      /* at the end, too, which comes after the last block */
      tell_progress (self);
      if (block == NULL)
        return !g_cancellable_is_cancelled (cancellable);
      g_ptr_array_add (priv->spare, block);
    }
}

/* A line that was taken at the end was whole if a newline follows. */
static gboolean
pass_tail (GscopeRecording *self)
{
  GscopeRecordingPrivate *priv = self->priv;
  char text[2];
  gsize n = read_text (self, text, 1);

  if (n == 1 && text[0] == '\r')
    n += read_text (self, text + 1, 1);
  if (n == 0)
    return TRUE;
  priv->has_taken_tail = FALSE;
  priv->text_offset += n;
  self->has_split_line = text[n - 1] != '\n';
  return !self->has_split_line;
}

/* A last line without its newline may have been cut off. It was if it has a fault, or if its name is new
 * and another begins with it. */
static gboolean
is_whole (GscopeRecording *self, const GscopeBlock *block)
{
  GPtrArray *by_id = self->priv->by_id;
  g_autofree char *name = NULL;
  guint id;

  if (block->n_skipped > 0 || block->n_samples == 0)
    return block->n_skipped == 0;
  id = block->columns[0].channel;
  if (id < by_id->len && by_id->pdata[id] != NULL)
    return TRUE;
  name = gscope_track_names_dup (self->priv->names, id);
  for (guint i = 0; i < self->channels->len; i++)
    if (g_str_has_prefix (((GscopeTrack *) self->channels->pdata[i])->name, name))
      return FALSE;
  return TRUE;
}

/* Lines that wait for a row have their ends. */
static gboolean
has_tail (const GscopeRecordingPrivate *priv)
{
  return priv->is_dropping
         || (!priv->is_full && priv->n_carried > 0 && priv->carried[priv->n_carried - 1] != '\n');
}

static void
read_tail (GscopeRecording *self)
{
  GscopeRecordingPrivate *priv = self->priv;
  GscopeBlock *block;

  if (!has_tail (priv))
    return;
  self->unfinished_line = priv->n_lines + 1;
  for (gsize i = 0; i < priv->n_carried; i++)
    self->unfinished_line += priv->carried[i] == '\n';
  if (!priv->takes_tail || priv->is_dropping)
    return;
  if (priv->ends_set)
    begin_set (self, priv->carried, priv->n_carried);
  block = take_spare (priv);
  set_layout (priv, block, priv->sets->len - 1);
  block->is_too_long = FALSE;
  block->offset = priv->text_offset;
  block->length = priv->n_carried;
  memcpy (block->text, priv->carried, priv->n_carried);
  gscope_block_parser_run (priv->parser, block, G_MININT64);
  if (is_whole (self, block))
    {
      self->unfinished_line = 0;
      priv->has_taken_tail = TRUE;
      priv->text_offset += priv->n_carried;
      priv->n_carried = 0;
      take_block (self, block);
    }
  g_ptr_array_add (priv->spare, block);
}

gboolean
gscope_recording_read (GscopeRecording *self, GCancellable *cancellable, GError **error)
{
  GscopeRecordingPrivate *priv = self->priv;
  gboolean is_begin = priv->parser == NULL;
  g_autoptr (GscopeBlockPool) pool = NULL;

  self->unfinished_line = 0;
  gscope_text_reader_set_cancellable (priv->reader, cancellable);
  if (priv->is_cut)
    g_clear_pointer (&self->problem, g_free);
  priv->is_cut = FALSE;
  if (priv->has_taken_tail && !pass_tail (self))
    return TRUE;
  priv->is_following = self->is_overview;
  if (is_begin)
    {
      priv->n_carried = read_text (self, priv->carried, MIN (SNIFF_SIZE, priv->block_size));
      if (priv->n_carried == 0)
        return !g_cancellable_set_error_if_cancelled (cancellable, error);
      sniff (self, priv->carried, priv->n_carried);
    }
  if (self->refusal != NULL || priv->is_full)
    return TRUE;
  pool = gscope_block_pool_new (priv->names, priv->format, is_begin ? g_get_num_processors () : 0);
  if (!read_blocks (self, pool, cancellable))
    return !g_cancellable_set_error_if_cancelled (cancellable, error);
  read_tail (self);
  g_ptr_array_set_size (priv->spare, 0);
  if (self->problem == NULL && gscope_text_reader_is_cut (priv->reader))
    {
      self->problem =
          g_strdup_printf (_ ("“%s” ends within its compressed data. It was cut off, or is "
                              "still being written"),
                           priv->path);
      priv->is_cut = TRUE;
    }
  coarsen (self);
  return TRUE;
}
