/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/child.h"
#include "support/page-directory.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <linux/capability.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <tsl/guard/guard-private.h>
#include <tsl/sched/kind-private.h>
#include <tsl/sched/private.h>
#include <tsl/tcp/option-private.h>
#include <tsl/tsl.h>
#include <unistd.h>

#define NOBODY 65534

/* The settings that a test changes and has to find restored. */
typedef struct
{
  char *path;
  char *folder;
  int socket;
  pid_t thread;
  pid_t owner;
  TslPage *page;
  TslCell *knob;
} Bed;

static void
bed_init (Bed *bed)
{
  bed->path = g_build_filename (g_getenv ("TSL_PAGE_DIR"), "knob", NULL);
  bed->folder = g_build_filename (g_getenv ("TSL_PAGE_DIR"), "made", NULL);
  bed->socket = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  bed->thread = child_start (NULL, NULL);
  bed->owner = getpid ();
  bed->page = tsl_page_new ("bed", NULL);
  bed->knob = tsl_page_add_knob (bed->page, "test", "a", "x", "", 0, 10, 5);
  g_assert_true (g_file_set_contents (bed->path, "old", -1, NULL));
}

static void
set_low_water (Bed *bed, int value)
{
  g_assert_cmpint (setsockopt (bed->socket, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &value, sizeof value),
                   ==, 0);
}

static int
get_low_water (Bed *bed)
{
  int value;
  socklen_t length = sizeof value;

  g_assert_cmpint (getsockopt (bed->socket, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &value, &length), ==,
                   0);
  return value;
}

static char *
read_file (Bed *bed)
{
  char *text;

  g_assert_true (g_file_get_contents (bed->path, &text, NULL, NULL));
  return text;
}

static void
turn_all (Bed *bed, TslGuard *guard, guint ids[5])
{
  struct sched_param param = { 0 };
  FILE *file;

  ids[0] = tsl_guard_keep_file (guard, bed->path, "old", NULL);
  ids[1] = tsl_sched_keep (bed->thread, guard, NULL);
  ids[2] = tsl_option_keep (bed->socket, TCP_NOTSENT_LOWAT, 1000, guard, NULL);
  ids[3] = tsl_guard_keep_knob (guard, bed->owner, "test", "a", "x", 7, NULL);
  ids[4] = tsl_guard_keep_folder (guard, bed->folder, NULL);
  g_mkdir (bed->folder, 0700);
  file = g_fopen (bed->path, "w");
  fputs ("new", file);
  fclose (file);
  g_assert_cmpint (sched_setscheduler (bed->thread, SCHED_BATCH, &param), ==, 0);
  set_low_water (bed, 2000);
}

static void
assert_all_back (Bed *bed)
{
  g_autofree char *text = read_file (bed);
  double asked;

  g_assert_cmpstr (text, ==, "old");
  g_assert_cmpint (sched_getscheduler (bed->thread), ==, SCHED_OTHER);
  g_assert_cmpint (get_low_water (bed), ==, 1000);
  g_assert_true (tsl_cell_take (bed->knob, &asked));
  g_assert_cmpfloat (asked, ==, 7);
  g_assert_false (g_file_test (bed->folder, G_FILE_TEST_EXISTS));
}

static void
bed_clear (Bed *bed)
{
  child_end (bed->thread);
  tsl_page_unref (bed->page);
  close (bed->socket);
  g_unlink (bed->path);
  g_rmdir (bed->folder);
  g_free (bed->folder);
  g_free (bed->path);
}

static void
wait_for_end (pid_t pid)
{
  struct pollfd fd = { .fd = syscall (SYS_pidfd_open, pid, 0), .events = POLLIN };

  if (fd.fd < 0)
    return;
  g_assert_cmpint (poll (&fd, 1, -1), ==, 1);
  close (fd.fd);
}

