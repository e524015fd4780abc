/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/latency/latency.h>

#include <kernel-clock.h>
#include <sched.h>
#include <sys/resource.h>
#include <tsl/page/rows-private.h>
#include <tsl/sched/private.h>
#include <tsl/timer/slack.h>

#define MECHANISM "preemption"
#define SEC G_GINT64_CONSTANT (1000000000)
#define USEC G_GINT64_CONSTANT (1000)
#define RESET_ON_FORK 1

/* The dissertation's sleep time T (G:739), and the latency above which it counts a wake-up as late:
 * nanoseconds. */
#define PERIOD (100 * USEC)
#define THRESHOLD (1000 * USEC)

/* The maximum of the last second is computed from this number of parts. */
#define N_PARTS 10

/* Attempts to read statistics that are being written, before a pause; length of the pause in
 * nanoseconds. */
#define MAX_TRIES 100
#define PAUSE 20000

/* RLIMIT_RTTIME: how long a real-time thread may run without sleeping, in microseconds */
#define MAX_RUNTIME 1000000

struct _TslLatency
{
  TslPage *page;
  char *group;
  TslLatencyFunc func;
  gpointer user_data;

  /* any thread accesses these atomically */
  gint64 period;
  gint64 threshold;
  int priority;
  gboolean is_stopping;
  gboolean is_reset;

  /* written by the probe's thread alone; while the sequence is odd, readers retry */
  guint sequence;
  TslLatencyStatistics statistics;

  /* used by the probe's thread alone */
  gint64 parts[N_PARTS];
  gint64 part;

  TslCell *n_cell;
  TslCell *n_above_cell;
  TslCell *mean_cell;
  TslCell *maximum_cell;
  TslCell *recent_cell;
  TslCell *period_cell;
  TslCell *threshold_cell;
  TslCell *reset_cell;
};

#define CELL(member) G_STRUCT_OFFSET (TslLatency, member)

static const TslCellRow cells[] = {
  TSL_COUNTER (CELL (n_cell), "wake-ups"),
  TSL_COUNTER (CELL (n_above_cell), "above"),
  TSL_GAUGE (CELL (mean_cell), "mean", "µs", 0, 100),
  TSL_GAUGE (CELL (maximum_cell), "maximum", "µs", 0, 1000),
  TSL_GAUGE (CELL (recent_cell), "recent-maximum", "µs", 0, 1000),
  TSL_KNOB (CELL (period_cell), "period", "µs", TSL_LATENCY_LEAST_PERIOD / USEC,
            TSL_LATENCY_LONGEST_PERIOD / USEC),
  TSL_KNOB (CELL (threshold_cell), "threshold", "µs", 0, TSL_LATENCY_LARGEST_THRESHOLD / USEC),
  TSL_KNOB (CELL (reset_cell), "reset", "", 0, 1),
};

/**
 * tsl_latency_new:
 * @page: (nullable): the page that publishes the statistics
 * @group: the group of its cells in the page, unique for each probe
 * @func: (nullable) (scope forever): called at each wake-up
 * @user_data: data passed to @func
 *
 * Creates a probe that measures as the dissertation's sleeper does (G:718): its thread reads the
 * time t1, sleeps for T = 100 µs and reads the time t2; the latency is t2 - (t1 + T). The program
 * provides the thread and calls [method@Latency.run] in it.
 *
 * It publishes as mechanism “preemption” the counters of all wake-ups and of those later than the
 * threshold (1 ms initially); the mean and the maximum since the last reset, and the maximum of the
 * last second, in microseconds; and the knobs period (T), threshold and reset, which it reads at
 * every wake-up. Setting the knob reset to 1 restarts mean and maximum; the knob then returns to 0.
 *
 * Returns: (transfer full): a probe that does not run
 *
 * Since: 1.0
 */
TslLatency *
tsl_latency_new (TslPage *page, const char *group, TslLatencyFunc func, gpointer user_data)
{
  TslLatency *self;

  g_return_val_if_fail (group, NULL);

  self = g_new0 (TslLatency, 1);
  self->page = page ? tsl_page_ref (page) : tsl_page_new_unpublished ();
  self->group = g_strdup (group);
  self->func = func;
  self->user_data = user_data;
  tsl_page_add_rows (self->page, MECHANISM, group, cells, G_N_ELEMENTS (cells), self);
  tsl_latency_set_period (self, PERIOD);
  tsl_latency_set_threshold (self, THRESHOLD);
  return self;
}

