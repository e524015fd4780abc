/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "item.h"

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
/* Adds all to target. Returns whether there was anything. */
gboolean proc_changes_move (ProcChanges *self, ProcChanges *target);
