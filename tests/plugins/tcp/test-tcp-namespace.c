/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "source.h"
#include <gscope-test/gscope-test.h>

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Flows in network namespaces of processes that the test itself makes: each has one connection on
 * its loopback, whose two ends are two flows. */

enum
{
  NOBODY = 65534
};

typedef enum
{
  COMMAND_ENTER = 'e',
  COMMAND_DROP = 'd',
} Command;

typedef struct
{
  int code;
  pid_t pid;
  guint16 client;
  guint16 server;
} Answer;

typedef struct
{
  char name[16];
  char number[16];
  int commands;
  int answers;
  pid_t child;
  Answer last;
  struct stat its;
} Holder;

/* The child process shares the memory of the test, so it makes system calls only. */

static void
drop_privilege (void)
{
  if (setgroups (0, NULL) != 0 || setgid (NOBODY) != 0 || setuid (NOBODY) != 0
      || prctl (PR_SET_DUMPABLE, 1) != 0)
    _exit (1);
}

/* Who is root in a user namespace only may be the only user there. */
static gboolean
can_drop_privilege (void)
{
  pid_t pid = geteuid () == 0 ? fork () : -1;
  int status = 1;

  if (pid == 0)
    {
      drop_privilege ();
      _exit (0);
    }
  return pid > 0 && waitpid (pid, &status, 0) == pid && status == 0;
}

