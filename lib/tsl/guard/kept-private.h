/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/guard/message.h>

/* A thing that is kept. The owner has it, so that another guard can be told the same, its guard, and a place of the
 * journal. */
typedef struct
{
  const TslGuardKind *kind;
  TslGuardMessage message;
  /* -1 where there is none */
  int fd;
  /* of the journal */
  guint place;
} TslGuardKept;

/* Takes the descriptor. Returns NULL if there is no such kind of settings. */
TslGuardKept *tsl_guard_kept_new (const TslGuardMessage *message, int fd);
void tsl_guard_kept_free (gpointer kept);
/* Puts it back. Returns NULL if that is done, or if there is nothing left to be put back; otherwise a clause that says
 * why it is not. */
char *tsl_guard_kept_undo (const TslGuardKept *self);
