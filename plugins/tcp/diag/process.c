/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "diag/process.h"

#include "diag/message.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum
{
  MAX_INODES = 65536,
  /* Limit of the chain of parents, which may change while it is read. */
  MAX_DEPTH = 256,
};

static int
open_process (int proc, const char *pid)
{
  return openat (proc, pid, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

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

static gboolean
read_name (int folder, char comm[TCP_PROCESS_SIZE + 1])
{
  if (!read_text (folder, "comm", comm, TCP_PROCESS_SIZE + 1))
    return FALSE;
  if (g_str_has_suffix (comm, "\n"))
    comm[strlen (comm) - 1] = '\0';
  return TRUE;
}

gboolean
tcp_process_has_name (int folder, const char *name)
{
  char comm[TCP_PROCESS_SIZE + 1];

  return read_name (folder, comm) && g_str_equal (comm, name);
}

static gboolean
read_inode (int folder, const char *name, guint *inode)
{
  char target[64];
  ssize_t n = readlinkat (folder, name, target, sizeof target - 1);

  if (n <= 0)
    return FALSE;
  target[n] = '\0';
  return sscanf (target, "socket:[%u]", inode) == 1;
}

/* Returns FALSE if this user may not read the links of the process. */
static gboolean
add_link (TcpProcessSet *self, int folder, const char *name)
{
  guint inode;

  errno = 0;
  if (read_inode (folder, name, &inode))
    g_hash_table_add (self->inodes, GUINT_TO_POINTER (inode));
  return errno != EACCES;
}

static void
add_sockets (TcpProcessSet *self, int folder)
{
  int fd = openat (folder, "fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *files = fd < 0 ? NULL : fdopendir (fd);
  struct dirent *entry;

  if (!files)
    {
      self->n_denied += errno == EACCES || errno == EPERM;
      if (fd >= 0)
        close (fd);
      return;
    }
  while ((entry = readdir (files)) && g_hash_table_size (self->inodes) < MAX_INODES)
    if (g_ascii_isdigit (entry->d_name[0]) && !add_link (self, fd, entry->d_name))
      {
        self->n_denied++;
        break;
      }
  closedir (files);
}

static void
add_process (TcpProcessSet *self, int proc, const char *pid, const char *name)
{
  int folder = open_process (proc, pid);

  if (folder < 0)
    return;
  if (!name || tcp_process_has_name (folder, name))
    {
      self->n_processes++;
      add_sockets (self, folder);
    }
  close (folder);
}

static void
add_named (TcpProcessSet *self, DIR *proc, const char *name)
{
  struct dirent *entry;

  while ((entry = readdir (proc)))
    if (g_ascii_isdigit (entry->d_name[0]))
      add_process (self, dirfd (proc), entry->d_name, name);
}

TcpProcessSet *
tcp_process_set_new (const char *process)
{
  TcpProcessSet *self = g_new0 (TcpProcessSet, 1);
  DIR *proc = opendir ("/proc");

  self->inodes = g_hash_table_new (NULL, NULL);
  if (!proc)
    return self;
  if (g_ascii_isdigit (process[0]))
    add_process (self, dirfd (proc), process, NULL);
  else
    add_named (self, proc, process);
  closedir (proc);
  return self;
}

void
tcp_process_set_free (TcpProcessSet *self)
{
  g_hash_table_unref (self->inodes);
  g_free (self);
}

gboolean
tcp_process_set_contains (TcpProcessSet *self, guint32 inode)
{
  return g_hash_table_contains (self->inodes, GUINT_TO_POINTER (inode));
}

/* Names of programs may contain any byte. */
static void
name_socket (GHashTable *names, guint inode, const char *comm)
{
  char *name;

  if (!g_hash_table_lookup_extended (names, GUINT_TO_POINTER (inode), NULL, (gpointer *) &name)
      || name)
    return;
  name = g_utf8_make_valid (comm, -1);
  for (char *c = name; *c; c++)
    if (g_ascii_iscntrl (*c))
      *c = '-';
  g_hash_table_insert (names, GUINT_TO_POINTER (inode), name);
}

static void
name_sockets (GHashTable *names, int proc, const char *pid)
{
  g_autofree char *path = g_strconcat (pid, "/fd", NULL);
  int folder = open_process (proc, pid);
  int fd = openat (proc, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *files = fd < 0 ? NULL : fdopendir (fd);
  char comm[TCP_PROCESS_SIZE + 1];
  struct dirent *entry;
  guint inode;

  if (files && folder >= 0 && read_name (folder, comm))
    while ((entry = readdir (files)))
      if (read_inode (fd, entry->d_name, &inode))
        name_socket (names, inode, comm);
  if (files)
    closedir (files);
  else if (fd >= 0)
    close (fd);
  if (folder >= 0)
    close (folder);
}

void
tcp_process_find_names (GHashTable *names)
{
  DIR *proc = opendir ("/proc");
  struct dirent *entry;

  if (!proc)
    return;
  while ((entry = readdir (proc)))
    if (g_ascii_isdigit (entry->d_name[0]))
      name_sockets (names, dirfd (proc), entry->d_name);
  closedir (proc);
}

char *
tcp_process_parse (const char *text, GError **error)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (text));
  gboolean is_number = g_ascii_isdigit (trimmed[0]);

  if (is_number && !g_ascii_string_to_unsigned (trimmed, 10, 1, G_MAXINT32, NULL, NULL))
    {
      g_set_error (
          error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
          _ ("“%s” is not a process; write its number, or a name that does not begin with a digit"),
          trimmed);
      return NULL;
    }
  if (strlen (trimmed) >= TCP_PROCESS_SIZE)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("“%s” is not a name of a process; the kernel truncates names to %d bytes"),
                   trimmed, TCP_PROCESS_SIZE - 1);
      return NULL;
    }
  return g_steal_pointer (&trimmed);
}

typedef struct
{
  pid_t pid;
  pid_t parent;
  guint64 start;
  gboolean is_descendant;
} Candidate;

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
