/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/sched/quota.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <tsl/error.h>
#include <tsl/sched/quota-private.h>
#include <unistd.h>

/* The kernel's bounds of a quota (Documentation/scheduler/sched-bwc.rst): 1 ms to 1 s. */
#define LEAST (1000 * 1000)
#define LONGEST (1000 * 1000 * 1000)

/* A second, in steps of this number of microseconds. */
#define MAX_TRIES 100
#define TRY_INTERVAL 10000

struct _TslQuota
{
  TslGuard *guard;
  guint kept;
  char *path;
  gboolean is_v2;
};

static gboolean
fail (GError **error, const char *what, const char *path)
{
  gboolean is_denied = errno == EACCES || errno == EPERM || errno == EROFS;
  const char *help = is_denied ? "; it takes root, or a control group that was delegated" : "";

  g_set_error (error, TSL_ERROR, is_denied ? TSL_ERROR_PRIVILEGE : TSL_ERROR_UNSUPPORTED,
               "cannot %s “%s”: %s%s", what, path, g_strerror (errno), help);
  return FALSE;
}

static gboolean
write_file (const char *directory, const char *name, const char *text, GError **error)
{
  g_autofree char *path = g_build_filename (directory, name, NULL);
  int fd = open (path, O_WRONLY | O_CLOEXEC);
  gssize written;
  int code;

  if (fd < 0)
    return fail (error, "write to", path);
  written = write (fd, text, strlen (text));
  code = errno;
  close (fd);
  errno = code;
  return written >= 0 || fail (error, "write to", path);
}

static gboolean
has_controller (const char *list)
{
  g_auto (GStrv) names = g_strsplit (list, ",", -1);

  return g_strv_contains ((const char *const *) names, "cpu");
}

/* The path of this process within the hierarchy that has the controller, or within that of version 2. */
static char *
find_group (gboolean *is_v2)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  char *unified = NULL;

  if (!g_file_get_contents ("/proc/self/cgroup", &text, NULL, NULL))
    return NULL;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    {
      g_auto (GStrv) fields = g_strsplit (lines[i], ":", 3);

      if (g_strv_length (fields) < 3)
        continue;
      if (has_controller (fields[1]))
        {
          g_free (unified);
          *is_v2 = FALSE;
          return g_strdup (fields[2]);
        }
      if (fields[1][0] == 0)
        {
          g_free (unified);
          unified = g_strdup (fields[2]);
        }
    }
  *is_v2 = TRUE;
  return unified;
}

/* Fields of /proc/self/mountinfo: proc_pid_mountinfo(5). */
static char *
find_mount (gboolean is_v2)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  if (!g_file_get_contents ("/proc/self/mountinfo", &text, NULL, NULL))
    return NULL;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    {
      const char *rest = strstr (lines[i], " - ");
      g_auto (GStrv) fields = g_strsplit (lines[i], " ", 6);
      g_auto (GStrv) last = rest ? g_strsplit (rest + 3, " ", 3) : NULL;

      if (g_strv_length (fields) < 6 || !last || g_strv_length (last) < 3)
        continue;
      if (is_v2 ? g_str_equal (last[0], "cgroup2")
                : g_str_equal (last[0], "cgroup") && has_controller (last[2]))
        return g_strdup (fields[4]);
    }
  return NULL;
}

static char *
find_parent (gboolean *is_v2, GError **error)
{
  g_autofree char *group = find_group (is_v2);
  g_autofree char *mount = group ? find_mount (*is_v2) : NULL;

  if (mount)
    return g_build_filename (mount, group, NULL);
  g_set_error (
      error, TSL_ERROR, TSL_ERROR_UNSUPPORTED,
      "there are no control groups of processor time here: none is mounted; mount cgroup2 on "
      "/sys/fs/cgroup");
  return NULL;
}

/**
 * tsl_quota_new:
 * @name: what the group is called: a file's name
 * @guard: (nullable): what removes the group should this process die; it outlives this
 * @error: why there is none
 *
 * Makes a control group below the one that this process is in, without a limit yet.
 *
 * Returns: (transfer full): a group without processes
 */
TslQuota *
tsl_quota_new (const char *name, TslGuard *guard, GError **error)
{
  g_autoptr (TslQuota) self = g_new0 (TslQuota, 1);
  g_autofree char *parent = NULL;
  g_autofree char *path = NULL;

  g_return_val_if_fail (name && name[0] && !strchr (name, '/'), NULL);

  parent = find_parent (&self->is_v2, error);
  if (!parent)
    return NULL;
  path = g_build_filename (parent, name, NULL);
  if (mkdir (path, 0755) != 0)
    {
      fail (error, "make the control group", path);
      return NULL;
    }
  self->path = g_steal_pointer (&path);
  self->guard = guard;
  if (guard)
    self->kept = tsl_guard_keep_group (guard, self->path, error);
  if (guard && self->kept == 0)
    return NULL;
  return g_steal_pointer (&self);
}

