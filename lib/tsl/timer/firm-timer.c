/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* There are two heaps, one of the deadlines and one of the times at which the kernel's timer is
 * due, because each timer may have an overshoot of its own. */

#include <tsl/timer/firm-timer.h>

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <kernel-clock.h>
#include <sys/timerfd.h>
#include <tsl/error.h>
#include <tsl/page/rows-private.h>
#include <tsl/timer/heap.h>
#include <unistd.h>

#define MECHANISM "firm-timer"
#define USEC G_GINT64_CONSTANT (1000)
#define SEC G_GINT64_CONSTANT (1000000000)

/* Number of timers in the mean lateness; time window of the maximum lateness, in nanoseconds. */
#define MEAN_OF 64
#define LARGEST_OF SEC

struct _TslTimer
{
  TslTimers *timers;
  TslTimerFunc func;
  gpointer user_data;
  TslHeapItem soft;
  TslHeapItem hard;
  gint64 period;
  /* negative for the overshoot of TslTimers */
  gint64 overshoot;
};

struct _TslTimers
{
  TslClockFunc clock;
  gpointer clock_data;
  int fd;
  /* the time at which the kernel's timer is due, and the overshoot of the timer for which it was
   * set */
  gint64 armed;
  gint64 armed_overshoot;
  gboolean is_checking;
  TslHeap soft;
  TslHeap hard;
  gint64 overshoot;

  double lateness;
  gint64 largest;
  gint64 largest_since;

  TslPage *page;
  char *group;
  TslCell *n_hard;
  TslCell *n_soft;
  TslCell *n_checks;
  TslCell *n_missed;
  TslCell *mean_cell;
  TslCell *largest_cell;
  TslCell *overshoot_cell;
};

static gint64
read_clock (gpointer user_data)
{
  return kernel_clock_read (CLOCK_MONOTONIC);
}

#define CELL(member) G_STRUCT_OFFSET (TslTimers, member)

static const TslCellRow cells[] = {
  TSL_COUNTER (CELL (n_hard), "hard"),
  TSL_COUNTER (CELL (n_soft), "soft"),
  TSL_COUNTER (CELL (n_checks), "checks"),
  TSL_COUNTER (CELL (n_missed), "missed"),
  TSL_GAUGE (CELL (mean_cell), "lateness", "µs", 0, 1000),
  TSL_GAUGE (CELL (largest_cell), "lateness-max", "µs", 0, 1000),
  TSL_KNOB (CELL (overshoot_cell), "overshoot", "µs", 0, TSL_MAX_OVERSHOOT / USEC),
};

/**
 * tsl_timers_new_with_clock:
 * @page: (nullable): the page that publishes the counters and the knob
 * @group: the group of the cells in the page, unique for each TslTimers
 * @clock: reads the time
 * @user_data: data passed to @clock
 *
 * Creates timers on a clock that the kernel does not know: the caller must call
 * [method@Timers.check] at [method@Timers.get_hard_time] at the latest.
 *
 * Returns: (transfer full): timers with overshoot 0
 *
 * Since: 1.0
 */
TslTimers *
tsl_timers_new_with_clock (TslPage *page, const char *group, TslClockFunc clock, gpointer user_data)
{
  TslTimers *self;

  g_return_val_if_fail (group && clock, NULL);

  self = g_new0 (TslTimers, 1);
  self->clock = clock;
  self->clock_data = user_data;
  self->fd = -1;
  self->armed = G_MAXINT64;
  tsl_heap_init (&self->soft);
  tsl_heap_init (&self->hard);
  self->page = page ? tsl_page_ref (page) : tsl_page_new_unpublished ();
  self->group = g_strdup (group);
  tsl_page_add_rows (self->page, MECHANISM, self->group, cells, G_N_ELEMENTS (cells), self);
  return self;
}

/**
 * tsl_timers_new:
 * @page: (nullable): the page that publishes the counters and the knob
 * @group: the group of the cells in the page, unique for each TslTimers
 * @error: reason why the kernel's timer cannot be created
 *
 * Creates timers on CLOCK_MONOTONIC, which share one timer of the kernel. One thread uses them.
 *
 * It publishes as mechanism “firm-timer” the counters of equation 2.1 of the dissertation (G:596):
 * hard (Nh: timers that fired at or after their hard time), soft (Ns: timers that a check point
 * fired before it) and checks (Nc); the counter missed of skipped activations of periodic timers;
 * the mean lateness, and the maximum of the last second; and the knob overshoot, which every check
 * point reads.
 *
 * Returns: (transfer full): timers with overshoot 0
 *
 * Since: 1.0
 */
