/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/page-directory.h"

#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <tsl/tsl.h>
#include <unistd.h>

#define US G_GINT64_CONSTANT (1000)
#define MS (1000 * US)
#define SEC (1000 * MS)

/* Mean, maximum and those above the threshold, since the beginning and since a reset. */
static void
test_statistics (void)
{
  g_autoptr (TslLatency) probe = tsl_latency_new (NULL, "probe", NULL, NULL);
  TslLatencyStatistics all;

  tsl_latency_get_statistics (probe, &all);
  g_assert_cmpint (all.n, ==, 0);
  tsl_latency_set_threshold (probe, 20 * US);
  tsl_latency_note (probe, 1 * MS, 10 * US);
  tsl_latency_note (probe, 2 * MS, 20 * US);
  tsl_latency_note (probe, 3 * MS, 60 * US);
  tsl_latency_get_statistics (probe, &all);
  g_assert_cmpint (all.n, ==, 3);
  g_assert_cmpint (all.n_above, ==, 1);
  g_assert_cmpint (all.sum, ==, 90 * US);
  g_assert_cmpint (all.maximum, ==, 60 * US);

  tsl_latency_reset (probe);
  tsl_latency_note (probe, 4 * MS, 5 * US);
  tsl_latency_get_statistics (probe, &all);
  g_assert_cmpint (all.n, ==, 1);
  g_assert_cmpint (all.n_above, ==, 0);
  g_assert_cmpint (all.maximum, ==, 5 * US);
  /* which is of the last second whatever was reset */
  g_assert_cmpint (all.recent, ==, 60 * US);
}

/* A large latency leaves the maximum of the last second after a second, and never leaves the total
 * maximum. */
static void
test_recent (void)
{
  g_autoptr (TslLatency) probe = tsl_latency_new (NULL, "probe", NULL, NULL);
  TslLatencyStatistics all;

  tsl_latency_note (probe, 10 * SEC, 500 * US);
  for (gint64 time = 10 * SEC; time < 10 * SEC + 900 * MS; time += 30 * MS)
    {
      tsl_latency_note (probe, time, 3 * US);
      tsl_latency_get_statistics (probe, &all);
      g_assert_cmpint (all.recent, ==, 500 * US);
    }
  tsl_latency_note (probe, 11 * SEC + 100 * MS, 4 * US);
  tsl_latency_get_statistics (probe, &all);
  g_assert_cmpint (all.recent, ==, 4 * US);
  g_assert_cmpint (all.maximum, ==, 500 * US);
  /* after a long pause, too */
  tsl_latency_note (probe, 100 * SEC, 2 * US);
  tsl_latency_get_statistics (probe, &all);
  g_assert_cmpint (all.recent, ==, 2 * US);
}

static double
ask (TslPageReader *reader, TslLatency *probe, const char *name, double value)
{
  int cell = tsl_page_reader_find (reader, "preemption", "probe", name);

  g_assert_cmpint (cell, >=, 0);
  g_assert_true (tsl_page_reader_ask (reader, cell, value, NULL));
  tsl_latency_note (probe, 1 * MS, 7 * US);
  g_assert_true (tsl_page_reader_update (reader, NULL));
  g_assert_true (tsl_page_reader_is_answered (reader, cell));
  return tsl_page_reader_get_value (reader, cell);
}

/* The values that another process sees and changes. */
static void
test_page (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("prog", NULL);
  g_autoptr (TslLatency) probe = tsl_latency_new (page, "probe", NULL, NULL);
  g_autoptr (TslPageReader) reader = tsl_page_reader_new (getpid (), NULL);
  TslLatencyStatistics all;

  g_assert_nonnull (reader);
  tsl_latency_note (probe, 1 * MS, 30 * US);
  g_assert_cmpfloat (ask (reader, probe, "period", 250), ==, 250);
  g_assert_cmpfloat (ask (reader, probe, "threshold", 5), ==, 5);
  g_assert_cmpfloat (ask (reader, probe, "reset", 1), ==, 0);
  tsl_latency_get_statistics (probe, &all);
  g_assert_cmpint (all.n, ==, 1);
  g_assert_cmpint (all.maximum, ==, 7 * US);
}

/* Nanoseconds; more than an int holds. */
#define SLACK G_GINT64_CONSTANT (3000000000)

/* A thread of a program, and what it saw. */
typedef struct
{
  TslLatency *probe;
  guint n;
  int policy;
  gint64 slack;
} Run;

static void
on_wake (gint64 time, gint64 latency, gpointer data)
{
  Run *self = data;

  g_assert_cmpint (latency, >=, 0);
  self->policy = sched_getscheduler (0) & ~SCHED_RESET_ON_FORK;
  if (++self->n == 20)
    tsl_latency_stop (self->probe);
}

static gpointer
run (gpointer data)
{
  Run *self = data;

  tsl_timer_slack_set (0, SLACK, NULL);
  tsl_latency_run (self->probe);
  g_assert_cmpint (sched_getscheduler (0), ==, SCHED_OTHER);
  self->slack = tsl_timer_slack_get (0, NULL);
  return NULL;
}

