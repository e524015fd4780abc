/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* In the order of records of one time. */
typedef enum
{
  GSCOPE_CHROME_END,
  GSCOPE_CHROME_BEGIN,
  GSCOPE_CHROME_COUNTER,
  GSCOPE_CHROME_INSTANT,
} GscopeChromeKind;

/* A change of a thread or a counter. */
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
} GscopeChromeRecord;

/* Sorts records by time; of those of one time, ends are first, and what begins comes before what ends sooner. It takes a bounded amount of
 * memory: most of many records are in a temporary file. */
typedef struct _GscopeChromeSorter GscopeChromeSorter;

/* `run` is how many records are kept in memory. */
GscopeChromeSorter *gscope_chrome_sorter_new (gsize run);
void gscope_chrome_sorter_free (GscopeChromeSorter *self);

gboolean gscope_chrome_sorter_add (GscopeChromeSorter *self, const GscopeChromeRecord *record,
                                   GError **error);
/* Adds the begin of a state, and its end unless its duration is 0 or G_MAXINT64, which is one that does not end. */
gboolean gscope_chrome_sorter_add_state (GscopeChromeSorter *self, const GscopeChromeRecord *begin,
                                         GError **error);
/* All records were added. Goes to the first one. */
gboolean gscope_chrome_sorter_finish (GscopeChromeSorter *self, GError **error);
void gscope_chrome_sorter_rewind (GscopeChromeSorter *self);
/* Gets the next record. Returns FALSE at the end. */
gboolean gscope_chrome_sorter_next (GscopeChromeSorter *self, GscopeChromeRecord *record);
/* Returns whether the temporary file could not be read again. */
gboolean gscope_chrome_sorter_is_damaged (const GscopeChromeSorter *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeChromeSorter, gscope_chrome_sorter_free)