TslTimers *
tsl_timers_new (TslPage *page, const char *group, GError **error)
{
  int fd = timerfd_create (CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  TslTimers *self;

  g_return_val_if_fail (group, NULL);

  if (fd < 0)
    {
      g_set_error (error, TSL_ERROR, TSL_ERROR_REFUSED,
                   _ ("cannot create a timer for “%s”: %s; close other files"), group,
                   g_strerror (errno));
      return NULL;
    }
  self = tsl_timers_new_with_clock (page, group, read_clock, NULL);
  self->fd = fd;
  return self;
}

/**
 * tsl_timers_free:
 * @self: (transfer full): timers
 *
 * Frees the state that timers share. All its timers must have been freed and its sources destroyed.
 *
 * Since: 1.0
 */
void
tsl_timers_free (TslTimers *self)
{
  g_return_if_fail (self);

  if (self->fd >= 0)
    close (self->fd);
  tsl_heap_clear (&self->soft);
  tsl_heap_clear (&self->hard);
  tsl_page_remove_rows (self->page, cells, G_N_ELEMENTS (cells), self);
  tsl_page_unref (self->page);
  g_free (self->group);
  g_free (self);
}

/**
 * tsl_timers_get_time:
 * @self: timers
 *
 * Reads the clock of the deadlines.
 *
 * Returns: the time, in nanoseconds
 *
 * Since: 1.0
 */
gint64
tsl_timers_get_time (TslTimers *self)
{
  g_return_val_if_fail (self, 0);

  return self->clock (self->clock_data);
}

/**
 * tsl_timers_get_hard_time:
 * @self: timers
 *
 * Gets the time at which the kernel's timer is due: the first deadline with its overshoot.
 *
 * Returns: the time in nanoseconds; the maximum of the type if no timer is set
 *
 * Since: 1.0
 */
gint64
tsl_timers_get_hard_time (TslTimers *self)
{
  TslHeapItem *first;

  g_return_val_if_fail (self, G_MAXINT64);

  first = tsl_heap_peek (&self->hard);
  return first ? first->time : G_MAXINT64;
}

/**
 * tsl_timers_get_fd:
 * @self: timers
 *
 * Gets a file descriptor for an event loop to poll: it is readable from a hard time on, and
 * sometimes earlier, until [method@Timers.check]. Do not read it.
 *
 * Returns: (transfer none): the descriptor; -1 for a clock that the kernel does not know
 *
 * Since: 1.0
 */
int
tsl_timers_get_fd (TslTimers *self)
{
  g_return_val_if_fail (self, -1);

  return self->fd;
}

static gint64
find_overshoot (TslTimer *timer)
{
  return timer->overshoot >= 0 ? timer->overshoot : timer->timers->overshoot;
}

/* Setting the timer again also clears its readable state. */
static void
arm (TslTimers *self, gint64 time)
{
  TslHeapItem *first = tsl_heap_peek (&self->hard);
  struct itimerspec setting = { 0 };

  if (self->fd < 0)
    return;
  self->armed = time;
  self->armed_overshoot = 0;
  if (first)
    {
      self->armed_overshoot =
          find_overshoot ((TslTimer *) ((char *) first - G_STRUCT_OFFSET (TslTimer, hard)));
      /* a time of 0 would disarm the timer */
      time = MAX (time, 1);
      setting.it_value.tv_sec = time / SEC;
      setting.it_value.tv_nsec = time % SEC;
    }
  timerfd_settime (self->fd, TFD_TIMER_ABSTIME, &setting, NULL);
}

static void
arm_earlier (TslTimers *self)
{
  gint64 time = tsl_timers_get_hard_time (self);

  if (time < self->armed && !self->is_checking)
    arm (self, time);
}

/* Setting the kernel's timer is most of the cost of a soft timer. So it is not postponed whenever a
 * timer fires, but only when at most half of the overshoot is left. */
static void
arm_later (TslTimers *self, gint64 now)
{
  gint64 time = tsl_timers_get_hard_time (self);

  if (G_UNLIKELY (time > self->armed && self->armed - now <= self->armed_overshoot / 2))
    arm (self, time);
}

static gint64
add_times (gint64 a, gint64 b)
{
  return a > G_MAXINT64 - 1 - b ? G_MAXINT64 - 1 : a + b;
}

static void
set_hard (TslTimer *timer)
{
  if (tsl_timer_is_set (timer))
    tsl_heap_set (&timer->timers->hard, &timer->hard,
                  add_times (timer->soft.time, find_overshoot (timer)));
}

/**
 * tsl_timers_set_overshoot:
 * @self: timers
 * @overshoot: how long the kernel's timer waits for a check point, in nanoseconds
 *
 * Sets the overshoot of all timers without an overshoot of their own.
 *
 * Since: 1.0
 */
void
tsl_timers_set_overshoot (TslTimers *self, gint64 overshoot)
{
  g_return_if_fail (self);
  g_return_if_fail (overshoot >= 0);

  self->overshoot = overshoot;
  for (guint i = 0; i < self->soft.items->len; i++)
    {
      TslHeapItem *item = self->soft.items->pdata[i];

      set_hard ((TslTimer *) ((char *) item - G_STRUCT_OFFSET (TslTimer, soft)));
    }
  arm_earlier (self);
  tsl_cell_set (self->overshoot_cell, overshoot / (double) USEC);
}

/* Firing. */

static void
note_lateness (TslTimers *self, gint64 now, gint64 late)
{
  self->lateness += ((double) late - self->lateness) / MEAN_OF;
  if (now - self->largest_since >= LARGEST_OF)
    {
      self->largest = 0;
      self->largest_since = now;
    }
  self->largest = MAX (self->largest, late);
}

static void
fire (TslTimers *self, TslTimer *timer, gint64 now)
{
  gint64 deadline = timer->soft.time;
  gint64 n_missed;

  note_lateness (self, now, now - deadline);
  tsl_cell_count (timer->hard.time <= now ? self->n_hard : self->n_soft, 1);
  if (timer->period > 0)
    {
      n_missed = (now - deadline) / timer->period;
      tsl_cell_count (self->n_missed, n_missed);
      tsl_heap_set (&self->soft, &timer->soft, deadline + (n_missed + 1) * timer->period);
      set_hard (timer);
    }
  else
    {
      tsl_heap_remove (&self->soft, &timer->soft);
      tsl_heap_remove (&self->hard, &timer->hard);
    }
  timer->func (timer, deadline, timer->user_data);
}

static void
look_at_knob (TslTimers *self)
{
  double asked;

  if (G_LIKELY (!tsl_cell_take (self->overshoot_cell, &asked)))
    return;
  tsl_timers_set_overshoot (self, asked * USEC);
  tsl_cell_answer (self->overshoot_cell, self->overshoot / (double) USEC);
}

static gboolean
is_due (TslTimers *self, gint64 now)
{
  TslHeapItem *first = tsl_heap_peek (&self->soft);

  return first && first->time <= now;
}

/**
 * tsl_timers_check:
 * @self: timers
 *
 * A check point: fires all timers whose deadlines have passed. Without such timers it costs one
 * reading of the clock, so a program can call it often. It calls the timers' functions in the order
 * of their deadlines; these must not call it.
 *
 * Returns: the number of timers that fired
 *
 * Since: 1.0
 */
guint
tsl_timers_check (TslTimers *self)
{
  gint64 now = self->clock (self->clock_data);
  guint n = 0;

  g_return_val_if_fail (!self->is_checking, 0);

  look_at_knob (self);
  tsl_cell_count (self->n_checks, 1);
  arm_later (self, now);
  if (G_LIKELY (!is_due (self, now)))
    return 0;
  self->is_checking = TRUE;
  for (; is_due (self, now); n++)
    {
      TslHeapItem *item = tsl_heap_peek (&self->soft);

      fire (self, (TslTimer *) ((char *) item - G_STRUCT_OFFSET (TslTimer, soft)), now);
    }
  tsl_cell_set (self->mean_cell, self->lateness / USEC);
  tsl_cell_set (self->largest_cell, self->largest / (double) USEC);
  self->is_checking = FALSE;
  arm_earlier (self);
  arm_later (self, now);
  return n;
}

/* The event loop's source. */

typedef struct
{
  GSource source;
  TslTimers *timers;
} TimersSource;

static gboolean
source_look (GSource *source)
{
  TslTimers *self = ((TimersSource *) source)->timers;
  gint64 now = self->clock (self->clock_data);

  if (is_due (self, now))
    return TRUE;
  look_at_knob (self);
  arm_later (self, now);
  tsl_cell_count (self->n_checks, 1);
  return FALSE;
}

static gboolean
source_prepare (GSource *source, int *timeout)
{
  *timeout = -1;
  return source_look (source);
}

static gboolean
source_dispatch (GSource *source, GSourceFunc callback, gpointer user_data)
{
  tsl_timers_check (((TimersSource *) source)->timers);
  return G_SOURCE_CONTINUE;
}

/**
 * tsl_timers_create_source:
 * @self: timers on the kernel's clock
 *
 * Creates a source for an event loop. Each iteration of the loop then has check points before and
 * after it waits. Destroy the source before you free the timers.
 *
 * Returns: (transfer full): a source
 *
 * Since: 1.0
 */
GSource *
tsl_timers_create_source (TslTimers *self)
{
  static GSourceFuncs funcs = {
    .prepare = source_prepare,
    .check = source_look,
    .dispatch = source_dispatch,
  };
  GSource *source;

  g_return_val_if_fail (self, NULL);
  g_return_val_if_fail (self->fd >= 0, NULL);

  source = g_source_new (&funcs, sizeof (TimersSource));
  ((TimersSource *) source)->timers = self;
  g_source_set_static_name (source, "[tsl] firm timers");
  g_source_add_unix_fd (source, self->fd, G_IO_IN);
  return source;
}

/* A timer. */

/**
 * tsl_timer_new:
 * @timers: the timers to which it belongs
 * @func: called when it fires
 * @user_data: data passed to @func
 *
 * Creates a timer, which is not set.
 *
 * Returns: (transfer full): a timer
 *
 * Since: 1.0
 */
TslTimer *
tsl_timer_new (TslTimers *timers, TslTimerFunc func, gpointer user_data)
{
  TslTimer *self;

  g_return_val_if_fail (timers && func, NULL);

  self = g_new0 (TslTimer, 1);
  self->timers = timers;
  self->func = func;
  self->user_data = user_data;
  self->overshoot = -1;
  return self;
}

/**
 * tsl_timer_free:
 * @self: (transfer full): a timer
 *
 * Cancels and frees a timer.
 *
 * Since: 1.0
 */
void
tsl_timer_free (TslTimer *self)
{
  g_return_if_fail (self);

  tsl_timer_cancel (self);
  g_free (self);
}

/**
 * tsl_timer_set:
 * @self: a timer
 * @deadline: the deadline, in nanoseconds on the timers' clock
 * @period: the period of further deadlines, in nanoseconds; 0 for a single deadline
 *
 * Sets a timer; replaces an earlier setting. Activations of a periodic timer that are late by a
 * whole period or more are skipped and counted; deadlines stay at multiples of the period from the
 * first one.
 *
 * Since: 1.0
 */
void
tsl_timer_set (TslTimer *self, gint64 deadline, gint64 period)
{
  g_return_if_fail (self);
  g_return_if_fail (period >= 0);

  self->period = period;
  tsl_heap_set (&self->timers->soft, &self->soft, deadline);
  set_hard (self);
  arm_earlier (self->timers);
}

/**
 * tsl_timer_cancel:
 * @self: a timer
 *
 * Cancels a timer until it is set again.
 *
 * Since: 1.0
 */
void
tsl_timer_cancel (TslTimer *self)
{
  g_return_if_fail (self);

  tsl_heap_remove (&self->timers->soft, &self->soft);
  tsl_heap_remove (&self->timers->hard, &self->hard);
}

/**
 * tsl_timer_is_set:
 * @self: a timer
 *
 * Returns whether a timer is set.
 *
 * Returns: %TRUE if it is set
 *
 * Since: 1.0
 */
gboolean
tsl_timer_is_set (TslTimer *self)
{
  g_return_val_if_fail (self, FALSE);

  return self->soft.place != 0;
}

/**
 * tsl_timer_set_overshoot:
 * @self: a timer
 * @overshoot: how long the kernel's timer waits for a check point, in nanoseconds; negative for the
 *   common overshoot
 *
 * Gives a timer an overshoot of its own, so that a timer that must be accurate does not cause
 * interrupts for the others.
 *
 * Since: 1.0
 */
void
tsl_timer_set_overshoot (TslTimer *self, gint64 overshoot)
{
  g_return_if_fail (self);

  self->overshoot = overshoot;
  set_hard (self);
  arm_earlier (self->timers);
}
