/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gscope/gscope.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <tsl/tsl.h>
#include <unistd.h>

/* Tables 4.1 to 4.3 of the dissertation (Goel 2003): protocol latency and throughput of a flow beside
 * 15 elephants, 30 Mbit/s, 100 ms, reno, send buffers of 64 kB, of which this kernel's hold more data than theirs
 * did, and initial windows of 2. Theirs has mice and a constant bit rate for a part of the
 * time; ours does without. The last row is a program without MIN_BUF, whose socket gets a low-water
 * mark from outside. */

/* Milliseconds. */
#define RTT 100.0
#define INTERACTIVE 160.0
#define STREAMING 500.0

enum
{
  PORT = 5001,
  /* Milliseconds: how often the mark follows the window. */
  INTERVAL = 20,
  /* Seconds: a run, and how much of it is left out. */
  DURATION = 55,
  SETTLING = 10,
};

typedef enum
{
  STANDARD,
  ONE_ZERO,
  ONE_THREE,
  TWO_ZERO,
  LOW_WATER,
  N_RUNS,
} Run;

typedef struct
{
  const char *name;
  const char *method;
  const char *a;
  const char *b;
  gboolean has_low_water;
  /* the paper's: shares within, mean in ms, throughput over standard's; 0 where it has none */
  double paper[4];
} Kind;

static const Kind kinds[N_RUNS] = {
  [STANDARD] = { "standard", "standard", "1", "0", FALSE, { 0.77, 0.92, 226, 1 } },
  [ONE_ZERO] = { "(1, 0)", "gate", "1", "0", FALSE, { 0.98, 1.00, 63, 0.65 } },
  [ONE_THREE] = { "(1, 3)", "gate", "1", "3", FALSE, { 0.98, 1.00, 76, 0.94 } },
  [TWO_ZERO] = { "(2, 0)", "gate", "2", "0", FALSE, { 0.92, 0.99, 152, 0.98 } },
  [LOW_WATER] = { "low water (1, 0)", "standard", "1", "0", TRUE, { 0 } },
};

typedef struct
{
  guint n;
  guint n_interactive;
  guint n_streaming;
  double mean;
  double begin;
  gboolean was_limited;
} Figures;

/* The program, as this user finds it. */

static guint
read_parent (const char *pid, const char *name)
{
  g_autofree char *path = g_build_filename ("/proc", pid, "stat", NULL);
  g_autofree char *text = NULL;
  g_autofree char *pattern = g_strdup_printf ("(%s)", name);
  const char *rest;
  guint parent;

  if (!g_file_get_contents (path, &text, NULL, NULL) || !(rest = strstr (text, pattern)))
    return 0;
  return sscanf (rest + strlen (pattern), " %*c %u", &parent) == 1 ? parent : 0;
}

static guint
find_child (guint parent, const char *name)
{
  g_autoptr (GDir) processes = g_dir_open ("/proc", 0, NULL);
  const char *pid;

  while ((pid = g_dir_read_name (processes)))
    if (g_ascii_isdigit (pid[0]) && read_parent (pid, name) == parent)
      return atoi (pid);
  return 0;
}

static gboolean
is_measured (int fd)
{
  struct sockaddr_in own = { 0 }, peer;
  socklen_t length = sizeof own, peer_length = sizeof peer;

  return getsockname (fd, (struct sockaddr *) &own, &length) == 0
         && getpeername (fd, (struct sockaddr *) &peer, &peer_length) == 0
         && ntohs (own.sin_port) == PORT;
}

static int
find_file (guint pid)
{
  int pidfd = syscall (SYS_pidfd_open, pid, 0), found = -1;

  for (int fd = 3; fd < 128 && found < 0; fd++)
    {
      int copy = syscall (SYS_pidfd_getfd, pidfd, fd, 0);

      if (copy >= 0 && is_measured (copy))
        found = fd;
      if (copy >= 0)
        close (copy);
    }
  close (pidfd);
  return found;
}

static TslLowWater *
limit_program (guint program)
{
  guint router = find_child (program, "mxtraf-router");
  guint server = router ? find_child (router, "mxtraf-server") : 0;
  int fd = server ? find_file (server) : -1;
  g_autoptr (GError) error = NULL;
  TslLowWater *limit;

  if (fd < 0)
    return NULL;
  limit = tsl_low_water_new (server, fd, 0, 1, 0, NULL, NULL, &error);
  if (!limit)
    g_error ("%s", error->message);
  return limit;
}

/* A run. */

typedef struct
{
  GMainLoop *loop;
  guint program;
  TslLowWater *limit;
} Limiter;

static gboolean
on_interval (gpointer data)
{
  Limiter *self = data;

  if (!self->limit)
    self->limit = limit_program (self->program);
  if (self->limit)
    tsl_low_water_update (self->limit, NULL);
  return G_SOURCE_CONTINUE;
}

static void
on_end (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  if (!g_subprocess_wait_check_finish (G_SUBPROCESS (object), result, &error))
    g_error ("mxtraf: %s", error->message);
  g_main_loop_quit (((Limiter *) data)->loop);
}

