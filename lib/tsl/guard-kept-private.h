/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/guard-message.h>

/* What is kept, as it was told: the owner has it, so that another guard can be told the same, its guard, and a
 * place of the journal. */
typedef struct
{
  TslGuardMessage message;
  /* -1 where there is none */
  int fd;
  /* of the journal */
  guint place;
} TslGuardKept;

TslGuardKept *tsl_guard_kept_new (const TslGuardMessage *message, int fd);
void tsl_guard_kept_free (gpointer kept);
/* Whether there is such a thing to keep. */
gboolean tsl_guard_kept_is_valid (const TslGuardMessage *message);
void tsl_guard_kept_undo (const TslGuardKept *self);
/* The latest first. */
void tsl_guard_kept_undo_all (const GPtrArray *all);
