/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"
#include "display.h"

#include <errno.h>
#include <gtkscope/gtkscope.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* The overhead experiment of the dissertation, section 6.5.6: an application polls and displays
 * integers, and a loop of low priority counts how often it gets round with the scope and without.
 * Everything runs on one core, as it did there, software rendering and X server included; a period is
 * a pixel. The time that other programs took from the core is left out of both counts, so that the
 * machine need not be idle. */

enum
{
  WIDTH = 1600 + 48 + 14,
  HEIGHT = 600 + 52 + 16 + 26,
  MAX_SIGNALS = 64,
  N_PERIODS = 4,
  N_COUNTS = 3,
  N_ROUNDS = 6,
  SETTLE_MS = 1000,
  SLOT_MS = 1500,
  TURNS_A_STEP = 8192,
  MAX_VALUE = 1000,
};

static const struct
{
  int ms;
  /* % of the core of a Pentium III of 600 MHz, "several" signals */
  double dissertation;
} periods[N_PERIODS] = { { 50, 0.76 }, { 10, 3.1 }, { 5, 5.9 }, { 1, 28.8 } };

static const int counts[N_COUNTS] = { 1, 8, MAX_SIGNALS };

/* The words that the loop shares with the application: it changes them as well, which costs the
 * same with and without the scope. */
typedef struct
{
  _Atomic guint64 n_turns;
  int words[MAX_SIGNALS];
} Page;

/* In seconds of CPU time, or in numbers */
typedef struct
{
  double turns;
  double spinner;
  double process;
  double server;
  double wall;
  double frames;
} Reading;

typedef struct
{
  Page *page;
  pid_t spinner;
  pid_t server;
  GtkWidget *stack;
  GtkWidget *blank;
  guint n_frames;
} Bench;

/* Medians of these, % of the core, are the results. */
typedef struct
{
  double overhead[N_ROUNDS];
  double process[N_ROUNDS];
  double server[N_ROUNDS];
  double frames[N_ROUNDS];
} Series;

static void
move_word (int *word, guint random)
{
  __atomic_store_n (word, CLAMP (*word + (int) (random % 15) - 7, 0, MAX_VALUE), __ATOMIC_RELAXED);
}

static _Noreturn void
spin (Page *page)
{
  guint random = 1;

  for (guint64 turn = 1;; turn++)
    {
      random = random * 1664525 + 1013904223;
      if (turn % TURNS_A_STEP > 0)
        continue;
      move_word (&page->words[turn / TURNS_A_STEP % MAX_SIGNALS], random >> 16);
      atomic_store_explicit (&page->n_turns, turn, memory_order_relaxed);
    }
}

static pid_t
start_spinner (Page *page)
{
  pid_t parent = getpid (), pid = fork ();

  if (pid != 0)
    return pid;
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != parent || setpriority (PRIO_PROCESS, 0, 19) != 0)
    _exit (1);
  spin (page);
}

