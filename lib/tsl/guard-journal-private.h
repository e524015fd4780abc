/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/guard-kept-private.h>

/* What a guard keeps, in a file beside the pages of its user, whose name says who its owner is: should both
 * be killed, tsl_guard_recover() of the next program finds it there. The owner makes it, and its guard writes
 * it under a lock. It has a place for each thing that is kept; those that are free are used again. */
typedef struct
{
  int fd;
  guint n_places;
  GArray *free;
} TslGuardJournal;

/* The owner's: the path of an empty one, or NULL. */
char *tsl_guard_journal_create (GError **error);

/* The guard's. What is in it already, of a guard that was killed, is added to all. Where there is none, or it
 * is somebody else's now, nothing is written. */
void tsl_guard_journal_open (TslGuardJournal *self, const char *path, GPtrArray *all);
void tsl_guard_journal_add (TslGuardJournal *self, TslGuardKept *kept);
void tsl_guard_journal_remove (TslGuardJournal *self, const TslGuardKept *kept);
/* When all is put back. */
void tsl_guard_journal_delete (TslGuardJournal *self, const char *path);
