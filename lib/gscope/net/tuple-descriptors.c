/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/net/tuple-descriptors.h>

#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum
{
  /* Descriptors reserved for files, plugins and other servers; a quarter of the limit where that is
   * less. */
  RESERVE = 256,
  /* Bytes that are read before a client is dismissed: closing a socket with unread data discards
   * the line that was sent. */
  DRAIN = 64 * 1024,
};

void
gscope_tuple_descriptors_raise (guint clients)
{
  struct rlimit limit;
  rlim_t wanted = (rlim_t) clients + 2 * RESERVE;

  if (getrlimit (RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
    return;
  limit.rlim_cur = MIN (wanted, limit.rlim_max);
  if (setrlimit (RLIMIT_NOFILE, &limit) != 0)
    g_debug ("cannot raise the limit of file descriptors");
}

/* The kernel gives out the lowest number that is free. */
gboolean
gscope_tuple_descriptors_are_short (int fd)
{
  struct rlimit limit;

  if (getrlimit (RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return FALSE;
  return (rlim_t) fd >= limit.rlim_cur - MIN (RESERVE, limit.rlim_cur / 4);
}

void
gscope_tuple_descriptors_dismiss (int fd, const char *reason)
{
  g_autofree char *line = g_strdup_printf ("# refused: %s\n", reason);
  g_autofree char *unread = g_malloc (DRAIN);

  if (send (fd, line, strlen (line), MSG_DONTWAIT | MSG_NOSIGNAL) > 0)
    {
      shutdown (fd, SHUT_WR);
      if (recv (fd, unread, DRAIN, MSG_DONTWAIT) < 0)
        g_debug ("a dismissed client had sent no data");
    }
  close (fd);
}
