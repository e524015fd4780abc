/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/access/process.h>

#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The kernel has it since 6.5, the headers since later. */
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

/* The place of the start time among the fields after the name (proc(5): 22 of all). */
#define START_TIME_FIELD 19

/* The name of a process may contain spaces and parentheses. Returns 0 if there is no such process. */
static guint64
read_start_time (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", (int) pid);
  g_autofree char *text = NULL;
  g_auto (GStrv) fields = NULL;
  const char *end;

  if (!g_file_get_contents (path, &text, NULL, NULL) || !(end = strrchr (text, ')')))
    return 0;
  fields = g_strsplit (end + strlen (") "), " ", START_TIME_FIELD + 2);
  return g_strv_length (fields) > START_TIME_FIELD
             ? g_ascii_strtoull (fields[START_TIME_FIELD], NULL, 10)
             : 0;
}

static int
get_pidfd (int socket)
{
  int fd;
  socklen_t length = sizeof fd;

  return getsockopt (socket, SOL_SOCKET, SO_PEERPIDFD, &fd, &length) == 0 ? fd : -1;
}

GscopeProcess *
gscope_process_new (int socket)
{
  struct ucred credentials;
  socklen_t length = sizeof credentials;
  GscopeProcess *self;

  if (getsockopt (socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0)
    return NULL;
  self = g_new (GscopeProcess, 1);
  *self = (GscopeProcess){
    .uid = credentials.uid,
    .pid = credentials.pid,
    .start_time = credentials.pid > 0 ? read_start_time (credentials.pid) : 0,
    .pidfd = get_pidfd (socket),
  };
  return self;
}

void
gscope_process_free (GscopeProcess *self)
{
  if (self->pidfd >= 0)
    close (self->pidfd);
  g_free (self);
}

gboolean
gscope_process_is_there (const GscopeProcess *self)
{
  struct pollfd end = { .fd = self->pidfd, .events = POLLIN };

  if (self->start_time == 0 || (self->pidfd >= 0 && poll (&end, 1, 0) != 0))
    return FALSE;
  return read_start_time (self->pid) == self->start_time;
}
