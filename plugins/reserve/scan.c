/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "scan.h"

#include <sched.h>
#include <stdlib.h>
#include <sys/stat.h>

/* In older kernels a bit that says that children do not inherit may be set, too. */
static gboolean
has_reserve (pid_t tid)
{
  int policy = sched_getscheduler (tid);

  return policy >= 0 && (policy & ~SCHED_RESET_ON_FORK) == SCHED_DEADLINE;
}

static void
scan_thread (const char *name, GArray *found)
{
  pid_t tid = atoi (name);

  if (tid > 0 && has_reserve (tid))
    g_array_append_val (found, tid);
}

/* A directory of threads has a link for each, besides its own two: most processes have one thread, which has
 * their number, and are not worth listing. */
static void
scan_process (const char *pid, GArray *found)
{
  g_autofree char *path = g_strdup_printf ("/proc/%s/task", pid);
  g_autoptr (GDir) tasks = NULL;
  struct stat status;
  const char *name;

  if (stat (path, &status) != 0)
    return;
  if (status.st_nlink == 2 + 1)
    {
      scan_thread (pid, found);
      return;
    }
  tasks = g_dir_open (path, 0, NULL);
  while (tasks && (name = g_dir_read_name (tasks)))
    scan_thread (name, found);
}

GArray *
reserve_scan (void)
{
  g_autoptr (GDir) processes = g_dir_open ("/proc", 0, NULL);
  GArray *found = g_array_new (FALSE, FALSE, sizeof (pid_t));
  const char *name;

  while (processes && (name = g_dir_read_name (processes)))
    if (g_ascii_isdigit (name[0]))
      scan_process (name, found);
  return found;
}