static void
move_members (const char *path, const char *parent)
{
  g_autofree char *file = g_build_filename (path, "cgroup.procs", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) pids = NULL;

  if (!g_file_get_contents (file, &text, NULL, NULL))
    return;
  pids = g_strsplit (text, "\n", -1);
  /* processes of other PID namespaces have the number 0, which means the calling process */
  for (guint i = 0; pids[i]; i++)
    if (atoi (pids[i]) > 0)
      write_file (parent, "cgroup.procs", pids[i], NULL);
}

gboolean
tsl_quota_remove (const char *path)
{
  g_autofree char *parent = g_path_get_dirname (path);

  /* a process that is just ending is still in it, and cannot be moved any more */
  for (guint i = 0; i < MAX_TRIES; i++)
    {
      move_members (path, parent);
      if (rmdir (path) == 0 || errno == ENOENT)
        return TRUE;
      if (errno != EBUSY)
        return FALSE;
      g_usleep (TRY_INTERVAL);
    }
  return FALSE;
}

/**
 * tsl_quota_free:
 * @self: (transfer full) (nullable): a quota
 *
 * Ends it: its processes go back to where the group was made, and the group is removed.
 */
void
tsl_quota_free (TslQuota *self)
{
  if (!self)
    return;
  if (self->path)
    tsl_quota_remove (self->path);
  if (self->kept)
    tsl_guard_forget (self->guard, self->kept);
  g_free (self->path);
  g_free (self);
}

/**
 * tsl_quota_get_path:
 * @self: a quota
 *
 * Gets where the group is.
 *
 * Returns: a directory
 */
const char *
tsl_quota_get_path (TslQuota *self)
{
  return self->path;
}

static gboolean
validate (const TslDemand *demand, GError **error)
{
  g_autofree char *text = NULL;

  if (demand->period >= LEAST && demand->period <= LONGEST && demand->budget >= LEAST)
    return TRUE;
  text = demand->period > 0 ? tsl_demand_format (demand) : g_strdup ("no period");
  g_set_error (
      error, TSL_ERROR, TSL_ERROR_INVALID,
      "%s is not possible as a quota: periods are from 1 ms to 1 s, and budgets 1 ms or more",
      text);
  return FALSE;
}

static char *
read_file (const char *directory, const char *name)
{
  g_autofree char *path = g_build_filename (directory, name, NULL);
  char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) ? g_strstrip (text) : NULL;
}

/* The period first may be refused with the old budget, and the other way round. */
static gboolean
write_both (TslQuota *self, const char *budget, const char *period, GError **error)
{
  return write_file (self->path, "cpu.cfs_quota_us", "-1", error)
         && write_file (self->path, "cpu.cfs_period_us", period, error)
         && write_file (self->path, "cpu.cfs_quota_us", budget, error);
}

/* Of version 1. A refused write changes nothing. */
static gboolean
write_v1 (TslQuota *self, const TslDemand *demand, GError **error)
{
  g_autofree char *budget = g_strdup_printf ("%" G_GINT64_FORMAT, demand->budget / 1000);
  g_autofree char *period = g_strdup_printf ("%" G_GINT64_FORMAT, demand->period / 1000);
  g_autofree char *old_budget = read_file (self->path, "cpu.cfs_quota_us");
  g_autofree char *old_period = read_file (self->path, "cpu.cfs_period_us");

  if (write_both (self, budget, period, error))
    return TRUE;
  if (old_budget && old_period)
    write_both (self, old_budget, old_period, NULL);
  return FALSE;
}

static gboolean
write_v2 (TslQuota *self, const TslDemand *demand, GError **error)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT,
                                           demand->budget / 1000, demand->period / 1000);

  return write_file (self->path, "cpu.max", text, error);
}

/**
 * tsl_quota_change:
 * @self: a quota
 * @demand: how much its processes get together; the budget may be longer than the period where there
 *   are several processors
 * @error: why it was not changed
 *
 * Sets the limit, while the processes run.
 *
 * Returns: %TRUE if it was set
 */
gboolean
tsl_quota_change (TslQuota *self, const TslDemand *demand, GError **error)
{
  if (!validate (demand, error))
    return FALSE;
  return self->is_v2 ? write_v2 (self, demand, error) : write_v1 (self, demand, error);
}

/**
 * tsl_quota_add:
 * @self: a quota
 * @pid: a process
 * @error: why it was not moved
 *
 * Moves a process with its threads and later children into the group.
 *
 * Returns: %TRUE if it was moved
 */
gboolean
tsl_quota_add (TslQuota *self, pid_t pid, GError **error)
{
  g_autofree char *text = g_strdup_printf ("%d", pid);

  return write_file (self->path, "cgroup.procs", text, error);
}

/**
 * tsl_quota_get_throttled:
 * @self: a quota
 *
 * Gets in how many periods the limit was reached.
 *
 * Returns: the number of periods
 */
gint64
tsl_quota_get_throttled (TslQuota *self)
{
  g_autofree char *path = g_build_filename (self->path, "cpu.stat", NULL);
  g_autofree char *text = NULL;
  const char *line;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return 0;
  line = strstr (text, "nr_throttled ");
  return line ? g_ascii_strtoll (line + strlen ("nr_throttled "), NULL, 10) : 0;
}
