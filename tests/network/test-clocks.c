/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Sources in processes whose clocks are another time namespace's. */

#include "support/clock-agents.h"

#include <stdlib.h>

enum
{
  N_AGENTS = 2,
  N_EVENTS = 200,
  /* events that are sent without waiting for the agents */
  ROUND = 40,
  FEW = N_AGENTS * N_EVENTS / 100,
};

static ClockAgents agents;
static const char *reason;

/* An event has the same time here, whichever agent saw it. */
static void
test_events (void)
{
  guint n_outside = 0, n_far = 0;
  gint64 truth[N_EVENTS], offset, worst = 0;

  if (reason)
    {
      g_test_skip_printf ("there are no time namespaces here: %s", reason);
      return;
    }
  clock_agents_connect (&agents);
  for (guint i = 0; i < N_EVENTS; i++)
    {
      truth[i] = clock_agents_send_event (&agents, i);
      if (i % ROUND == ROUND - 1)
        clock_agents_wait (&agents, i + 1);
    }
  for (guint i = 0; i < N_AGENTS * N_EVENTS; i++)
    {
      guint number = i / N_AGENTS;
      gint64 error, time = clock_agents_get_time (&agents, i % N_AGENTS, number, &error);
      gint64 miss = llabs (time - truth[number]);

      n_outside += miss > error;
      n_far += miss > 100000;
      worst = MAX (worst, miss);
    }
  g_test_message ("worst %.1f us, %u of %d outside of the stated error", (double) worst / 1e3,
                  n_outside, N_AGENTS * N_EVENTS);
  for (guint j = 0; j < N_AGENTS; j++)
    {
      g_assert_true (
          gscope_remote_get_clock (GSCOPE_REMOTE (agents.agents[j].remote), &offset, NULL, NULL));
      g_assert_cmpint (offset / GSCOPE_SEC, ==, 1000 * (j + 1));
    }
  g_assert_cmpuint (n_outside, <=, FEW);
  g_assert_cmpuint (n_far, <=, FEW);
  clock_agents_end (&agents);
}

int
main (int argc, char **argv)
{
  reason = clock_agents_start (&agents, N_AGENTS);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clocks/events", test_events);
  return g_test_run ();
}
