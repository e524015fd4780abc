/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/control/marker.h>
#include <gscope/import/rows.h>
#include <gscope/import/sorter.h>
#include <gscope/text/queue.h>

/* Returns the marker of an instant, which the caller unreferences. */
typedef GscopeMarker *(*GscopeImportMarkerFunc) (gconstpointer data,
                                                 const GscopeImportRecord *record);

/* Writes sorted records as tuples with annotations, after a head that describes the signals. */
typedef struct
{
  /* of the collector of the records */
  GscopeImportSorter *sorter;
  GscopeImportMarkerFunc make_marker;
  gconstpointer data;

  GscopeImportRows rows;
  /* the names of the signals of counters */
  GPtrArray *counters;
  GString *head;

  GscopeTextQueue queue;
  gboolean has_ended;
} GscopeImportWriter;

/* The parts of a file that are not in its text. */
typedef struct
{
  gboolean is_cut;
  /* the offset of the first damaged byte; 0 if there is none */
  guint64 begin;
  guint64 n_malformed;
  /* a sentence about events of kinds that are not read; NULL if there are none */
  const char *others;
  /* events of threads or counters that are too many */
  guint64 n_beyond;
} GscopeImportDamage;

void gscope_import_writer_init (GscopeImportWriter *self, GscopeImportSorter *sorter,
                                GscopeImportMarkerFunc make_marker, gconstpointer data);
void gscope_import_writer_clear (GscopeImportWriter *self);

/* Goes to the begin of the head, which is complete. */
void gscope_import_writer_rewind (GscopeImportWriter *self);
/* Reads at most n bytes of text. Returns their number; 0 at the end. */
gsize gscope_import_writer_read (GscopeImportWriter *self, char *text, gsize n);
/* Returns 0 if all of the file is in the text. Otherwise returns -1, with an error that names the
 * missing parts. */
gssize gscope_import_writer_end (const GscopeImportWriter *self, const GscopeImportDamage *damage,
                                 GError **error);
