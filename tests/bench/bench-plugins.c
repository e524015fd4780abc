/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Measures the cost of watching. All plugins that were built, each started as it is and at the rate
 * of its ready-made
 * workspace: the processor time of this process. Then two threads that wake each other 50,000 times a second, with each of
 * their wake-ups an event of the plugin preemption, and without, in turn: the processor time of this process and
 * that which each switch takes them longer. */

#include "bench.h"
#include <gscope-test/await.h>

#include <errno.h>
#include <gscope/gscope.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define SEC G_GINT64_CONSTANT (1000000000)

enum
{
  /* % of a core */
  ALL_BAR = 3,
  STREAM_BAR = 5,
  ALL_SECONDS = 10,
  SETTLE_SECONDS = 2,
  N_ROUNDS = 9,
  MOST_ROUNDS = 50,
  SWITCHES = 50000,
  SLOTS_A_SECOND = 1000,
  /* there and back */
  TURNS = SWITCHES / SLOTS_A_SECOND / 2,
  /* fewer switches a second than these are another experiment */
  LEAST_SWITCHES = 45000,
};

typedef struct
{
  gint64 n_waits;
  gint64 n_switches;
  double seconds;
  double cpu;
} Work;

/* The two threads, in a process of their own. */
typedef struct
{
  pid_t pid;
  Work *work;
  int commands[2];
  int answers[2];
} Pair;

/* In the child. */

static gpointer
answer (gpointer data)
{
  int *pipes = data;
  char byte;

  while (read (pipes[0], &byte, 1) == 1 && write (pipes[3], &byte, 1) == 1)
    ;
  return NULL;
}

static void
read_work (Work *work)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  work->n_waits = usage.ru_nvcsw;
  work->n_switches = usage.ru_nvcsw + usage.ru_nivcsw;
  work->cpu = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
              + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
  work->seconds = bench_wall ();
}

static void
play_slot (int *pipes, gint64 begin)
{
  struct timespec until = { begin / SEC, begin % SEC };
  char byte = 0;

  while (clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) != 0)
    ;
  for (guint i = 0; i < TURNS; i++)
    if (write (pipes[1], &byte, 1) != 1 || read (pipes[2], &byte, 1) != 1)
      _exit (1);
}

static void
play_second (int *pipes, Work *work)
{
  gint64 begin = bench_wall () * SEC;
  Work before;

  read_work (&before);
  for (guint i = 0; i < SLOTS_A_SECOND; i++)
    play_slot (pipes, begin + i * (SEC / SLOTS_A_SECOND));
  read_work (work);
  work->n_waits -= before.n_waits;
  work->n_switches -= before.n_switches;
  work->seconds -= before.seconds;
  work->cpu -= before.cpu;
}

/* On one processor, so that each wake-up is a switch. */
static _Noreturn void
run_pair (Pair *self, pid_t parent)
{
  int pipes[4];
  cpu_set_t cpus;
  char byte;

  prctl (PR_SET_PDEATHSIG, SIGKILL);
  CPU_ZERO (&cpus);
  CPU_SET (0, &cpus);
  if (getppid () != parent || sched_setaffinity (0, sizeof cpus, &cpus) != 0 || pipe (pipes) != 0
      || pipe (pipes + 2) != 0)
    _exit (1);
  setpriority (PRIO_PROCESS, 0, -10);
  g_thread_unref (g_thread_new ("answer", answer, pipes));
  while (read (self->commands[0], &byte, 1) == 1)
    {
      play_second (pipes, self->work);
      if (write (self->answers[1], &byte, 1) != 1)
        break;
    }
  _exit (0);
}

/* In the parent. */

