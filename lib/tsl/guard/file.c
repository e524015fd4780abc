/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <tsl/guard/kind-private.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct
{
  char path[512];
  char text[128];
} Record;

G_STATIC_ASSERT (sizeof (Record) <= TSL_GUARD_RECORD_SIZE);

static void
terminate (gpointer record)
{
  Record *self = record;

  self->path[sizeof self->path - 1] = '\0';
  self->text[sizeof self->text - 1] = '\0';
}

static char *
restore (guint pid, gconstpointer record, int fd)
{
  const Record *self = record;
  int file = open (self->path, O_WRONLY | O_CLOEXEC);
  int code = file < 0 || write (file, self->text, strlen (self->text)) < 0 ? errno : 0;

  if (file >= 0)
    close (file);
  return tsl_guard_explain (code, _ ("cannot restore %s"), self->path);
}

const TslGuardKind tsl_file_kind = {
  .number = 1, .record_size = sizeof (Record), .terminate = terminate, .restore = restore
};

/**
 * tsl_guard_keep_file:
 * @self: a guard
 * @path: a file in /proc or /sys, at most 511 bytes long; a file in /proc/TID is restored only
 *   while that thread exists
 * @text: the text to restore, at most 127 bytes long
 * @error: reason why the setting cannot be registered
 *
 * Registers a file whose text the guard restores when the program ends. Call this before you change
 * the file, and do not change the file if this function fails.
 *
 * Returns: the setting's number for [method@Guard.undo] and [method@Guard.forget]; 0 on failure
 *
 * Since: 1.0
 */
guint
tsl_guard_keep_file (TslGuard *self, const char *path, const char *text, GError **error)
{
  Record record = { 0 };
  guint tid = 0;

  g_return_val_if_fail (self && path && text, 0);
  g_return_val_if_fail (strlen (path) < sizeof record.path, 0);
  g_return_val_if_fail (strlen (text) < sizeof record.text, 0);

  strcpy (record.path, path);
  strcpy (record.text, text);
  /* the kernel reuses thread numbers */
  if (sscanf (path, "/proc/%u/", &tid) != 1)
    tid = 0;
  return tsl_guard_keep (self, &tsl_file_kind, tid, &record, -1, error);
}
