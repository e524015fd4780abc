/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/playback/block.h>

#include <gscope/text/decimal.h>
#include <string.h>

static void
clear_report (gpointer report)
{
  g_free (((GscopeBlockReport *) report)->reason);
}

static void
clear_marker (gpointer marker)
{
  g_object_unref (((GscopeRecordingMarker *) marker)->marker);
}

GscopeBlock *
gscope_block_new (void)
{
  GscopeBlock *self = g_new0 (GscopeBlock, 1);

  self->text = g_malloc0 (GSCOPE_BLOCK_SIZE + GSCOPE_DECIMAL_SLACK);
  self->reports = g_array_new (FALSE, FALSE, sizeof (GscopeBlockReport));
  g_array_set_clear_func (self->reports, clear_report);
  self->markers = g_array_new (FALSE, FALSE, sizeof (GscopeRecordingMarker));
  g_array_set_clear_func (self->markers, clear_marker);
  self->object_lines = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->objects = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_annotation_unref);
  return self;
}

void
gscope_block_free (GscopeBlock *self)
{
  for (guint i = 0; i < self->n_columns_allocated; i++)
    {
      g_free (self->columns[i].times);
      g_free (self->columns[i].values);
    }
  g_free (self->columns);
  g_free (self->slots);
  g_free (self->text);
  g_array_unref (self->reports);
  g_array_unref (self->markers);
  g_ptr_array_unref (self->objects);
  g_array_unref (self->object_lines);
  g_free (self);
}

void
gscope_block_reset (GscopeBlock *self)
{
  for (guint i = 0; i < self->n_columns; i++)
    self->slots[self->columns[i].channel] = 0;
  self->n_columns = 0;
  self->first = G_MAXINT64;
  self->last = G_MININT64;
  self->n_samples = 0;
  self->n_missing = 0;
  self->n_lines = 0;
  self->n_rows = 0;
  self->counts_rows = FALSE;
  self->n_skipped = 0;
  g_array_set_size (self->reports, 0);
  g_array_set_size (self->markers, 0);
  g_ptr_array_set_size (self->objects, 0);
  g_array_set_size (self->object_lines, 0);
}

void
gscope_block_report (GscopeBlock *self, guint64 line, const char *reason)
{
  GscopeBlockReport report = { line, NULL };

  if (self->reports->len == GSCOPE_BLOCK_MAX_REPORTS)
    return;
  report.reason = g_strdup (reason);
  g_array_append_val (self->reports, report);
}

void
gscope_block_skip_line (GscopeBlock *self, const char *reason)
{
  self->n_skipped++;
  gscope_block_report (self, self->n_lines, reason);
}

GscopeBlockColumn *
gscope_block_add_column (GscopeBlock *self, guint channel)
{
  GscopeBlockColumn *column;

  if (channel >= self->n_slots)
    {
      guint n = MAX (64, 2 * channel);

      self->slots = g_renew (guint, self->slots, n);
      memset (self->slots + self->n_slots, 0, (n - self->n_slots) * sizeof *self->slots);
      self->n_slots = n;
    }
  if (self->n_columns == self->n_columns_allocated)
    {
      guint n = MAX (16, 2 * self->n_columns_allocated);

      self->columns = g_renew (GscopeBlockColumn, self->columns, n);
      memset (self->columns + self->n_columns, 0, (n - self->n_columns) * sizeof *self->columns);
      self->n_columns_allocated = n;
    }
  column = &self->columns[self->n_columns++];
  column->channel = channel;
  column->n = 0;
  self->slots[channel] = self->n_columns;
  return column;
}

void
gscope_block_shift (GscopeBlock *self, gint64 offset)
{
  if (self->n_samples == 0)
    return;
  for (guint i = 0; i < self->n_columns; i++)
    for (gsize k = 0; k < self->columns[i].n; k++)
      self->columns[i].times[k] += offset;
  self->first += offset;
  self->last += offset;
}

void
gscope_block_grow_column (GscopeBlockColumn *column)
{
  column->size = MAX (64, 2 * column->size);
  column->times = g_renew (gint64, column->times, column->size);
  column->values = g_renew (double, column->values, column->size);
}
