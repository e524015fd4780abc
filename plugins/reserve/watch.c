/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "watch.h"

#include <kernel-clock.h>
#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <tsl-source/page-scan.h>
#include <tsl/guard/guard.h>
#include <unistd.h>

/* The window is long because the kernel counts idle time in hundredths of a second. */
#define WINDOW (500 * GSCOPE_MSEC)

/* Scans of all threads may take a thousandth of a processor; their interval stays within these
 * bounds. */
#define SCAN_SHARE 1000
#define MIN_SCAN_INTERVAL (500 * GSCOPE_MSEC)
#define MAX_SCAN_INTERVAL (5 * GSCOPE_SEC)

struct _ReserveWatch
{
  ReserveTask *idle;
  ReserveTask *others;
  /* ReserveTask by thread number, and their names */
  GHashTable *tasks;
  GHashTable *names;
  gint64 scan_time;
  gint64 scan_interval;
  guint scan;
  /* processor time of ended threads */
  gint64 used_by_gone;
  /* the pages of guards, and the number of freed threads that was reported */
  PageScan *guards;
  double reported_freed;
  ReserveNews news;
};

/* Returns the sum of idle and iowait: the fourth and fifth number in the first line of /proc/stat
 * (proc(5)). */
static gint64
read_idle (void)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) fields = NULL;

  if (!g_file_get_contents ("/proc/stat", &text, NULL, NULL) || !g_str_has_prefix (text, "cpu "))
    return -1;
  fields = g_strsplit (text + strlen ("cpu  "), " ", 6);
  if (g_strv_length (fields) < 6)
    return -1;
  return (g_ascii_strtoll (fields[3], NULL, 10) + g_ascii_strtoll (fields[4], NULL, 10))
         * (GSCOPE_SEC / sysconf (_SC_CLK_TCK));
}

/* Reads the permanent rows: “idle”, and “default” for threads without reserves. Both are shares of
 * all processors together. reserved is the processor time (ns) that threads with reserves have used
 * since they were found. */
static void
read_machine (ReserveWatch *self, gint64 time, gint64 reserved)
{
  gint64 idle;
  double n;

  if (self->idle->base_time > 0 && time - self->idle->base_time < WINDOW)
    return;
  idle = read_idle ();
  if (idle < 0)
    return;
  n = sysconf (_SC_NPROCESSORS_ONLN);
  reserve_task_take (self->idle, time, idle, n, WINDOW);
  reserve_task_take (self->others, time, (gint64) (n * time) - idle - reserved, n, WINDOW);
}

/* Older kernels also report the bit SCHED_RESET_ON_FORK. */
static gboolean
has_reserve (pid_t tid)
{
  int policy = sched_getscheduler (tid);

  return policy >= 0 && (policy & ~SCHED_RESET_ON_FORK) == SCHED_DEADLINE;
}

static void
scan_thread (const char *name, GArray *found)
{
  pid_t tid = atoi (name);

  if (tid > 0 && has_reserve (tid))
    g_array_append_val (found, tid);
}

/* The link count of the directory of threads is their number plus two. A process with one thread,
 * which has the process's number, needs no listing. */
static void
scan_process (const char *pid, GArray *found)
{
  g_autofree char *path = g_strdup_printf ("/proc/%s/task", pid);
  g_autoptr (GDir) tasks = NULL;
  struct stat status;
  const char *name;

  if (stat (path, &status) != 0)
    return;
  if (status.st_nlink == 2 + 1)
    {
      scan_thread (pid, found);
      return;
    }
  tasks = g_dir_open (path, 0, NULL);
  while (tasks && (name = g_dir_read_name (tasks)))
    scan_thread (name, found);
}

/* Lists all threads with a reserve as pid_t. Costs a system call for each thread, and a directory
 * for each process with several threads. */
static GArray *
list_reserves (void)
{
  g_autoptr (GDir) processes = g_dir_open ("/proc", 0, NULL);
  GArray *found = g_array_new (FALSE, FALSE, sizeof (pid_t));
  const char *name;

  while (processes && (name = g_dir_read_name (processes)))
    if (g_ascii_isdigit (name[0]))
      scan_process (name, found);
  return found;
}

static void
news_init (ReserveNews *self)
{
  self->added = g_ptr_array_new_with_free_func ((GDestroyNotify) reserve_task_unref);
  self->gone = g_ptr_array_new_with_free_func ((GDestroyNotify) reserve_task_unref);
  self->any_changed = FALSE;
}

void
reserve_news_clear (ReserveNews *self)
{
  g_ptr_array_unref (self->added);
  g_ptr_array_unref (self->gone);
}

ReserveWatch *
reserve_watch_new (void)
{
  ReserveWatch *self = g_new0 (ReserveWatch, 1);

  self->idle = reserve_task_new ("idle", "Idle");
  self->others = reserve_task_new ("default", "Default");
  self->tasks = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) reserve_task_unref);
  self->names = g_hash_table_new (g_str_hash, g_str_equal);
  self->guards = page_scan_new (TSL_GUARD_MECHANISM);
  g_hash_table_add (self->names, self->idle->group);
  g_hash_table_add (self->names, self->others->group);
  news_init (&self->news);
  g_ptr_array_add (self->news.added, reserve_task_ref (self->others));
  g_ptr_array_add (self->news.added, reserve_task_ref (self->idle));
  return self;
}

