/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A tuple server refuses browsers, clients without its token, silent clients, and clients for which
 * there is no file descriptor; its listener removes its own file alone. */

#include "support/tuple-bed.h"

#include <glib/gstdio.h>
#include <gscope/net/tuple-address.h>
#include <gscope/net/tuple-opening.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define REQUEST                                                                                    \
  "POST / HTTP/1.1\r\nHost: 127.0.0.1:17333\r\nContent-Type: text/plain\r\n\r\n"                   \
  "999990 666 planted\n"

static void
advance (TupleBed *bed, gint64 time)
{
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (bed->clock), time);
}

static char *
exchange (TupleBed *bed, const char *text)
{
  int fd = tuple_bed_connect (bed, 0);

  tuple_bed_send (fd, text);
  return tuple_bed_read_all (bed, fd);
}

/* A page posts samples: the browser sends the request whatever the server answers. */
static void
test_web_page (void)
{
  g_autofree char *answer = NULL, *tls = NULL;
  const char *request = REQUEST;
  TupleBed bed;
  int fd;

  tuple_bed_init (&bed, NULL, NULL);
  answer = exchange (&bed, request);
  g_assert_true (g_str_has_prefix (answer, "HTTP/1.1 403 Forbidden\r\n"));
  g_assert_nonnull (strstr (answer, "no HTTP"));
  tls = exchange (&bed, "\x16\x03\x01 TLS\n999990 666 planted\n");
  g_assert_true (g_str_has_prefix (tls, "# refused: it sent TLS"));

  fd = tuple_bed_connect (&bed, 0);
  for (const char *p = request; *p; p++)
    if (send (fd, p, 1, MSG_NOSIGNAL) < 0)
      break;
  g_clear_pointer (&answer, g_free);
  answer = tuple_bed_read_all (&bed, fd);
  g_assert_true (g_str_has_prefix (answer, "HTTP/1.1 403 Forbidden\r\n"));
  tuple_bed_await (&bed, tuple_bed_get_status (&bed, "t/server/not tuples") == 3);
  g_assert_null (gscope_scope_find_signal (bed.scope, "t/planted"));
  tuple_bed_clear (&bed);
}

static void
test_opening (void)
{
  static const struct
  {
    const char *text;
    const char *token;
    GscopeTupleOpening verdict;
  } rows[] = {
    { "", NULL, GSCOPE_TUPLE_OPENING_UNCLEAR },
    { "1", NULL, GSCOPE_TUPLE_OPENING_TUPLES },
    { "#", NULL, GSCOPE_TUPLE_OPENING_TUPLES },
    { "\n", NULL, GSCOPE_TUPLE_OPENING_TUPLES },
    { "GET", NULL, GSCOPE_TUPLE_OPENING_UNCLEAR },
    { "GETTING", NULL, GSCOPE_TUPLE_OPENING_TUPLES },
    { "OPTIONS * HTTP/1.1", NULL, GSCOPE_TUPLE_OPENING_HTTP },
    { "PRI * HTTP/2.0", NULL, GSCOPE_TUPLE_OPENING_HTTP },
    { "\x16", NULL, GSCOPE_TUPLE_OPENING_UNCLEAR },
    { "\x16\x03", "s", GSCOPE_TUPLE_OPENING_TLS },
    { "GET /", "s", GSCOPE_TUPLE_OPENING_HTTP },
    { "1 1 x\n", "s", GSCOPE_TUPLE_OPENING_NO_TOKEN },
    { "#tok", "s", GSCOPE_TUPLE_OPENING_UNCLEAR },
    { "#token s", "s", GSCOPE_TUPLE_OPENING_UNCLEAR },
    { "#token s\n", "s", GSCOPE_TUPLE_OPENING_TUPLES },
    { "#token s\r\n1", "s", GSCOPE_TUPLE_OPENING_TUPLES },
    { "#token s \n", "s", GSCOPE_TUPLE_OPENING_NO_TOKEN },
    { "#token \n", "s", GSCOPE_TUPLE_OPENING_NO_TOKEN },
    { "#token\n", "s", GSCOPE_TUPLE_OPENING_NO_TOKEN },
    { "#token S\n", "s", GSCOPE_TUPLE_OPENING_NO_TOKEN },
    { "#token ss\n", "s", GSCOPE_TUPLE_OPENING_NO_TOKEN },
    { "#token s\n", "ss", GSCOPE_TUPLE_OPENING_NO_TOKEN },
  };
  char endless[GSCOPE_TUPLE_MAX_OPENING] = "#token ";

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpint (
        gscope_tuple_opening_identify (rows[i].text, strlen (rows[i].text), rows[i].token), ==,
        rows[i].verdict);
  memset (endless + 7, 's', sizeof endless - 7);
  g_assert_cmpint (gscope_tuple_opening_identify (endless, sizeof endless, "s"), ==,
                   GSCOPE_TUPLE_OPENING_NO_TOKEN);
}

