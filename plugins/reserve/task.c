/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "task.h"

#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

/* PF_KTHREAD in the kernel's include/linux/sched.h */
#define KERNEL_THREAD 0x00200000

/* The usage is measured over a minimum number of periods and a minimum time, so that the ticks of
 * the scope and of the kernel do not affect it. */
#define MIN_WINDOW (100 * GSCOPE_MSEC)

/* Reading the account of a thread more often would cost more than it shows. */
#define MIN_PERIOD_WINDOW (20 * GSCOPE_MSEC)

ReserveTask *
reserve_task_new (const char *group, const char *title)
{
  ReserveTask *self = g_atomic_rc_box_new0 (ReserveTask);

  self->group = g_strdup (group);
  self->title = g_strdup (title);
  self->fd = -1;
  reserve_task_clear (self, GSCOPE_GAP_CAUSE_STOPPED);
  return self;
}

ReserveTask *
reserve_task_ref (ReserveTask *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  ReserveTask *self = data;

  g_free (self->group);
  g_free (self->title);
  if (self->fd >= 0)
    close (self->fd);
}

void
reserve_task_unref (ReserveTask *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/* Replaces characters that are not allowed in a signal's name. */
static char *
make_name (const char *text)
{
  char *name = g_utf8_make_valid (text, -1);

  for (char *c = name; *c; c++)
    if (*c == '/' || g_ascii_iscntrl (*c))
      *c = '-';
  return g_strstrip (name);
}

/* Reads fields of /proc/TID/stat (proc(5)). The name, in brackets, may contain any byte. */
static gboolean
read_stat (pid_t tid, char **name, guint64 *flags, guint64 *start_time)
{
  /* reading /proc/TID/stat is slower: it sums up all threads of the process */
  g_autofree char *path = g_strdup_printf ("/proc/%d/task/%d/stat", tid, tid);
  g_autofree char *text = NULL;
  g_auto (GStrv) fields = NULL;
  char *open_bracket, *close_bracket;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return FALSE;
  open_bracket = strchr (text, '(');
  close_bracket = strrchr (text, ')');
  if (!open_bracket || !close_bracket || close_bracket < open_bracket)
    return FALSE;
  fields = g_strsplit (close_bracket + 1, " ", 22);
  if (g_strv_length (fields) < 21)
    return FALSE;
  *flags = g_ascii_strtoull (fields[7], NULL, 10);
  *start_time = g_ascii_strtoull (fields[20], NULL, 10);
  if (name)
    {
      *close_bracket = 0;
      *name = make_name (open_bracket + 1);
    }
  return TRUE;
}

ReserveTask *
reserve_task_new_for_thread (pid_t tid, GHashTable *names)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/schedstat", tid);
  g_autofree char *name = NULL;
  g_autofree char *group = NULL;
  guint64 flags, start_time;
  TslDemand demand;
  ReserveTask *self;

  if (!tsl_reserve_find (tid, &demand) || !read_stat (tid, &name, &flags, &start_time))
    return NULL;
  /* the temporary thread of an admission check */
  if (g_str_equal (name, TSL_ADMISSION_THREAD))
    return NULL;
  group =
      g_hash_table_contains (names, name) ? g_strdup_printf ("%s-%d", name, tid) : g_strdup (name);
  self = reserve_task_new (group, name);
  self->tid = tid;
  self->start_time = start_time;
  self->is_kernels = (flags & KERNEL_THREAD) != 0;
  self->demand = demand;
  self->fd = open (path, O_RDONLY | O_CLOEXEC);
  return self;
}

gboolean
reserve_task_is_there (ReserveTask *self)
{
  guint64 flags, start_time;

  return self->tid == 0
         || (read_stat (self->tid, NULL, &flags, &start_time) && start_time == self->start_time);
}

/* Reads the thread's processor time: the first number of schedstat
 * (Documentation/scheduler/sched-stats.rst). */
static gint64
read_used (ReserveTask *self)
{
  char text[80];
  gssize length = self->fd >= 0 ? pread (self->fd, text, sizeof text - 1, 0) : -1;

  if (length <= 0)
    return -1;
  text[length] = 0;
  return g_ascii_strtoll (text, NULL, 10);
}

void
reserve_task_take (ReserveTask *self, gint64 time, gint64 used, double whole, gint64 window)
{
  gint64 passed = time - self->base_time;

  if (self->base_time > 0 && passed < window)
    return;
  if (self->base_time > 0 && used >= self->base_used)
    self->usage = CLAMP (100 * (used - self->base_used) / (passed * whole), 0, 100);
  self->base_time = time;
  self->base_used = used;
}

gint64
reserve_task_get_window (ReserveTask *self)
{
  return MAX (self->demand.period, MIN_PERIOD_WINDOW);
}

static void
take_period (ReserveTask *self, gint64 time, gint64 used)
{
  gint64 passed = time - self->period_time;

  if (self->period_time > 0 && passed < reserve_task_get_window (self))
    return;
  if (self->period_time > 0 && used >= self->period_used)
    self->period_usage = CLAMP (100.0 * (used - self->period_used) / passed, 0, 100);
  self->period_time = time;
  self->period_used = used;
}

static gboolean
read_demand (ReserveTask *self)
{
  TslDemand demand;
  gboolean has_changed;

  if (!tsl_reserve_find (self->tid, &demand))
    return FALSE;
  has_changed = demand.budget != self->demand.budget || demand.period != self->demand.period;
  self->demand = demand;
  self->limit = 100.0 * demand.budget / demand.period;
  self->period = demand.period / (double) GSCOPE_MSEC;
  return has_changed;
}

gboolean
reserve_task_read (ReserveTask *self, gint64 time)
{
  gint64 used = read_used (self);
  gint64 periods;

  if (used < 0)
    {
      reserve_task_clear (self, GSCOPE_GAP_CAUSE_STOPPED);
      return FALSE;
    }
  periods = (MIN_WINDOW + self->demand.period - 1) / self->demand.period;
  reserve_task_take (self, time, used, 1, periods * self->demand.period);
  take_period (self, time, used);
  return read_demand (self);
}

void
reserve_task_clear (ReserveTask *self, GscopeGapCause cause)
{
  self->usage = self->period_usage = self->limit = self->period = gscope_gap_value (cause);
  self->base_time = self->period_time = 0;
}
