/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/import/sorter.h>

/* The states of threads: nested states of a thread are in rows below each other. The signal of a row has the states in which the
 * thread is longest. */

enum
{
  /* of a thread */
  GSCOPE_IMPORT_MAX_DEPTH = 64,
  GSCOPE_IMPORT_MAX_ROWS = 1024,
  /* the colours of signals and states repeat after these */
  GSCOPE_IMPORT_N_COLORS = 16,

  /* the values of a signal, before those of names */
  GSCOPE_IMPORT_IDLE = 0,
  GSCOPE_IMPORT_OTHER,
  GSCOPE_IMPORT_FIRST_NAME,
};

typedef struct
{
  guint thread;
  /* from 0 on, for the outermost states */
  guint depth;
  /* the full name of its signal */
  char *signal;

  /* the state that has begun and not ended, and the time of its begin */
  gboolean is_open;
  guint32 number;
  guint32 name;
  gint64 since;

  /* the time in each state, nanoseconds as guint64, by the index of its name plus 1; NULL once the names are chosen */
  GHashTable *durations;
  /* the values by the index of the name plus 1, and the names in the order of their values */
  GHashTable *values;
  GArray *names;
} GscopeImportRow;

typedef struct
{
  /* GscopeImportRow */
  GPtrArray *all;
  /* arrays of rows by thread; NULL where there is none */
  GPtrArray *by_thread;
  guint n_durations;
  /* states that have no row, when they began the first time */
  guint64 n_beyond;
  gboolean has_chosen;
} GscopeImportRows;

void gscope_import_rows_init (GscopeImportRows *self);
void gscope_import_rows_clear (GscopeImportRows *self);

/* Ends all states. */
void gscope_import_rows_end_all (GscopeImportRows *self, gint64 time);
/* Takes all records of a sorter, and chooses the names. */
void gscope_import_rows_rank (GscopeImportRows *self, GscopeImportSorter *sorter);
/* Appends how a record of a state, which begins or ends, changes the signal of its row. */
void
gscope_import_rows_append (GscopeImportRows *self, const GscopeImportRecord *record, GString *text);

/* Returns the name of a state for users, which the caller frees. */
typedef char *(*GscopeImportNameFunc) (gconstpointer data, guint32 name);

/* Appends the description of the signal of a row. `title` is the title of the outermost row, with which the title begins. */
void gscope_import_row_describe (const GscopeImportRow *self, GString *text, const char *title,
                                 guint color, GscopeImportNameFunc dup_name, gconstpointer data);
/* Adds the name of a signal to a set of names, and returns a copy, which the caller frees. A name that is in the set gets a number:
 * names are cut, so that some are the same. */
char *gscope_import_rows_add_name (GHashTable *names, GString *name);
/* Names the signal of a row. `name` has the name of the outermost row; the rest is appended. */
void gscope_import_row_name (GscopeImportRow *self, GHashTable *names, GString *name);
