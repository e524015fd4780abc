/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"

#include <gscope/gscope.h>
#include <gscope/scope/poller.h>
#include <gscope/scope/realtime.h>

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The poller at 1 ms with every core busy, beside a thread that does no more than sleep with
 * clock_nanosleep() to absolute deadlines and slack of 1 us, real-time where that is permitted: no
 * poller can be better. A host that takes the processors away makes both lose ticks. The argument
 * is the duration in seconds: 1000 s have 10^6 ticks. */

#define PERIOD GSCOPE_MSEC

enum
{
  SECONDS = 20,
  MAX_SECONDS = 10000,
  /* of SCHED_FIFO, as the poller has it */
  PRIORITY = 10,
};

typedef struct
{
  guint seconds;
  double *lateness;
  guint n;
  guint max;
  guint64 lost;
  gboolean is_fifo;
} Record;

static Record
make_record (guint seconds)
{
  guint max = 2 * seconds * 1000;

  return (Record){ .seconds = seconds, .lateness = g_new0 (double, max), .max = max };
}

static void
note (Record *record, gint64 late)
{
  if (record->n < record->max)
    record->lateness[record->n++] = late / 1e9;
}

/* An any-thread function is read in the poller's thread: its tick is the last multiple of the
 * period. */
static double
measure (gpointer data)
{
  note (data, gscope_clock_get_time (gscope_clock_get_system ()) % PERIOD);
  return 1;
}

static gpointer
sleep_only (gpointer data)
{
  Record *record = data;
  gint64 deadline = gscope_clock_get_time (gscope_clock_get_system ()) / PERIOD * PERIOD;
  gint64 end = deadline + record->seconds * GSCOPE_SEC;

  prctl (PR_SET_TIMERSLACK, 1000, 0, 0, 0);
  record->is_fifo = gscope_realtime_begin (PRIORITY);
  for (gint64 now = deadline; now < end;)
    {
      struct timespec t;

      deadline += PERIOD;
      t = (struct timespec){ deadline / GSCOPE_SEC, deadline % GSCOPE_SEC };
      while (clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) != 0)
        ;
      now = gscope_clock_get_time (gscope_clock_get_system ());
      note (record, now - deadline);
      record->lost += (now - deadline) / PERIOD;
      deadline += (now - deadline) / PERIOD * PERIOD;
    }
  return NULL;
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
percentile (Record *record, double p)
{
  qsort (record->lateness, record->n, sizeof (double), compare);
  return record->lateness[(guint) (p * (record->n - 1))];
}

static void
print_record (const char *name, Record *record)
{
  double p50 = percentile (record, 0.5), p99 = percentile (record, 0.99);

  g_print ("     %-22s ticks %u, lost %" G_GUINT64_FORMAT
           ", lateness p50 %.1f us, p99 %.1f us, max %.1f us\n",
           name, record->n, record->lost, p50 * 1e6, p99 * 1e6,
           record->lateness[record->n - 1] * 1e6);
}

/* A child that keeps one core busy until it is killed or its parent dies. */
static pid_t
spin (void)
{
  pid_t pid = fork ();

  if (pid != 0)
    return pid;
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  for (volatile guint64 n = 0;; n++)
    ;
}

static gboolean
quit (gpointer data)
{
  g_main_loop_quit (data);
  return G_SOURCE_REMOVE;
}

static const char *
run (Record *poller, Record *reference)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new ();
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  GThread *thread;

  gscope_scope_set_period (scope, PERIOD);
  gscope_scope_add_any_thread_func (scope, "lateness", measure, poller, NULL);
  thread = g_thread_new ("reference", sleep_only, reference);
  g_timeout_add_seconds (poller->seconds, quit, loop);
  g_main_loop_run (loop);
  g_thread_join (thread);
  gscope_scope_stop (scope);
  poller->lost = gscope_scope_get_lost_ticks (scope);
  return gscope_scope_get_poller_mode (scope);
}

/* Seconds that the host has taken from all processors; 0 if the kernel does not count them. */
static double
read_stolen (void)
{
  g_autofree char *text = NULL;
  unsigned long long stolen = 0;

  if (!g_file_get_contents ("/proc/stat", &text, NULL, NULL)
      || sscanf (text, "cpu %*s %*s %*s %*s %*s %*s %*s %llu", &stolen) != 1)
    return 0;
  return (double) stolen / (double) sysconf (_SC_CLK_TCK);
}

static void
report (Record *poller, Record *reference, const char *mode, double stolen)
{
  double explained = ceil (stolen * GSCOPE_SEC / PERIOD);
  double unexplained = MAX ((double) poller->lost - explained, 0);

  print_record ("poller", poller);
  print_record ("bare nanosleep thread", reference);
  g_print ("     %.3f s of the processors were stolen: %.0f ticks\n", stolen, explained);
  if (!strstr (mode, "FIFO"))
    {
      bench_report ("lost ticks", (double) poller->lost, "ticks", "bare thread",
                    (double) reference->lost + 1, 1);
      return;
    }
  bench_report ("lost ticks that stolen time does not explain", unexplained, "ticks", "one", 1,
                0.999);
  bench_report ("p99 lateness with SCHED_FIFO", percentile (poller, 0.99) * 1e6, "us",
                reference->is_fifo ? "bare SCHED_FIFO thread" : "bare plain thread",
                percentile (reference, 0.99) * 1e6, 2);
}

/* Returns 0 if the text is not a permitted number of seconds. */
static guint
read_seconds (const char *text)
{
  guint64 seconds;

  return g_ascii_string_to_unsigned (text, 10, 1, MAX_SECONDS, &seconds, NULL) ? (guint) seconds
                                                                               : 0;
}

int
main (int argc, char *argv[])
{
  guint seconds = argc > 1 ? read_seconds (argv[1]) : SECONDS;
  Record poller = make_record (seconds), reference = make_record (seconds);
  int n_cores = g_get_num_processors ();
  g_autofree pid_t *pids = g_new0 (pid_t, n_cores);
  const char *mode;
  double stolen;

  if (seconds == 0)
    g_error ("%s is no number of seconds from 1 to %d", argv[1], MAX_SECONDS);
  for (int i = 0; i < n_cores; i++)
    pids[i] = spin ();
  stolen = read_stolen ();
  mode = run (&poller, &reference);
  stolen = read_stolen () - stolen;
  for (int i = 0; i < n_cores; i++)
    if (pids[i] > 0)
      {
        kill (pids[i], SIGKILL);
        waitpid (pids[i], NULL, 0);
      }

  g_print ("     poller at 1 ms for %u s, %d cores busy; mode: %s\n", seconds, n_cores, mode);
  report (&poller, &reference, mode, stolen);
  g_free (poller.lateness);
  g_free (reference.lateness);
  return bench_end ();
}
