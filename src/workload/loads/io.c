/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "loads/load.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <string.h>
#include <unistd.h>

#define MIB (1024 * 1024)
/* Values of the dissertation's experiment: bytes per call, calls per file, repetitions. */
#define CHUNK (2 * MIB)
#define N_CHUNKS 4
#define N_TIMES 5

typedef struct
{
  int fd;
  char *buffer;
} File;

/* Opens a file without a name, which ends with the program even if it is killed. */
static int
open_nameless (const char *directory)
{
  g_autofree char *path = NULL;
  int fd = open (directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

  if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != ENOENT))
    return fd;
  path = g_build_filename (directory, "gscope-workload-XXXXXX", NULL);
  fd = g_mkstemp_full (path, O_RDWR | O_CLOEXEC, 0600);
  if (fd >= 0)
    unlink (path);
  return fd;
}

static gpointer
open_io (GError **error)
{
  int fd = open_nameless (g_get_tmp_dir ());
  File *self;

  if (fd < 0)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
                   _ ("cannot create a file of 8 MB in “%s”: %s; set TMPDIR to another directory"),
                   g_get_tmp_dir (), g_strerror (errno));
      return NULL;
    }
  self = g_new (File, 1);
  self->fd = fd;
  self->buffer = g_malloc (CHUNK);
  memset (self->buffer, 1, CHUNK);
  return self;
}

static gboolean
go_through (WorkloadLoad *load, const File *self)
{
  for (guint i = 0; i < N_CHUNKS; i++)
    if (workload_load_is_ending (load)
        || pwrite (self->fd, self->buffer, CHUNK, (off_t) i * CHUNK) != CHUNK
        || pread (self->fd, self->buffer, CHUNK, (off_t) i * CHUNK) != CHUNK)
      return FALSE;
  return TRUE;
}

static gboolean
work_io (WorkloadLoad *load, gpointer state)
{
  for (guint i = 0; i < N_TIMES; i++)
    if (!go_through (load, state))
      return FALSE;
  return TRUE;
}

static void
close_io (gpointer state)
{
  File *self = state;

  close (self->fd);
  g_free (self->buffer);
  g_free (self);
}

const WorkloadLoadKind workload_load_io = {
  .name = "io",
  .title = N_ ("I/O"),
  .description = N_ ("Writes and reads a file of 8 MB five times, 2 MB per call"),
  .open = open_io,
  .work = work_io,
  .close = close_io,
};
