/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "loads/load.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <unistd.h>

/* The dissertation reads a file of 512 MB, the memory itself, which few kernels offer today. These
 * files are long, too, and the kernel generates them while they are read. */
static const char *const files[] = { "/proc/kallsyms", "/proc/interrupts", "/proc/stat",
                                     "/proc/vmallocinfo", "/proc/zoneinfo" };
static const char *const process_files[] = { "smaps", "stat", "maps" };

#define BUFFER_SIZE 65536

static gpointer
open_procfs (GError **error)
{
  if (g_file_test ("/proc/stat", G_FILE_TEST_EXISTS))
    return g_malloc (BUFFER_SIZE);
  g_set_error_literal (
      error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
      _ ("cannot read /proc: it is not mounted; mount it (mount -t proc proc /proc)"));
  return NULL;
}

/* Skips files that this user may not read. */
static gboolean
read_all (WorkloadLoad *load, const char *path, char *buffer)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

  while (fd >= 0 && !workload_load_is_ending (load) && read (fd, buffer, BUFFER_SIZE) > 0)
    ;
  if (fd >= 0)
    close (fd);
  return !workload_load_is_ending (load);
}

static gboolean
read_process (WorkloadLoad *load, const char *pid, char *buffer)
{
  for (guint i = 0; i < G_N_ELEMENTS (process_files); i++)
    {
      g_autofree char *path = g_build_filename ("/proc", pid, process_files[i], NULL);

      if (!read_all (load, path, buffer))
        return FALSE;
    }
  return TRUE;
}

static gboolean
work_procfs (WorkloadLoad *load, gpointer state)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc", 0, NULL);
  const char *name;

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    if (!read_all (load, files[i], state))
      return FALSE;
  while (dir && (name = g_dir_read_name (dir)))
    if (g_ascii_isdigit (name[0]) && !read_process (load, name, state))
      return FALSE;
  return TRUE;
}

const WorkloadLoadKind workload_load_procfs = {
  .name = "procfs",
  .title = N_ ("/proc"),
  .description = N_ ("Reads files in /proc about the kernel and all processes"),
  .open = open_procfs,
  .work = work_procfs,
  .close = g_free,
};