static gboolean
pair_begin (Pair *self)
{
  pid_t parent = getpid ();

  self->work =
      mmap (NULL, sizeof *self->work, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (self->work == MAP_FAILED || pipe (self->commands) != 0 || pipe (self->answers) != 0)
    return FALSE;
  self->pid = fork ();
  if (self->pid == 0)
    run_pair (self, parent);
  return self->pid > 0;
}

static void
pair_end (Pair *self)
{
  close (self->commands[1]);
  close (self->answers[0]);
}

static gboolean
on_time (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

static void
iterate_for (guint milliseconds)
{
  gboolean is_over = FALSE;

  g_timeout_add (milliseconds, on_time, &is_over);
  while (!is_over)
    g_main_context_iteration (NULL, TRUE);
}

static gboolean
pair_play (Pair *self)
{
  struct pollfd answers = { .fd = self->answers[0], .events = POLLIN };
  char byte = 0;

  if (write (self->commands[1], &byte, 1) != 1)
    return FALSE;
  while (poll (&answers, 1, 0) == 0)
    iterate_for (10);
  return read (self->answers[0], &byte, 1) == 1;
}

static gboolean
start (GscopeSource *source)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  gscope_source_start_async (source, NULL, gscope_test_keep_result, &result);
  if (gscope_source_start_finish (source, gscope_test_await (&result), &error))
    return TRUE;
  g_print ("  %s does not start: %s\n", gscope_source_get_name (source), error->message);
  return FALSE;
}

static void
stop (GscopeSource *source)
{
  g_autoptr (GAsyncResult) result = NULL;

  gscope_source_stop_async (source, NULL, gscope_test_keep_result, &result);
  gscope_source_stop_finish (source, gscope_test_await (&result), NULL);
}

static void
write_parameter (GscopeSource *source, const char *name, GVariant *value)
{
  GscopeParameter *parameter = gscope_source_find_parameter (source, name);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GVariant) taken = NULL;

  gscope_parameter_write_async (parameter, value, "bench", NULL, gscope_test_keep_result, &result);
  taken = gscope_parameter_write_finish (parameter, gscope_test_await (&result), NULL);
}

