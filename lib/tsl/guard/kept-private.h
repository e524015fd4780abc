/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/guard/message.h>

/* A setting that a guard restores. The owner has a copy to start another guard with; the guard has
 * one, and its journal a third. */
typedef struct
{
  const TslGuardKind *kind;
  TslGuardMessage message;
  /* file descriptor of the setting; -1 for none */
  int fd;
  /* place in the journal */
  guint place;
} TslGuardKept;

/* Takes the descriptor. Returns NULL if the message's kind of settings is unknown. */
TslGuardKept *tsl_guard_kept_new (const TslGuardMessage *message, int fd);
void tsl_guard_kept_free (gpointer kept);
/* Restores the setting. Returns NULL if the setting is restored or its object has ended; otherwise
 * a clause with the reason. */
char *tsl_guard_kept_undo (const TslGuardKept *self);
