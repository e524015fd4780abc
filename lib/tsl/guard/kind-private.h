/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/guard/guard.h>

/* The largest record, in bytes. */
#define TSL_GUARD_RECORD_SIZE 640

/* A periodic task of the guard while its owner lives. */
typedef struct
{
  gpointer (*begin) (void);
  /* Called twice a second with the threads and processes of the registered settings. */
  void (*look) (gpointer self, pid_t owner, const guint *pids, guint n);
  void (*end) (gpointer self);
} TslGuardDuty;

/* A kind of settings that guards restore. A mechanism provides the kind and its record, which is a structure without
 * pointers; lib/tsl/kinds.c lists all kinds. */
typedef struct
{
  /* Identifies the kind in journals: 1 or more, never reused for another kind. */
  guint number;
  gsize record_size;
  /* Completes the record of a new setting, so that it can be restored after the descriptor is
   * closed. Returns 0, or the reason why the setting cannot be restored (errno.h). NULL if records
   * are always complete. */
  int (*complete) (gpointer record, int fd);
  /* Terminates the strings of a record that another process wrote. NULL if records have no strings. */
  void (*terminate) (gpointer record);
  /* Restores the setting; fd is -1 if the descriptor is closed. Returns NULL if the setting is
   * restored or its object has ended; otherwise a clause with the reason (tsl_guard_explain). */
  char *(*restore) (guint pid, gconstpointer record, int fd);
  /* NULL for none. */
  const TslGuardDuty *duty;
} TslGuardKind;

/* All kinds; the last element is NULL. */
extern const TslGuardKind *const tsl_guard_kinds[];

extern const TslGuardKind tsl_file_kind;
extern const TslGuardKind tsl_folder_kind;
extern const TslGuardKind tsl_knob_kind;

/* Registers a setting of the thread or process pid with the guard; the setting ends with it. pid is
 * 0 for a setting of the kernel. The guard gets a copy of the descriptor; -1 for none. Returns a
 * number for tsl_guard_undo() and tsl_guard_forget(), or 0. */
guint tsl_guard_keep (TslGuard *self, const TslGuardKind *kind, guint pid, gconstpointer record,
                      int fd, GError **error);
/* Sets the error for a setting that cannot be registered. Returns 0. */
guint tsl_guard_refuse (int code, GError **error);

/* Returns the clause for a setting that cannot be restored; NULL if its object has ended. */
char *tsl_guard_explain (int code, const char *format, ...) G_GNUC_PRINTF (2, 3);
