/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

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
  return tsl_guard_explain (code, self->path);
}

const TslGuardKind tsl_file_kind = {
  .number = 1, .record_size = sizeof (Record), .terminate = terminate, .restore = restore
};

/**
 * tsl_guard_keep_file:
 * @self: a guard
 * @path: a file of the kernel, of at most 511 bytes; one of /proc/TID as long as there is that thread
 * @text: the text to restore, of at most 127 bytes
 * @error: reason why the setting cannot be kept
 *
 * Restores the text of a file when the program ends. Keep it before it is turned, and do not turn
 * it if it is not kept.
 *
 * Returns: a number for [method@Guard.undo] and [method@Guard.forget], or 0
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
  /* a later thread may have the same number */
  if (sscanf (path, "/proc/%u/", &tid) != 1)
    tid = 0;
  return tsl_guard_keep (self, &tsl_file_kind, tid, &record, -1, error);
}
