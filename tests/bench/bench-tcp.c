/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"
#include "source.h"

#include <arpa/inet.h>
#include <errno.h>
#include <gscope/gscope.h>
#include <net/if.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/* Measures the cost of watching 10,000 TCP sockets, in a network namespace that ends with the
 * program: CPU
 * time of the whole process, the idle sockets included, as a part of one core. */

enum
{
  N_PAIRS = 5000,
  WARM_UP = 3,
  N_STRETCHES = 5,
  SECONDS = 2,
};

static gboolean
enter_namespace (void)
{
  struct ifreq request = { .ifr_name = "lo", .ifr_flags = IFF_UP };
  int fd;

  if (unshare (geteuid () == 0 ? CLONE_NEWNET : CLONE_NEWUSER | CLONE_NEWNET) != 0)
    return FALSE;
  fd = socket (AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0 || ioctl (fd, SIOCSIFFLAGS, &request) != 0)
    return FALSE;
  close (fd);
  return TRUE;
}

static gboolean
allow_files (void)
{
  struct rlimit limit;

  getrlimit (RLIMIT_NOFILE, &limit);
  limit.rlim_cur = 2 * N_PAIRS + 100;
  if (limit.rlim_max < limit.rlim_cur)
    limit.rlim_max = limit.rlim_cur;
  return setrlimit (RLIMIT_NOFILE, &limit) == 0;
}

static guint
connect_pairs (void)
{
  struct sockaddr_in address = { .sin_family = AF_INET,
                                 .sin_port = g_htons (5201),
                                 .sin_addr.s_addr = g_htonl (INADDR_LOOPBACK) };
  const struct sockaddr *generic = (const struct sockaddr *) &address;
  int listener = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  guint n = 0;

  if (bind (listener, generic, sizeof address) != 0 || listen (listener, 16) != 0)
    return 0;
  for (; n < N_PAIRS; n++)
    {
      int client = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

      if (client < 0 || connect (client, generic, sizeof address) != 0
          || accept (listener, NULL, NULL) < 0 || write (client, "x", 1) != 1)
        break;
    }
  return n;
}

static double
get_cpu (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
         + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void
run_for (double seconds)
{
  double end = bench_wall () + seconds;

  while (bench_wall () < end)
    g_main_context_iteration (NULL, TRUE);
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Percent of a core: the median of some stretches, as other programs disturb. */
static double
measure_load (void)
{
  double loads[N_STRETCHES];

  for (guint i = 0; i < N_STRETCHES; i++)
    {
      double cpu = get_cpu (), wall = bench_wall ();

      run_for (SECONDS);
      loads[i] = 100 * (get_cpu () - cpu) / (bench_wall () - wall);
    }
  qsort (loads, N_STRETCHES, sizeof loads[0], compare);
  return loads[N_STRETCHES / 2];
}

static void
write_text (GscopeSource *source, const char *name, const char *text)
{
  GscopeParameter *parameter = gscope_source_find_parameter (source, name);

  gscope_parameter_write_async (parameter, gscope_parameter_parse (parameter, text, NULL), NULL,
                                NULL, NULL, NULL);
}

static void
measure (const char *what, const char *limit, const char *chosen, gint64 period)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new ();
  g_autoptr (GscopeSource) source = g_object_new (TCP_TYPE_SOURCE, "name", "tcp", NULL);

  gscope_scope_set_period (scope, period);
  gscope_scope_add_source (scope, source);
  write_text (source, "limit", limit);
  write_text (source, "chosen", chosen);
  gscope_source_start_async (source, NULL, NULL, NULL);
  run_for (WARM_UP);
  bench_report (what, measure_load (), "%", "one core", 100, 0.05);
  g_print ("     status: %s; lost ticks: %" G_GUINT64_FORMAT "\n",
           gscope_source_get_status (source), gscope_scope_get_lost_ticks (scope));
}

int
main (void)
{
  guint n;

  if (!enter_namespace ())
    {
      g_print ("     left out: no network namespace can be made here (%s); root can\n",
               g_strerror (errno));
      return 77;
    }
  if (!allow_files ())
    {
      g_print ("     left out: no more than %ld files may be open; raise `ulimit -Hn`\n",
               sysconf (_SC_OPEN_MAX));
      return 77;
    }
  n = connect_pairs ();
  g_print ("     %u sockets\n", 2 * n);
  if (n < N_PAIRS)
    return 1;
  measure ("10,000 sockets, 32 flows shown", "32", "", 100 * GSCOPE_MSEC);
  measure ("10,000 sockets, 200 flows shown", "200", "", 100 * GSCOPE_MSEC);
  measure ("10,000 sockets, 32 flows shown, one at 1 kHz", "32", "busiest", GSCOPE_MSEC);
  return bench_end ();
}
