/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The kernel's timers have a soft and a hard expiry, with the timer slack between them
 * (hrtimer_set_expires_range in include/linux/hrtimer.h). Any timer interrupt in between wakes the
 * sleeping thread. */

#include <tsl/timer/slack.h>

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <sched.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <tsl/error.h>
#include <tsl/page/identity-private.h>
#include <tsl/page/private.h>
#include <unistd.h>

/* Limits: levels of nested cgroups, which users can create, and threads. */
#define MAX_DEPTH 32
#define MAX_THREADS 100000

typedef struct
{
  pid_t tid;
  guint64 start_time;
  gint64 slack;
  gboolean is_changed;
  guint kept;
} Thread;

struct _TslTimerSlack
{
  TslGuard *guard;
  GArray *threads;
  /* thread number to the index of its last entry in threads, plus one */
  GHashTable *places;
};

static gboolean
fail (GError **error, pid_t tid, const char *format)
{
  g_autofree char *failure = NULL;
  int code = errno == EPERM || errno == EACCES   ? TSL_ERROR_PRIVILEGE
             : errno == ENOENT || errno == ESRCH ? TSL_ERROR_NOT_FOUND
                                                 : TSL_ERROR_REFUSED;
  const char *reason =
      code == TSL_ERROR_NOT_FOUND ? _ ("the thread does not exist") : g_strerror (errno);

  failure = g_strdup_printf (format, tid);
  if (code == TSL_ERROR_PRIVILEGE)
    g_set_error (error, TSL_ERROR, code,
                 _ ("%s: no permission; run as root (CAP_SYS_NICE), or let the thread set its own"),
                 failure);
  else
    g_set_error (error, TSL_ERROR, code, "%s: %s", failure, reason);
  return FALSE;
}

/* Opens the file each time, because the kernel may have given the number to another thread. */
static int
open_slack (pid_t tid, int flags)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/timerslack_ns", tid);

  return open (path, flags | O_CLOEXEC);
}

static gboolean
is_own (pid_t tid)
{
  return tid == 0 || tid == syscall (SYS_gettid);
}

/**
 * tsl_timer_slack_get:
 * @tid: a thread; 0 for the calling one
 * @error: reason why it cannot be read
 *
 * Gets a thread's timer slack from prctl(2) or /proc/TID/timerslack_ns.
 *
 * Returns: the slack in nanoseconds, or -1
 *
 * Since: 1.0
 */
gint64
tsl_timer_slack_get (pid_t tid, GError **error)
{
  char text[32] = "";
  gssize n;
  int fd;

  /* glibc's prctl() returns an int, which overflows at 2 s */
  if (is_own (tid))
    return syscall (SYS_prctl, PR_GET_TIMERSLACK, 0, 0, 0, 0);
  fd = open_slack (tid, O_RDONLY);
  n = fd >= 0 ? read (fd, text, sizeof text - 1) : -1;
  if (n < 0)
    fail (error, tid, _ ("cannot read the timer slack of thread %d"));
  if (fd >= 0)
    close (fd);
  return n < 0 ? -1 : g_ascii_strtoll (text, NULL, 10);
}

/**
 * tsl_timer_slack_set:
 * @tid: a thread; 0 for the calling one
 * @slack: nanoseconds
 * @error: reason why it cannot be set
 *
 * Sets a thread's timer slack. The kernel has no slack of 0, which means the thread's default slack
 * there; the function sets 1 ns instead. Setting other threads' slack needs CAP_SYS_NICE, even in
 * the same process.
 *
 * Returns: %TRUE if it was set
 *
 * Since: 1.0
 */
gboolean
tsl_timer_slack_set (pid_t tid, gint64 slack, GError **error)
{
  char text[32];
  gboolean is_set;
  int fd;

  g_return_val_if_fail (slack >= 0, FALSE);

  slack = MAX (slack, 1);
  if (is_own (tid))
    return prctl (PR_SET_TIMERSLACK, (unsigned long) slack, 0, 0, 0) == 0;
  g_snprintf (text, sizeof text, "%" G_GINT64_FORMAT, slack);
  fd = open_slack (tid, O_WRONLY);
  is_set = fd >= 0 && write (fd, text, strlen (text)) > 0;
  if (!is_set)
    fail (error, tid, _ ("cannot set the timer slack of thread %d"));
  if (fd >= 0)
    close (fd);
  return is_set;
}

/**
 * tsl_timer_slack_new:
 * @guard: (nullable): the guard that restores the threads' slack if this process dies; it must
 *   outlive the set
 *
 * Creates an empty set of threads.
 *
 * Returns: (transfer full): a set
 *
 * Since: 1.0
 */
TslTimerSlack *
tsl_timer_slack_new (TslGuard *guard)
{
  TslTimerSlack *self = g_new0 (TslTimerSlack, 1);

  self->guard = guard;
  self->threads = g_array_new (FALSE, FALSE, sizeof (Thread));
  self->places = g_hash_table_new (NULL, NULL);
  return self;
}

