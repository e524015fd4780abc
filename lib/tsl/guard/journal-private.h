/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/guard/kept-private.h>

/* The things that a guard keeps, in a file beside the pages of its user: should guard and owner be killed at once,
 * tsl_guard_recover() of the next program finds it there. It begins with the owner's identity. The owner makes it and
 * holds a lock of fcntl(2) on it, and its guard one of flock(2), for as long as they live. It has a place for each thing
 * that is kept; free places are used again. */
typedef struct
{
  int fd;
  guint n_places;
  GArray *free;
} TslGuardJournal;

/* The owner's: the name of an empty one in the directory, and its descriptor; or NULL. */
char *tsl_guard_journal_create (int directory, int *fd, GError **error);

/* The guard's. The entries of a guard that was killed are added to all; where that is NULL, they are dropped. Where
 * there is no journal, or it is somebody else's, its descriptor is -1. */
void
tsl_guard_journal_open (TslGuardJournal *self, int directory, const char *name, GPtrArray *all);
/* Returns 0, or why it is not written; the journal is then as it was. */
int tsl_guard_journal_add (TslGuardJournal *self, TslGuardKept *kept);
void tsl_guard_journal_remove (TslGuardJournal *self, const TslGuardKept *kept);
void tsl_guard_journal_close (TslGuardJournal *self);
