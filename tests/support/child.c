/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/child.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* A process that becomes another user's loses the signal of its parent's death: that is asked for last. */
static void
run (gboolean (*prepare) (gpointer data), gpointer data, int ready)
{
  if ((prepare && !prepare (data)) || prctl (PR_SET_PDEATHSIG, SIGKILL) != 0
      || write (ready, "x", 1) != 1)
    _exit (1);
  for (;;)
    pause ();
}

pid_t
child_start (gboolean (*prepare) (gpointer data), gpointer data)
{
  int ready[2];
  pid_t child;
  char byte;

  g_assert_cmpint (pipe (ready), ==, 0);
  child = fork ();
  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    run (prepare, data, ready[1]);
  close (ready[1]);
  g_assert_cmpint (read (ready[0], &byte, 1), ==, 1);
  close (ready[0]);
  return child;
}

void
child_end (pid_t child)
{
  g_assert_cmpint (child, >, 1);
  g_assert_cmpint (kill (child, SIGKILL), ==, 0);
  g_assert_cmpint (waitpid (child, NULL, 0), ==, child);
}
