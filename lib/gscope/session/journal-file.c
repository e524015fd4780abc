/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/session/journal-file.h>

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <gscope/error.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct _GscopeJournalFile
{
  char *path;
  char *former_path;
  guint64 max_bytes;
  int fd;
};

static gboolean
fail (GscopeJournalFile *self, int code, GError **error)
{
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code),
               _ ("Cannot write the journal “%s”: %s. Make room for it, or choose another file."),
               self->path, g_strerror (code));
  return FALSE;
}

static void
close_file (GscopeJournalFile *self)
{
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
}

/* A pipe or a device is refused without waiting for its other end. */
static gboolean
open_file (GscopeJournalFile *self, GError **error)
{
  struct stat status;

  self->fd =
      g_open (self->path,
              O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0600);
  if (self->fd < 0)
    return fail (self, errno, error);
  if (fstat (self->fd, &status) == 0 && S_ISREG (status.st_mode))
    return TRUE;
  close_file (self);
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
               _ ("Cannot write the journal “%s”: it is not a regular file. Choose another file."),
               self->path);
  return FALSE;
}

GscopeJournalFile *
gscope_journal_file_new (const char *path, guint64 max_bytes, GError **error)
{
  GscopeJournalFile *self = g_new0 (GscopeJournalFile, 1);

  self->path = g_strdup (path);
  self->former_path = g_strconcat (path, ".1", NULL);
  self->max_bytes = max_bytes;
  if (open_file (self, error))
    return self;
  gscope_journal_file_free (self);
  return NULL;
}

void
gscope_journal_file_free (GscopeJournalFile *self)
{
  close_file (self);
  g_free (self->path);
  g_free (self->former_path);
  g_free (self);
}

/* Returns whether the open file still has its name: another program may have renamed or removed it. */
static gboolean
is_current (GscopeJournalFile *self, const struct stat *status)
{
  struct stat named;

  return stat (self->path, &named) == 0 && named.st_dev == status->st_dev
         && named.st_ino == status->st_ino;
}

/* Opens a file that has room for a line. `size` gets its size. */
static gboolean
prepare (GscopeJournalFile *self, gsize length, off_t *size, GError **error)
{
  struct stat status = { 0 };

  if (self->fd >= 0 && (fstat (self->fd, &status) != 0 || !is_current (self, &status)))
    close_file (self);
  if (self->fd < 0)
    {
      if (!open_file (self, error))
        return FALSE;
      if (fstat (self->fd, &status) != 0)
        return fail (self, errno, error);
    }
  *size = status.st_size;
  if (status.st_size == 0 || (guint64) status.st_size + length <= self->max_bytes / 2)
    return TRUE;
  if (g_rename (self->path, self->former_path) != 0)
    return fail (self, errno, error);
  close_file (self);
  *size = 0;
  return open_file (self, error);
}

gboolean
gscope_journal_file_append (GscopeJournalFile *self, const char *line, GError **error)
{
  g_autofree char *text = g_strconcat (line, "\n", NULL);
  gsize length = strlen (text);
  off_t size;
  gssize n;

  if (!prepare (self, length, &size, error))
    return FALSE;
  n = write (self->fd, text, length);
  if (n == (gssize) length)
    return TRUE;
  if (n < 0)
    return fail (self, errno, error);
  /* The disk is full: the next line begins where this one did. */
  if (ftruncate (self->fd, size) != 0)
    return fail (self, errno, error);
  return fail (self, ENOSPC, error);
}