void
reserve_watch_free (ReserveWatch *self)
{
  g_hash_table_unref (self->names);
  g_hash_table_unref (self->tasks);
  page_scan_free (self->guards);
  reserve_task_unref (self->idle);
  reserve_task_unref (self->others);
  reserve_news_clear (&self->news);
  g_free (self);
}

static void
drop (ReserveWatch *self, ReserveTask *task)
{
  g_hash_table_remove (self->names, task->group);
  self->used_by_gone += MAX (task->base_used, 0);
  g_ptr_array_add (self->news.gone, reserve_task_ref (task));
}

static void
meet (ReserveWatch *self, pid_t tid)
{
  ReserveTask *task = g_hash_table_lookup (self->tasks, GINT_TO_POINTER (tid));

  /* the kernel may have given the number to another thread */
  if (task && !reserve_task_is_there (task))
    {
      drop (self, task);
      g_hash_table_remove (self->tasks, GINT_TO_POINTER (tid));
      task = NULL;
    }
  if (!task && g_hash_table_size (self->tasks) == RESERVE_MAX_TASKS)
    {
      self->news.n_left_out++;
      return;
    }
  if (!task)
    {
      task = reserve_task_new_for_thread (tid, self->names);
      if (!task)
        return;
      g_hash_table_insert (self->tasks, GINT_TO_POINTER (tid), task);
      g_hash_table_add (self->names, task->group);
      g_ptr_array_add (self->news.added, reserve_task_ref (task));
    }
  task->scan = self->scan;
}

static void
scan (ReserveWatch *self)
{
  g_autoptr (GArray) found = list_reserves ();
  GHashTableIter iter;
  gpointer value;

  self->scan++;
  self->news.n_left_out = 0;
  for (guint i = 0; i < found->len; i++)
    meet (self, g_array_index (found, pid_t, i));
  g_hash_table_iter_init (&iter, self->tasks);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (((ReserveTask *) value)->scan != self->scan)
      {
        drop (self, value);
        g_hash_table_iter_remove (&iter);
      }
}

static void
ask_guards (ReserveWatch *self, gint64 time)
{
  g_autoptr (GPtrArray) came = g_ptr_array_new_with_free_func ((GDestroyNotify) page_group_unref);
  g_autoptr (GPtrArray) went = g_ptr_array_new_with_free_func ((GDestroyNotify) page_group_unref);
  double freed;

  page_scan_look (self->guards, time, came, went);
  for (guint i = 0; i < went->len; i++)
    self->reported_freed -= page_group_add_up (went->pdata[i], TSL_RESERVE_FREED);
  page_scan_read (self->guards, time);
  freed = page_scan_add_up (self->guards, TSL_RESERVE_FREED);
  if (freed <= self->reported_freed)
    return;
  self->news.n_freed += lround (freed - self->reported_freed);
  self->news.any_changed = TRUE;
  self->reported_freed = freed;
}

static void
scan_in_time (ReserveWatch *self, gint64 time)
{
  const gint64 begin = kernel_clock_read (CLOCK_THREAD_CPUTIME_ID);
  gint64 used;

  scan (self);
  ask_guards (self, time);
  used = kernel_clock_read (CLOCK_THREAD_CPUTIME_ID) - begin;
  self->scan_time = time;
  self->scan_interval = CLAMP (SCAN_SHARE * used, MIN_SCAN_INTERVAL, MAX_SCAN_INTERVAL);
}

gboolean
reserve_watch_read (ReserveWatch *self, gint64 time)
{
  gint64 reserved = self->used_by_gone;
  GHashTableIter iter;
  gpointer value;

  if (self->scan == 0 || time - self->scan_time >= self->scan_interval)
    scan_in_time (self, time);
  g_hash_table_iter_init (&iter, self->tasks);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      ReserveTask *task = value;

      self->news.any_changed |= reserve_task_read (task, time);
      reserved += task->base_used;
    }
  read_machine (self, time, reserved);
  return self->news.added->len + self->news.gone->len > 0 || self->news.any_changed;
}

gint64
reserve_watch_get_next (ReserveWatch *self)
{
  if (g_hash_table_size (self->tasks) > 0)
    return 0;
  return MIN (self->scan_time + self->scan_interval, self->idle->base_time + WINDOW);
}

void
reserve_watch_pause (ReserveWatch *self)
{
  GHashTableIter iter;
  gpointer value;

  reserve_task_clear (self->idle, GSCOPE_GAP_CAUSE_STOPPED);
  reserve_task_clear (self->others, GSCOPE_GAP_CAUSE_STOPPED);
  g_hash_table_iter_init (&iter, self->tasks);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    reserve_task_clear (value, GSCOPE_GAP_CAUSE_STOPPED);
}

void
reserve_watch_take_news (ReserveWatch *self, ReserveNews *news)
{
  *news = self->news;
  news_init (&self->news);
  self->news.n_left_out = news->n_left_out;
  self->news.n_freed = news->n_freed;
}