/* The owner: turns everything, or keeps the knob and another file; says which its guard is, and waits to be killed. */
static void
own (Bed *bed, const char *path, int ready)
{
  g_autoptr (GError) error = NULL;
  TslGuard *guard = tsl_guard_new (&error);
  guint ids[5];
  pid_t pid;

  g_assert_no_error (error);
  if (path)
    {
      g_assert_cmpuint (tsl_guard_keep_file (guard, bed->path, "old", NULL), >, 0);
      g_assert_cmpuint (tsl_guard_keep_file (guard, path, "old", NULL), >, 0);
    }
  else
    turn_all (bed, guard, ids);
  pid = tsl_guard_get_pid (guard);
  g_assert_cmpint (write (ready, &pid, sizeof pid), ==, sizeof pid);
  for (;;)
    pause ();
}

/* Returns the owner. */
static pid_t
fork_owner (Bed *bed, const char *path, pid_t *guard)
{
  int ready[2];
  pid_t owner;

  g_assert_cmpint (pipe (ready), ==, 0);
  owner = fork ();
  g_assert_cmpint (owner, >=, 0);
  if (owner == 0)
    own (bed, path, ready[1]);
  g_assert_cmpint (read (ready[0], guard, sizeof *guard), ==, sizeof *guard);
  g_assert_cmpint (*guard, >, 1);
  close (ready[0]);
  close (ready[1]);
  return owner;
}

static pid_t
start_owner (Bed *bed, pid_t *guard)
{
  pid_t owner = fork_owner (bed, NULL, guard);

  g_assert_cmpint (get_low_water (bed), ==, 2000);
  return owner;
}

/* The journal of a guard is a file beside the pages. Returns NULL if there is none. */
static char *
find_journal (void)
{
  g_autofree char *path =
      g_strdup_printf ("%s/tsl-%u", g_getenv ("TSL_PAGE_DIR"), (guint) geteuid ());
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    if (g_str_has_prefix (name, "guard"))
      return g_build_filename (path, name, NULL);
  return NULL;
}

static void
test_killed (void)
{
  Bed bed;
  pid_t owner, guard;

  bed_init (&bed);
  owner = start_owner (&bed, &guard);
  /* as the terminal's Ctrl+C and a service's watchdog would */
  g_assert_cmpint (kill (guard, SIGINT), ==, 0);
  g_assert_cmpint (kill (guard, SIGABRT), ==, 0);
  child_end (owner);
  wait_for_end (guard);
  assert_all_back (&bed);
  g_assert_null (find_journal ());
  bed_clear (&bed);
}

/* Then nobody puts anything back, until the next program does. */
static void
test_both_killed (void)
{
  g_autofree char *text = NULL;
  pid_t owner, guard;
  Bed bed;

  bed_init (&bed);
  owner = start_owner (&bed, &guard);
  g_assert_cmpint (kill (owner, SIGSTOP), ==, 0);
  g_assert_cmpint (kill (guard, SIGKILL), ==, 0);
  child_end (owner);
  wait_for_end (guard);
  g_assert_cmpint (get_low_water (&bed), ==, 2000);
  text = tsl_guard_recover ();
  g_assert_nonnull (text);
  g_assert_nonnull (strstr (text, "5 settings"));
  assert_all_back (&bed);
  g_assert_null (find_journal ());
  g_assert_null (tsl_guard_recover ());
  bed_clear (&bed);
}

/* A living guard keeps the settings that it will restore. */
static void
test_left_to_guard (void)
{
  pid_t owner, guard;
  Bed bed;

  bed_init (&bed);
  owner = start_owner (&bed, &guard);
  g_assert_cmpint (kill (guard, SIGSTOP), ==, 0);
  child_end (owner);
  g_assert_null (tsl_guard_recover ());
  g_assert_cmpint (get_low_water (&bed), ==, 2000);
  g_assert_cmpint (kill (guard, SIGCONT), ==, 0);
  wait_for_end (guard);
  assert_all_back (&bed);
  g_assert_null (find_journal ());
  bed_clear (&bed);
}

