/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "commands/tail.h"

#include <errno.h>
#include <gio/gio.h>
#include <gscope/file.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct _ToolsTail
{
  char *path;
  char *former_path;
  int fd;
  /* FILE.1 while FILE was read */
  struct stat former;
  gsize max;
  /* the begin of a line, whose end has not been written yet */
  GString *line;
  ToolsTailFunc func;
  gpointer data;
};

static gboolean
fail (GError **error)
{
  int code = errno;

  g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (code), g_strerror (code));
  return FALSE;
}

ToolsTail *
tools_tail_new (const char *path, gsize max, ToolsTailFunc func, gpointer data, GError **error)
{
  int fd = gscope_file_open (path, error);
  ToolsTail *self;
  int former;

  if (fd < 0)
    return NULL;
  self = g_new0 (ToolsTail, 1);
  self->path = g_strdup (path);
  self->former_path = g_strconcat (path, ".1", NULL);
  self->max = max;
  self->line = g_string_new (NULL);
  self->func = func;
  self->data = data;
  former = gscope_file_open (self->former_path, NULL);
  self->fd = former >= 0 ? former : fd;
  if (former >= 0)
    close (fd);
  return self;
}

void
tools_tail_free (ToolsTail *self)
{
  close (self->fd);
  g_string_free (self->line, TRUE);
  g_free (self->path);
  g_free (self->former_path);
  g_free (self);
}

gboolean
tools_tail_end (ToolsTail *self)
{
  gboolean goes_on = self->line->len == 0 || self->func (self->data, self->line->str);

  g_string_truncate (self->line, 0);
  return goes_on;
}

/* Passes on the lines of a part of the file. */
static gboolean
take (ToolsTail *self, const char *text, gsize size)
{
  while (size > 0)
    {
      const char *end = memchr (text, '\n', size);
      gsize length = end ? (gsize) (end - text) : size;

      g_string_append_len (self->line, text, (gssize) MIN (length, self->max - self->line->len));
      if (end && !tools_tail_end (self))
        return FALSE;
      length += end != NULL;
      text += length;
      size -= length;
    }
  return TRUE;
}

/* The writer takes back a line that the disk had no room for. */
static void
skip_back (ToolsTail *self)
{
  struct stat status;

  if (fstat (self->fd, &status) != 0 || status.st_size >= lseek (self->fd, 0, SEEK_CUR))
    return;
  lseek (self->fd, status.st_size, SEEK_SET);
  g_string_truncate (self->line, 0);
}

static gboolean
read_rest (ToolsTail *self, GError **error)
{
  char text[16384];
  gssize n;

  skip_back (self);
  while ((n = read (self->fd, text, sizeof text)) > 0)
    if (!take (self, text, (gsize) n))
      return FALSE;
  return n == 0 || fail (error);
}

static gboolean
is_at (ToolsTail *self, const char *path)
{
  struct stat open, named;

  return fstat (self->fd, &open) == 0 && stat (path, &named) == 0 && open.st_dev == named.st_dev
         && open.st_ino == named.st_ino;
}

static void
note_former (ToolsTail *self)
{
  if (stat (self->former_path, &self->former) != 0)
    self->former = (struct stat){ 0 };
}

/* A new file may get the inode of one that was removed. */
static gboolean
is_former_new (ToolsTail *self)
{
  const struct stat *known = &self->former;
  struct stat status;

  return stat (self->former_path, &status) == 0
         && (status.st_ino != known->st_ino || status.st_mtim.tv_sec != known->st_mtim.tv_sec
             || status.st_mtim.tv_nsec != known->st_mtim.tv_nsec);
}

/* Goes on to the next file: to a former one that is neither this one nor older, if there were two since the last time. */
static gboolean
open_next (ToolsTail *self)
{
  gboolean is_skipped = !is_at (self, self->former_path) && is_former_new (self);
  int fd = is_skipped ? gscope_file_open (self->former_path, NULL) : -1;

  if (fd < 0)
    fd = gscope_file_open (self->path, NULL);
  if (fd < 0)
    return FALSE;
  close (self->fd);
  self->fd = fd;
  return TRUE;
}

/* Nothing is appended to a file after it was renamed: its rest is read after its name was compared. */
gboolean
tools_tail_read (ToolsTail *self, GError **error)
{
  gboolean is_last;

  do
    {
      is_last = is_at (self, self->path);
      if (is_last)
        note_former (self);
      if (!read_rest (self, error))
        return FALSE;
    }
  while (!is_last && tools_tail_end (self) && open_next (self));
  return TRUE;
}