static void
test_token (void)
{
  g_autofree char *none = NULL, *wrong = NULL;
  TupleBed bed;
  int fd;

  tuple_bed_init (&bed, NULL, "{ \"listen\": \"tcp:0\", \"token\": \"open sesame\" }");
  none = exchange (&bed, "999990 1 planted\n");
  g_assert_true (g_str_has_prefix (none, "# refused: the first line is not “#token ”"));
  wrong = exchange (&bed, "#token open says me\n999990 1 planted\n");
  g_assert_true (g_str_has_prefix (wrong, "# refused: the first line"));
  fd = tuple_bed_connect (&bed, 0);
  tuple_bed_send (fd, "#token open ses");
  tuple_bed_send (fd, "ame\n999990 1 x\n");
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/x") == 1);
  tuple_bed_await (&bed, tuple_bed_get_status (&bed, "t/server/without token") == 2);
  g_assert_null (gscope_scope_find_signal (bed.scope, "t/planted"));
  close (fd);
  tuple_bed_clear (&bed);
}

/* Anybody can send a datagram in the name of a client: one without the token is dropped alone. */
static void
test_datagram_token (void)
{
  TupleBed bed;
  int fd;

  tuple_bed_init (&bed, NULL, "{ \"listen\": \"udp:0\", \"token\": \"s\" }");
  fd = tuple_bed_connect (&bed, 0);
  tuple_bed_send (fd, "999990 1 planted\n");
  tuple_bed_send (fd, "#token s\n999990 1 x\n");
  tuple_bed_send (fd, "999991 1 x\n");
  tuple_bed_send (fd, "#token s\n999992 1 x\n");
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/x") == 2);
  tuple_bed_await (&bed, tuple_bed_get_status (&bed, "t/server/refused") == 2);
  g_assert_null (gscope_scope_find_signal (bed.scope, "t/planted"));
  close (fd);
  tuple_bed_clear (&bed);
}

/* One never says anything, one never ends its line, one has sent a line and then nothing. */
static void
test_silence (void)
{
  g_autofree char *nothing = NULL, *part = NULL;
  TupleBed bed;
  const guint n_new = g_get_num_processors ();
  g_autofree int *newcomers = g_new (int, n_new);
  int fds[3], on;
  socklen_t size = sizeof on;

  tuple_bed_init (&bed, NULL, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (fds); i++)
    fds[i] = tuple_bed_connect (&bed, 0);
  tuple_bed_send (fds[1], "999990 1 sl");
  tuple_bed_send (fds[2], "999990 1 quiet\n");
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/quiet") == 1);
  tuple_bed_await (&bed, gscope_tuple_server_get_n_clients (bed.server) == 3);
  advance (&bed, 61 * GSCOPE_SEC);
  /* newcomers wake each worker before its next check */
  for (gsize i = 0; i < n_new; i++)
    newcomers[i] = tuple_bed_connect (&bed, 0);
  nothing = tuple_bed_read_all (&bed, fds[0]);
  g_assert_true (g_str_has_prefix (nothing, "# refused: no whole line arrived for a minute"));
  part = tuple_bed_read_all (&bed, fds[1]);
  g_assert_true (g_str_has_prefix (part, "# refused: no whole line arrived for a minute"));
  tuple_bed_await (&bed, gscope_tuple_server_get_n_clients (bed.server) == 1 + n_new);
  tuple_bed_await (&bed, tuple_bed_get_status (&bed, "t/server/timed out") == 2);
  for (gsize i = 0; i < n_new; i++)
    close (newcomers[i]);
  g_assert_cmpint (getsockopt (fds[2], SOL_SOCKET, SO_ERROR, &on, &size), ==, 0);
  tuple_bed_send (fds[2], "1062000 1 quiet\n");
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/quiet") == 2);
  close (fds[2]);
  tuple_bed_clear (&bed);
}

static void
set_limit (rlim_t soft, rlim_t hard)
{
  const struct rlimit limit = { soft, hard };

  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &limit), ==, 0);
}

