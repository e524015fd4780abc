/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/record/blocks.h>

#include <gscope/text/annotation.h>

/* A few milliseconds of the main loop's time. Unformatted samples wait in the traces. */
#define MAX_BLOCK ((gsize) 1 << 20)

void
gscope_record_blocks_init (GscopeRecordBlocks *self, GscopeRecordTallies *tallies)
{
  *self = (GscopeRecordBlocks){
    .tallies = tallies,
    .links = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_record_link_free),
    .new_signals = g_ptr_array_new_with_free_func (g_object_unref),
    .text = g_string_new (NULL),
  };
}

void
gscope_record_blocks_clear (GscopeRecordBlocks *self)
{
  g_ptr_array_unref (self->links);
  g_clear_pointer (&self->choice.names, g_hash_table_unref);
  g_ptr_array_unref (self->new_signals);
  g_string_free (self->text, TRUE);
}

void
gscope_record_blocks_add_scope (GscopeRecordBlocks *self, GscopeScope *scope)
{
  GscopeRecordLink *link = gscope_record_link_new (scope, &self->choice);

  g_ptr_array_add (self->links, link);
  /* earlier samples would come behind later ones in the file */
  if (self->merge)
    gscope_record_link_attach (link, self->merge, gscope_record_merge_get_position (self->merge),
                               self->new_signals);
}

/* Describes the signals of the file that begins, and what the parameters are. */
static void
append_header (GscopeRecordBlocks *self, GPtrArray *signals, GString *text)
{
  gscope_annotation_append_header (text, self->clock, self->part_start,
                                   (GscopeSignal **) signals->pdata, signals->len);
  for (guint i = 0; i < self->links->len; i++)
    gscope_record_link_describe_parameters (self->links->pdata[i], text);
}

void
gscope_record_blocks_begin (GscopeRecordBlocks *self, gint64 start)
{
  GPtrArray *described = self->new_signals;

  self->end = self->part_start = start;
  self->is_part_full = self->is_cut = FALSE;
  self->merge = gscope_record_merge_new (start, self->tallies);
  for (guint i = 0; i < self->links->len; i++)
    gscope_record_link_attach (self->links->pdata[i], self->merge, start, described);
  append_header (self, described, self->text);
  self->has_header = TRUE;
  g_ptr_array_set_size (described, 0);
}

void
gscope_record_blocks_end (GscopeRecordBlocks *self)
{
  for (guint i = 0; i < self->links->len; i++)
    gscope_record_link_detach (self->links->pdata[i]);
  g_clear_pointer (&self->merge, gscope_record_merge_free);
  g_ptr_array_set_size (self->new_signals, 0);
  g_string_truncate (self->text, 0);
}

/* Samples before this time are in the traces: what comes now is late. */
static gint64
get_horizon (GscopeRecordBlocks *self)
{
  gint64 now = gscope_clock_get_time (self->clock), horizon = now;

  for (guint i = 0; i < self->links->len; i++)
    horizon = MIN (horizon, gscope_record_link_drain (self->links->pdata[i], now));
  return horizon;
}

void
gscope_record_blocks_finish (GscopeRecordBlocks *self)
{
  get_horizon (self);
  gscope_record_merge_count_lost (self->merge, self->text);
}

/* As much as goes into the file at once. */
static gsize
get_room (GscopeRecordBlocks *self, guint64 n_part_bytes)
{
  if (self->max_bytes == 0)
    return MAX_BLOCK;
  if (n_part_bytes >= self->max_bytes)
    return MIN (MAX_BLOCK, self->max_bytes);
  return MIN (MAX_BLOCK, self->max_bytes - n_part_bytes);
}

static void
describe_new_signals (GscopeRecordBlocks *self)
{
  GPtrArray *added = self->new_signals;

  if (added->len == 0)
    return;
  gscope_annotation_append_signals (self->text, (GscopeSignal **) added->pdata, added->len);
  g_ptr_array_set_size (added, 0);
}

static gboolean
merge (GscopeRecordBlocks *self, gint64 recording_end, gsize room)
{
  gboolean is_ending = recording_end != G_MAXINT64;
  gint64 end = is_ending ? recording_end : get_horizon (self);
  gint64 part_end = self->max_duration > 0 ? self->part_start + self->max_duration : G_MAXINT64;
  gboolean is_last = is_ending && end <= part_end;
  gboolean is_all;

  describe_new_signals (self);
  /* The losses up to the end are counted when that comes. */
  if (!is_ending)
    gscope_record_merge_count_lost (self->merge, self->text);
  is_all = gscope_record_merge_write (self->merge, MIN (end, part_end), is_last, self->text, room);
  is_all = is_all && end <= part_end;
  /* a longer delay of a scope moves its horizon back */
  self->end = MAX (self->end, is_all ? end : gscope_record_merge_get_position (self->merge));
  return is_all;
}

gboolean
gscope_record_blocks_fill (GscopeRecordBlocks *self, gint64 recording_end, guint64 n_part_bytes)
{
  gsize room = get_room (self, n_part_bytes);
  gboolean is_all;

  self->begin = self->end;
  self->has_header = self->has_header && self->text->len > 0;
  is_all = merge (self, recording_end, room);
  if (self->max_bytes > 0 && n_part_bytes >= self->max_bytes && !self->is_part_full)
    {
      self->is_part_full = TRUE;
      self->part_start = gscope_record_merge_get_position (self->merge);
    }
  while (!is_all && self->text->len == 0)
    {
      self->is_part_full = TRUE;
      self->part_start += self->max_duration;
      is_all = merge (self, recording_end, room);
    }
  return is_all;
}

static void
prepend_header (GscopeRecordBlocks *self)
{
  g_autoptr (GPtrArray) recorded = g_ptr_array_new ();
  g_autoptr (GString) header = g_string_new (NULL);

  for (guint i = 0; i < self->links->len; i++)
    gscope_record_link_collect (self->links->pdata[i], recorded);
  append_header (self, recorded, header);
  g_string_prepend_len (self->text, header->str, (gssize) header->len);
  self->has_header = TRUE;
}

gboolean
gscope_record_blocks_begin_part (GscopeRecordBlocks *self, gboolean is_all)
{
  gboolean is_empty = self->text->len == 0;

  if (self->is_cut && is_all && is_empty)
    self->part_start = self->end;
  else if (is_empty || !self->is_part_full)
    return FALSE;
  self->is_part_full = self->is_cut = FALSE;
  prepend_header (self);
  return TRUE;
}

void
gscope_record_blocks_move (GscopeRecordBlocks *self)
{
  if (self->has_header)
    return;
  self->part_start = self->begin;
  prepend_header (self);
}