/* Places in the file are used again. */
static void
test_journal_size (void)
{
  g_autoptr (GError) error = NULL;
  TslGuard *guard = tsl_guard_new (&error);
  g_autofree char *journal = find_journal ();
  GStatBuf status;
  gint64 size = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < 10; i++)
    {
      guint id = tsl_guard_keep_file (guard, "/nowhere", "", NULL);

      g_assert_cmpint (g_stat (journal, &status), ==, 0);
      size = i > 0 ? size : status.st_size;
      g_assert_cmpint (status.st_size, ==, size);
      tsl_guard_forget (guard, id);
    }
  g_assert_cmpint (size, >, 0);
  tsl_guard_free (guard);
}

/* A child that has a copy of the owner's socket does not keep the guard. */
static void
test_forked (void)
{
  g_autoptr (GError) error = NULL;
  TslGuard *guard = tsl_guard_new (&error);
  gint64 begin;
  pid_t child;

  g_assert_no_error (error);
  child = child_start (NULL, NULL);
  begin = g_get_monotonic_time ();
  tsl_guard_free (guard);
  g_assert_cmpint (g_get_monotonic_time () - begin, <, 4 * G_TIME_SPAN_SECOND);
  child_end (child);
}

static TslGuard *
start_with_limit (rlim_t file_size)
{
  g_autoptr (GError) error = NULL;
  struct rlimit limit, low;
  TslGuard *guard;

  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  low = (struct rlimit){ file_size, limit.rlim_max };
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &low), ==, 0);
  guard = tsl_guard_new (&error);
  g_assert_no_error (error);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  return guard;
}

/* A setting that cannot be noted is not kept, so that nobody turns it. Forgetting another setting makes room. */
static void
test_no_room (void)
{
  TslGuard *guard = start_with_limit (1000);
  pid_t pid = tsl_guard_get_pid (guard);
  g_autofree char *journal = find_journal ();
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  GStatBuf status;
  guint first;
  Bed bed;

  bed_init (&bed);
  first = tsl_guard_keep_file (guard, "/nowhere", "", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (tsl_guard_keep_file (guard, bed.path, "kept", &error), ==, 0);
  g_assert_error (error, TSL_ERROR, TSL_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "could not be restored"));
  g_assert_cmpint (g_stat (journal, &status), ==, 0);
  g_assert_cmpint (status.st_size, <=, 1000);
  tsl_guard_forget (guard, first);
  g_assert_cmpuint (tsl_guard_keep_file (guard, bed.path, "kept", NULL), >, 0);
  g_assert_cmpint (tsl_guard_get_pid (guard), ==, pid);
  tsl_guard_free (guard);
  text = read_file (&bed);
  g_assert_cmpstr (text, ==, "kept");
  g_assert_null (find_journal ());
  bed_clear (&bed);
}

/* A guard that could not note anything is none. */
static void
test_no_journal (void)
{
  struct rlimit limit, none;
  g_autoptr (GError) error = NULL;

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  none = (struct rlimit){ 0, limit.rlim_max };
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &none), ==, 0);
  g_assert_null (tsl_guard_new (&error));
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  g_assert_error (error, TSL_ERROR, TSL_ERROR_UNSUPPORTED);
  g_assert_null (find_journal ());
}

