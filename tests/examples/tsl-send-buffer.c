/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* MIN_BUF: what does not fit into the congestion window stays in the program, which decides at the last
 * moment what to send. Over the loopback interface to a thread of its own. */

#define _GNU_SOURCE

#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <tsl/tsl.h>
#include <unistd.h>

#define SIZE (4 * 1024 * 1024)

static gpointer
receive (gpointer data)
{
  char buffer[65536];

  while (read (GPOINTER_TO_INT (data), buffer, sizeof buffer) > 0)
    ;
  close (GPOINTER_TO_INT (data));
  return NULL;
}

static int
connect_to_receiver (GThread **receiver)
{
  struct sockaddr_in address = { .sin_family = AF_INET };
  socklen_t length = sizeof address;
  int listener = socket (AF_INET, SOCK_STREAM, 0);
  int fd = socket (AF_INET, SOCK_STREAM, 0);

  address.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  if (bind (listener, (struct sockaddr *) &address, length) != 0 || listen (listener, 1) != 0
      || getsockname (listener, (struct sockaddr *) &address, &length) != 0
      || connect (fd, (struct sockaddr *) &address, length) != 0)
    g_error ("no connection: %s", g_strerror (errno));
  *receiver = g_thread_new ("receiver", receive, GINT_TO_POINTER (accept (listener, NULL, NULL)));
  close (listener);
  return fd;
}

static void
wait_for_room (TslMinbuf *minbuf, int fd)
{
  struct pollfd poller = { .fd = fd };
  gint64 wait = tsl_minbuf_get_wait (minbuf, &poller.events);
  struct timespec limit = { wait / 1000000000, wait % 1000000000 };

  ppoll (&poller, 1, wait < 0 ? NULL : &limit, NULL);
}

int
main (void)
{
  static char data[16 * 1024];
  g_autoptr (GError) error = NULL;
  g_autoptr (TslPage) page = tsl_page_new ("example", NULL);
  g_autoptr (TslMinbuf) minbuf = NULL;
  GThread *receiver;
  int fd = connect_to_receiver (&receiver);
  guint n_waits = 0;

  minbuf = tsl_minbuf_new (fd, 1, 0, page, &error);
  if (!minbuf)
    g_error ("%s", error->message);
  for (gsize sent = 0; sent < SIZE;)
    {
      guint room;
      gssize n;

      /* a program makes its data, such as a frame, when there is room */
      if (!tsl_minbuf_get_room (minbuf, &room, &error))
        g_error ("%s", error->message);
      n = room > 0 ? tsl_minbuf_write (minbuf, data, MIN (sizeof data, SIZE - sent)) : -1;
      if (n < 0 && room > 0 && errno != EAGAIN)
        g_error ("not sent: %s", g_strerror (errno));
      sent += MAX (n, 0);
      if (n < 0)
        wait_for_room (minbuf, fd);
      n_waits += n < 0;
    }
  close (fd);
  g_thread_join (receiver);
  g_print ("%d bytes sent; %u times they waited in the program\n", SIZE, n_waits);
  return 0;
}
