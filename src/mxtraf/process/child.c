/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "process/child.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

gboolean
mxtraf_child_begin (const char *name, pid_t parent, GError **error)
{
  prctl (PR_SET_NAME, name);
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () == parent)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
               _ ("%s has ended, because its parent process has ended"), name);
  return FALSE;
}

pid_t
mxtraf_child_fork (MxtrafChild *self, const char *name, GError **error)
{
  int ends[2];

  *self = (MxtrafChild){ .name = name, .pid = -1, .socket = -1 };
  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0)
    {
      self->pid = fork ();
      self->socket = ends[self->pid == 0];
      close (ends[self->pid != 0]);
    }
  if (self->pid < 0)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                 _ ("mxtraf cannot start %s: %s; end other processes, or close files"), name,
                 g_strerror (errno));
  return self->pid;
}

static int
reap (MxtrafChild *self)
{
  int status = 0;

  while (waitpid (self->pid, &status, 0) < 0 && errno == EINTR)
    ;
  self->pid = -1;
  return status;
}

void
mxtraf_child_explain_end (MxtrafChild *self, GError **error)
{
  pid_t pid = self->pid;
  int status = reap (self);

  if (WIFSIGNALED (status))
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                 _ ("%s (%d) was killed by signal %d (%s)"), self->name, pid, WTERMSIG (status),
                 strsignal (WTERMSIG (status)));
  else
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND, _ ("%s (%d) ended with status %d"),
                 self->name, pid, WEXITSTATUS (status));
}

void
mxtraf_child_end (MxtrafChild *self)
{
  /* kill(-1) would kill all processes of the user */
  if (self->pid <= 0)
    return;
  kill (self->pid, SIGKILL);
  reap (self);
}

typedef union
{
  struct cmsghdr header;
  char data[CMSG_SPACE (sizeof (int))];
} Control;

gboolean
mxtraf_pass_send (int socket, int fd)
{
  char byte = 0;
  struct iovec area = { &byte, 1 };
  Control control = { .header = { .cmsg_len = CMSG_LEN (sizeof fd),
                                  .cmsg_level = SOL_SOCKET,
                                  .cmsg_type = SCM_RIGHTS } };
  struct msghdr message = {
    .msg_iov = &area, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control
  };

  memcpy (CMSG_DATA (&control.header), &fd, sizeof fd);
  return sendmsg (socket, &message, MSG_NOSIGNAL) == 1;
}

int
mxtraf_pass_receive (int socket)
{
  char byte;
  struct iovec area = { &byte, 1 };
  Control control = { 0 };
  struct msghdr message = {
    .msg_iov = &area, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control
  };
  struct cmsghdr *header;
  ssize_t n;
  int fd;

  while ((n = recvmsg (socket, &message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR)
    ;
  header = n == 1 ? CMSG_FIRSTHDR (&message) : NULL;
  if (!header || header->cmsg_type != SCM_RIGHTS)
    return -1;
  memcpy (&fd, CMSG_DATA (header), sizeof fd);
  return fd;
}
