/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/scope/realtime.h>

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>

/* How long a real-time thread may run without sleeping, in microseconds. */
#define MOST_TIME (100 * 1000)

static gboolean
is_realtime (int policy)
{
  int plain = policy & ~SCHED_RESET_ON_FORK;

  return policy >= 0 && (plain == SCHED_FIFO || plain == SCHED_RR);
}

/* The kernel sends SIGXCPU to the thread that ran for too long. In other threads the signal has its
 * usual meaning: the process has used up RLIMIT_CPU. */
static void
step_down (int number)
{
  struct sched_param param = { 0 };
  int code = errno;

  if (is_realtime (sched_getscheduler (0)))
    sched_setscheduler (0, SCHED_OTHER | SCHED_RESET_ON_FORK, &param);
  else
    {
      signal (number, SIG_DFL);
      raise (number);
    }
  errno = code;
}

/* Leaves a handler of the program in place. */
static void
take_signal (void)
{
  struct sigaction action;

  if (sigaction (SIGXCPU, NULL, &action) != 0 || action.sa_handler != SIG_DFL)
    return;
  action = (struct sigaction){ .sa_handler = step_down, .sa_flags = SA_RESTART };
  sigaction (SIGXCPU, &action, NULL);
}

/**
 * gscope_realtime_bound:
 * @most: hard limit of RLIMIT_RTTIME, in microseconds, beyond which the kernel kills the process; 0
 *   to leave it unchanged
 *
 * Limits the real-time threads of this process, so that a spinning thread cannot block a processor:
 * after a tenth of a second without sleeping it receives SIGXCPU (setrlimit(2), RLIMIT_RTTIME), and
 * is an ordinary thread from then on.
 *
 * Returns: %TRUE if the limit is in force
 *
 * Since: 1.0
 */
gboolean
gscope_realtime_bound (gint64 most)
{
  struct rlimit limit;

  if (getrlimit (RLIMIT_RTTIME, &limit) != 0)
    return FALSE;
  take_signal ();
  if (most > 0)
    limit.rlim_max = MIN (limit.rlim_max, (rlim_t) most);
  /* below the hard limit, where the kernel kills the process */
  limit.rlim_cur = MIN (limit.rlim_cur, MIN (limit.rlim_max / 2, MOST_TIME));
  return setrlimit (RLIMIT_RTTIME, &limit) == 0;
}

/**
 * gscope_realtime_begin:
 * @priority: a priority of SCHED_FIFO
 *
 * Makes the calling thread real-time, within the limit of [func@Gscope.realtime_bound]. Threads and
 * processes that it starts are ordinary.
 *
 * Returns: %TRUE if it is real-time; %FALSE with errno if that is not permitted
 *
 * Since: 1.0
 */
gboolean
gscope_realtime_begin (int priority)
{
  struct sched_param param = { .sched_priority = priority };

  return gscope_realtime_bound (0)
         && sched_setscheduler (0, SCHED_FIFO | SCHED_RESET_ON_FORK, &param) == 0;
}

/**
 * gscope_realtime_is_on:
 * @thread: a thread's kernel id, or 0 for the calling thread
 *
 * Tells whether a thread is real-time, and was not made an ordinary one because it ran for too
 * long.
 *
 * Returns: %TRUE while it is
 *
 * Since: 1.0
 */
gboolean
gscope_realtime_is_on (int thread)
{
  return is_realtime (sched_getscheduler (thread));
}
