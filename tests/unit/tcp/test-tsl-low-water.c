/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/child.h"
#include "support/page-directory.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <tsl/tsl.h>
#include <unistd.h>

enum
{
  CHUNK = 1000,
  NOBODY = 65534,
};

/* An ordinary program, in a process of its own, with a socket to this one: it writes when poll()
 * says that it may, until the socket is full. Nobody reads. */
typedef struct
{
  int sender;
  int receiver;
  int go;
  int full;
  pid_t program;
} Bed;

G_NORETURN static void
write_on (int fd, int go, int full)
{
  struct pollfd file = { .fd = fd, .events = POLLOUT };
  char block[CHUNK] = { 0 };

  while (read (go, block, 1) > 0)
    {
      while (poll (&file, 1, 100) > 0)
        send (fd, block, sizeof block, MSG_DONTWAIT | MSG_NOSIGNAL);
      if (write (full, block, 1) != 1)
        break;
    }
  _exit (0);
}

static pid_t
start (void)
{
  pid_t parent = getpid (), child = fork ();

  g_assert_cmpint (child, >=, 0);
  if (child > 0)
    return child;
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != parent)
    _exit (1);
  return 0;
}

static void
connect_pair (Bed *bed)
{
  struct sockaddr_in address = { .sin_family = AF_INET,
                                 .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  socklen_t length = sizeof address;
  int listener = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), size = 8192;

  setsockopt (listener, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
  g_assert_cmpint (bind (listener, (struct sockaddr *) &address, sizeof address), ==, 0);
  g_assert_cmpint (getsockname (listener, (struct sockaddr *) &address, &length), ==, 0);
  g_assert_cmpint (listen (listener, 1), ==, 0);
  bed->sender = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  g_assert_cmpint (connect (bed->sender, (struct sockaddr *) &address, sizeof address), ==, 0);
  bed->receiver = accept4 (listener, NULL, NULL, SOCK_CLOEXEC);
  close (listener);
}

static void
bed_init (Bed *bed)
{
  int ends[2], answers[2];

  connect_pair (bed);
  g_assert_cmpint (pipe2 (ends, O_CLOEXEC), ==, 0);
  g_assert_cmpint (pipe2 (answers, O_CLOEXEC), ==, 0);
  bed->program = start ();
  if (bed->program == 0)
    {
      close (ends[1]);
      close (answers[0]);
      write_on (bed->sender, ends[0], answers[1]);
    }
  close (ends[0]);
  close (answers[1]);
  bed->go = ends[1];
  bed->full = answers[0];
}

static void
bed_clear (Bed *bed)
{
  if (bed->program > 0)
    child_end (bed->program);
  close (bed->go);
  close (bed->full);
  close (bed->sender);
  close (bed->receiver);
}

static TslLowWater *
new_limit (const Bed *bed, double a, double b)
{
  g_autoptr (GError) error = NULL;
  TslLowWater *limit = tsl_low_water_new (bed->program, bed->sender, 0, a, b, NULL, NULL, &error);

  g_assert_no_error (error);
  return limit;
}

static gboolean
set_cc (const Bed *bed, const char *name)
{
  return setsockopt (bed->sender, IPPROTO_TCP, TCP_CONGESTION, name, strlen (name)) == 0;
}

static int
get_mark (const Bed *bed)
{
  int mark = -1;
  socklen_t length = sizeof mark;

  g_assert_cmpint (getsockopt (bed->sender, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &mark, &length), ==, 0);
  return mark;
}

static struct tcp_info
get_info (const Bed *bed)
{
  struct tcp_info info = { 0 };
  socklen_t length = sizeof info;

  g_assert_cmpint (getsockopt (bed->sender, IPPROTO_TCP, TCP_INFO, &info, &length), ==, 0);
  return info;
}

/* The window moves as long as packets are under way. */
static int
compute_mark (const Bed *bed, guint windows, guint packets)
{
  struct tcp_info info = get_info (bed);

  return (windows * info.tcpi_snd_cwnd + packets) * info.tcpi_snd_mss;
}

/* Lets the program write until the socket is full. Returns the bytes that are unsent then. */
static gsize
run (const Bed *bed)
{
  char byte;

  g_assert_cmpint (write (bed->go, "g", 1), ==, 1);
  g_assert_cmpint (read (bed->full, &byte, 1), ==, 1);
  return get_info (bed).tcpi_notsent_bytes;
}

/* An unaware program has little unsent data, and more if more is allowed. */
static void
test_limit (void)
{
  g_autoptr (TslLowWater) limit = NULL;
  g_autoptr (GError) error = NULL;
  gsize least, more, unlimited;
  Bed bed;

  bed_init (&bed);
  g_assert_true (set_cc (&bed, "reno"));
  limit = new_limit (&bed, 1, 0);
  g_assert_cmpint (get_mark (&bed), ==, 0);
  g_assert_true (tsl_low_water_update (limit, &error));
  g_assert_no_error (error);
  g_assert_cmpint (get_mark (&bed), ==, 1);
  least = run (&bed);
  g_assert_cmpuint (least, <=, CHUNK);

  tsl_low_water_set_limit (limit, 2, 3);
  do
    {
      g_assert_true (tsl_low_water_update (limit, &error));
      g_assert_no_error (error);
    }
  while (get_mark (&bed) != compute_mark (&bed, 1, 3));
  more = run (&bed);
  g_assert_cmpuint (more, >, least);
  g_assert_cmpuint (more, <=, (gsize) get_mark (&bed) + CHUNK);

  g_clear_pointer (&limit, tsl_low_water_free);
  g_assert_cmpint (get_mark (&bed), ==, 0);
  unlimited = run (&bed);
  g_assert_cmpuint (unlimited, >, more);
  bed_clear (&bed);
}

static void
get_cc (const Bed *bed, char name[16])
{
  socklen_t length = 16;

  memset (name, 0, 16);
  g_assert_cmpint (getsockopt (bed->sender, IPPROTO_TCP, TCP_CONGESTION, name, &length), ==, 0);
}

static void
test_congestion_control (void)
{
  g_autoptr (TslLowWater) limit = NULL;
  g_autoptr (GError) error = NULL;
  char before[16], now[16];
  Bed bed;

  bed_init (&bed);
  get_cc (&bed, before);
  limit = new_limit (&bed, 1, 0);
  g_assert_true (tsl_low_water_set_congestion_control (limit, "", &error));
  g_assert_true (tsl_low_water_set_congestion_control (limit, "reno", &error));
  g_assert_no_error (error);
  get_cc (&bed, now);
  g_assert_cmpstr (now, ==, "reno");
  g_assert_false (tsl_low_water_set_congestion_control (limit, "bbr", &error));
  g_assert_error (error, TSL_ERROR, TSL_ERROR_REFUSED);
  g_clear_error (&error);
  g_assert_false (tsl_low_water_set_congestion_control (limit, "none-such", &error));
  g_assert_nonnull (strstr (error->message, "reno"));
  g_clear_pointer (&limit, tsl_low_water_free);
  get_cc (&bed, now);
  g_assert_cmpstr (now, ==, before);
  bed_clear (&bed);
}

/* BBR is refused, from the beginning or when its program chooses it; another one is in force at once. */
static void
test_bbr (void)
{
  g_autoptr (TslLowWater) limit = NULL;
  g_autoptr (GError) error = NULL;
  Bed bed;

  bed_init (&bed);
  if (!set_cc (&bed, "bbr"))
    {
      g_test_skip ("the kernel has no BBR");
      bed_clear (&bed);
      return;
    }
  limit = new_limit (&bed, 1, 0);
  g_assert_false (tsl_low_water_update (limit, &error));
  g_assert_error (error, TSL_ERROR, TSL_ERROR_REFUSED);
  g_assert_nonnull (strstr (error->message, "“bbr”: it paces by a rate"));
  g_clear_error (&error);
  g_assert_cmpint (get_mark (&bed), ==, 0);
  g_assert_true (tsl_low_water_set_congestion_control (limit, "reno", NULL));
  g_assert_true (tsl_low_water_update (limit, NULL));
  g_assert_cmpint (get_mark (&bed), ==, 1);
  g_assert_true (set_cc (&bed, "bbr"));
  g_assert_false (tsl_low_water_update (limit, NULL));
  g_assert_cmpint (get_mark (&bed), ==, 0);
  g_clear_pointer (&limit, tsl_low_water_free);
  bed_clear (&bed);
}

/* A number of a file that has become another socket's. */
static void
test_cookie (void)
{
  g_autoptr (TslLowWater) limit = NULL;
  g_autoptr (GError) error = NULL;
  guint64 cookie = 0;
  socklen_t length = sizeof cookie;
  Bed bed;

  bed_init (&bed);
  g_assert_cmpint (getsockopt (bed.receiver, SOL_SOCKET, SO_COOKIE, &cookie, &length), ==, 0);
  g_assert_null (tsl_low_water_new (bed.program, bed.sender, cookie, 1, 0, NULL, NULL, &error));
  g_assert_error (error, TSL_ERROR, TSL_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_cmpint (getsockopt (bed.sender, SOL_SOCKET, SO_COOKIE, &cookie, &length), ==, 0);
  limit = tsl_low_water_new (bed.program, bed.sender, cookie, 1, 0, NULL, NULL, &error);
  g_assert_no_error (error);
  g_clear_pointer (&limit, tsl_low_water_free);
  bed_clear (&bed);
}

static void
test_gone (void)
{
  g_autoptr (TslLowWater) limit = NULL;
  g_autoptr (GError) error = NULL;
  Bed bed;

  bed_init (&bed);
  limit = new_limit (&bed, 1, 0);
  child_end (bed.program);
  bed.program = 0;
  g_assert_false (tsl_low_water_update (limit, &error));
  g_assert_error (error, TSL_ERROR, TSL_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_null (tsl_low_water_new (G_MAXINT32, 3, 0, 1, 0, NULL, NULL, &error));
  g_assert_nonnull (error);
  g_clear_pointer (&limit, tsl_low_water_free);
  bed_clear (&bed);
}

static void
test_find (void)
{
  g_autoptr (GError) error = NULL;
  struct stat status;
  guint pid = 0;
  int fd = -1;
  Bed bed;

  bed_init (&bed);
  g_assert_cmpint (fstat (bed.sender, &status), ==, 0);
  g_assert_true (tsl_low_water_find_socket (status.st_ino, &pid, &fd, &error));
  g_assert_no_error (error);
  g_assert_cmpint (fd, ==, bed.sender);
  g_assert_true (pid == (guint) getpid () || pid == (guint) bed.program);
  g_assert_false (tsl_low_water_find_socket (G_MAXUINT64, &pid, &fd, &error));
  g_assert_nonnull (error);
  bed_clear (&bed);
}

/* One that may not be traced: its own word for the same user, its user for another. */
static void
test_privilege (void)
{
  pid_t target = start (), tester;
  int status;

  if (target == 0)
    {
      prctl (PR_SET_DUMPABLE, 0);
      for (;;)
        pause ();
    }
  tester = start ();
  if (tester == 0)
    {
      g_autoptr (GError) error = NULL;
      TslLowWater *limit;

      if (geteuid () == 0
          && (setresgid (NOBODY, NOBODY, NOBODY) != 0 || setresuid (NOBODY, NOBODY, NOBODY) != 0))
        _exit (2);
      do
        {
          g_clear_error (&error);
          limit = tsl_low_water_new (target, 0, 0, 1, 0, NULL, NULL, &error);
        }
      while (!limit && !g_error_matches (error, TSL_ERROR, TSL_ERROR_PRIVILEGE));
      _exit (!limit && strstr (error->message, "cannot reach") ? 0 : 1);
    }
  g_assert_cmpint (waitpid (tester, &status, 0), ==, tester);
  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 0);
  child_end (target);
}

/* The limiting process is killed. */
static void
test_guard (void)
{
  char before[16], now[16];
  pid_t owner;
  Bed bed;

  bed_init (&bed);
  get_cc (&bed, before);
  owner = start ();
  if (owner == 0)
    {
      TslGuard *guard = tsl_guard_new (NULL);
      TslLowWater *limit =
          guard ? tsl_low_water_new (bed.program, bed.sender, 0, 1, 0, NULL, guard, NULL) : NULL;

      if (!limit || !tsl_low_water_set_congestion_control (limit, "reno", NULL)
          || !tsl_low_water_update (limit, NULL))
        _exit (1);
      for (;;)
        pause ();
    }
  while (get_mark (&bed) != 1)
    {
      g_assert_cmpint (waitpid (owner, NULL, WNOHANG), ==, 0);
      g_usleep (1000);
    }
  get_cc (&bed, now);
  g_assert_cmpstr (now, ==, "reno");
  child_end (owner);
  do
    {
      g_usleep (1000);
      get_cc (&bed, now);
    }
  while (get_mark (&bed) != 0 || !g_str_equal (now, before));
  bed_clear (&bed);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tsl-low-water/limit", test_limit);
  g_test_add_func ("/tsl-low-water/congestion-control", test_congestion_control);
  g_test_add_func ("/tsl-low-water/bbr", test_bbr);
  g_test_add_func ("/tsl-low-water/cookie", test_cookie);
  g_test_add_func ("/tsl-low-water/gone", test_gone);
  g_test_add_func ("/tsl-low-water/find", test_find);
  g_test_add_func ("/tsl-low-water/privilege", test_privilege);
  g_test_add_func ("/tsl-low-water/guard", test_guard);
  return page_directory_run ();
}
