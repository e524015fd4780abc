/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/sched/reserve.h>

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <kernel-clock.h>
#include <sched.h>
#include <sys/syscall.h>
#include <tsl/error.h>
#include <tsl/page/identity-private.h>
#include <tsl/page/private.h>
#include <tsl/page/rows-private.h>
#include <tsl/sched/demand-private.h>
#include <tsl/sched/kind-private.h>
#include <tsl/sched/reserve-private.h>
#include <tsl/sched/stuck-private.h>
#include <unistd.h>

#define MECHANISM "reserve"
#define MSEC 1e6

/* Reads the processor time of another thread (Documentation/scheduler/sched-stats.rst). */
static gint64
read_used (pid_t tid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/schedstat", tid);
  g_autofree char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return 0;
  return g_ascii_strtoll (text, NULL, 10);
}

static gint64
get_thread_used (TslReserve *self)
{
  return self->is_own ? kernel_clock_read (CLOCK_THREAD_CPUTIME_ID) : read_used (self->tid);
}

/**
 * tsl_reserve_find:
 * @tid: a thread of any process; 0 for the calling thread
 * @demand: (out): the thread's reserve
 *
 * Finds the reserve of a thread, whichever program set it, with one system call.
 *
 * Returns: %TRUE if the thread has a reserve
 *
 * Since: 1.0
 */
gboolean
tsl_reserve_find (pid_t tid, TslDemand *demand)
{
  TslSchedAttr attr;

  if (tsl_sched_get (tid, &attr) != 0 || attr.policy != SCHED_DEADLINE || attr.runtime == 0)
    return FALSE;
  demand->budget = attr.runtime;
  /* 0 selects the deadline (sched(7)) */
  demand->period = attr.period ? attr.period : attr.deadline;
  return TRUE;
}

#define CELL(member) G_STRUCT_OFFSET (TslReserve, member)

static const TslCellRow cells[] = {
  TSL_COUNTER (CELL (used), "used"),
  TSL_COUNTER (CELL (periods), "periods"),
  TSL_COUNTER (CELL (yields), "yields"),
  TSL_KNOB (CELL (budget), "budget", "ms", TSL_LEAST_BUDGET / MSEC, TSL_LONGEST_PERIOD / MSEC),
  TSL_KNOB (CELL (period), "period", "ms", TSL_LEAST_PERIOD / MSEC, TSL_LONGEST_PERIOD / MSEC),
};

static gboolean
is_of_own_process (TslReserve *self)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/task/%d", self->tid);

  return self->is_own || access (path, F_OK) == 0;
}

/* If this process is killed, its own threads end, but a thread of another process would keep the
 * reserve. */
static gboolean
keep_schedule (TslReserve *self, TslGuard *guard, GError **error)
{
  if (!guard && is_of_own_process (self))
    return TRUE;
  if (!guard && !(self->own_guard = tsl_guard_new (error)))
    return FALSE;
  self->guard = guard ? guard : self->own_guard;
  self->kept = tsl_sched_keep (self->tid, self->guard, error);
  return self->kept > 0;
}

static gboolean
find_thread (TslReserve *self, const TslDemand *demand, GError **error)
{
  int code = tsl_identity_read_start_time (self->tid, &self->start_time);

  if (code == 0 && tsl_sched_get (self->tid, &self->old) != 0)
    code = errno;
  if (code != 0)
    tsl_demand_set_error (error, code, demand);
  return code == 0;
}

/**
 * tsl_reserve_new:
 * @page: (nullable): the page that publishes the reserve
 * @name: the name of the reserve in the page
 * @tid: a thread of any process that the caller may change; 0 for the calling thread
 * @demand: the demand
 * @error: reason why the thread gets no reserve
 *
 * Gives a thread a reserve. Forked children do not inherit it. For a thread of another process, the
 * reserve starts a guard ([struct@Guard]), which restores the thread's schedule even if this
 * process is killed; without a guard the reserve is refused. Only the thread itself may call
 * [method@Reserve.progress] and [method@Reserve.yield]; one thread at a time may call the other
 * methods.
 *
 * Returns: (transfer full): a reserve; %NULL on failure, which leaves the thread's schedule
 *   unchanged
 *
 * Since: 1.0
 */
TslReserve *
tsl_reserve_new (TslPage *page, const char *name, pid_t tid, const TslDemand *demand,
                 GError **error)
{
  return tsl_reserve_new_guarded (page, name, tid, demand, NULL, error);
}

/**
 * tsl_reserve_new_guarded:
 * @page: (nullable): the page that publishes the reserve
 * @name: the name of the reserve in the page
 * @tid: a thread of any process that the caller may change; 0 for the calling thread
 * @demand: the demand
 * @guard: (nullable): the guard that restores the thread's schedule; it must outlive the reserve
 * @error: reason why the thread gets no reserve
 *
 * Gives a thread a reserve, as [ctor@Reserve.new] does, with a guard that several reserves share.
 *
 * Returns: (transfer full): a reserve; %NULL on failure, which leaves the thread's schedule
 *   unchanged
 *
 * Since: 1.0
 */
