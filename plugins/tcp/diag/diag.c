/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "diag/diag.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <linux/netlink.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#define BUFFER_SIZE (256 * 1024)

struct _TcpDiag
{
  int fd;
  TcpReply reply;
  guint8 buffer[BUFFER_SIZE];
};

static gboolean
fail (int code, const char *failure, GError **error)
{
  const char *remedy = _ ("try again");

  if (code == ENOENT)
    remedy = _ ("run “modprobe tcp_diag” as root to load the kernel's module");
  else if (code == EPERM || code == EACCES)
    remedy = _ ("a security policy forbids netlink sockets; change the policy");
  else if (code == EPROTONOSUPPORT)
    remedy = _ ("use a kernel with NETLINK_SOCK_DIAG");
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED, "%s: %s; %s", failure,
               g_strerror (code), remedy);
  return FALSE;
}

static int
open_socket (TcpNamespace *namespace, GError **error)
{
  int fd;

  if (!tcp_namespace_is_own (namespace))
    return tcp_namespace_open_socket (namespace, error);
  fd = tcp_namespace_open_own_socket ();
  if (fd < 0)
    fail (errno, _ ("cannot open a netlink socket"), error);
  return fd;
}

static gboolean
bind_socket (TcpDiag *self, GError **error)
{
  struct sockaddr_nl address = { .nl_family = AF_NETLINK };
  /* The kernel answers at once; without an answer the worker must not block forever. */
  struct timeval timeout = { .tv_usec = 500000 };
  socklen_t length = sizeof address;
  int size = BUFFER_SIZE;

  if (bind (self->fd, (struct sockaddr *) &address, sizeof address) != 0
      || getsockname (self->fd, (struct sockaddr *) &address, &length) != 0)
    return fail (errno, _ ("cannot bind a netlink socket"), error);
  setsockopt (self->fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
  setsockopt (self->fd, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
  self->reply.port = address.nl_pid;
  return TRUE;
}

TcpDiag *
tcp_diag_new (TcpNamespace *namespace, GError **error)
{
  g_autoptr (TcpDiag) self = g_malloc (sizeof *self);

  self->fd = open_socket (namespace, error);
  self->reply = (TcpReply){ 0 };
  return self->fd >= 0 && bind_socket (self, error) ? g_steal_pointer (&self) : NULL;
}

void
tcp_diag_free (TcpDiag *self)
{
  if (self->fd >= 0)
    close (self->fd);
  g_free (self);
}

static gboolean
send_request (TcpDiag *self, const guint8 *request, gsize length, GError **error)
{
  struct sockaddr_nl kernel = { .nl_family = AF_NETLINK };

  while (sendto (self->fd, request, length, 0, (struct sockaddr *) &kernel, sizeof kernel) < 0)
    if (errno != EINTR)
      return fail (errno, _ ("cannot ask the kernel for sockets"), error);
  return TRUE;
}

/* Begins a new request, and returns its sequence number. */
static guint32
begin (TcpDiag *self)
{
  self->reply = (TcpReply){ .sequence = self->reply.sequence + 1, .port = self->reply.port };
  return self->reply.sequence;
}

static gboolean
receive (TcpDiag *self, TcpSocketFunc func, gpointer user_data, GError **error)
{
  struct sockaddr_nl sender = { 0 };
  struct iovec area = { self->buffer, BUFFER_SIZE };
  struct msghdr message = {
    .msg_name = &sender, .msg_namelen = sizeof sender, .msg_iov = &area, .msg_iovlen = 1
  };
  ssize_t n = recvmsg (self->fd, &message, 0);

  if (n < 0 && errno == ENOBUFS)
    self->reply.is_interrupted = TRUE;
  if (n < 0 && errno != EINTR && errno != ENOBUFS)
    return fail (errno, _ ("cannot read sockets from the kernel"), error);
  if (message.msg_flags & MSG_TRUNC)
    self->reply.is_interrupted = TRUE;
  /* Only messages of the kernel have the port 0. */
  if (n > 0 && sender.nl_pid == 0)
    tcp_message_parse (&self->reply, self->buffer, n, func, user_data);
  return TRUE;
}

gboolean
tcp_diag_ask_list (TcpDiag *self, int family, const TcpFilter *filter, GError **error)
{
  guint8 request[TCP_MAX_REQUEST];
  guint8 bytecode[TCP_MAX_BYTECODE];
  gsize n = tcp_filter_write (filter, bytecode);

  return send_request (
      self, request,
      tcp_message_write_list (request, begin (self), family, filter->states, bytecode, n), error);
}

gboolean
tcp_diag_read_list (TcpDiag *self, TcpSocketFunc func, gpointer user_data, gboolean *is_done,
                    GError **error)
{
  if (!receive (self, func, user_data, error))
    return FALSE;
  *is_done = self->reply.is_done;
  return self->reply.error == 0 || fail (self->reply.error, _ ("cannot list sockets"), error);
}

gboolean
tcp_diag_is_interrupted (TcpDiag *self)
{
  return self->reply.is_interrupted || self->reply.n_malformed > 0;
}

typedef struct
{
  TcpSocket *socket;
  gboolean is_found;
} Found;

static void
take_found (const TcpSocket *socket, gpointer user_data)
{
  Found *found = user_data;

  *found->socket = *socket;
  found->is_found = TRUE;
}

gboolean
tcp_diag_look_up (TcpDiag *self, int family, const struct inet_diag_sockid *id, TcpSocket *socket,
                  gboolean *is_found, GError **error)
{
  guint8 request[TCP_MAX_REQUEST];
  Found found = { socket, FALSE };

  if (!send_request (self, request, tcp_message_write_lookup (request, begin (self), family, id),
                     error))
    return FALSE;
  while (!found.is_found && !self->reply.is_done && !tcp_diag_is_interrupted (self))
    if (!receive (self, take_found, &found, error))
      return FALSE;
  *is_found = found.is_found && socket->has_info;
  /* ESTALE: another socket has the addresses now */
  return self->reply.error == 0 || self->reply.error == ENOENT || self->reply.error == ESTALE
         || fail (self->reply.error, _ ("cannot look up a socket"), error);
}
