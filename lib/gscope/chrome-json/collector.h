/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/chrome-json/events.h>
#include <gscope/chrome-json/tracks.h>
#include <gscope/import/sorter.h>

/* The owner of an instant, in the place of the duration of its record. */
enum
{
  GSCOPE_CHROME_OF_THREAD,
  GSCOPE_CHROME_OF_PROCESS,
  GSCOPE_CHROME_OF_ALL,
};

/* All events of a file: the records that they make, and what they say about threads and counters. */
typedef struct
{
  GscopeChromeTracks tracks;
  GscopeImportSorter *sorter;
  guint32 n_events;
  /* microseconds since 1970; 0 if the file does not say when its times begin */
  gint64 beginning;

  /* what is left out */
  gboolean is_cut;
  guint64 n_malformed;
  guint64 n_beyond;
  /* of kinds that are not read, and the first of them */
  guint64 n_others;
  char other;
} GscopeChromeCollector;

void gscope_chrome_collector_init (GscopeChromeCollector *self);
void gscope_chrome_collector_clear (GscopeChromeCollector *self);

/* Reads a file to its end, once. fd remains the caller's. */
gboolean gscope_chrome_collector_read (GscopeChromeCollector *self, int fd, GError **error);
