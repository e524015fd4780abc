/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "item.h"
#include "options.h"

/* The changes that a reader found. */
typedef struct
{
  /* Of ProcItem, with a reference each. */
  GPtrArray *added;
  GPtrArray *gone;
  /* The faults; empty for none, NULL if they are unchanged. */
  char *status;
} ProcChanges;

void proc_changes_init (ProcChanges *self);
void proc_changes_clear (ProcChanges *self);

/* Reads everything that a source offers, in one thread at a time. Between two reads its owner takes
 * what has come and gone. */
typedef struct _ProcReader ProcReader;

ProcReader *proc_reader_new (const ProcOptions *options, GscopeClock *clock);
void proc_reader_free (ProcReader *self);
/* Reads all files once. Changes of the list are noticed once a second. choice is which of a core's
 * times is shown. */
void proc_reader_read (ProcReader *self, const ProcSettings *settings, guint choice);
/* Leaves everything without value. */
void proc_reader_clear (ProcReader *self, GscopeGapCause cause);
/* Moves what changed since the last call. Returns whether anything did. */
gboolean proc_reader_take_changes (ProcReader *self, ProcChanges *changes);
