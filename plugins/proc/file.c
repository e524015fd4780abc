/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "file.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <gscope/gscope.h>
#include <sys/stat.h>
#include <unistd.h>

ProcFile *
proc_file_new (const char *path)
{
  ProcFile *self = g_new0 (ProcFile, 1);

  self->path = g_strdup (path);
  self->fd = -1;
  self->text = g_string_new (NULL);
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
  g_string_free (self->text, TRUE);
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

gboolean
proc_file_read (ProcFile *self)
{
  if (self->fd < 0)
    return FALSE;
  self->problem = NULL;
  if (!gscope_file_read_text (self->fd, PROC_MAX_FILE, self->text))
    {
      close_file (self, g_strerror (errno));
      return FALSE;
    }
  if (self->text->len == PROC_MAX_FILE)
    self->problem = _ ("it is larger than 1 MiB; only the first MiB is read");
  return TRUE;
}
