/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "process/pass.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

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
