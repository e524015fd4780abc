/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/guard/guard.h>

/* The largest record, in bytes. */
#define TSL_GUARD_RECORD_SIZE 640

/* What a guard does besides while its owner lives. */
typedef struct
{
  gpointer (*begin) (void);
  /* Called twice a second, with the threads and processes of the settings that are kept. */
  void (*look) (gpointer self, pid_t owner, const guint *pids, guint n);
  void (*end) (gpointer self);
} TslGuardDuty;

/* A kind of settings that guards restore. A mechanism provides the kind and its record, which is a structure without
 * pointers; lib/tsl/kinds.c lists all kinds. */
typedef struct
{
  /* The number of the kind in journals: from 1 on, and never given to another kind. */
  guint number;
  gsize record_size;
  /* Completes the record of a setting that is to be kept, for the time when the descriptor is closed. Returns 0, or the
   * reason why the setting cannot be restored (errno.h). NULL for nothing. */
  int (*complete) (gpointer record, int fd);
  /* Ends the texts of a record, whoever wrote it. NULL where there are none. */
  void (*terminate) (gpointer record);
  /* Restores the setting; fd is -1 where the descriptor is closed. Returns NULL if that is done, or if there is nothing
   * left to be restored; otherwise a clause that gives the reason (tsl_guard_explain). */
  char *(*restore) (guint pid, gconstpointer record, int fd);
  /* NULL for nothing. */
  const TslGuardDuty *duty;
} TslGuardKind;

/* All kinds, ended by NULL. */
extern const TslGuardKind *const tsl_guard_kinds[];

extern const TslGuardKind tsl_file_kind;
extern const TslGuardKind tsl_knob_kind;

/* Keeps a setting of this program's guard, for a thread or process that has it, or 0 for the kernel: its end is the end
 * of the setting. The guard gets a copy of the descriptor; -1 for none. Returns a number for tsl_guard_undo() and
 * tsl_guard_forget(), or 0. */
guint tsl_guard_keep (TslGuard *self, const TslGuardKind *kind, guint pid, gconstpointer record,
                      int fd, GError **error);
/* Sets the error for a setting that cannot be kept. Returns 0. */
guint tsl_guard_refuse (int code, GError **error);

/* The clause for a setting that cannot be restored; NULL if the thing itself has ended. */
char *tsl_guard_explain (int code, const char *what);
