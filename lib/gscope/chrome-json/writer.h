/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/chrome-json/rows.h>
#include <gscope/chrome-json/sorter.h>
#include <gscope/control/marker.h>
#include <gscope/text/queue.h>

/* Returns the marker of an instant, which the caller unreferences. */
typedef GscopeMarker *(*GscopeChromeMarkerFunc) (gconstpointer data,
                                                 const GscopeChromeRecord *record);

/* Writes sorted records as tuples with annotations, after a head that describes the signals. */
typedef struct
{
  /* of the collector of the records */
  GscopeChromeSorter *sorter;
  GscopeChromeMarkerFunc make_marker;
  gconstpointer data;

  GscopeChromeRows rows;
  /* the names of the signals of counters */
  GPtrArray *counters;
  GString *head;

  GscopeTextQueue queue;
  gboolean has_ended;
} GscopeChromeWriter;

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
} GscopeChromeDamage;

void gscope_chrome_writer_init (GscopeChromeWriter *self, GscopeChromeSorter *sorter,
                                GscopeChromeMarkerFunc make_marker, gconstpointer data);
void gscope_chrome_writer_clear (GscopeChromeWriter *self);

/* Goes to the begin of the head, which is complete. */
void gscope_chrome_writer_rewind (GscopeChromeWriter *self);
/* Reads at most n bytes of text. Returns their number; 0 at the end. */
gsize gscope_chrome_writer_read (GscopeChromeWriter *self, char *text, gsize n);
/* Returns 0 if all of the file is in the text. Otherwise returns -1, with an error that names the
 * missing parts. */
gssize gscope_chrome_writer_end (const GscopeChromeWriter *self, const GscopeChromeDamage *damage,
                                 GError **error);
