/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "loads/load.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Number of processes in the dissertation's experiment. */
#define N_CHILDREN 512

static gpointer
open_fork (GError **error)
{
  return g_new0 (pid_t, N_CHILDREN);
}

/* Runs in the child of a program with threads, so it may only make system calls. The child ends
 * with the thread that forked it. */
static void
run_child (pid_t parent)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  while (getppid () == parent)
    pause ();
  _exit (0);
}

static guint
make_children (WorkloadLoad *load, pid_t *children)
{
  pid_t parent = getpid ();
  guint n = 0;

  while (n < N_CHILDREN && !workload_load_is_ending (load))
    {
      pid_t child = fork ();

      if (child == 0)
        run_child (parent);
      /* a limit of the user is reached */
      if (child < 0)
        break;
      children[n++] = child;
    }
  return n;
}

static void
end_children (const pid_t *children, guint n)
{
  for (guint i = 0; i < n; i++)
    if (children[i] > 1)
      kill (children[i], SIGKILL);
  for (guint i = 0; i < n; i++)
    while (waitpid (children[i], NULL, 0) < 0 && errno == EINTR)
      ;
}

static gboolean
work_fork (WorkloadLoad *load, gpointer state)
{
  guint n = make_children (load, state);

  end_children (state, n);
  return n > 0;
}

const WorkloadLoadKind workload_load_fork = {
  .name = "fork",
  .title = N_ ("Fork"),
  .description = N_ ("Creates and ends 512 processes, or as many as the user's limit allows"),
  .open = open_fork,
  .work = work_fork,
  .close = g_free,
};
