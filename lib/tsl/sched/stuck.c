/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/sched/stuck-private.h>

#include <kernel-clock.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define RESET_ON_FORK 1

/* of include/linux/sched.h */
#define PF_EXITING 4

#define MSEC G_GINT64_CONSTANT (1000000)

/* The longest tick. Budgets are enforced at ticks, so this is the maximum overrun. */
#define TICK (10 * MSEC)

/* Maximum wait for the replenishment of a budget, and again for the kernel to clear dl_throttled. */
#define MAX_WAIT (150 * MSEC)

/* Looking. */

static gboolean
read_number (const char *text, const char *name, gint64 *number)
{
  const char *line = strstr (text, name);
  const char *colon = line ? strchr (line, ':') : NULL;

  if (!colon)
    return FALSE;
  *number = g_ascii_strtoll (colon + 1, NULL, 10);
  return TRUE;
}

static char *
read_file (pid_t tid, const char *name)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/%s", tid, name);
  char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) ? text : NULL;
}

/* Field numbers of proc(5), counted from the end of the name. A thread with a pending SIGKILL or
 * PF_EXITING counts as ending. */
static gboolean
read_status (pid_t tid, gboolean *is_runnable, gboolean *is_ending)
{
  g_autofree char *text = read_file (tid, "stat");
  const char *name_end = text ? strrchr (text, ')') : NULL;
  g_auto (GStrv) fields = name_end ? g_strsplit (name_end, " ", 31) : NULL;

  if (!fields || g_strv_length (fields) < 31)
    return FALSE;
  *is_runnable = fields[1][0] == 'R';
  *is_ending = strchr ("ZX", fields[1][0]) != NULL
               || (g_ascii_strtoull (fields[7], NULL, 10) & PF_EXITING) != 0
               || (g_ascii_strtoull (fields[29], NULL, 10) & 1 << (SIGKILL - 1)) != 0;
  return TRUE;
}

static gboolean
is_ending (pid_t tid)
{
  gboolean is_runnable, ending;

  return !read_status (tid, &is_runnable, &ending) || ending;
}

gboolean
tsl_sched_look (pid_t tid, TslSchedState *state)
{
  g_autofree char *text = read_file (tid, "sched");
  gboolean ending;

  return text && read_number (text, "\ndl.runtime", &state->left)
         && read_number (text, "\ndl.deadline", &state->deadline)
         && read_status (tid, &state->is_runnable, &ending);
}

static gboolean
is_overdrawn (const TslSchedState *state)
{
  return state->is_runnable && state->left <= 0;
}

static gboolean
is_same (const TslSchedState *a, const TslSchedState *b)
{
  return a->left == b->left && a->deadline == b->deadline;
}

/* A deadline is at most one period ahead, plus the periods that paying off an overrun takes. */
static gint64
find_max_wait (const TslSchedAttr *attr)
{
  return attr->period + attr->period / MAX (1, attr->runtime) * TICK;
}

/* Freeing. */

/* Takes the thread out of SCHED_DEADLINE and back in. Returns FALSE if it must stay out: another
 * process changed its policy, or it is ending, and the bandwidth of a thread that ends in
 * SCHED_DEADLINE would be lost. */
static gboolean
renew (pid_t tid, const TslSchedAttr *attr, gint64 pause)
{
  TslSchedAttr half = tsl_sched_make_half (attr);
  TslSchedAttr ordinary = { .policy = SCHED_BATCH, .flags = attr->flags & RESET_ON_FORK };

  if (!is_ending (tid))
    tsl_sched_set (tid, &half);
  if (tsl_sched_set (tid, &ordinary) != 0)
    return FALSE;
  g_usleep (MIN (pause, MAX_WAIT) / 1000);
  return tsl_sched_get (tid, &half) == 0 && half.policy == SCHED_BATCH && !is_ending (tid)
         && tsl_sched_set (tid, attr) == 0;
}

/* After the deadline, and when the overrun is paid off, the kernel clears dl_throttled and gives
 * the thread a full budget. */
static void
free_stuck (pid_t tid, const TslSchedAttr *attr)
{
  TslSchedState state;

  for (gint64 pause = MSEC; pause <= MAX_WAIT; pause *= 2)
    if (!tsl_sched_look (tid, &state) || state.left > 0
        || !renew (tid, attr, pause - 2 * state.left))
      return;
}

void
tsl_sched_check (pid_t tid)
{
  gint64 begin = kernel_clock_read (CLOCK_MONOTONIC);
  TslSchedState first, state;
  TslSchedAttr attr;

  if (tsl_sched_get (tid, &attr) != 0 || !tsl_sched_look (tid, &first) || !is_overdrawn (&first))
    return;
  do
    {
      g_usleep (1000);
      if (!tsl_sched_look (tid, &state) || !state.is_runnable || !is_same (&state, &first))
        return;
    }
  while (kernel_clock_read (CLOCK_MONOTONIC) < begin + MIN (find_max_wait (&attr), MAX_WAIT));
  free_stuck (tid, &attr);
}

/* All threads of a process. */

static GArray *
list_threads (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/task", pid);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  GArray *threads = g_array_new (FALSE, FALSE, sizeof (pid_t));
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      pid_t tid = atoi (name);

      g_array_append_val (threads, tid);
    }
  return threads;
}

/* Watching. */

typedef struct
{
  TslSchedState state;
  gint64 since;
} Seen;

struct _TslSchedWatch
{
  GHashTable *seen;
};

TslSchedWatch *
tsl_sched_watch_new (void)
{
  TslSchedWatch *self = g_new (TslSchedWatch, 1);

  self->seen = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  return self;
}

void
tsl_sched_watch_free (TslSchedWatch *self)
{
  g_hash_table_unref (self->seen);
  g_free (self);
}

/* Returns the time since which the thread's state has not changed. */
static gint64
remember (TslSchedWatch *self, pid_t tid, const TslSchedState *state, gint64 now)
{
  Seen *seen = g_hash_table_lookup (self->seen, GINT_TO_POINTER (tid));

  if (seen && is_same (&seen->state, state))
    return seen->since;
  seen = g_new (Seen, 1);
  *seen = (Seen){ *state, now };
  g_hash_table_insert (self->seen, GINT_TO_POINTER (tid), seen);
  return now;
}

gboolean
tsl_sched_watch_thread (TslSchedWatch *self, pid_t tid)
{
  gint64 now = kernel_clock_read (CLOCK_MONOTONIC);
  TslSchedState state;
  TslSchedAttr attr;

  if (tsl_sched_get (tid, &attr) != 0 || attr.policy != SCHED_DEADLINE
      || !tsl_sched_look (tid, &state) || !is_overdrawn (&state))
    {
      g_hash_table_remove (self->seen, GINT_TO_POINTER (tid));
      return FALSE;
    }
  if (now - remember (self, tid, &state, now) <= find_max_wait (&attr))
    return FALSE;
  g_hash_table_remove (self->seen, GINT_TO_POINTER (tid));
  free_stuck (tid, &attr);
  return TRUE;
}

guint
tsl_sched_watch_process (TslSchedWatch *self, pid_t pid)
{
  g_autoptr (GArray) threads = list_threads (pid);
  guint n = 0;

  for (guint i = 0; i < threads->len; i++)
    n += tsl_sched_watch_thread (self, g_array_index (threads, pid_t, i));
  return n;
}
