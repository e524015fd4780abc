/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "file.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <gscope/gscope.h>
#include <sys/stat.h>
#include <unistd.h>

#define FIRST_CAPACITY 4096

ProcFile *
proc_file_new (const char *path)
{
  ProcFile *self = g_new0 (ProcFile, 1);

  self->path = g_strdup (path);
  self->fd = -1;
  self->capacity = FIRST_CAPACITY;
  self->text = g_malloc (self->capacity + 1);
  return self;
}

static void
close_file (ProcFile *self, const char *problem)
{
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
  self->problem = problem;
}

void
proc_file_free (ProcFile *self)
{
  close_file (self, NULL);
  g_free (self->path);
  g_free (self->text);
  g_free (self);
}

void
proc_file_open (ProcFile *self)
{
  g_autoptr (GError) error = NULL;
  struct stat status;

  if (self->fd >= 0 && fstat (self->fd, &status) == 0 && status.st_nlink > 0)
    return;
  close_file (self, NULL);
  self->fd = gscope_file_open (self->path, &error);
  if (error)
    self->problem =
        error->domain == GSCOPE_ERROR ? _ ("it is not a regular file") : g_strerror (errno);
}

static gboolean
make_room (ProcFile *self)
{
  if (self->length < self->capacity)
    return TRUE;
  if (self->capacity >= PROC_MAX_FILE)
    return FALSE;
  self->capacity *= 2;
  self->text = g_realloc (self->text, self->capacity + 1);
  return TRUE;
}

/* The kernel returns files of /proc in parts, so only a read of 0 bytes is the end. */
gboolean
proc_file_read (ProcFile *self)
{
  self->length = 0;
  if (self->fd < 0)
    return FALSE;
  self->problem = NULL;
  while (make_room (self))
    {
      gssize n =
          pread (self->fd, self->text + self->length, self->capacity - self->length, self->length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        {
          close_file (self, g_strerror (errno));
          return FALSE;
        }
      self->length += n;
      self->text[self->length] = 0;
      if (n == 0)
        return TRUE;
    }
  self->problem = _ ("it is larger than 1 MiB; only the first MiB is read");
  return TRUE;
}
