/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "diag/pid.h"

#include "diag/process.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum
{
  /* Limit of the chain of parents, which may change while it is read. */
  MAX_DEPTH = 256
};

typedef struct
{
  pid_t pid;
  pid_t parent;
  guint64 start;
  gboolean is_descendant;
} Candidate;

static gboolean
read_text (int folder, const char *name, char *text, gsize size)
{
  int fd = openat (folder, name, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : read (fd, text, size - 1);

  if (fd >= 0)
    close (fd);
  if (n > 0)
    text[n] = '\0';
  return n > 0;
}

/* Parses stat (proc(5)). Ignores zombies. */
static gboolean
read_candidate (int folder, Candidate *candidate)
{
  char text[1024];
  const char *rest;
  char state;

  /* the name, in parentheses, may contain parentheses */
  if (!read_text (folder, "stat", text, sizeof text) || !(rest = strrchr (text, ')')))
    return FALSE;
  candidate->pid = strtol (text, NULL, 10);
  return sscanf (rest,
                 ") %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d "
                 "%" G_GUINT64_FORMAT,
                 &state, &candidate->parent, &candidate->start)
             == 3
         && !strchr ("ZXx", state);
}

static int
open_process (int proc, const char *pid)
{
  return openat (proc, pid, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

static pid_t
read_parent (int proc, pid_t pid)
{
  Candidate candidate;
  char name[16];
  int folder;
  gboolean is_read;

  g_snprintf (name, sizeof name, "%d", pid);
  folder = open_process (proc, name);
  is_read = folder >= 0 && read_candidate (folder, &candidate);
  if (folder >= 0)
    close (folder);
  return is_read ? candidate.parent : 0;
}

static gboolean
descends_from_here (int proc, pid_t parent)
{
  for (guint i = 0; parent > 0 && i < MAX_DEPTH; i++)
    {
      if (parent == getpid ())
        return TRUE;
      parent = read_parent (proc, parent);
    }
  return FALSE;
}

static gboolean
is_better (const Candidate *a, const Candidate *b)
{
  if (a->is_descendant != b->is_descendant)
    return a->is_descendant;
  return a->start != b->start ? a->start > b->start : a->pid > b->pid;
}

static void
consider (int proc, const char *pid, const char *name, Candidate *best)
{
  Candidate candidate;
  int folder = open_process (proc, pid);

  if (folder < 0)
    return;
  if (tcp_process_has_name (folder, name) && read_candidate (folder, &candidate))
    {
      candidate.is_descendant = descends_from_here (proc, candidate.parent);
      if (is_better (&candidate, best))
        *best = candidate;
    }
  close (folder);
}

pid_t
tcp_pid_find (const char *process, gboolean *is_descendant)
{
  Candidate best = { 0 };
  struct dirent *entry;
  DIR *proc;

  *is_descendant = FALSE;
  if (g_ascii_isdigit (process[0]))
    return strtol (process, NULL, 10);
  proc = opendir ("/proc");
  if (!proc)
    return 0;
  while ((entry = readdir (proc)))
    if (g_ascii_isdigit (entry->d_name[0]))
      consider (dirfd (proc), entry->d_name, process, &best);
  closedir (proc);
  *is_descendant = best.is_descendant;
  return best.pid;
}