/**
 * tsl_latency_free:
 * @self: (transfer full): a probe that does not run
 *
 * Frees it.
 *
 * Since: 1.0
 */
void
tsl_latency_free (TslLatency *self)
{
  g_return_if_fail (self);

  tsl_page_remove_rows (self->page, cells, G_N_ELEMENTS (cells), self);
  tsl_page_unref (self->page);
  g_free (self->group);
  g_free (self);
}

/* Statistics. */

static void
look_at_knobs (TslLatency *self)
{
  double asked;

  if (tsl_cell_take (self->period_cell, &asked))
    {
      tsl_latency_set_period (self, asked * USEC);
      tsl_cell_answer (self->period_cell, asked);
    }
  if (tsl_cell_take (self->threshold_cell, &asked))
    {
      tsl_latency_set_threshold (self, asked * USEC);
      tsl_cell_answer (self->threshold_cell, asked);
    }
  if (tsl_cell_take (self->reset_cell, &asked))
    {
      if (asked >= 0.5)
        tsl_latency_reset (self);
      tsl_cell_answer (self->reset_cell, 0);
    }
}

static gint64
note_recent (TslLatency *self, gint64 time, gint64 latency)
{
  gint64 part = time / (SEC / N_PARTS);
  gint64 recent = 0;

  for (gint64 i = MAX (self->part + 1, part - N_PARTS + 1); i <= part; i++)
    self->parts[i % N_PARTS] = 0;
  self->part = part;
  self->parts[part % N_PARTS] = MAX (self->parts[part % N_PARTS], latency);
  for (guint i = 0; i < N_PARTS; i++)
    recent = MAX (recent, self->parts[i]);
  return recent;
}

/* Release and acquire order keep the writes of the values between the two changes of the sequence. */
static void
publish (TslLatency *self, const TslLatencyStatistics *new)
{
  TslLatencyStatistics *all = &self->statistics;

  __atomic_store_n (&self->sequence, self->sequence + 1, __ATOMIC_RELAXED);
  __atomic_store_n (&all->n, new->n, __ATOMIC_RELEASE);
  __atomic_store_n (&all->n_above, new->n_above, __ATOMIC_RELEASE);
  __atomic_store_n (&all->sum, new->sum, __ATOMIC_RELEASE);
  __atomic_store_n (&all->maximum, new->maximum, __ATOMIC_RELEASE);
  __atomic_store_n (&all->recent, new->recent, __ATOMIC_RELEASE);
  __atomic_store_n (&self->sequence, self->sequence + 1, __ATOMIC_RELEASE);
}

static void
publish_cells (TslLatency *self, const TslLatencyStatistics *new, gboolean is_above)
{
  tsl_cell_count (self->n_cell, 1);
  tsl_cell_count (self->n_above_cell, is_above);
  tsl_cell_set (self->maximum_cell, new->maximum / (double) USEC);
  tsl_cell_set (self->mean_cell, new->sum / (double) USEC / new->n);
  tsl_cell_set (self->recent_cell, new->recent / (double) USEC);
}

/**
 * tsl_latency_note:
 * @self: a probe that does not run, or its own thread
 * @time: time of the wake-up, in nanoseconds on a monotonic clock; not negative
 * @latency: the latency in nanoseconds; not negative
 *
 * Adds a latency that the program measured itself. The function takes no lock. One thread at a time
 * may call it.
 *
 * Since: 1.0
 */
void
tsl_latency_note (TslLatency *self, gint64 time, gint64 latency)
{
  TslLatencyStatistics new = { 0 };
  gboolean is_above;

  g_return_if_fail (self && time >= 0 && latency >= 0);

  look_at_knobs (self);
  if (!__atomic_exchange_n (&self->is_reset, FALSE, __ATOMIC_RELAXED))
    new = self->statistics;
  is_above = latency > __atomic_load_n (&self->threshold, __ATOMIC_RELAXED);
  new.n++;
  new.n_above += is_above;
  new.sum += latency;
  new.maximum = MAX (new.maximum, latency);
  new.recent = note_recent (self, time, latency);
  publish (self, &new);
  publish_cells (self, &new, is_above);
  if (self->func)
    self->func (time, latency, self->user_data);
}