static double
read_cpu (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

/* All plugins. */

/* In milliseconds, of their ready-made workspaces; 10 for others. */
static const struct
{
  const char *type;
  guint period;
} rates[] = {
  { "firm-timer", 50 }, { "preemption", 50 }, { "proc", 100 },
  { "reserve", 20 },    { "schedule", 20 },
};

static guint
find_period (const char *type)
{
  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    if (g_str_equal (rates[i].type, type))
      return rates[i].period;
  return 10;
}

/* One for each period. */
static GscopeScope *
provide_scope (GHashTable *scopes, guint period)
{
  GscopeScope *scope = g_hash_table_lookup (scopes, GUINT_TO_POINTER (period));

  if (scope)
    return scope;
  scope = gscope_scope_new ();
  gscope_scope_set_period (scope, period * GSCOPE_MSEC);
  g_hash_table_insert (scopes, GUINT_TO_POINTER (period), scope);
  return scope;
}

static GPtrArray *
start_all (GscopeRegistry *registry, GHashTable *scopes)
{
  GPtrArray *sources = g_ptr_array_new_with_free_func (g_object_unref);
  g_auto (GStrv) names = gscope_registry_list_types (registry);

  for (guint i = 0; names[i]; i++)
    {
      GscopeScope *scope = provide_scope (scopes, find_period (names[i]));
      g_autoptr (GscopeSource) source = NULL;

      source = gscope_registry_create (registry, names[i], names[i], NULL, NULL);
      gscope_scope_add_source (scope, source);
      if (start (source))
        g_ptr_array_add (sources, g_steal_pointer (&source));
      else
        gscope_scope_remove_source (scope, source);
    }
  return sources;
}

static void
stop_all (GPtrArray *sources, GHashTable *scopes)
{
  for (guint i = 0; i < sources->len; i++)
    {
      GscopeSource *source = sources->pdata[i];

      stop (source);
      gscope_scope_remove_source (
          provide_scope (scopes, find_period (gscope_source_get_name (source))), source);
    }
}

static void
judge_all (GscopeRegistry *registry)
{
  g_autoptr (GHashTable) scopes = g_hash_table_new_full (NULL, NULL, NULL, g_object_unref);
  g_autoptr (GPtrArray) sources = start_all (registry, scopes);
  g_autofree char *what = g_strdup_printf ("%u plugins at their default rates", sources->len);
  double wall, cpu;

  iterate_for (SETTLE_SECONDS * 1000);
  wall = bench_wall ();
  cpu = read_cpu ();
  iterate_for (ALL_SECONDS * 1000);
  cpu = read_cpu () - cpu;
  wall = bench_wall () - wall;
  stop_all (sources, scopes);
  bench_report (what, 100 * cpu / wall, "%", "of a core", ALL_BAR, 1);
}

/* The streams. */

typedef struct
{
  GscopeScope *scope;
  GscopeSource *source;
  GscopeSignal *wakeups;
  Pair pair;

  double with[N_ROUNDS];
  double without[N_ROUNDS];
  double process[N_ROUNDS];
  gint64 n_waits;
  gint64 n_received;
} Streams;

static gint64
count_received (Streams *self)
{
  gscope_scope_drain (self->scope);
  return gscope_trace_get_end (gscope_signal_get_trace (self->wakeups))
         + gscope_signal_get_total_lost (self->wakeups);
}

/* Seconds that a switch takes. Fewer than there should be: this machine is too busy. */
static gboolean
play (Streams *self, double *cost)
{
  const Work *work = self->pair.work;

  if (!pair_play (&self->pair) || work->n_switches < LEAST_SWITCHES * work->seconds)
    return FALSE;
  *cost = work->cpu / work->n_switches;
  return TRUE;
}

static gboolean
play_with (Streams *self, guint round)
{
  gint64 n_received = count_received (self);
  double wall, cpu;
  gboolean is_played;

  if (!start (self->source) || strstr (gscope_source_get_status (self->source), "BPF"))
    return FALSE;
  wall = bench_wall ();
  cpu = read_cpu ();
  is_played = play (self, &self->with[round]);
  self->process[round] = (read_cpu () - cpu) / (bench_wall () - wall);
  /* what is under way */
  iterate_for (200);
  stop (self->source);
  self->n_received += count_received (self) - n_received;
  self->n_waits += self->pair.work->n_waits;
  return is_played;
}

/* A round that others kept from its rate is played again. */
static gboolean
measure (Streams *self)
{
  guint n = 0;

  for (guint i = 0; i < MOST_ROUNDS && n < N_ROUNDS; i++)
    n += play (self, &self->without[n]) && play_with (self, n);
  return n == N_ROUNDS;
}

static void
report (Streams *self)
{
  double with = bench_median_of (self->with, N_ROUNDS);
  double without = bench_median_of (self->without, N_ROUNDS);
  double process = bench_median_of (self->process, N_ROUNDS);
  double kernel = (with - without) * SWITCHES;

  g_print ("  a switch takes %.2f us, with its event %.2f us: %.2f %% of a core in the kernel, and "
           "%.2f %% in this process\n",
           without * 1e6, with * 1e6, 100 * kernel, 100 * process);
  g_print ("  %" G_GINT64_FORMAT " waits ended, %" G_GINT64_FORMAT " wake-ups came or were counted "
           "as lost, %" G_GUINT64_FORMAT " of them lost\n",
           self->n_waits, self->n_received, gscope_signal_get_total_lost (self->wakeups));
  bench_report ("each of 50,000 switches a second an event", 100 * (kernel + process), "%",
                "of a core", STREAM_BAR, 1);
  bench_report ("waits that ended", self->n_waits, "", "wake-ups received or counted as lost",
                self->n_received, 1);
}

static gboolean
judge_streams (GscopeRegistry *registry, Pair pair)
{
  Streams self = { .scope = gscope_scope_new (), .pair = pair };
  gboolean is_measured;

  self.source = gscope_registry_create (registry, "preemption", "preemption", NULL, NULL);
  gscope_scope_add_source (self.scope, self.source);
  self.wakeups = gscope_scope_find_signal (self.scope, "preemption/wake-ups");
  write_parameter (self.source, "process", g_variant_new_int64 (pair.pid));
  write_parameter (self.source, "threshold", g_variant_new_double (0));
  is_measured = measure (&self);
  if (is_measured)
    report (&self);
  else
    g_print ("NOT MEASURED: %s; %" G_GINT64_FORMAT " switches in %.2f s\n",
             gscope_source_get_status (self.source), pair.work->n_switches, pair.work->seconds);
  gscope_scope_remove_source (self.scope, self.source);
  g_object_unref (self.source);
  g_object_unref (self.scope);
  return is_measured;
}

int
main (void)
{
  g_autoptr (GscopeRegistry) registry = NULL;
  gboolean is_measured;
  Pair pair = { 0 };

  /* while there is one thread */
  if (!pair_begin (&pair))
    {
      g_print ("NOT MEASURED: no process of two threads: %s\n", g_strerror (errno));
      return 1;
    }
  registry = gscope_registry_new ();
  gscope_loader_load (registry);
  is_measured = gscope_registry_has_type (registry, "preemption");
  if (is_measured)
    {
      judge_all (registry);
      is_measured = judge_streams (registry, pair);
    }
  else
    g_print ("NOT MEASURED: the plugin preemption is not in GSCOPE_PLUGIN_PATH\n");
  pair_end (&pair);
  return is_measured && bench_end () == 0 ? 0 : 1;
}
