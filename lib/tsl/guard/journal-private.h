/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/guard/kept-private.h>

/* The file in which a guard writes its settings, in the user's directory of pages: if guard and
 * owner are both killed, tsl_guard_recover() of the next program finds it. The file begins with the
 * owner's identity. The owner creates it and holds an fcntl(2) lock on it, its guard a flock(2)
 * lock, for as long as they live. The file has a place for each setting; free places are used
 * again. */
typedef struct
{
  int fd;
  guint n_places;
  GArray *free;
} TslGuardJournal;

/* For the owner: creates an empty journal. Returns its name in the directory, or NULL. */
char *tsl_guard_journal_create (int directory, int *fd, GError **error);

/* For the guard: opens the owner's journal. Adds the settings of a killed guard to `all`; if `all`
 * is NULL, drops them. If the journal is missing or has another owner, the descriptor is -1. */
void
tsl_guard_journal_open (TslGuardJournal *self, int directory, const char *name, GPtrArray *all);
/* Returns 0, or the reason why the setting was not written; the journal is then unchanged. */
int tsl_guard_journal_add (TslGuardJournal *self, TslGuardKept *kept);
void tsl_guard_journal_remove (TslGuardJournal *self, const TslGuardKept *kept);
void tsl_guard_journal_close (TslGuardJournal *self);
