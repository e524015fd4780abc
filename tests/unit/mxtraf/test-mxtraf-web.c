/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A web client and the web server of mxtraf, at the ends of a pair of sockets. */

#include "traffic/fetch.h"
#include "traffic/web.h"

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum
{
  CLIENT,
  SERVER,
  SIZE = 6000,
  LARGE = 4 * 1024 * 1024,
};

typedef struct
{
  int ends[2];
  int file;
  MxtrafCounters *counters;
  MxtrafFetch *fetch;
  MxtrafWeb *web;
  guint n_checks;
} Desk;

/* Nothing frees a loop. */
static MxtrafLoop *loop;

static void
count_check (gpointer data)
{
  ((Desk *) data)->n_checks++;
}

static void
set_up (Desk *desk, gconstpointer is_persistent)
{
  mxtraf_loop_set_check (loop, count_check, desk);
  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, desk->ends),
                   ==, 0);
  desk->file = mxtraf_web_create_file ();
  g_assert_true (mxtraf_web_resize_file (desk->file, SIZE));
  desk->counters = g_new0 (MxtrafCounters, 1);
  desk->fetch = mxtraf_fetch_new (desk->counters, GPOINTER_TO_INT (is_persistent));
  desk->web = mxtraf_web_new (loop, desk->file);
}

static void
tear_down (Desk *desk, gconstpointer is_persistent)
{
  mxtraf_fetch_free (desk->fetch);
  mxtraf_web_free (desk->web);
  g_free (desk->counters);
  close (desk->file);
  close (desk->ends[CLIENT]);
  if (desk->ends[SERVER] >= 0)
    close (desk->ends[SERVER]);
}

static void
request (Desk *desk)
{
  g_assert_true (mxtraf_fetch_request (desk->fetch, desk->ends[CLIENT]));
  g_assert_false (mxtraf_fetch_is_answered (desk->fetch));
}

static int
serve (Desk *desk)
{
  return mxtraf_web_serve (desk->web, desk->ends[SERVER]);
}

/* Reads until there is no more data. Returns the result of the last call. */
static gssize
read_all (Desk *desk)
{
  gssize n;

  while ((n = mxtraf_fetch_read (desk->fetch, desk->ends[CLIENT])) > 0)
    ;
  return n;
}

/* HTTP/1.0: one answer, after which the server closes. */
static void
test_once (Desk *desk, gconstpointer is_persistent)
{
  request (desk);
  g_assert_cmpint (serve (desk), ==, 0);
  g_assert_cmpuint (desk->n_checks, ==, 2);
  close (desk->ends[SERVER]);
  desk->ends[SERVER] = -1;
  g_assert_cmpint (read_all (desk), ==, 0);
  g_assert_true (mxtraf_fetch_is_answered (desk->fetch));
  g_assert_cmpuint (desk->counters->requests, ==, 1);
}

/* HTTP/1.1: the client asks again over the same connection, until it closes. */
static void
test_persistent (Desk *desk, gconstpointer is_persistent)
{
  request (desk);
  for (guint i = 1; i <= 3; i++)
    {
      g_assert_cmpint (serve (desk), ==, EPOLLIN);
      g_assert_cmpint (read_all (desk), ==, -1);
      g_assert_cmpint (errno, ==, EAGAIN);
      g_assert_cmpuint (desk->counters->requests, ==, i);
    }
  shutdown (desk->ends[CLIENT], SHUT_WR);
  g_assert_cmpint (serve (desk), ==, 0);
}

/* A file that the socket cannot take at once. */
static void
test_large (Desk *desk, gconstpointer is_persistent)
{
  int waits;

  g_assert_true (mxtraf_web_resize_file (desk->file, LARGE));
  request (desk);
  while ((waits = serve (desk)) == EPOLLOUT)
    read_all (desk);
  g_assert_cmpint (waits, ==, 0);
  read_all (desk);
  g_assert_true (mxtraf_fetch_is_answered (desk->fetch));
}

static void
send_text (Desk *desk, guint end, const char *text)
{
  g_assert_cmpint (send (desk->ends[end], text, strlen (text), 0), ==, strlen (text));
}

/* Heads may come in parts. */
static void
test_parts (Desk *desk, gconstpointer is_persistent)
{
  send_text (desk, CLIENT, "GET /file HTTP/1.0\r\nHost: a\r\n");
  g_assert_cmpint (serve (desk), ==, EPOLLIN);
  send_text (desk, CLIENT, "\r\n");
  g_assert_cmpint (serve (desk), ==, 0);
  read_all (desk);
  g_assert_true (mxtraf_fetch_is_answered (desk->fetch));

  request (desk);
  send_text (desk, SERVER, "HTTP/1.0 200 OK\r\nContent-Le");
  read_all (desk);
  send_text (desk, SERVER, "ngth: 3\r\n\r");
  read_all (desk);
  send_text (desk, SERVER, "\nab");
  read_all (desk);
  g_assert_false (mxtraf_fetch_is_answered (desk->fetch));
  send_text (desk, SERVER, "c");
  read_all (desk);
  g_assert_true (mxtraf_fetch_is_answered (desk->fetch));
}

/* Text that is not HTTP breaks the connection, at either end. */
static void
test_malformed (Desk *desk, gconstpointer is_persistent)
{
  g_autofree char *long_line = g_strnfill (4096, 'x');

  send_text (desk, CLIENT, long_line);
  g_assert_cmpint (serve (desk), ==, -1);
  g_assert_cmpint (errno, ==, EPROTO);
  send_text (desk, SERVER, "HTTP/1.0 404 Not Found\r\n\r\n");
  g_assert_cmpint (read_all (desk), ==, -1);
  g_assert_cmpint (errno, ==, EPROTO);
}

int
main (int argc, char **argv)
{
#define ADD(name, is_persistent, func)                                                             \
  g_test_add ("/mxtraf-web/" name, Desk, GINT_TO_POINTER (is_persistent), set_up, func, tear_down)
  g_test_init (&argc, &argv, NULL);
  loop = mxtraf_loop_new ();
  ADD ("once", FALSE, test_once);
  ADD ("persistent", TRUE, test_persistent);
  ADD ("large", FALSE, test_large);
  ADD ("parts", FALSE, test_parts);
  ADD ("malformed", FALSE, test_malformed);
  return g_test_run ();
}