static gboolean
raise_loopback (void)
{
  struct ifreq request = { .ifr_name = "lo", .ifr_flags = IFF_UP };
  int fd = socket (AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  gboolean is_up = fd >= 0 && ioctl (fd, SIOCSIFFLAGS, &request) == 0;

  close (fd);
  return is_up;
}

static gboolean
connect_to_itself (Answer *answer)
{
  struct sockaddr_in address = { .sin_family = AF_INET,
                                 .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  struct sockaddr *generic = (struct sockaddr *) &address;
  socklen_t length = sizeof address;
  int listener = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int client = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

  if (bind (listener, generic, length) != 0 || listen (listener, 1) != 0
      || getsockname (listener, generic, &length) != 0 || connect (client, generic, length) != 0
      || accept (listener, NULL, NULL) < 0)
    return FALSE;
  answer->server = ntohs (address.sin_port);
  if (getsockname (client, generic, &length) != 0)
    return FALSE;
  answer->client = ntohs (address.sin_port);
  return TRUE;
}

static void
enter_namespace (Answer *answer)
{
  int flags = geteuid () == 0 ? CLONE_NEWNET : CLONE_NEWUSER | CLONE_NEWNET;

  answer->code = 0;
  if (unshare (flags) != 0 || !raise_loopback () || !connect_to_itself (answer))
    answer->code = errno;
}

/* It ends with the test. The kernel forgets that wish when the user changes. */
static void
end_with_parent (void)
{
  if (prctl (PR_SET_PDEATHSIG, SIGKILL) != 0)
    _exit (1);
}

/* The functions of the C library would wait for the threads of the test, which the child does not have. */
static void
drop_privilege_of_child (void)
{
  if (syscall (SYS_setgroups, 0, NULL) != 0 || syscall (SYS_setgid, NOBODY) != 0
      || syscall (SYS_setuid, NOBODY) != 0 || prctl (PR_SET_DUMPABLE, 1) != 0)
    _exit (1);
  end_with_parent ();
}

G_NORETURN static void
serve (const char *name, int commands, int answers)
{
  Answer answer = { .pid = getpid () };
  char command;

  prctl (PR_SET_NAME, name);
  while (write (answers, &answer, sizeof answer) == sizeof answer
         && read (commands, &command, 1) == 1)
    {
      if (command == COMMAND_ENTER)
        enter_namespace (&answer);
      if (command == COMMAND_DROP)
        drop_privilege_of_child ();
    }
  _exit (0);
}

/* The test's end of it. */

static void
holder_wait (Holder *self)
{
  g_assert_cmpint (read (self->answers, &self->last, sizeof self->last), ==, sizeof self->last);
}

static void
holder_start (Holder *self, const char *name, gboolean is_orphan)
{
  int commands[2], answers[2];

  memset (self, 0, sizeof *self);
  g_snprintf (self->name, sizeof self->name, "%s-%d", name, getpid ());
  g_assert_cmpint (pipe2 (commands, O_CLOEXEC), ==, 0);
  g_assert_cmpint (pipe2 (answers, O_CLOEXEC), ==, 0);
  /* A sanitizer would start a thread in it, which forbids a user namespace. */
  self->child = _Fork ();
  g_assert_cmpint (self->child, >=, 0);
  if (self->child == 0)
    {
      if (!is_orphan)
        end_with_parent ();
      else if (_Fork () != 0)
        _exit (0);
      close (commands[1]);
      close (answers[0]);
      serve (self->name, commands[0], answers[1]);
    }
  close (commands[0]);
  close (answers[1]);
  self->commands = commands[1];
  self->answers = answers[0];
  if (is_orphan)
    g_assert_cmpint (waitpid (self->child, NULL, 0), ==, self->child);
  holder_wait (self);
  if (is_orphan)
    self->child = 0;
  g_snprintf (self->number, sizeof self->number, "%d", self->last.pid);
}

static void
holder_command (Holder *self, Command command)
{
  const char byte = command;

  g_assert_cmpint (write (self->commands, &byte, 1), ==, 1);
  holder_wait (self);
}

/* Where others of the tests' processes have the pipe's end too, closing it would say nothing. */
static void
holder_end (Holder *self)
{
  char byte;

  g_assert_cmpint (self->last.pid, >, 0);
  g_assert_cmpint (kill (self->last.pid, SIGKILL), ==, 0);
  if (self->child > 0)
    g_assert_cmpint (waitpid (self->child, NULL, 0), ==, self->child);
  g_assert_cmpint (read (self->answers, &byte, 1), ==, 0);
  close (self->commands);
  close (self->answers);
}

/* Fails where the system forbids it, which ends the test. */
static gboolean
holder_enter (Holder *self)
{
  g_autofree char *path = g_strdup_printf ("/proc/%s/ns/net", self->number);

  holder_command (self, COMMAND_ENTER);
  if (self->last.code == 0)
    {
      g_assert_cmpint (stat (path, &self->its), ==, 0);
      return TRUE;
    }
  g_test_message ("NOT TESTED: this system forbids network namespaces, %s: see user_namespaces(7)",
                  g_strerror (self->last.code));
  g_test_skip ("network namespaces are forbidden here");
  holder_end (self);
  return FALSE;
}

/* Returns whether the test is skipped, as root or as nobody: a skip in a subprocess would be
 * invisible. */
static gboolean
can_enter (gboolean is_nobody)
{
  Holder holder;

  holder_start (&holder, "try", FALSE);
  if (is_nobody)
    holder_command (&holder, COMMAND_DROP);
  if (!holder_enter (&holder))
    return FALSE;
  holder_end (&holder);
  return TRUE;
}

static gboolean
holder_enter_first (Holder *self, const char *name)
{
  holder_start (self, name, FALSE);
  return holder_enter (self);
}

static void
write_text (GscopeHarness *bed, const char *name, const char *text)
{
  g_autofree char *reason = gscope_harness_write (bed, name, g_variant_new_string (text));

  g_assert_null (reason);
}

static guint
count_flows (GscopeHarness *bed, gboolean ended)
{
  GListModel *signals = gscope_source_get_signals (bed->source);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (signals, i);

      n += strstr (gscope_signal_get_full_name (signal), " > ")
           && g_str_equal (gscope_signal_get_name (signal), "cwnd")
           && gscope_signal_get_ended (signal) == ended;
    }
  return n;
}

static GscopeSignal *
find_flow (GscopeHarness *bed, const Holder *holder)
{
  g_autofree char *name = g_strdup_printf ("x/127.0.0.1:%u > 127.0.0.1:%u/cwnd",
                                           holder->last.client, holder->last.server);

  return gscope_scope_find_signal (bed->scope, name);
}

static gboolean
shows_only (GscopeHarness *bed, const Holder *holder)
{
  GscopeSignal *signal = find_flow (bed, holder);

  return count_flows (bed, FALSE) == 2 && signal && !gscope_signal_get_ended (signal)
         && gscope_harness_get (bed, gscope_signal_get_full_name (signal)) >= 1;
}

static void
await_holder (GscopeHarness *bed, const Holder *holder)
{
  while (!shows_only (bed, holder))
    gscope_harness_advance (bed, 100);
  g_assert_cmpint (gscope_source_get_state (bed->source), ==, GSCOPE_SOURCE_STATE_RUNNING);
  g_assert_cmpstr (gscope_source_get_status (bed->source), ==, "");
}

static void
await_status (GscopeHarness *bed, GscopeSourceState state, const char *status)
{
  while (!g_str_equal (gscope_source_get_status (bed->source), status))
    gscope_harness_advance (bed, 100);
  g_assert_cmpint (gscope_source_get_state (bed->source), ==, state);
  g_assert_cmpuint (count_flows (bed, FALSE), ==, 0);
}

static void
await_waiting (GscopeHarness *bed, const char *name)
{
  g_autofree char *status = g_strdup_printf ("waiting for process “%s”", name);

  await_status (bed, GSCOPE_SOURCE_STATE_RUNNING, status);
}

static guint
count_netlink_sockets (void)
{
  guint n = 0;

  for (int fd = 0; fd < 1024; fd++)
    {
      int domain = 0;
      socklen_t length = sizeof domain;

      n += getsockopt (fd, SOL_SOCKET, SO_DOMAIN, &domain, &length) == 0 && domain == AF_NETLINK;
    }
  return n;
}

/* Returns whether the process is this one or its child. */
static gboolean
is_own (const char *number)
{
  g_autofree char *path = g_build_filename ("/proc", number, "stat", NULL);
  g_autofree char *text = NULL;
  const char *name_end;
  int parent;

  if (atoi (number) == getpid ())
    return TRUE;
  if (!g_file_get_contents (path, &text, NULL, NULL))
    return FALSE;
  name_end = strrchr (text, ')');
  return name_end && sscanf (name_end, ") %*c %d", &parent) == 1 && parent == getpid ();
}

/* Neither a process nor a socket of the plugin keeps it. Other programs are not asked: the kernel
 * gives the number of a namespace that has ended to the next one. */
static void
assert_namespace_gone (const Holder *holder)
{
  g_autoptr (GDir) proc = g_dir_open ("/proc", 0, NULL);
  const char *name;

  g_assert_cmpuint (count_netlink_sockets (), ==, 0);
  while ((name = g_dir_read_name (proc)))
    {
      g_autofree char *path = g_build_filename ("/proc", name, "ns/net", NULL);
      struct stat its;

      if (g_ascii_isdigit (name[0]) && is_own (name) && stat (path, &its) == 0)
        g_assert_false (its.st_dev == holder->its.st_dev && its.st_ino == holder->its.st_ino);
    }
}

static void
test_number (void)
{
  Holder holder;
  GscopeHarness bed;
  GscopeSignal *signal;
  g_autofree char *status = NULL;

  if (!holder_enter_first (&holder, "one"))
    return;
  gscope_harness_init (&bed, TCP_TYPE_SOURCE, "{}");
  write_text (&bed, "namespace", holder.number);
  await_holder (&bed, &holder);
  g_assert_cmpfloat (gscope_harness_get (&bed, "x/all/flows"), ==, 2);

  /* Processes have the same sockets wherever they are looked at from. */
  write_text (&bed, "process", "1");
  while (count_flows (&bed, FALSE) > 0)
    gscope_harness_advance (&bed, 100);
  write_text (&bed, "process", holder.name);
  await_holder (&bed, &holder);

  signal = g_object_ref (find_flow (&bed, &holder));
  holder_end (&holder);
  status = g_strdup_printf ("waiting for process “%s”", holder.number);
  await_status (&bed, GSCOPE_SOURCE_STATE_RUNNING, status);
  g_assert_true (gscope_signal_get_ended (signal));
  g_assert_false (gscope_harness_get (&bed, "x/all/flows") >= 0);
  g_assert_false (gscope_harness_get (&bed, "x/busiest/cwnd") >= 0);
  assert_namespace_gone (&holder);
  g_object_unref (signal);
  gscope_harness_clear (&bed);
}

/* The order in which they start does not matter, nor how often. */
static void
test_name (void)
{
  GscopeHarness bed;
  g_autofree char *name = g_strdup_printf ("late-%d", getpid ());

  gscope_harness_init (&bed, TCP_TYPE_SOURCE, "{}");
  write_text (&bed, "namespace", name);
  await_waiting (&bed, name);
  for (guint i = 0; i < 3; i++)
    {
      Holder holder;

      if (!holder_enter_first (&holder, "late"))
        break;
      await_holder (&bed, &holder);
      holder_end (&holder);
      await_waiting (&bed, name);
      assert_namespace_gone (&holder);
    }
  gscope_harness_clear (&bed);
}

static void
test_several (void)
{
  Holder old, young, stranger;
  GscopeHarness bed;

  if (!holder_enter_first (&old, "many"))
    return;
  holder_start (&stranger, "many", TRUE);
  g_assert_true (holder_enter (&stranger));
  gscope_harness_init (&bed, TCP_TYPE_SOURCE, "{}");
  write_text (&bed, "namespace", old.name);
  await_holder (&bed, &old);

  /* One that is watched stays so. */
  holder_start (&young, "many", FALSE);
  g_assert_true (holder_enter (&young));
  for (guint i = 0; i < 30; i++)
    gscope_harness_advance (&bed, 100);
  g_assert_true (shows_only (&bed, &old));
  write_text (&bed, "namespace", "");
  gscope_harness_advance (&bed, 100);
  write_text (&bed, "namespace", young.name);
  await_holder (&bed, &young);
  holder_end (&young);
  await_holder (&bed, &old);
  holder_end (&old);
  await_holder (&bed, &stranger);

  /* A stranger is watched until one of this program comes. */
  holder_start (&young, "many", FALSE);
  g_assert_true (holder_enter (&young));
  await_holder (&bed, &young);
  holder_end (&young);
  await_holder (&bed, &stranger);
  holder_end (&stranger);
  await_waiting (&bed, stranger.name);
  gscope_harness_clear (&bed);
}

/* A process that is found before it made its namespace. */
static void
test_moved (void)
{
  Holder holder;
  GscopeHarness bed;

  holder_start (&holder, "move", FALSE);
  gscope_harness_init (&bed, TCP_TYPE_SOURCE, "{}");
  write_text (&bed, "namespace", holder.name);
  for (guint i = 0; i < 20; i++)
    gscope_harness_advance (&bed, 100);
  g_assert_true (gscope_harness_get (&bed, "x/all/flows") >= 0);
  if (holder_enter (&holder))
    {
      await_holder (&bed, &holder);
      holder_end (&holder);
    }
  gscope_harness_clear (&bed);
}

static guint
count_gaps (GscopeHarness *bed, GscopeGapCause cause)
{
  GscopeSignal *signal = gscope_scope_find_signal (bed->scope, "x/busiest/cwnd");
  const GscopeGap *gaps;
  gsize n;
  guint count = 0;

  gaps = gscope_trace_get_gaps (gscope_signal_get_trace (signal), 0, G_MAXINT64, &n);
  for (gsize i = 0; i < n; i++)
    count += gaps[i].cause == cause;
  return count;
}

/* From one namespace to another: the flows of the first end, the flows of the second appear. */
static void
test_switched (void)
{
  Holder one, two;
  GscopeSignal *signal;
  GscopeHarness bed;

  if (!holder_enter_first (&one, "one"))
    return;
  g_assert_true (holder_enter_first (&two, "two"));
  gscope_harness_init (&bed, TCP_TYPE_SOURCE, "{}");
  write_text (&bed, "namespace", one.number);
  await_holder (&bed, &one);
  while (!(gscope_harness_get (&bed, "x/busiest/cwnd") >= 1))
    gscope_harness_advance (&bed, 100);
  signal = g_object_ref (find_flow (&bed, &one));
  g_assert_cmpuint (count_gaps (&bed, GSCOPE_GAP_CAUSE_SWITCHED), ==, 0);

  write_text (&bed, "namespace", two.number);
  await_holder (&bed, &two);
  g_assert_true (gscope_signal_get_ended (signal));
  g_assert_cmpuint (count_gaps (&bed, GSCOPE_GAP_CAUSE_SWITCHED), ==, 1);
  write_text (&bed, "namespace", "2147483647");
  await_status (&bed, GSCOPE_SOURCE_STATE_RUNNING, "waiting for process “2147483647”");
  write_text (&bed, "namespace", "");
  while (!g_str_equal (gscope_source_get_status (bed.source), ""))
    gscope_harness_advance (&bed, 100);
  g_object_unref (signal);
  gscope_harness_clear (&bed);
  holder_end (&one);
  holder_end (&two);
}

/* While the scope is stopped nothing is polled, and yet the namespace is to end. */
static void
test_stopped (void)
{
  Holder holder, other;
  GscopeHarness bed;

  if (!holder_enter_first (&holder, "stop"))
    return;
  gscope_harness_init (&bed, TCP_TYPE_SOURCE, "{}");
  write_text (&bed, "namespace", holder.name);
  await_holder (&bed, &holder);
  gscope_scope_stop (bed.scope);
  g_assert_cmpuint (count_netlink_sockets (), ==, 2);
  holder_end (&holder);
  while (count_netlink_sockets () > 0)
    g_main_context_iteration (NULL, TRUE);
  assert_namespace_gone (&holder);
  gscope_scope_start (bed.scope);
  await_waiting (&bed, holder.name);

  /* Nor is it kept when another one is asked for meanwhile. */
  g_assert_true (holder_enter_first (&other, "stop"));
  await_holder (&bed, &other);
  gscope_scope_stop (bed.scope);
  write_text (&bed, "namespace", "");
  holder_end (&other);
  while (count_netlink_sockets () > 0)
    g_main_context_iteration (NULL, TRUE);
  gscope_harness_clear (&bed);
}

/* The real worker, which forks beside the main context. */
static void
test_worker (void)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new ();
  GscopeHarness bed = { .scope = scope,
                        .source = g_object_new (TCP_TYPE_SOURCE, "name", "x", NULL) };
  Holder holder;

  gscope_scope_set_period (scope, 10 * GSCOPE_MSEC);
  gscope_scope_add_source (scope, bed.source);
  gscope_harness_start (&bed);
  for (guint i = 0; i < 2 && holder_enter_first (&holder, "work"); i++)
    {
      write_text (&bed, "namespace", holder.name);
      while (!shows_only (&bed, &holder))
        g_main_context_iteration (NULL, TRUE);
      holder_end (&holder);
      while (!g_str_has_prefix (gscope_source_get_status (bed.source), "waiting for"))
        g_main_context_iteration (NULL, TRUE);
      assert_namespace_gone (&holder);
    }
  gscope_scope_remove_source (scope, bed.source);
  g_object_unref (bed.source);
}

