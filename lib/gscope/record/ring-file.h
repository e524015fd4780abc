/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/trace/trace.h>

/* A file of a ring of recordings, and its index: columns of each signal, as wide as about 128 samples last, so that a
 * query over a long time reads no samples. The index is a file beside the recording, in the format of GVariant. */

/* By how much the clock of a file and the clock here may differ, nanoseconds: 73 years. */
#define GSCOPE_RECORD_RING_MAX_OFFSET (G_GINT64_CONSTANT (1) << 61)

/* The samples of a file. Times are on the clock of the file. */
typedef struct
{
  /* a time of the file, and the same time in nanoseconds since 1970-01-01 00:00 UTC */
  gint64 time;
  gint64 start;
  /* of the first and of the last sample or marker; the first is later if there is none */
  gint64 first;
  gint64 last;
  /* the file has no end: the program that wrote it was killed */
  gboolean is_cut;
  /* GscopeTrace, by the full name of the signal */
  GHashTable *traces;
} GscopeRecordRingSamples;

GscopeRecordRingSamples *
gscope_record_ring_samples_read (const char *path, GCancellable *cancellable, GError **error);
void gscope_record_ring_samples_unref (GscopeRecordRingSamples *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeRecordRingSamples, gscope_record_ring_samples_unref)

/* A column of an index, as its file has it. */
typedef struct
{
  gint64 time;
  double min;
  double max;
  double first;
  double last;
  guint64 count;
} GscopeRecordRingColumn;

typedef struct
{
  gint64 begin;
  gint64 end;
  guint64 cause;
} GscopeRecordRingGap;

/* A signal in an index. */
typedef struct
{
  GVariant *owner;
  gint64 first;
  gint64 last;
  gint64 width;
  const GscopeRecordRingColumn *columns;
  gsize n_columns;
  const GscopeRecordRingGap *gaps;
  gsize n_gaps;
} GscopeRecordRingEntry;

void gscope_record_ring_entry_clear (GscopeRecordRingEntry *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (GscopeRecordRingEntry, gscope_record_ring_entry_clear)

/* Makes an index. */
GVariant *gscope_record_ring_index_new (GscopeRecordRingSamples *samples);
/* Returns NULL if there is no valid index. Each number of a valid one is in its range, and times are in order. */
GVariant *gscope_record_ring_index_read (const char *path);
gboolean gscope_record_ring_index_write (GVariant *self, const char *path, GError **error);
/* The times of the header, and of the first and the last sample or marker. */
void gscope_record_ring_index_get_times (GVariant *self, gint64 *time, gint64 *start, gint64 *first,
                                         gint64 *last);
/* Finds a signal by its full name. */
gboolean
gscope_record_ring_index_find (GVariant *self, const char *name, GscopeRecordRingEntry *entry);
