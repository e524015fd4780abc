/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "item.h"
#include "options.h"

/* Changes found by a reader. */
typedef struct
{
  /* ProcItem; each element holds a reference. */
  GPtrArray *added;
  GPtrArray *gone;
  /* Description of all faults; empty for none, NULL if unchanged. */
  char *status;
} ProcChanges;

void proc_changes_init (ProcChanges *self);
void proc_changes_clear (ProcChanges *self);

/* Reads all values of a source, in one thread at a time. Between two reads the owner takes the
 * changes. */
typedef struct _ProcReader ProcReader;

ProcReader *proc_reader_new (const ProcOptions *options, GscopeClock *clock);
void proc_reader_free (ProcReader *self);
/* Reads all files once. New and removed objects are noticed once a second. choice selects the kind
 * of a core's time that is shown. */
void proc_reader_read (ProcReader *self, const ProcSettings *settings, guint choice);
/* Sets all values to a gap of the given cause. */
void proc_reader_clear (ProcReader *self, GscopeGapCause cause);
/* Returns how often a number of the user's own signals was not found. */
guint64 proc_reader_count_failed (ProcReader *self);
/* Moves the changes since the last call to the caller. Returns whether there were any. */
gboolean proc_reader_take_changes (ProcReader *self, ProcChanges *changes);
