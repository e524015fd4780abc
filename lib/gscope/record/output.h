/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* A write or the close of a recording has ended. Takes the error, which is NULL if it did not fail. */
typedef void (*GscopeRecordOutputFunc) (GObject *owner, GError *error);

/* The files that a recording is written to: one write at a time, and one file after the other. The
 * owner is held while something is under way. */
typedef struct
{
  GObject *owner;
  GscopeRecordOutputFunc on_written;
  GscopeRecordOutputFunc on_closed;
  /* takes the error of a full disk, after which the write waits; NULL if a full disk is an error as others are */
  GscopeRecordOutputFunc on_full;

  /* the first file, and the one that is written */
  GFile *file;
  GFile *part_file;
  guint part;
  GOutputStream *stream;
  GString *in_flight;
  /* text that the operating system has taken, of all files and of the present one */
  guint64 n_bytes;
  guint64 n_part_bytes;
  /* of the write that is not flushed yet, what the stream has taken */
  gsize n_unflushed;
  /* of the present file, with what was flushed; -1 unless it is a file on a disk */
  gint64 flushed_size;
  gboolean is_dropped;
} GscopeRecordOutput;

void
gscope_record_output_init (GscopeRecordOutput *self, GObject *owner,
                           GscopeRecordOutputFunc on_written, GscopeRecordOutputFunc on_closed);
void gscope_record_output_clear (GscopeRecordOutput *self);

gboolean
gscope_record_output_open (GscopeRecordOutput *self, GFile *file, gboolean replace, GError **error);
/* Opens the next file after an error. */
gboolean gscope_record_output_open_next (GscopeRecordOutput *self, GError **error);
/* Goes on with a write that waits since the disk was full. */
void gscope_record_output_retry (GscopeRecordOutput *self);
/* Returns FALSE while something is under way, and without an open file. */
gboolean gscope_record_output_is_ready (GscopeRecordOutput *self);

/* Writes a text, in whose place there is an empty one then; to the present file, or to the next
 * one. */
void gscope_record_output_write (GscopeRecordOutput *self, GString **text);
void gscope_record_output_write_part (GscopeRecordOutput *self, GString **text);
void gscope_record_output_close (GscopeRecordOutput *self);
/* Close the file after an error, without an answer. Where a full disk is no error, the file then ends with what was
 * flushed. The text that was not written is dropped, or given back in the place of an empty one, as it is to be in the next
 * file. */
void gscope_record_output_abandon (GscopeRecordOutput *self);
void gscope_record_output_take_back (GscopeRecordOutput *self, GString **text);
/* Closes the file at once: the owner goes. */
void gscope_record_output_drop (GscopeRecordOutput *self);
