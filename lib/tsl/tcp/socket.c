/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/tcp/socket.h>

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <sys/syscall.h>
#include <tsl/error.h>
#include <tsl/tcp/state.h>
#include <unistd.h>

static int
fail (const TslTcpSocket *self, int code, GError **error)
{
  if (code == EPERM || code == EACCES)
    g_set_error (error, TSL_ERROR, TSL_ERROR_PRIVILEGE,
                 _ ("cannot reach the sockets of process %u: it belongs to another user, or the "
                    "system forbids tracing it (kernel.yama.ptrace_scope); run as root"),
                 self->pid);
  else if (code == ENOSYS)
    g_set_error (error, TSL_ERROR, TSL_ERROR_UNSUPPORTED,
                 _ ("cannot reach the sockets of process %u: the kernel has no pidfd_getfd(), "
                    "which needs Linux 5.6"),
                 self->pid);
  else
    g_set_error (error, TSL_ERROR, TSL_ERROR_NOT_FOUND,
                 _ ("cannot reach file %d of process %u: %s"), self->fd, self->pid,
                 g_strerror (code));
  return -1;
}

gboolean
tsl_tcp_socket_init (TslTcpSocket *self, guint pid, int fd, guint64 cookie, GError **error)
{
  TslTcpState state;
  int borrowed;
  gboolean success;

  *self = (TslTcpSocket){
    .pid = pid, .fd = fd, .pidfd = syscall (SYS_pidfd_open, pid, 0), .cookie = cookie
  };
  if (self->pidfd < 0)
    {
      fail (self, errno, error);
      return FALSE;
    }
  borrowed = tsl_tcp_socket_borrow (self, error);
  if (borrowed < 0)
    return FALSE;
  self->cookie = tsl_tcp_get_cookie (borrowed);
  success = tsl_tcp_state_read (&state, borrowed, error);
  close (borrowed);
  return success;
}

void
tsl_tcp_socket_clear (TslTcpSocket *self)
{
  if (self->pidfd >= 0)
    close (self->pidfd);
  self->pidfd = -1;
}

int
tsl_tcp_socket_borrow (TslTcpSocket *self, GError **error)
{
  int fd = syscall (SYS_pidfd_getfd, self->pidfd, self->fd, 0);

  if (fd < 0)
    return fail (self, errno, error);
  if (self->cookie == 0 || tsl_tcp_get_cookie (fd) == self->cookie)
    return fd;
  close (fd);
  return fail (self, ENOENT, error);
}
