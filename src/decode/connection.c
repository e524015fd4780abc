/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "connection.h"

#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>

enum
{
  /* How many steps of its machine SQLite does before the time is looked at. */
  STEPS = 10000,
};

/* The file has been opened, and may have no name any more: the link of its descriptor leads to it, and cannot be replaced by the
 * name of the file. SQLite does not follow links by itself. */
static int
open_link (const char *path, int flags, int mode)
{
  return open (path, flags & ~O_NOFOLLOW, mode);
}

static int
keep_path (sqlite3_vfs *vfs, const char *path, int size, char *out)
{
  return g_strlcpy (out, path, (gsize) size) < (gsize) size ? SQLITE_OK : SQLITE_CANTOPEN;
}

static int
look_at_time (void *data)
{
  DecodeConnection *self = data;

  self->is_overdue = self->is_overdue || g_get_monotonic_time () > self->deadline;
  return self->is_overdue || self->output->is_closed;
}

static int
authorize (void *data, int action, const char *a, const char *b, const char *c, const char *d)
{
  switch (action)
    {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
    case SQLITE_FUNCTION:
      return SQLITE_OK;
    default:
      return SQLITE_DENY;
    }
}

static void
restrict_handle (DecodeConnection *self)
{
  static const struct
  {
    int limit;
    int value;
  } limits[] = {
    { SQLITE_LIMIT_LENGTH, 64 * 1024 * 1024 },
    { SQLITE_LIMIT_SQL_LENGTH, 100000 },
    { SQLITE_LIMIT_COLUMN, 1000 },
    { SQLITE_LIMIT_EXPR_DEPTH, 100 },
    { SQLITE_LIMIT_COMPOUND_SELECT, 50 },
    { SQLITE_LIMIT_VDBE_OP, 250000 },
    { SQLITE_LIMIT_FUNCTION_ARG, 16 },
    { SQLITE_LIMIT_ATTACHED, 0 },
    { SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100 },
    { SQLITE_LIMIT_TRIGGER_DEPTH, 1 },
    { SQLITE_LIMIT_WORKER_THREADS, 0 },
  };
  static const struct
  {
    int option;
    int value;
  } options[] = {
    { SQLITE_DBCONFIG_DEFENSIVE, 1 },
    { SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0 },
    { SQLITE_DBCONFIG_ENABLE_TRIGGER, 0 },
    { SQLITE_DBCONFIG_DQS_DML, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    sqlite3_limit (self->handle, limits[i].limit, limits[i].value);
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    sqlite3_db_config (self->handle, options[i].option, options[i].value, NULL);
  sqlite3_exec (self->handle, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0", NULL, NULL,
                NULL);
  sqlite3_set_authorizer (self->handle, authorize, self);
  sqlite3_progress_handler (self->handle, STEPS, look_at_time, self);
}

static void
fail (DecodeConnection *self)
{
  if (self->is_overdue)
    decode_output_fail (self->output, _ ("a row of it took more than %d s. Select what takes less"),
                        (int) (self->output->patience / G_USEC_PER_SEC));
  else
    decode_output_fail (self->output, _ ("SQLite reports: %s"), sqlite3_errmsg (self->handle));
}

static void
start_clock (DecodeConnection *self)
{
  self->deadline = g_get_monotonic_time () + self->output->patience;
}

gboolean
decode_connection_open (DecodeConnection *self, int fd, DecodeOutput *output)
{
  g_autofree char *path = g_strdup_printf ("file:/proc/self/fd/%d?immutable=1", fd);
  const sqlite3_vfs *usual = sqlite3_vfs_find (NULL);

  self->output = output;
  self->files = *usual;
  self->files.pNext = NULL;
  self->files.zName = "gscope";
  self->files.xFullPathname = keep_path;
  self->files.xSetSystemCall (&self->files, "open", (sqlite3_syscall_ptr) open_link);
  sqlite3_vfs_register (&self->files, FALSE);
  if (sqlite3_open_v2 (path, &self->handle,
                       SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX,
                       self->files.zName)
      != SQLITE_OK)
    {
      fail (self);
      return FALSE;
    }
  restrict_handle (self);
  return TRUE;
}

void
decode_connection_close (DecodeConnection *self)
{
  sqlite3_close (self->handle);
  sqlite3_vfs_unregister (&self->files);
}

sqlite3_stmt *
decode_connection_prepare (DecodeConnection *self, gsize *used, const char *format, ...)
{
  sqlite3_stmt *statement = NULL;
  g_autofree char *sql = NULL;
  const char *rest = NULL;
  va_list arguments;

  va_start (arguments, format);
  sql = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  start_clock (self);
  if (sqlite3_prepare_v2 (self->handle, sql, -1, &statement, &rest) != SQLITE_OK)
    fail (self);
  else if (!statement)
    decode_output_fail (self->output, "%s", _ ("the selection is empty"));
  if (used)
    *used = rest ? (gsize) (rest - sql) : 0;
  return statement;
}

DecodeStep
decode_connection_step (DecodeConnection *self, sqlite3_stmt *statement)
{
  start_clock (self);
  switch (sqlite3_step (statement))
    {
    case SQLITE_ROW:
      return DECODE_ROW;
    case SQLITE_DONE:
      return DECODE_NO_ROW;
    default:
      if (!self->output->is_closed)
        fail (self);
      return DECODE_FAILED;
    }
}

char *
decode_quote (const char *name)
{
  g_autoptr (GString) quoted = g_string_new (name);

  g_string_replace (quoted, "\"", "\"\"", 0);
  return g_strdup_printf ("\"%s\"", quoted->str);
}