/**
 * tsl_timer_slack_free:
 * @self: (transfer full): a set
 *
 * Frees a set without restoring slacks: call [method@TimerSlack.restore] first.
 *
 * Since: 1.0
 */
void
tsl_timer_slack_free (TslTimerSlack *self)
{
  g_return_if_fail (self);

  g_array_unref (self->threads);
  g_hash_table_unref (self->places);
  g_free (self);
}

static gboolean
contains (TslTimerSlack *self, pid_t tid, guint64 start_time)
{
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, GINT_TO_POINTER (tid)));

  /* an ended thread of the same number may be in the set, too */
  return place > 0 && g_array_index (self->threads, Thread, place - 1).start_time == start_time;
}

/**
 * tsl_timer_slack_add_thread:
 * @self: a set
 * @tid: a thread
 * @error: reason why it cannot be added
 *
 * Adds a thread, unless the set has it, and stores its slack.
 *
 * Returns: %TRUE if it is in the set
 *
 * Since: 1.0
 */
gboolean
tsl_timer_slack_add_thread (TslTimerSlack *self, pid_t tid, GError **error)
{
  Thread thread = { .tid = tid, .start_time = tsl_identity_find_start_time (tid) };

  g_return_val_if_fail (self, FALSE);
  g_return_val_if_fail (tid > 0, FALSE);

  if (contains (self, tid, thread.start_time))
    return TRUE;
  thread.slack = tsl_timer_slack_get (tid, error);
  if (thread.slack < 0)
    return FALSE;
  if (self->threads->len >= MAX_THREADS)
    {
      g_set_error (error, TSL_ERROR, TSL_ERROR_INVALID,
                   _ ("cannot set the timer slack of more than %d threads; choose fewer processes"),
                   MAX_THREADS);
      return FALSE;
    }
  g_array_append_val (self->threads, thread);
  g_hash_table_insert (self->places, GINT_TO_POINTER (tid), GUINT_TO_POINTER (self->threads->len));
  return TRUE;
}

/* A thread that has ended meanwhile is no error. */
static gboolean
add_if_there (TslTimerSlack *self, pid_t tid, GError **error)
{
  g_autoptr (GError) reason = NULL;

  if (tsl_timer_slack_add_thread (self, tid, &reason)
      || g_error_matches (reason, TSL_ERROR, TSL_ERROR_NOT_FOUND))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

/**
 * tsl_timer_slack_add_process:
 * @self: a set
 * @pid: a process
 * @error: reason why it cannot be added
 *
 * Adds all present threads of a process. New threads inherit the slack of their creator; call the
 * function again to add them, so that their slack can be restored.
 *
 * Returns: %TRUE if the threads are in the set
 *
 * Since: 1.0
 */
gboolean
tsl_timer_slack_add_process (TslTimerSlack *self, pid_t pid, GError **error)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/task", pid);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  g_return_val_if_fail (self, FALSE);
  g_return_val_if_fail (pid > 0, FALSE);

  if (!dir)
    {
      g_set_error (error, TSL_ERROR, TSL_ERROR_NOT_FOUND,
                   _ ("cannot find process %d: it does not exist"), pid);
      return FALSE;
    }
  while ((name = g_dir_read_name (dir)))
    if (!add_if_there (self, atoi (name), error))
      return FALSE;
  return TRUE;
}

static gboolean
add_listed (TslTimerSlack *self, const char *text, GError **error)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i]; i++)
    /* processes of other PID namespaces have the number 0 */
    if (atoi (lines[i]) > 0 && !add_if_there (self, atoi (lines[i]), error))
      return FALSE;
  return TRUE;
}

