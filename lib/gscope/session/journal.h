/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/access/rights.h>
#include <gscope/clock/clock.h>

/* The journal of an agent: a record of each write of a parameter, accepted or not, in a file of JSON lines, in the
 * systemd journal, and at other places that are added:
 *
 *   {"time", "principal", "origin", "writer", "parameter", "old", "asked", "new", "reason"}
 *
 * “new” is the value that was read back, “reason” why the write was refused. If a principal has too many writes refused,
 * or records could not be written, a record counts those that were left out:
 *
 *   {"time", "principal", "left-out", "reason"} */
typedef struct _GscopeJournal GscopeJournal;

/* A write that is not answered yet. */
typedef struct _GscopeJournalEntry GscopeJournalEntry;

/* Called when records cannot be written any more, and when they can again. */
typedef void (*GscopeJournalFunc) (gpointer data);

GscopeJournal *gscope_journal_new (GscopeJournalFunc func, gpointer data);
/* Ends the journal for its owner. Entries that have begun are written when they end. */
void gscope_journal_end (GscopeJournal *self);

/* Sets the clock that limits the rate of refused writes. */
void gscope_journal_set_clock (GscopeJournal *self, GscopeClock *clock);
/* NULL for no file. On an error the former file remains. */
gboolean
gscope_journal_set_file (GscopeJournal *self, const char *path, guint64 max_bytes, GError **error);
/* The socket of the systemd journal; NULL for none. */
void gscope_journal_set_socket (GscopeJournal *self, const char *path);
/* Gives each record to a function, too, until it is removed: a line of JSON. The function returns whether it takes the record,
 * and why not. */
typedef gboolean (*GscopeJournalOutlet) (gpointer data, const char *line, GError **error);
void gscope_journal_add_outlet (GscopeJournal *self, GscopeJournalOutlet func, gpointer data);
void gscope_journal_remove_outlet (GscopeJournal *self, gpointer data);
/* Returns why records cannot be written: a sentence; NULL if they can. */
const char *gscope_journal_get_problem (GscopeJournal *self);
/* Counts the records that could not be written. */
guint64 gscope_journal_get_n_lost (GscopeJournal *self);

/* Has a function called once, with the data of the journal, when all writes that have begun are recorded: at once if none
 * waits. */
void gscope_journal_await (GscopeJournal *self, GscopeJournalFunc settled);

/* Begins the record of a write. Values and writer may be NULL. */
GscopeJournalEntry *
gscope_journal_entry_begin (GscopeJournal *self, const GscopePrincipal *principal,
                            const char *parameter, GVariant *old, GVariant *asked,
                            const char *writer);
/* Begins the record of another write of the same parameter by the same principal. */
GscopeJournalEntry *gscope_journal_entry_repeat (GscopeJournalEntry *self, GVariant *old,
                                                 GVariant *asked, const char *writer);
/* Writes the record, and frees the entry. */
void gscope_journal_entry_end (GscopeJournalEntry *self, GVariant *value, const GError *error);
