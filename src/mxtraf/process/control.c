/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "process/control.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

MxtrafReceived
mxtraf_control_receive (int fd, MxtrafRequest *request)
{
  ssize_t n = recv (fd, request, sizeof *request, MSG_DONTWAIT);

  if (n < 0 && (errno == EAGAIN || errno == EINTR))
    return MXTRAF_RECEIVED_NOTHING;
  return n == sizeof *request ? MXTRAF_RECEIVED_REQUEST : MXTRAF_RECEIVED_END;
}

void
mxtraf_control_answer (int fd, guint64 sequence, const GError *error)
{
  MxtrafAnswer answer = { .sequence = sequence, .pid = getpid () };

  if (error)
    g_strlcpy (answer.error, error->message, sizeof answer.error);
  /* sending fails only if the engine has ended, which the next read of the socket reports */
  send (fd, &answer, sizeof answer, MSG_NOSIGNAL);
}

void
mxtraf_control_fail (int fd, const GError *error)
{
  mxtraf_control_answer (fd, 0, error);
  _exit (EXIT_FAILURE);
}
