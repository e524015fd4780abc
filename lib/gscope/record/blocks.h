/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/record/link.h>

/* The text of a recording, one block after the other, and where its files end. */
typedef struct
{
  /* of the scopes; not owned */
  GscopeClock *clock;
  GscopeRecordTallies *tallies;
  /* GscopeRecordLink */
  GPtrArray *links;
  GscopeRecordChoice choice;
  /* the longest file; 0 for any length */
  guint64 max_bytes;
  gint64 max_duration;

  /* NULL unless there is a recording */
  GscopeRecordMerge *merge;
  /* signals that the file does not describe yet */
  GPtrArray *new_signals;
  /* the block, and the times before which all samples are in earlier ones, and in this block or in earlier ones */
  GString *text;
  gint64 begin;
  gint64 end;
  /* whether the block begins with a header */
  gboolean has_header;

  /* the present file, and whether another one is to follow */
  gint64 part_start;
  gboolean is_part_full;
  gboolean is_cut;
} GscopeRecordBlocks;

void gscope_record_blocks_init (GscopeRecordBlocks *self, GscopeRecordTallies *tallies);
void gscope_record_blocks_clear (GscopeRecordBlocks *self);

/* Adds a scope. All scopes have one clock. */
void gscope_record_blocks_add_scope (GscopeRecordBlocks *self, GscopeScope *scope);

/* Begins a recording. The first block has the header. */
void gscope_record_blocks_begin (GscopeRecordBlocks *self, gint64 start);
/* Takes the last samples of the scopes, and counts the losses. */
void gscope_record_blocks_finish (GscopeRecordBlocks *self);
/* Ends the acquisition, and drops the block. */
void gscope_record_blocks_end (GscopeRecordBlocks *self);

/* Appends the due samples, up to the end of the present file, of which n_part_bytes are written, and at most up to the
 * end of the recording, G_MAXINT64 if this is not known yet. Returns whether this was all. */
gboolean
gscope_record_blocks_fill (GscopeRecordBlocks *self, gint64 recording_end, guint64 n_part_bytes);
/* Puts a header before the block if it belongs to another file than the last one. is_all is the result of the last call
 * of gscope_record_blocks_fill(). */
gboolean gscope_record_blocks_begin_part (GscopeRecordBlocks *self, gboolean is_all);
/* Puts a header before a block that could not be written, if it has none: it goes to another file. */
void gscope_record_blocks_move (GscopeRecordBlocks *self);
