/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/loss.h>
#include <gscope/text/annotation.h>

enum
{
  GSCOPE_BLOCK_SIZE = 1 << 20,
  GSCOPE_BLOCK_MAX_REPORTS = 100,
};

/* The samples of one channel, in the order of their times. */
typedef struct
{
  guint channel;
  gsize n;
  gsize size;
  gint64 *times;
  double *values;
} GscopeBlockColumn;

/* A line that was skipped; lines count from 1 at the beginning of the block. */
typedef struct
{
  guint64 line;
  char *reason;
} GscopeBlockReport;

/* The marker of a line. */
typedef struct
{
  GscopeMarker *marker;
  GscopeMarkerNews news;
} GscopeRecordingMarker;

/* Whole lines of a recording, and what they say. */
typedef struct
{
  guint64 offset;
  gsize length;
  char *text;
  /* its data set, and the layout of that; they are set before it is parsed */
  guint set;
  gconstpointer layout;
  /* it is one line that is longer than a block, and was not kept */
  gboolean is_too_long;

  GscopeBlockColumn *columns;
  guint n_columns;
  guint n_columns_allocated;
  /* index + 1 of a channel's column; 0 if it has none yet */
  guint *slots;
  guint n_slots;

  gint64 first;
  gint64 last;
  guint64 n_samples;
  /* of these, the ones that are not a number */
  guint64 n_missing;
  guint64 n_lines;
  /* rows of a table, also those that were skipped */
  guint64 n_rows;
  /* times count rows from the first one of the block */
  gboolean counts_rows;
  guint64 n_skipped;
  GArray *reports;
  /* GscopeRecordingMarker, in the order of the lines */
  GArray *markers;
  /* the annotations that are no markers: GscopeAnnotation */
  GPtrArray *objects;
  /* the line of each object: guint64 */
  GArray *object_lines;
} GscopeBlock;

GscopeBlock *gscope_block_new (void);
void gscope_block_free (GscopeBlock *self);

/* Forgets what the lines say; memory is kept. */
void gscope_block_reset (GscopeBlock *self);
void gscope_block_report (GscopeBlock *self, guint64 line, const char *reason);
/* Counts and reports the line that was counted last. */
void gscope_block_skip_line (GscopeBlock *self, const char *reason);

GscopeBlockColumn *gscope_block_add_column (GscopeBlock *self, guint channel);
/* Adds to the times of all samples. */
void gscope_block_shift (GscopeBlock *self, gint64 offset);
void gscope_block_grow_column (GscopeBlockColumn *column);

static inline void
gscope_block_append (GscopeBlock *self, guint channel, gint64 time, double value)
{
  GscopeBlockColumn *column = channel < self->n_slots && self->slots[channel] > 0
                                  ? &self->columns[self->slots[channel] - 1]
                                  : gscope_block_add_column (self, channel);

  if (G_UNLIKELY (column->n == column->size))
    gscope_block_grow_column (column);
  column->times[column->n] = time;
  column->values[column->n] = value;
  column->n++;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeBlock, gscope_block_free)