/* Without a free descriptor, threads cannot be identified and sockets cannot be handed on. */
static void
test_no_descriptors (void)
{
  TslGuard *guard = tsl_guard_new (NULL);
  struct rlimit limit, low;
  guint ids[4];
  Bed bed;

  bed_init (&bed);
  g_assert_cmpint (getrlimit (RLIMIT_NOFILE, &limit), ==, 0);
  low = (struct rlimit){ 0, limit.rlim_max };
  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &low), ==, 0);
  ids[0] = tsl_guard_keep_file (guard, "/proc/1/timerslack_ns", "50000", NULL);
  ids[1] = tsl_sched_keep (bed.thread, guard, NULL);
  ids[2] = tsl_option_keep (bed.socket, TCP_NOTSENT_LOWAT, 1, guard, NULL);
  ids[3] = tsl_guard_keep_knob (guard, bed.owner, "test", "a", "x", 7, NULL);
  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &limit), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    g_assert_cmpuint (ids[i], ==, 0);
  g_assert_cmpuint (tsl_sched_keep (bed.thread, guard, NULL), >, 0);
  tsl_guard_free (guard);
  bed_clear (&bed);
}

/* Leaves the journal of an owner that was killed with its guard, which kept two files. */
static char *
leave_journal (Bed *bed, const char *path)
{
  pid_t guard, owner = fork_owner (bed, path, &guard);

  g_assert_cmpint (kill (owner, SIGSTOP), ==, 0);
  g_assert_cmpint (kill (guard, SIGKILL), ==, 0);
  child_end (owner);
  wait_for_end (guard);
  g_assert_true (g_file_set_contents (bed->path, "new", -1, NULL));
  return find_journal ();
}

/* A setting that this program may not restore stays in the journal, and is not reported as restored. */
static void
test_not_put_back (void)
{
  g_autofree char *journal = NULL, *text = NULL, *again = NULL, *content = NULL;
  Bed bed;

  bed_init (&bed);
  /* nobody can write to a directory */
  journal = leave_journal (&bed, g_getenv ("TSL_PAGE_DIR"));
  text = tsl_guard_recover ();
  g_assert_nonnull (strstr (text, "1 setting of programs that were killed"));
  g_assert_nonnull (strstr (text, "1 setting of killed programs is not restored"));
  content = read_file (&bed);
  g_assert_cmpstr (content, ==, "old");
  g_assert_true (g_file_test (journal, G_FILE_TEST_EXISTS));
  again = tsl_guard_recover ();
  g_assert_true (g_str_has_prefix (again, "1 setting of killed programs is not restored"));
  g_assert_cmpint (g_unlink (journal), ==, 0);
  bed_clear (&bed);
}

/* A setting that could not be put back when it was asked for is tried again at the end. */
static void
test_undo_fails (void)
{
  g_autofree char *journal = NULL;
  TslGuard *guard = tsl_guard_new (NULL);
  guint id = tsl_guard_keep_file (guard, g_getenv ("TSL_PAGE_DIR"), "old", NULL);

  g_assert_cmpuint (id, >, 0);
  tsl_guard_undo (guard, id);
  tsl_guard_free (guard);
  journal = find_journal ();
  g_assert_nonnull (journal);
  g_assert_cmpint (g_unlink (journal), ==, 0);
}