/* The probe's thread. */

static gboolean
set_fifo (int priority)
{
  TslSchedAttr attr = { .policy = SCHED_FIFO, .flags = RESET_ON_FORK, .priority = priority };

  return priority > 0 && tsl_sched_set (0, &attr) == 0;
}

/* A callback that never returns must not occupy a processor forever. The limit is the process's. */
static gboolean
limit_runtime (void)
{
  struct rlimit limit;

  if (getrlimit (RLIMIT_RTTIME, &limit) != 0)
    return FALSE;
  if (limit.rlim_cur <= MAX_RUNTIME)
    return TRUE;
  limit.rlim_cur = MIN (limit.rlim_max, MAX_RUNTIME);
  return setrlimit (RLIMIT_RTTIME, &limit) == 0;
}

static int
raise_priority (void)
{
  int highest = sched_get_priority_max (SCHED_FIFO);
  struct rlimit limit;

  if (!limit_runtime ())
    return 0;
  if (set_fifo (highest))
    return highest;
  if (getrlimit (RLIMIT_RTPRIO, &limit) != 0)
    return 0;
  highest = MIN (limit.rlim_cur, (rlim_t) highest);
  return set_fifo (highest) ? highest : 0;
}

/* Clearing SCHED_RESET_ON_FORK takes a privilege. */
static void
restore_priority (const TslSchedAttr *old)
{
  TslSchedAttr attr = *old;

  if (tsl_sched_restore (0, &attr) == 0)
    return;
  attr.flags |= RESET_ON_FORK;
  tsl_sched_restore (0, &attr);
}

/* Sleeps relative to the present time, not to the last deadline, so that it always sleeps. */
static void
sleep_once (TslLatency *self)
{
  gint64 due =
      kernel_clock_read (CLOCK_MONOTONIC) + __atomic_load_n (&self->period, __ATOMIC_RELAXED);
  struct timespec until = { due / SEC, due % SEC };
  gint64 now;

  while (clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) != 0)
    ;
  now = kernel_clock_read (CLOCK_MONOTONIC);
  tsl_latency_note (self, now, now - due);
}

/**
 * tsl_latency_run:
 * @self: a probe
 *
 * Measures in the calling thread until [method@Latency.stop] is called. Meanwhile the thread has
 * the highest real-time priority that is permitted, or, without permission, a timer slack of 1 ns;
 * then its old priority and slack are restored. The function also limits the time that real-time
 * threads of the process may run without sleeping to a second (RLIMIT_RTTIME); this limit stays.
 *
 * Since: 1.0
 */
void
tsl_latency_run (TslLatency *self)
{
  TslSchedAttr old;
  gboolean is_known;
  gint64 slack;
  int priority;

  g_return_if_fail (self);

  is_known = tsl_sched_get (0, &old) == 0;
  slack = tsl_timer_slack_get (0, NULL);
  tsl_timer_slack_set (0, 1, NULL);
  priority = is_known ? raise_priority () : 0;
  __atomic_store_n (&self->priority, priority, __ATOMIC_RELEASE);
  while (!__atomic_load_n (&self->is_stopping, __ATOMIC_ACQUIRE))
    sleep_once (self);
  __atomic_store_n (&self->is_stopping, FALSE, __ATOMIC_RELAXED);
  __atomic_store_n (&self->priority, 0, __ATOMIC_RELEASE);
  if (priority > 0)
    restore_priority (&old);
  if (slack > 0)
    tsl_timer_slack_set (0, slack, NULL);
}

/**
 * tsl_latency_stop:
 * @self: a probe
 *
 * Makes [method@Latency.run] return after its present sleep; a later call of it returns at once.
 * Any thread may call it.
 *
 * Since: 1.0
 */
