/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* In the order of records of one time. */
typedef enum
{
  GSCOPE_IMPORT_END,
  GSCOPE_IMPORT_BEGIN,
  GSCOPE_IMPORT_COUNTER,
  GSCOPE_IMPORT_INSTANT,
} GscopeImportKind;

/* A change of a thread or a counter in a file of another program. */
typedef struct
{
  gint64 time;
  /* the value of a counter; how long the thread is in a state that begins, G_MAXINT64 if it does not end */
  union
  {
    double value;
    gint64 duration;
  };
  guint32 kind;
  /* of the threads or counters */
  guint32 subject;
  guint32 name;
  /* of the event; the begin and the end of a state have the same */
  guint32 number;
} GscopeImportRecord;

/* Sorts records by time. At the same time, ends come first, then begins, of which the longest state is first. The memory is
 * bounded: most of a large number of records are in a temporary file. */
typedef struct _GscopeImportSorter GscopeImportSorter;

/* `run` is how many records are kept in memory. */
GscopeImportSorter *gscope_import_sorter_new (gsize run);
void gscope_import_sorter_free (GscopeImportSorter *self);

gboolean gscope_import_sorter_add (GscopeImportSorter *self, const GscopeImportRecord *record,
                                   GError **error);
/* Adds the begin of a state, and its end unless its duration is 0, or G_MAXINT64 for a state that does not end. */
gboolean gscope_import_sorter_add_state (GscopeImportSorter *self, const GscopeImportRecord *begin,
                                         GError **error);
/* All records were added. Goes to the first one. */
gboolean gscope_import_sorter_finish (GscopeImportSorter *self, GError **error);
void gscope_import_sorter_rewind (GscopeImportSorter *self);
/* Gets the next record. Returns FALSE at the end. */
gboolean gscope_import_sorter_next (GscopeImportSorter *self, GscopeImportRecord *record);
/* Returns whether the temporary file could not be read again. */
gboolean gscope_import_sorter_is_damaged (const GscopeImportSorter *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeImportSorter, gscope_import_sorter_free)