static void
test_raised_limit (void)
{
  struct rlimit limit;
  TupleBed bed;

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
      g_test_trap_assert_passed ();
      return;
    }
  set_limit (256, 4000);
  tuple_bed_init (&bed, NULL, NULL);
  g_assert_cmpint (getrlimit (RLIMIT_NOFILE, &limit), ==, 0);
  g_assert_cmpuint (limit.rlim_cur, ==, 1024 + 512);
  tuple_bed_clear (&bed);
}

/* More clients than the process can have files: nobody is taken and then not read. */
static void
test_short_of_descriptors (void)
{
  enum
  {
    N = 70
  };
  guint n_taken = 0, n_refused = 0;
  TupleBed bed;
  int fds[N], spare;

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
      g_test_trap_assert_passed ();
      return;
    }
  tuple_bed_init (&bed, NULL, NULL);
  /* both ends of each connection are this process's */
  set_limit (160, 160);
  for (guint i = 0; i < N; i++)
    {
      fds[i] = tuple_bed_connect (&bed, 0);
      tuple_bed_send (fds[i], "999990 1 x\n");
      tuple_bed_await (&bed, gscope_tuple_server_get_n_clients (bed.server)
                                     + tuple_bed_get_status (&bed, "t/server/turned away")
                                 == i + 1);
    }
  n_taken = gscope_tuple_server_get_n_clients (bed.server);
  for (guint i = 0; i < N; i++)
    {
      char text[256] = "";

      if (recv (fds[i], text, sizeof text - 1, MSG_DONTWAIT) <= 0)
        continue;
      g_assert_true (g_str_has_prefix (text, "# refused: the server has no file"));
      n_refused++;
    }
  g_assert_cmpuint (n_taken, >, 10);
  g_assert_cmpuint (n_refused, >, 0);
  g_assert_cmpuint (n_taken + n_refused, ==, N);
  spare = dup (STDIN_FILENO);
  g_assert_cmpint (spare, >=, 0);
  close (spare);
  for (guint i = 0; i < N; i++)
    close (fds[i]);
  tuple_bed_clear (&bed);
}

static int
bind_unix (const char *path, gboolean listens)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

  g_strlcpy (address.sun_path, path, sizeof address.sun_path);
  g_assert_cmpint (bind (fd, (struct sockaddr *) &address, sizeof address), ==, 0);
  if (listens)
    g_assert_cmpint (listen (fd, 1), ==, 0);
  return fd;
}

/* Another file has taken the place of the server's socket; then a socket of another program. */
static void
test_own_socket (void)
{
  g_autofree char *folder = g_dir_make_tmp ("gscope-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "socket", NULL);
  g_autofree char *options = g_strdup_printf ("{ \"listen\": \"unix:%s\" }", path);
  TupleBed bed;
  int other;

  tuple_bed_init (&bed, NULL, options);
  g_unlink (path);
  g_assert_true (g_file_set_contents (path, "precious", -1, NULL));
  tuple_bed_stop (&bed);
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_REGULAR));
  g_unlink (path);

  tuple_bed_start (&bed);
  g_unlink (path);
  other = bind_unix (path, TRUE);
  tuple_bed_stop (&bed);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  close (other);

  /* nobody has this one any more */
  tuple_bed_start (&bed);
  tuple_bed_clear (&bed);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_rmdir (folder);
}

/* A program that has bound its socket and does not listen yet is alive. */
static void
test_bound_socket (void)
{
  g_autofree char *folder = g_dir_make_tmp ("gscope-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "socket", NULL);
  g_autofree char *text = g_strconcat ("unix:", path, NULL);
  g_autoptr (GscopeTupleAddress) address = gscope_tuple_address_parse (text, NULL);
  g_autoptr (GError) error = NULL;
  int other = bind_unix (path, FALSE);

  g_assert_cmpint (gscope_tuple_address_listen (address, FALSE, &error), ==, -1);
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  close (other);
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/tuple-trust/opening", test_opening);
  g_test_add_func ("/tuple-trust/web-page", test_web_page);
  g_test_add_func ("/tuple-trust/token", test_token);
  g_test_add_func ("/tuple-trust/datagram-token", test_datagram_token);
  g_test_add_func ("/tuple-trust/silence", test_silence);
  g_test_add_func ("/tuple-trust/raised-limit", test_raised_limit);
  g_test_add_func ("/tuple-trust/short-of-descriptors", test_short_of_descriptors);
  g_test_add_func ("/tuple-trust/own-socket", test_own_socket);
  g_test_add_func ("/tuple-trust/bound-socket", test_bound_socket);
  return g_test_run ();
}
