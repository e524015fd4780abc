/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <tsl/guard/kind-private.h>

#include <errno.h>
#include <string.h>
#include <unistd.h>

typedef struct
{
  char path[512];
} Record;

G_STATIC_ASSERT (sizeof (Record) <= TSL_GUARD_RECORD_SIZE);

static void
terminate (gpointer record)
{
  Record *self = record;

  self->path[sizeof self->path - 1] = '\0';
}

static char *
restore (guint pid, gconstpointer record, int fd)
{
  const Record *self = record;

  return tsl_guard_explain (rmdir (self->path) != 0 ? errno : 0, _ ("cannot remove %s"),
                            self->path);
}

const TslGuardKind tsl_folder_kind = {
  .number = 5, .record_size = sizeof (Record), .terminate = terminate, .restore = restore
};

/**
 * tsl_guard_keep_folder:
 * @self: a guard
 * @path: a folder in /sys that the program will make, at most 511 bytes long
 * @error: reason why the folder cannot be registered
 *
 * Registers a folder that the guard removes when the program ends, such as an instance in tracefs: the kernel
 * removes what is in it. A folder of files is removed only if it is empty. Call this before you make the folder,
 * and do not make it if this function fails.
 *
 * Returns: the folder's number for [method@Guard.undo] and [method@Guard.forget]; 0 on failure
 *
 * Since: 1.0
 */
guint
tsl_guard_keep_folder (TslGuard *self, const char *path, GError **error)
{
  Record record = { 0 };

  g_return_val_if_fail (self && path, 0);
  g_return_val_if_fail (strlen (path) < sizeof record.path, 0);

  strcpy (record.path, path);
  return tsl_guard_keep (self, &tsl_folder_kind, 0, &record, -1, error);
}