static gboolean
run_program (const char *mxtraf, const Kind *kind, const char *recording)
{
  g_autofree char *duration = g_strdup_printf ("%ds", DURATION);
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = g_subprocess_new (
      G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error, mxtraf,
      "--rate", "30mbit", "--rtt", "100ms", "--elephants", "15", "--sndbuf", "64kB", "--initcwnd",
      "2", "--cc", "reno", "--method", kind->method, "--a", kind->a, "--b", kind->b, "--duration",
      duration, "--record", recording, NULL);
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Limiter limiter = { .loop = loop };
  guint timer = 0;
  gboolean was_limited;

  if (!process)
    g_error ("mxtraf: %s", error->message);
  limiter.program = atoi (g_subprocess_get_identifier (process));
  if (kind->has_low_water)
    timer = g_timeout_add (INTERVAL, on_interval, &limiter);
  g_subprocess_wait_check_async (process, NULL, on_end, &limiter);
  g_main_loop_run (loop);
  if (timer)
    g_source_remove (timer);
  was_limited = limiter.limit != NULL;
  g_clear_pointer (&limiter.limit, tsl_low_water_free);
  return was_limited;
}

static void
take_tuples (GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n, gpointer user_data)
{
  Figures *self = user_data;

  for (gsize i = 0; i < n; i++)
    {
      double latency = tuples[i].value * 1e3;

      if (!g_str_equal (gscope_tuple_parser_get_name (parser, tuples[i].name), "mxtraf/latency"))
        continue;
      if (self->begin == 0)
        self->begin = tuples[i].time;
      if (tuples[i].time < self->begin + SETTLING * (double) GSCOPE_SEC || !(latency > 0))
        continue;
      self->n++;
      self->mean += (latency - self->mean) / self->n;
      self->n_interactive += latency <= INTERACTIVE;
      self->n_streaming += latency <= STREAMING;
    }
}

static void
measure (const char *mxtraf, const Kind *kind, Figures *figures)
{
  g_autofree char *directory = g_dir_make_tmp ("minbuf-XXXXXX", NULL);
  g_autofree char *recording = g_build_filename (directory, "run.tuples", NULL);
  g_autoptr (GscopeTupleParser) parser = gscope_tuple_parser_new (take_tuples, figures, NULL);
  g_autofree char *text = NULL;
  gsize length = 0;

  figures->was_limited = run_program (mxtraf, kind, recording);
  if (!g_file_get_contents (recording, &text, &length, NULL))
    g_error ("mxtraf recorded nothing");
  gscope_tuple_parser_feed (parser, text, length);
  gscope_tuple_parser_finish (parser);
  remove (recording);
  remove (directory);
  if (figures->n == 0)
    g_error ("mxtraf measured nothing");
}

static void
print_row (const Kind *kind, const Figures *figures, const Figures *standard)
{
  double n = figures->n;

  g_print ("%-16s  %5.3f  %5.3f  %7.1f ms  %5.2f", kind->name, figures->n_interactive / n,
           figures->n_streaming / n, figures->mean, n / standard->n);
  if (kind->paper[0] > 0)
    g_print ("    %4.2f  %4.2f  %3.0f ms  %4.2f", kind->paper[0], kind->paper[1], kind->paper[2],
             kind->paper[3]);
  g_print ("\n");
}

static void
judge (const Figures *runs)
{
  double step = runs[TWO_ZERO].mean - runs[ONE_ZERO].mean;

  bench_report ("minbuf: mean latency of (1, 0)", runs[ONE_ZERO].mean, "ms", "(1, 3)",
                runs[ONE_THREE].mean, 1);
  bench_report ("minbuf: mean latency of (1, 3)", runs[ONE_THREE].mean, "ms", "(2, 0)",
                runs[TWO_ZERO].mean, 1);
  bench_report ("minbuf: mean latency of (2, 0)", runs[TWO_ZERO].mean, "ms", "standard",
                runs[STANDARD].mean, 1);
  bench_report ("minbuf: 0.7 round-trip times", 0.7 * RTT, "ms", "(2, 0) - (1, 0)", step, 1);
  bench_report ("minbuf: (2, 0) - (1, 0)", step, "ms", "1.4 round-trip times", 1.4 * RTT, 1);
  bench_report ("minbuf: 90 % within 160 ms", 90, "%", "(1, 0)",
                100.0 * runs[ONE_ZERO].n_interactive / runs[ONE_ZERO].n, 1);
  bench_report ("minbuf: unmodified, low water", runs[LOW_WATER].mean, "ms", "standard",
                runs[STANDARD].mean, 1 / 10.0);
}

int
main (int argc, char *argv[])
{
  Figures runs[N_RUNS] = { 0 };

  if (argc != 2)
    g_error ("usage: bench-minbuf MXTRAF");
  for (Run i = 0; i < N_RUNS; i++)
    measure (argv[1], &kinds[i], &runs[i]);
  if (!runs[LOW_WATER].was_limited)
    g_error ("NOT MEASURED: the socket of the measured flow was not found");
  g_print ("%-16s  160ms  500ms        mean    thr    paper: within, mean, throughput\n", "");
  for (Run i = 0; i < N_RUNS; i++)
    print_row (&kinds[i], &runs[i], &runs[STANDARD]);
  judge (runs);
  return bench_end ();
}
