/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <arpa/inet.h>
#include <glib/gstdio.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <tsl/tsl.h>
#include <unistd.h>

/* A cgroup of its own, where this user may make one; NULL otherwise. */
static char *
make_cgroup (void)
{
  g_autofree char *mounts = NULL;
  g_auto (GStrv) lines = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/mounts", &mounts, NULL, NULL));
  lines = g_strsplit (mounts, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    {
      g_auto (GStrv) fields = g_strsplit (lines[i], " ", 4);
      g_autofree char *path = NULL;

      if (g_strv_length (fields) < 4 || !g_str_equal (fields[2], "cgroup2"))
        continue;
      path = g_strdup_printf ("%s/tsl-test-%d", fields[1], getpid ());
      if (g_mkdir (path, 0755) == 0)
        return g_steal_pointer (&path);
    }
  return NULL;
}

static void
enter (const char *cgroup)
{
  g_autofree char *path = g_build_filename (cgroup, "cgroup.procs", NULL);
  FILE *file = fopen (path, "w");

  g_assert_nonnull (file);
  g_assert_cmpint (fputs ("0", file), >=, 0);
  g_assert_cmpint (fclose (file), ==, 0);
}

static gboolean
set_cc (int fd, const char *name)
{
  return setsockopt (fd, IPPROTO_TCP, TCP_CONGESTION, name, strlen (name)) == 0;
}

static void
connect_pair (int *sender, int *receiver, const char *cc)
{
  struct sockaddr_in address = { .sin_family = AF_INET,
                                 .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  socklen_t length = sizeof address;
  int listener = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

  g_assert_cmpint (bind (listener, (struct sockaddr *) &address, sizeof address), ==, 0);
  g_assert_cmpint (getsockname (listener, (struct sockaddr *) &address, &length), ==, 0);
  g_assert_cmpint (listen (listener, 1), ==, 0);
  *sender = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  g_assert_true (set_cc (*sender, cc));
  g_assert_cmpint (connect (*sender, (struct sockaddr *) &address, sizeof address), ==, 0);
  *receiver = accept4 (listener, NULL, NULL, SOCK_CLOEXEC);
  close (listener);
}

static int
get_mark (int fd)
{
  int mark = -1;
  socklen_t length = sizeof mark;

  g_assert_cmpint (getsockopt (fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &mark, &length), ==, 0);
  return mark;
}

/* An ordinary program, in the cgroup: sends now and then, and ends once its mark is more than the
 * least, as it is at first. */
G_NORETURN static void
send_on (const char *cgroup)
{
  int sender, receiver;
  char byte = 0;

  enter (cgroup);
  connect_pair (&sender, &receiver, "reno");
  if (get_mark (sender) != 1)
    _exit (2);
  while (get_mark (sender) == 1)
    {
      send (sender, &byte, 1, MSG_NOSIGNAL);
      g_usleep (1000);
      recv (receiver, &byte, 1, MSG_DONTWAIT);
    }
  _exit (0);
}

/* With BBR nothing is limited. */
G_NORETURN static void
send_by_bbr (const char *cgroup)
{
  int sender, receiver;

  enter (cgroup);
  connect_pair (&sender, &receiver, "bbr");
  _exit (get_mark (sender) == 0 ? 0 : 2);
}

static pid_t
start (void (*run) (const char *cgroup), const char *cgroup)
{
  pid_t parent = getpid (), program = fork ();

  g_assert_cmpint (program, >=, 0);
  if (program > 0)
    return program;
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != parent)
    _exit (1);
  run (cgroup);
  return 0;
}

static void
check_bbr (TslMinbufGroup *group, const char *cgroup)
{
  int fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), status;
  gboolean has_bbr = set_cc (fd, "bbr");
  pid_t program = has_bbr ? start (send_by_bbr, cgroup) : 0;

  close (fd);
  if (!has_bbr)
    return;
  g_assert_cmpint (waitpid (program, &status, 0), ==, program);
  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 0);
  g_assert_cmpuint (tsl_minbuf_group_get_n_refused (group), >, 0);
}

static void
check_limit (TslMinbufGroup *group, const char *cgroup)
{
  pid_t program = start (send_on, cgroup);
  int status;

  while (tsl_minbuf_group_get_n_changes (group) == 0)
    g_assert_cmpint (waitpid (program, &status, WNOHANG), ==, 0);
  /* By the time of the second mark the first has been seen. */
  while (tsl_minbuf_group_get_n_changes (group) < 10)
    g_assert_cmpint (waitpid (program, &status, WNOHANG), ==, 0);
  tsl_minbuf_group_set_limit (group, 2, 3);
  g_assert_cmpint (waitpid (program, &status, 0), ==, program);
  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 0);
}

/* Connections of this process are none of the cgroup's. */
static void
check_others (void)
{
  int sender, receiver;

  connect_pair (&sender, &receiver, "reno");
  g_assert_cmpint (get_mark (sender), ==, 0);
  close (sender);
  close (receiver);
}

static void
test_limit (void)
{
  g_autofree char *cgroup = make_cgroup ();
  g_autoptr (GError) error = NULL;
  TslMinbufGroup *group = tsl_minbuf_group_new (cgroup ? cgroup : "/proc/none", 1, 0, &error);

  if (group)
    {
      check_bbr (group, cgroup);
      check_limit (group, cgroup);
      check_others ();
      tsl_minbuf_group_free (group);
    }
  else
    {
      g_test_message ("refused here: %s", error->message);
      g_assert_true (error->domain == TSL_ERROR);
      g_assert_nonnull (strstr (error->message, "cannot "));
      /* it says that this kernel has what it takes */
      g_assert_null (g_getenv ("WITH_BPF"));
    }
  if (cgroup)
    g_assert_cmpint (g_rmdir (cgroup), ==, 0);
}

static void
test_refusal (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (tsl_minbuf_group_new ("/proc/none", 1, 0, &error));
  g_assert_true (error->domain == TSL_ERROR);
  if (geteuid () != 0)
    g_assert_error (error, TSL_ERROR, TSL_ERROR_PRIVILEGE);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tsl-minbuf-group/limit", test_limit);
  g_test_add_func ("/tsl-minbuf-group/refusal", test_refusal);
  return g_test_run ();
}
