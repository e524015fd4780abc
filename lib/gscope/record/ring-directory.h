/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/clock.h>
#include <gscope/record/ring-query.h>

/* The files of a ring in their directory: which there are, in the order of time, and how many are kept. */
typedef struct _GscopeRecordRingDirectory GscopeRecordRingDirectory;

typedef struct
{
  /* indexes of files were made; those of all files of former runs, if the directory is not reading */
  void (*indexed) (gpointer owner);
  /* a sentence about a file of a former run, or one that cannot be removed */
  void (*found) (gpointer owner, const char *text);
} GscopeRecordRingDirectoryFuncs;

/* The owner, a GObject, is held while an index is made. */
GscopeRecordRingDirectory *
gscope_record_ring_directory_new (const char *path, GscopeClock *clock, gpointer owner,
                                  const GscopeRecordRingDirectoryFuncs *funcs);
void gscope_record_ring_directory_free (GscopeRecordRingDirectory *self);

/* Names the clock in files; NULL for the boot and the time namespace of this process. */
void
gscope_record_ring_directory_set_clock_name (GscopeRecordRingDirectory *self, const char *name);
/* Takes the directory for this program alone, and finds the files of former runs. */
gboolean gscope_record_ring_directory_open (GscopeRecordRingDirectory *self, GError **error);
void gscope_record_ring_directory_close (GscopeRecordRingDirectory *self);
/* Leaves the files of former runs without an index that have not been begun, for the next run. */
void gscope_record_ring_directory_leave (GscopeRecordRingDirectory *self);
/* Returns whether files of former runs have no index yet, or any file. */
gboolean gscope_record_ring_directory_is_reading (GscopeRecordRingDirectory *self);
gboolean gscope_record_ring_directory_is_indexing (GscopeRecordRingDirectory *self);

/* Names the first file of a new run. */
GFile *gscope_record_ring_directory_name_file (GscopeRecordRingDirectory *self);
/* Adds a file that is written, with samples from a time on. The one before has ended. */
void gscope_record_ring_directory_begin_file (GscopeRecordRingDirectory *self, GFile *file,
                                              gint64 first);
void gscope_record_ring_directory_end_file (GscopeRecordRingDirectory *self);
/* Returns the file that is written; NULL if there is none. */
GscopeRecordRingFile *gscope_record_ring_directory_get_written (GscopeRecordRingDirectory *self);

guint64 gscope_record_ring_directory_get_bytes (GscopeRecordRingDirectory *self);
void gscope_record_ring_directory_set_bounds (GscopeRecordRingDirectory *self, guint64 max_bytes,
                                              gint64 max_duration);
/* Removes the oldest files as the bounds demand, with room for more bytes. */
void gscope_record_ring_directory_keep_bounds (GscopeRecordRingDirectory *self, guint64 reserve);
/* Returns whether a file was tried to remove. Those that stay count on. */
gboolean gscope_record_ring_directory_remove_oldest (GscopeRecordRingDirectory *self);
/* Returns when the oldest file has to go; G_MAXINT64 for never. */
gint64 gscope_record_ring_directory_get_expiry (GscopeRecordRingDirectory *self);

/* Returns the GscopeRecordRingFile of an interval, and at either side the next one that has the signal. */
GPtrArray *gscope_record_ring_directory_choose (GscopeRecordRingDirectory *self,
                                                const GscopeRecordRingQuestion *question);