static gboolean
add_cgroup (TslTimerSlack *self, const char *path, guint depth, GError **error)
{
  g_autofree char *threads = g_build_filename (path, "cgroup.threads", NULL);
  g_autofree char *tasks = g_build_filename (path, "tasks", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  /* of cgroup version 2 or 1 */
  if (!g_file_get_contents (threads, &text, NULL, NULL)
      && !g_file_get_contents (tasks, &text, NULL, NULL))
    {
      g_set_error (error, TSL_ERROR, TSL_ERROR_NOT_FOUND,
                   _ ("cannot find the threads of “%s”: it is not a cgroup; choose a directory in "
                      "/sys/fs/cgroup"),
                   path);
      return FALSE;
    }
  if (!add_listed (self, text, error))
    return FALSE;
  while (depth < MAX_DEPTH && dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR) && !g_file_test (child, G_FILE_TEST_IS_SYMLINK)
          && !add_cgroup (self, child, depth + 1, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * tsl_timer_slack_add_cgroup:
 * @self: a set
 * @path: the directory of a cgroup in /sys/fs/cgroup, version 1 or 2
 * @error: reason why it cannot be added
 *
 * Adds all present threads of a cgroup and of the cgroups below it.
 *
 * Returns: %TRUE if the threads are in the set
 *
 * Since: 1.0
 */
gboolean
tsl_timer_slack_add_cgroup (TslTimerSlack *self, const char *path, GError **error)
{
  g_return_val_if_fail (self && path, FALSE);

  return add_cgroup (self, path, 0, error);
}

/**
 * tsl_timer_slack_get_n_threads:
 * @self: a set
 *
 * Gets the number of threads.
 *
 * Returns: their number
 *
 * Since: 1.0
 */
guint
tsl_timer_slack_get_n_threads (TslTimerSlack *self)
{
  g_return_val_if_fail (self, 0);

  return self->threads->len;
}

/**
 * tsl_timer_slack_get_thread:
 * @self: a set
 * @i: an index, below [method@TimerSlack.get_n_threads]
 *
 * Gets one of the threads.
 *
 * Returns: the thread's number
 *
 * Since: 1.0
 */
pid_t
tsl_timer_slack_get_thread (TslTimerSlack *self, guint i)
{
  g_return_val_if_fail (self && i < self->threads->len, 0);

  return g_array_index (self->threads, Thread, i).tid;
}

/**
 * tsl_timer_slack_get_n_real_time:
 * @self: a set
 *
 * Counts the threads without slack: the kernel ignores the slack of threads in SCHED_FIFO, SCHED_RR
 * and SCHED_DEADLINE.
 *
 * Returns: their number
 *
 * Since: 1.0
 */
guint
tsl_timer_slack_get_n_real_time (TslTimerSlack *self)
{
  guint n = 0;

  g_return_val_if_fail (self, 0);

  for (guint i = 0; i < self->threads->len; i++)
    {
      int policy =
          sched_getscheduler (g_array_index (self->threads, Thread, i).tid) & ~SCHED_RESET_ON_FORK;

      n += policy == SCHED_FIFO || policy == SCHED_RR || policy == SCHED_DEADLINE;
    }
  return n;
}

static gboolean
keep (TslTimerSlack *self, Thread *thread, GError **error)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/timerslack_ns", thread->tid);
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, thread->slack);

  if (!self->guard || thread->kept > 0)
    return TRUE;
  thread->kept = tsl_guard_keep_file (self->guard, path, text, error);
  return thread->kept > 0;
}

static void
set_back (TslTimerSlack *self, Thread *thread)
{
  gboolean is_same = FALSE;

  /* the kernel may have given the number to another thread; without free descriptors this cannot be
   * checked here, but in the guard */
  if (thread->is_changed)
    is_same = tsl_identity_find_start_time (thread->tid) == thread->start_time;
  if (is_same)
    tsl_timer_slack_set (thread->tid, thread->slack, NULL);
  if (thread->kept > 0 && thread->is_changed && !is_same)
    tsl_guard_undo (self->guard, thread->kept);
  else if (thread->kept > 0)
    tsl_guard_forget (self->guard, thread->kept);
  thread->is_changed = FALSE;
  thread->kept = 0;
}

static gboolean
change (TslTimerSlack *self, Thread *thread, gint64 slack, GError **error)
{
  g_autoptr (GError) reason = NULL;

  if (tsl_identity_find_start_time (thread->tid) != thread->start_time)
    return TRUE;
  if (keep (self, thread, &reason) && tsl_timer_slack_set (thread->tid, slack, &reason))
    {
      thread->is_changed = TRUE;
      return TRUE;
    }
  if (g_error_matches (reason, TSL_ERROR, TSL_ERROR_NOT_FOUND))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

/**
 * tsl_timer_slack_apply:
 * @self: a set
 * @slack: nanoseconds; 0 for hard timers
 * @error: reason why a thread's slack cannot be set
 *
 * Sets the slack of all threads. If this fails for one thread, the slack of all threads is restored
 * to what it was when they were added.
 *
 * Returns: %TRUE if all slacks were set
 *
 * Since: 1.0
 */
gboolean
tsl_timer_slack_apply (TslTimerSlack *self, gint64 slack, GError **error)
{
  g_return_val_if_fail (self, FALSE);
  g_return_val_if_fail (slack >= 0, FALSE);

  for (guint i = 0; i < self->threads->len; i++)
    if (!change (self, &g_array_index (self->threads, Thread, i), slack, error))
      {
        tsl_timer_slack_restore (self);
        return FALSE;
      }
  return TRUE;
}

/**
 * tsl_timer_slack_restore:
 * @self: a set
 *
 * Restores the slack of all changed threads to its value when they were added.
 *
 * Since: 1.0
 */
void
tsl_timer_slack_restore (TslTimerSlack *self)
{
  g_return_if_fail (self);

  for (guint i = 0; i < self->threads->len; i++)
    set_back (self, &g_array_index (self->threads, Thread, i));
}