TslReserve *
tsl_reserve_new_guarded (TslPage *page, const char *name, pid_t tid, const TslDemand *demand,
                         TslGuard *guard, GError **error)
{
  g_autoptr (TslReserve) self = g_new0 (TslReserve, 1);
  pid_t own = syscall (SYS_gettid);
  gint64 begin;

  g_return_val_if_fail (name && demand, NULL);

  self->page = page ? tsl_page_ref (page) : tsl_page_new_unpublished ();
  self->name = g_strdup (name);
  self->is_own = tid == 0 || tid == own;
  self->tid = self->is_own ? own : tid;
  if (!tsl_demand_validate (demand, error) || !find_thread (self, demand, error)
      || !keep_schedule (self, guard, error))
    return NULL;
  tsl_page_add_rows (self->page, MECHANISM, self->name, cells, G_N_ELEMENTS (cells), self);
  begin = kernel_clock_read (CLOCK_MONOTONIC);
  if (!tsl_reserve_change (self, demand, error))
    return NULL;
  self->is_given = TRUE;
  if (!self->is_own)
    tsl_sched_check (self->tid);
  self->used_before = get_thread_used (self);
  tsl_reserve_begin_period (self, begin, self->used_before);
  return g_steal_pointer (&self);
}

/* The guard restores the schedule if this process cannot, for example because it has no free
 * descriptors. */
static void
give_back (TslReserve *self)
{
  if (tsl_identity_find_start_time (self->tid) == self->start_time)
    tsl_sched_restore (self->tid, &self->old);
  if (self->guard)
    tsl_guard_undo (self->guard, self->kept);
}

/**
 * tsl_reserve_free:
 * @self: (transfer full) (nullable): a reserve
 *
 * Ends a reserve: restores the thread's schedule, unless the thread has ended, and releases its
 * bandwidth at once or, after an overrun, when the overrun is paid off. If it is the calling
 * thread's reserve, the call may wait for the next budget, so that the kernel does not leave the
 * thread throttled.
 *
 * Since: 1.0
 */
void
tsl_reserve_free (TslReserve *self)
{
  if (!self)
    return;
  if (self->is_given)
    give_back (self);
  else if (self->guard)
    tsl_guard_forget (self->guard, self->kept);
  g_clear_pointer (&self->own_guard, tsl_guard_free);
  tsl_page_remove_rows (self->page, cells, G_N_ELEMENTS (cells), self);
  tsl_page_unref (self->page);
  g_free (self->name);
  g_free (self);
}

/* The kernel may have given the number to another thread. Comparing the reserve takes much less
 * time than reading /proc. */
static gboolean
is_same_thread (TslReserve *self)
{
  TslDemand demand;

  if (self->is_own)
    return TRUE;
  return (tsl_reserve_find (self->tid, &demand) && demand.budget == self->granted.budget
          && demand.period == self->granted.period)
         || tsl_identity_find_start_time (self->tid) == self->start_time;
}

/**
 * tsl_reserve_change:
 * @self: a reserve
 * @demand: the new demand
 * @error: reason why the change is refused
 *
 * Changes the reserve while the thread runs, which takes a few microseconds. If the change is
 * refused, the old reserve stays in force.
 *
 * Returns: %TRUE if it was changed
 *
 * Since: 1.0
 */
gboolean
tsl_reserve_change (TslReserve *self, const TslDemand *demand, GError **error)
{
  if (!tsl_demand_validate (demand, error))
    return FALSE;
  if (self->is_given && !is_same_thread (self))
    {
      tsl_demand_set_error (error, ESRCH, demand);
      return FALSE;
    }
  if (!tsl_reserve_set (self, demand))
    {
      tsl_demand_set_error (error, errno, demand);
      return FALSE;
    }
  tsl_reserve_take (self, demand);
  return TRUE;
}

/**
 * tsl_reserve_get_demand:
 * @self: a reserve
 * @demand: (out): the demand
 *
 * Gets the demand that was admitted last.
 *
 * Since: 1.0
 */
void
tsl_reserve_get_demand (TslReserve *self, TslDemand *demand)
{
  *demand = self->demand;
}

/**
 * tsl_reserve_get_used:
 * @self: a reserve
 *
 * Gets the processor time that the thread has used since the reserve was created.
 *
 * Returns: nanoseconds of processor time
 *
 * Since: 1.0
 */
gint64
tsl_reserve_get_used (TslReserve *self)
{
  gint64 used = get_thread_used (self) - self->used_before;

  tsl_cell_set_count (self->used, used / 1000);
  return used;
}