/* The thread is real-time while it measures, if that is permitted, and bounded then. */
static void
test_run (void)
{
  Run self = { 0 };
  TslLatencyStatistics all;
  struct rlimit limit;

  self.probe = tsl_latency_new (NULL, "probe", on_wake, &self);
  for (guint i = 0; i < 2; i++)
    {
      self.n = 0;
      g_thread_join (g_thread_new ("probe", run, &self));
      g_assert_cmpuint (self.n, ==, 20);
      g_assert_cmpint (self.slack, ==, SLACK);
      g_assert_cmpint (tsl_latency_get_priority (self.probe), ==, 0);
    }
  tsl_latency_get_statistics (self.probe, &all);
  g_assert_cmpint (all.n, ==, 40);
  g_assert_cmpint (all.sum, >=, all.maximum);
  if (self.policy == SCHED_FIFO)
    {
      g_assert_cmpint (getrlimit (RLIMIT_RTTIME, &limit), ==, 0);
      g_assert_cmpuint (limit.rlim_cur, <=, 1000000);
    }
  else
    g_assert_cmpint (self.policy, ==, SCHED_OTHER);
  tsl_latency_free (self.probe);
}

static gpointer
watch (gpointer data)
{
  TslLatency *probe = data;
  TslLatencyStatistics all = { 0 };

  while (all.n < 200)
    {
      tsl_latency_get_statistics (probe, &all);
      g_assert_cmpint (all.n * all.maximum, >=, all.sum);
      g_assert_cmpint (all.n, >=, all.n_above);
      if (tsl_latency_get_priority (probe) > 0)
        g_assert_cmpint (tsl_latency_get_priority (probe), <=, 99);
    }
  tsl_latency_stop (probe);
  return NULL;
}

/* Others see the state after a wake-up, never one in between. */
static void
test_threads (void)
{
  g_autoptr (TslLatency) probe = tsl_latency_new (NULL, "probe", NULL, NULL);
  GThread *thread = g_thread_new ("watch", watch, probe);

  tsl_latency_run (probe);
  g_thread_join (thread);
}

/* The request to stop may come before the thread runs. */
static void
test_stopped (void)
{
  g_autoptr (TslLatency) probe = tsl_latency_new (NULL, "probe", NULL, NULL);
  TslLatencyStatistics all;

  tsl_latency_stop (probe);
  tsl_latency_run (probe);
  tsl_latency_get_statistics (probe, &all);
  g_assert_cmpint (all.n, ==, 0);
}

typedef struct
{
  TslLatency *latency;
  int cpu;
  gint must_end;
} Shared;

static void
pin (int cpu)
{
  cpu_set_t set;

  CPU_ZERO (&set);
  CPU_SET (cpu, &set);
  sched_setaffinity (0, sizeof set, &set);
}

static gpointer
note_on (gpointer data)
{
  Shared *shared = data;

  pin (shared->cpu);
  for (gint64 time = 0; !g_atomic_int_get (&shared->must_end); time += 1000)
    tsl_latency_note (shared->latency, time, 5);
  return NULL;
}

/* Returns the longest time that reading took, in microseconds; -1 without a real-time priority. */
static gpointer
read_urgently (gpointer data)
{
  const struct sched_param param = { .sched_priority = 10 };
  Shared *shared = data;
  TslLatencyStatistics statistics;
  gint64 longest = 0;

  pin (shared->cpu);
  if (sched_setscheduler (0, SCHED_FIFO | SCHED_RESET_ON_FORK, &param) != 0)
    return GINT_TO_POINTER (-1);
  for (guint i = 0; i < 3000; i++)
    {
      gint64 begin;

      g_usleep (20);
      begin = g_get_monotonic_time ();
      tsl_latency_get_statistics (shared->latency, &statistics);
      longest = MAX (longest, g_get_monotonic_time () - begin);
    }
  return GINT_TO_POINTER (longest);
}

/* A real-time thread that interrupts the writer lets it go on: else the kernel does, after most of a second. */
static void
test_urgent_reader (void)
{
  Shared shared = { .latency = tsl_latency_new (NULL, "probe", NULL, NULL),
                    .cpu = sched_getcpu () };
  GThread *writer = g_thread_new ("writer", note_on, &shared);
  int longest = GPOINTER_TO_INT (g_thread_join (g_thread_new ("reader", read_urgently, &shared)));

  g_atomic_int_set (&shared.must_end, TRUE);
  g_thread_join (writer);
  tsl_latency_free (shared.latency);
  g_test_message ("reading took %d us at most", longest);
  if (longest < 0)
    g_test_skip ("no real-time priority here");
  else
    g_assert_cmpint (longest, <, 500000);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tsl/latency/statistics", test_statistics);
  g_test_add_func ("/tsl/latency/recent", test_recent);
  g_test_add_func ("/tsl/latency/page", test_page);
  g_test_add_func ("/tsl/latency/run", test_run);
  g_test_add_func ("/tsl/latency/threads", test_threads);
  g_test_add_func ("/tsl/latency/stopped", test_stopped);
  g_test_add_func ("/tsl/latency/urgent-reader", test_urgent_reader);
  return page_directory_run ();
}