void
tsl_latency_stop (TslLatency *self)
{
  g_return_if_fail (self);

  __atomic_store_n (&self->is_stopping, TRUE, __ATOMIC_RELEASE);
}

/**
 * tsl_latency_reset:
 * @self: a probe
 *
 * Restarts all measurements except the maximum of the last second, with the next wake-up. Any
 * thread may call it.
 *
 * Since: 1.0
 */
void
tsl_latency_reset (TslLatency *self)
{
  g_return_if_fail (self);

  __atomic_store_n (&self->is_reset, TRUE, __ATOMIC_RELAXED);
}

/**
 * tsl_latency_get_priority:
 * @self: a probe
 *
 * Gets the probe's real-time priority. Any thread may call it.
 *
 * Returns: the priority of SCHED_FIFO; 0 if the probe does not run or runs as an ordinary thread,
 *   which other threads delay
 *
 * Since: 1.0
 */
int
tsl_latency_get_priority (TslLatency *self)
{
  g_return_val_if_fail (self, 0);

  return __atomic_load_n (&self->priority, __ATOMIC_ACQUIRE);
}

static gboolean
read_statistics (TslLatency *self, TslLatencyStatistics *statistics)
{
  const TslLatencyStatistics *all = &self->statistics;
  guint sequence = __atomic_load_n (&self->sequence, __ATOMIC_ACQUIRE);

  statistics->n = __atomic_load_n (&all->n, __ATOMIC_ACQUIRE);
  statistics->n_above = __atomic_load_n (&all->n_above, __ATOMIC_ACQUIRE);
  statistics->sum = __atomic_load_n (&all->sum, __ATOMIC_ACQUIRE);
  statistics->maximum = __atomic_load_n (&all->maximum, __ATOMIC_ACQUIRE);
  statistics->recent = __atomic_load_n (&all->recent, __ATOMIC_ACQUIRE);
  return sequence % 2 == 0 && sequence == __atomic_load_n (&self->sequence, __ATOMIC_RELAXED);
}

/**
 * tsl_latency_get_statistics:
 * @self: a probe
 * @statistics: (out): the statistics
 *
 * Gets a consistent copy of the statistics since the last reset. Any thread may call it.
 *
 * Since: 1.0
 */
void
tsl_latency_get_statistics (TslLatency *self, TslLatencyStatistics *statistics)
{
  /* a real-time thread that retried without a pause could keep the writer from running */
  const struct timespec pause = { .tv_nsec = PAUSE };

  g_return_if_fail (self && statistics);

  for (guint i = 1; !read_statistics (self, statistics); i++)
    if (i % MAX_TRIES == 0)
      clock_nanosleep (CLOCK_MONOTONIC, 0, &pause, NULL);
}

/**
 * tsl_latency_set_period:
 * @self: a probe
 * @period: T in nanoseconds, from [const@LATENCY_LEAST_PERIOD] to [const@LATENCY_LONGEST_PERIOD]
 *
 * Sets the sleep time. Any thread may call it.
 *
 * Since: 1.0
 */
void
tsl_latency_set_period (TslLatency *self, gint64 period)
{
  g_return_if_fail (self);
  g_return_if_fail (period >= TSL_LATENCY_LEAST_PERIOD && period <= TSL_LATENCY_LONGEST_PERIOD);

  __atomic_store_n (&self->period, period, __ATOMIC_RELAXED);
  tsl_cell_set (self->period_cell, period / (double) USEC);
}

/**
 * tsl_latency_set_threshold:
 * @self: a probe
 * @threshold: nanoseconds, from 0 to [const@LATENCY_LARGEST_THRESHOLD]
 *
 * Sets the latency above which a wake-up counts as late. Any thread may call it.
 *
 * Since: 1.0
 */
void
tsl_latency_set_threshold (TslLatency *self, gint64 threshold)
{
  g_return_if_fail (self);
  g_return_if_fail (threshold >= 0 && threshold <= TSL_LATENCY_LARGEST_THRESHOLD);

  __atomic_store_n (&self->threshold, threshold, __ATOMIC_RELAXED);
  tsl_cell_set (self->threshold_cell, threshold / (double) USEC);
}