static void
assert_refused (const char *number)
{
  GscopeHarness bed;
  g_autofree char *status = g_strdup_printf (
      "cannot enter the network namespace of process “%s”: %s; unlock the source, run as the "
      "user who owns the namespace, or give the program CAP_SYS_ADMIN and CAP_SYS_PTRACE",
      number, "%s");
  char **parts = g_strsplit (status, "%s", 2);

  gscope_harness_init (&bed, TCP_TYPE_SOURCE, "{}");
  write_text (&bed, "namespace", number);
  while (gscope_source_get_state (bed.source) != GSCOPE_SOURCE_STATE_TROUBLE)
    gscope_harness_advance (&bed, 100);
  g_assert_true (g_str_has_prefix (gscope_source_get_status (bed.source), parts[0]));
  g_assert_true (g_str_has_suffix (gscope_source_get_status (bed.source), parts[1]));
  g_assert_cmpuint (count_flows (&bed, FALSE), ==, 0);
  g_assert_cmpuint (count_netlink_sockets (), ==, 0);
  g_strfreev (parts);
  gscope_harness_clear (&bed);
}

static void
test_refused (void)
{
  if (!can_drop_privilege ())
    {
      g_test_skip ("only root can make a namespace that somebody else may not enter");
      return;
    }
  if (!can_enter (FALSE))
    return;
  g_test_trap_subprocess ("/tcp-namespace/refused/subprocess", 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
}

/* Another user's process, and one of the same user in a namespace of root's. */
static void
test_refused_as_nobody (void)
{
  Holder roots, own;

  if (!holder_enter_first (&roots, "roots"))
    return;
  g_assert_true (holder_enter_first (&own, "own"));
  holder_command (&own, COMMAND_DROP);
  drop_privilege ();
  assert_refused (roots.number);
  assert_refused (own.number);
}

static void
test_unprivileged (void)
{
  if (!can_drop_privilege ())
    {
      g_test_skip ("this is unprivileged already");
      return;
    }
  if (!can_enter (TRUE))
    return;
  g_test_trap_subprocess ("/tcp-namespace/unprivileged/subprocess", 0,
                          G_TEST_SUBPROCESS_INHERIT_STDERR | G_TEST_SUBPROCESS_INHERIT_STDOUT);
  g_test_trap_assert_passed ();
}

static void
test_as_nobody (void)
{
  drop_privilege ();
  test_number ();
  test_name ();
  test_worker ();
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  gscope_test_add ("/tcp-namespace/number", test_number);
  gscope_test_add ("/tcp-namespace/name", test_name);
  gscope_test_add ("/tcp-namespace/several", test_several);
  gscope_test_add ("/tcp-namespace/moved", test_moved);
  gscope_test_add ("/tcp-namespace/switched", test_switched);
  gscope_test_add ("/tcp-namespace/stopped", test_stopped);
  gscope_test_add ("/tcp-namespace/worker", test_worker);
  gscope_test_add ("/tcp-namespace/refused", test_refused);
  gscope_test_add ("/tcp-namespace/refused/subprocess", test_refused_as_nobody);
  gscope_test_add ("/tcp-namespace/unprivileged", test_unprivileged);
  gscope_test_add ("/tcp-namespace/unprivileged/subprocess", test_as_nobody);
  return gscope_test_run (GSCOPE_TEST_DEFAULT);
}