static double
read_process (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static Reading
read_all (Bench *bench)
{
  return (Reading){
    .turns = bench->page->n_turns,
    .spinner = display_read_cpu (bench->spinner),
    .process = read_process (),
    .server = display_read_cpu (bench->server),
    .wall = bench_wall (),
    .frames = bench->n_frames,
  };
}

static gboolean
set_flag (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

static void
run (guint ms)
{
  gboolean done = FALSE;

  g_timeout_add (ms, set_flag, &done);
  while (!done)
    g_main_context_iteration (NULL, TRUE);
}

static Reading
measure (Bench *bench, GtkWidget *widget)
{
  Reading begin, end;

  gtk_stack_set_visible_child (GTK_STACK (bench->stack), widget);
  run (SETTLE_MS);
  begin = read_all (bench);
  run (SLOT_MS);
  end = read_all (bench);
  return (Reading){
    .turns = end.turns - begin.turns,
    .spinner = end.spinner - begin.spinner,
    .process = end.process - begin.process,
    .server = end.server - begin.server,
    .wall = end.wall - begin.wall,
    .frames = end.frames - begin.frames,
  };
}

/* Returns the iterations of the loop per second, corrected by the time that other programs took
 * from the core. */
static double
get_rate (const Reading *reading)
{
  double left = reading->wall - reading->process - reading->server;

  return reading->turns / reading->spinner * left / reading->wall;
}

static void
enter (Series *series, int round, const Reading *with, const Reading *without)
{
  series->overhead[round] = 100 * (1 - get_rate (with) / get_rate (without));
  series->process[round] = 100 * with->process / with->wall;
  series->server[round] = 100 * with->server / with->wall;
  series->frames[round] = with->frames / with->wall;
}

static GtkScope *
create_scope (Bench *bench, int n)
{
  GtkScope *scope = gtk_scope_new ("overhead", WIDTH, HEIGHT);

  for (int i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("signal %d", i);
      GtkScopeSig signal = { .name = name,
                             .signal = { INTEGER, { .i = &bench->page->words[i] } },
                             .max = MAX_VALUE };

      gtk_scope_signal_new (scope, signal);
    }
  return scope;
}

/* A new one each time: a scope that was stopped has a gap, which is drawn too. */
static Reading
measure_scope (Bench *bench, int period, int count)
{
  GtkScope *scope = create_scope (bench, counts[count]);
  Reading reading;

  gtk_stack_add_child (GTK_STACK (bench->stack), GTK_WIDGET (scope));
  gtk_scope_set_polling_mode (scope, periods[period].ms);
  gtk_scope_start_polling (scope);
  reading = measure (bench, GTK_WIDGET (scope));
  gtk_stack_remove (GTK_STACK (bench->stack), GTK_WIDGET (scope));
  return reading;
}

static double
median (double *values)
{
  return bench_median_of (values, N_ROUNDS);
}

static double
get_cost (Series *series)
{
  return median (series->process) + median (series->server);
}

static void
print (int period, int count, Series *series)
{
  double frames = median (series->frames);

  g_print ("     %4d ms %3d signals: overhead %5.2f %%, CPU time %5.2f %% + X server %5.2f %%, "
           "%2.0f frames/s; dissertation %.2f %%\n",
           periods[period].ms, counts[count], median (series->overhead), median (series->process),
           median (series->server), frames, periods[period].dissertation);
  if (frames == 0)
    g_error ("nothing was drawn");
}

/* The dissertation does not tell how large its canvas was, which decides what a frame costs and with
 * that the longer periods, so that only the shortest is a bar. */
static void
report (Series series[N_PERIODS][N_COUNTS])
{
  Series *fastest = series[N_PERIODS - 1];
  double one, most;

  for (int p = 0; p < N_PERIODS; p++)
    for (int c = 0; c < N_COUNTS; c++)
      print (p, c, &series[p][c]);
  one = get_cost (&fastest[0]);
  most = get_cost (&fastest[N_COUNTS - 1]);
  bench_report ("overhead: 8 signals at 1 ms", median (fastest[1].overhead), "%", "dissertation",
                periods[N_PERIODS - 1].dissertation, 1);
  bench_report ("overhead: a signal more at 1 ms", (most - one) / (MAX_SIGNALS - counts[0]), "%",
                "dissertation, at most", 0.05, 1);
  bench_report ("overhead: 64 signals at 1 ms, CPU time and X server", most, "%", "bar", 15, 1);
}

static void
measure_all (Bench *bench)
{
  static Series series[N_PERIODS][N_COUNTS];
  double others[N_ROUNDS];

  for (int round = 0; round < N_ROUNDS; round++)
    {
      Reading without = measure (bench, bench->blank);

      others[round] =
          100 * (1 - (without.spinner + without.process + without.server) / without.wall);
      for (int p = 0; p < N_PERIODS; p++)
        for (int c = 0; c < N_COUNTS; c++)
          {
            Reading with = measure_scope (bench, p, c);

            enter (&series[p][c], round, &with, &without);
          }
    }
  g_print ("     programs of others took %.0f %% of the core\n", median (others));
  report (series);
}

static void
on_after_paint (GdkFrameClock *frame_clock, Bench *bench)
{
  bench->n_frames++;
}

static GtkWidget *
create_window (Bench *bench)
{
  GtkWidget *window = gtk_window_new ();

  bench->stack = gtk_stack_new ();
  bench->blank = gtk_label_new (NULL);
  gtk_stack_add_child (GTK_STACK (bench->stack), bench->blank);
  gtk_widget_set_size_request (bench->stack, WIDTH, HEIGHT);
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_child (GTK_WINDOW (window), bench->stack);
  gtk_window_present (GTK_WINDOW (window));
  g_signal_connect (gtk_widget_get_frame_clock (window), "after-paint", G_CALLBACK (on_after_paint),
                    bench);
  return window;
}

static void
stay_on_this_core (void)
{
  cpu_set_t cores;

  CPU_ZERO (&cores);
  CPU_SET (sched_getcpu (), &cores);
  if (sched_setaffinity (0, sizeof cores, &cores) != 0)
    g_printerr ("bench-overhead: cannot stay on one core: %s\n", g_strerror (errno));
}

int
main (void)
{
  static Bench bench;
  GtkWidget *window;

  stay_on_this_core ();
  bench.page =
      mmap (NULL, sizeof (Page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (int i = 0; i < MAX_SIGNALS; i++)
    bench.page->words[i] = MAX_VALUE * i / MAX_SIGNALS;
  bench.server = display_start ();
  bench.spinner = start_spinner (bench.page);
  gtk_init ();
  window = create_window (&bench);
  run (1000);
  measure_all (&bench);
  gtk_window_destroy (GTK_WINDOW (window));
  display_stop (bench.server);
  kill (bench.spinner, SIGTERM);
  return bench_end ();
}
