/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "threads/misses.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

struct _WorkloadMisses
{
  int fds[WORKLOAD_MISSES_N_KINDS];
};

static const guint caches[WORKLOAD_MISSES_N_KINDS] = {
  [WORKLOAD_MISSES_DATA] = PERF_COUNT_HW_CACHE_L1D,
  [WORKLOAD_MISSES_INSTRUCTIONS] = PERF_COUNT_HW_CACHE_L1I,
  [WORKLOAD_MISSES_TRANSLATIONS] = PERF_COUNT_HW_CACHE_ITLB,
};

/* Counts those of all programs and of the kernel. Returns -1 with errno on failure. */
static int
open_counter (WorkloadMissesKind kind, int cpu)
{
  struct perf_event_attr attr = {
    .type = PERF_TYPE_HW_CACHE,
    .size = sizeof attr,
    .config =
        caches[kind] | PERF_COUNT_HW_CACHE_OP_READ << 8 | PERF_COUNT_HW_CACHE_RESULT_MISS << 16,
  };

  return (int) syscall (SYS_perf_event_open, &attr, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

static void
set_error (GError **error, int code)
{
  if (code == EPERM || code == EACCES)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE,
                 _ ("cannot count cache misses: perf_event_open: %s; run as root, or with "
                    "CAP_PERFMON"),
                 g_strerror (code));
  else
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                 _ ("cannot count cache misses: perf_event_open: %s; use a machine whose processor "
                    "lends its counters, as most virtual machines do not"),
                 g_strerror (code));
}

WorkloadMisses *
workload_misses_new (int cpu, GError **error)
{
  WorkloadMisses *self = g_new0 (WorkloadMisses, 1);
  gboolean any = FALSE;
  int code = 0;

  for (WorkloadMissesKind i = 0; i < WORKLOAD_MISSES_N_KINDS; i++)
    {
      self->fds[i] = open_counter (i, cpu);
      if (self->fds[i] < 0 && code == 0)
        code = errno;
      any |= self->fds[i] >= 0;
    }
  if (any)
    return self;
  set_error (error, code);
  workload_misses_free (self);
  return NULL;
}

void
workload_misses_free (WorkloadMisses *self)
{
  for (WorkloadMissesKind i = 0; i < WORKLOAD_MISSES_N_KINDS; i++)
    if (self->fds[i] >= 0)
      close (self->fds[i]);
  g_free (self);
}

gint64
workload_misses_read (WorkloadMisses *self, WorkloadMissesKind kind)
{
  guint64 count;

  if (self->fds[kind] < 0 || read (self->fds[kind], &count, sizeof count) != sizeof count)
    return -1;
  return (gint64) count;
}