/* The numbers of another boot are other threads'. */
static void
test_other_boot (void)
{
  g_autofree char *journal = NULL, *id = NULL, *bytes = NULL, *content = NULL;
  gsize length;
  char *place;
  Bed bed;

  bed_init (&bed);
  journal = leave_journal (&bed, "/nowhere");
  g_assert_true (g_file_get_contents ("/proc/sys/kernel/random/boot_id", &id, NULL, NULL));
  g_assert_true (g_file_get_contents (journal, &bytes, &length, NULL));
  place = memmem (bytes, length, id, 36);
  g_assert_nonnull (place);
  memset (place, 'x', 36);
  g_assert_true (
      g_file_set_contents_full (journal, bytes, length, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  g_assert_null (tsl_guard_recover ());
  g_assert_false (g_file_test (journal, G_FILE_TEST_EXISTS));
  content = read_file (&bed);
  g_assert_cmpstr (content, ==, "new");
  bed_clear (&bed);
}

/* Runs a function in a child of another user, who has some capabilities and nothing else. */
static int
run_as_nobody (guint32 capabilities, int (*func) (gconstpointer data), gconstpointer data)
{
  int status;
  pid_t child = fork ();

  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
      struct __user_cap_data_struct caps[2] = { { capabilities, capabilities, 0 }, { 0 } };

      if (prctl (PR_SET_KEEPCAPS, 1) != 0 || setresgid (NOBODY, NOBODY, NOBODY) != 0
          || setresuid (NOBODY, NOBODY, NOBODY) != 0 || syscall (SYS_capset, &header, caps) != 0)
        _exit (99);
      _exit (func (data));
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFEXITED (status));
  return WEXITSTATUS (status);
}

static int
try_recovery (gconstpointer data)
{
  g_autofree char *text = tsl_guard_recover ();

  return text != NULL;
}

/* The journal of a user who may write it does not steer by rights that the user has not. */
static void
test_privileged (void)
{
  g_autofree char *journal = NULL, *directory = NULL;
  Bed bed;

  if (geteuid () != 0)
    {
      g_test_skip ("only root can hand on capabilities");
      return;
    }
  bed_init (&bed);
  journal = leave_journal (&bed, "/nowhere");
  directory = g_path_get_dirname (journal);
  g_assert_cmpint (chmod (g_getenv ("TSL_PAGE_DIR"), 0711), ==, 0);
  g_assert_cmpint (chown (directory, NOBODY, NOBODY), ==, 0);
  g_assert_cmpint (chown (journal, NOBODY, NOBODY), ==, 0);
  g_assert_cmpint (chown (bed.path, NOBODY, NOBODY), ==, 0);
  g_assert_cmpint (chmod (g_getenv ("TSL_PAGE_DIR"), 0755), ==, 0);
  /* root neither */
  g_assert_null (tsl_guard_recover ());
  g_assert_cmpint (run_as_nobody (1u << CAP_SYS_NICE, try_recovery, NULL), ==, FALSE);
  g_assert_cmpint (run_as_nobody (0, try_recovery, NULL), ==, TRUE);
  g_assert_false (g_file_test (journal, G_FILE_TEST_EXISTS));
  g_assert_cmpint (chown (directory, 0, 0), ==, 0);
  bed_clear (&bed);
}

static int
try_guard (gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  TslGuard *guard = tsl_guard_new (&error);

  if (guard)
    tsl_guard_free (guard);
  return guard ? 0 : strstr (error->message, g_getenv ("TSL_GUARD")) ? 1 : 2;
}

/* Its user's environment does not say which program gets its rights. */
static void
test_environment (void)
{
  g_autofree char *program = g_strdup (g_getenv ("TSL_GUARD"));

  if (geteuid () != 0)
    {
      g_test_skip ("only root can hand on capabilities");
      return;
    }
  g_assert_cmpint (chmod (g_getenv ("TSL_PAGE_DIR"), 01777), ==, 0);
  g_setenv ("TSL_GUARD", "/nowhere/tsl-guard", TRUE);
  g_assert_cmpint (run_as_nobody (0, try_guard, NULL), ==, 1);
  /* 0 where libtsl is installed */
  g_assert_cmpint (run_as_nobody (1u << CAP_SYS_NICE, try_guard, NULL), !=, 1);
  g_setenv ("TSL_GUARD", program, TRUE);
}

static int
restore (gconstpointer data)
{
  const TslSchedAttr ordinary = { .policy = SCHED_OTHER };

  return tsl_sched_restore (*(const pid_t *) data, &ordinary) == 0 ? 0 : 1;
}

static gboolean
become_nobody (gpointer data)
{
  return setresuid (NOBODY, NOBODY, NOBODY) == 0;
}

/* Without CAP_SYS_NICE the flag that children do not inherit a reserve stays, and the policy goes back. */
static void
test_reset_on_fork (void)
{
  const TslSchedAttr batch = { .policy = SCHED_BATCH, .flags = 1 };
  TslSchedAttr attr;
  pid_t child;

  if (geteuid () != 0)
    {
      g_test_skip ("only root can become another user");
      return;
    }
  child = child_start (become_nobody, NULL);
  g_assert_cmpint (tsl_sched_set (child, &batch), ==, 0);
  while (run_as_nobody (0, restore, &child) != 0)
    g_thread_yield ();
  g_assert_cmpint (tsl_sched_get (child, &attr), ==, 0);
  g_assert_cmpint (attr.policy, ==, SCHED_OTHER);
  child_end (child);
}

static void
test_undo (void)
{
  g_autoptr (GError) error = NULL;
  TslGuard *guard = tsl_guard_new (&error);
  g_autofree char *text = NULL;
  guint ids[5];
  Bed bed;

  g_assert_no_error (error);
  bed_init (&bed);
  turn_all (&bed, guard, ids);
  tsl_guard_undo (guard, ids[1]);
  g_assert_cmpint (sched_getscheduler (bed.thread), ==, SCHED_OTHER);
  g_assert_cmpint (get_low_water (&bed), ==, 2000);
  tsl_guard_forget (guard, ids[0]);
  /* a guard that is killed is replaced at the next call, and the new one knows what is kept */
  g_assert_cmpint (kill (tsl_guard_get_pid (guard), SIGKILL), ==, 0);
  tsl_guard_forget (guard, ids[3]);
  tsl_guard_free (guard);
  g_assert_cmpint (get_low_water (&bed), ==, 1000);
  text = read_file (&bed);
  g_assert_cmpstr (text, ==, "new");
  bed_clear (&bed);
}

/* A guard that is killed and not called any more puts back all the same. */
static void
test_guard_killed (void)
{
  g_autoptr (GError) error = NULL;
  TslGuard *guard = tsl_guard_new (&error);
  guint ids[5];
  Bed bed;

  g_assert_no_error (error);
  bed_init (&bed);
  turn_all (&bed, guard, ids);
  g_assert_cmpint (tsl_guard_get_pid (guard), >, 1);
  g_assert_cmpint (kill (tsl_guard_get_pid (guard), SIGKILL), ==, 0);
  wait_for_end (tsl_guard_get_pid (guard));
  /* its owner lives, and has it turned still */
  g_assert_null (tsl_guard_recover ());
  g_assert_cmpint (get_low_water (&bed), ==, 2000);
  tsl_guard_free (guard);
  assert_all_back (&bed);
  g_assert_null (find_journal ());
  bed_clear (&bed);
}

static char *
read_pipe (int fd)
{
  char text[64];
  gssize n = read (fd, text, sizeof text);

  return g_strndup (text, MAX (n, 0));
}

/* Where the kernel reaps the children of a program nobody learns how the guard ended: all is put back
 * once nevertheless. */
static void
test_no_children (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("TSL_PAGE_DIR"), "pipe", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  TslGuard *guard;
  int fd;

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  fd = open (path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
  g_assert_cmpint (fd, >=, 0);
  signal (SIGCHLD, SIG_IGN);
  guard = tsl_guard_new (&error);
  g_assert_no_error (error);
  tsl_guard_keep_file (guard, path, "old", NULL);
  tsl_guard_free (guard);
  signal (SIGCHLD, SIG_DFL);
  text = read_pipe (fd);
  g_assert_cmpstr (text, ==, "old");
  close (fd);
  g_unlink (path);
}

/* A guard that does not answer is replaced, without anything being put back that is still in use. */
static void
test_silent (void)
{
  g_autoptr (GError) error = NULL;
  TslGuard *guard = tsl_guard_new (&error);
  g_autofree char *text = NULL;
  pid_t silent;
  guint ids[5];
  Bed bed;

  g_assert_no_error (error);
  bed_init (&bed);
  turn_all (&bed, guard, ids);
  silent = tsl_guard_get_pid (guard);
  g_assert_cmpint (silent, >, 1);
  g_assert_cmpint (kill (silent, SIGSTOP), ==, 0);
  tsl_guard_forget (guard, ids[0]);
  g_assert_cmpint (tsl_guard_get_pid (guard), !=, silent);
  g_assert_cmpint (get_low_water (&bed), ==, 2000);
  g_assert_cmpint (sched_getscheduler (bed.thread), ==, SCHED_BATCH);
  tsl_guard_free (guard);
  g_assert_cmpint (get_low_water (&bed), ==, 1000);
  text = read_file (&bed);
  g_assert_cmpstr (text, ==, "new");
  bed_clear (&bed);
}

/* A journal tells the kinds apart by their numbers. */
static void
test_kinds (void)
{
  for (guint i = 0; tsl_guard_kinds[i]; i++)
    {
      const TslGuardKind *kind = tsl_guard_kinds[i];

      g_assert_cmpuint (kind->number, >, 0);
      g_assert_cmpuint (kind->record_size, >, 0);
      g_assert_cmpuint (kind->record_size, <=, TSL_GUARD_RECORD_SIZE);
      g_assert_nonnull (kind->restore);
      for (guint k = 0; k < i; k++)
        g_assert_cmpuint (tsl_guard_kinds[k]->number, !=, kind->number);
    }
}

/* A setting whose kind is not in the list of this library is not kept. */
static void
test_unknown_kind (void)
{
  const TslGuardKind unknown = { .number = 1000, .record_size = 8 };
  g_autoptr (TslGuard) guard = tsl_guard_new (NULL);
  g_autoptr (GError) error = NULL;
  guint64 record = 0;

  g_assert_cmpuint (tsl_guard_keep (guard, &unknown, 0, &record, -1, &error), ==, 0);
  g_assert_error (error, TSL_ERROR, TSL_ERROR_UNSUPPORTED);
}

static void
test_missing (void)
{
  g_autofree char *program = g_strdup (g_getenv ("TSL_GUARD"));
  g_autoptr (GError) error = NULL;

  g_setenv ("TSL_GUARD", "/nowhere/tsl-guard", TRUE);
  g_assert_null (tsl_guard_new (&error));
  g_assert_error (error, TSL_ERROR, TSL_ERROR_NOT_FOUND);
  g_setenv ("TSL_GUARD", program, TRUE);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tsl/guard/killed", test_killed);
  g_test_add_func ("/tsl/guard/both-killed", test_both_killed);
  g_test_add_func ("/tsl/guard/left-to-guard", test_left_to_guard);
  g_test_add_func ("/tsl/guard/journal-size", test_journal_size);
  g_test_add_func ("/tsl/guard/forked", test_forked);
  g_test_add_func ("/tsl/guard/no-room", test_no_room);
  g_test_add_func ("/tsl/guard/no-journal", test_no_journal);
  g_test_add_func ("/tsl/guard/no-descriptors", test_no_descriptors);
  g_test_add_func ("/tsl/guard/not-restored", test_not_put_back);
  g_test_add_func ("/tsl/guard/undo-fails", test_undo_fails);
  g_test_add_func ("/tsl/guard/other-boot", test_other_boot);
  g_test_add_func ("/tsl/guard/privileged", test_privileged);
  g_test_add_func ("/tsl/guard/environment", test_environment);
  g_test_add_func ("/tsl/guard/reset-on-fork", test_reset_on_fork);
  g_test_add_func ("/tsl/guard/undo", test_undo);
  g_test_add_func ("/tsl/guard/guard-killed", test_guard_killed);
  g_test_add_func ("/tsl/guard/no-children", test_no_children);
  if (g_test_slow ())
    g_test_add_func ("/tsl/guard/no-answer", test_silent);
  g_test_add_func ("/tsl/guard/kinds", test_kinds);
  g_test_add_func ("/tsl/guard/unknown-kind", test_unknown_kind);
  g_test_add_func ("/tsl/guard/missing", test_missing);
  return page_directory_run ();
}
