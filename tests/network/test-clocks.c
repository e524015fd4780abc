/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Sources in processes whose clocks are another time namespace's. */

#include "support/clock-agents.h"
#include "support/workspace-bed.h"

#include <stdlib.h>

enum
{
  N_AGENTS = 2,
  N_EVENTS = 200,
  /* ns */
  BAR = 100000,
  /* events that are sent without waiting for the agents */
  ROUND = 40,
  FEW = N_AGENTS * N_EVENTS / 100,
};

static ClockAgents agents;
static const char *reason;

/* An emulated processor takes milliseconds to answer: there, only the stated error is judged. */
static gint64
get_bar (void)
{
  return workspace_bed_is_emulated () ? G_MAXINT64 : BAR;
}

/* Judges the events from the first one on. */
static void
judge (const gint64 *truth, guint first)
{
  guint n_outside = 0, n_far = 0;
  gint64 worst = 0, bar = get_bar ();

  for (guint i = 0; i < N_AGENTS * N_EVENTS; i++)
    {
      guint number = first + i / N_AGENTS;
      gint64 error, time = clock_agents_get_time (&agents, i % N_AGENTS, number, &error);
      gint64 miss = llabs (time - truth[number - first]);

      n_outside += miss > error;
      n_far += miss > bar;
      worst = MAX (worst, miss);
    }
  g_test_message ("worst %.1f us, %u of %d outside of the stated error", (double) worst / 1e3,
                  n_outside, N_AGENTS * N_EVENTS);
  g_assert_cmpuint (n_outside, <=, FEW);
  g_assert_cmpuint (n_far, <=, FEW);
}

static void
send_events (guint first)
{
  gint64 truth[N_EVENTS];

  for (guint i = 0; i < N_EVENTS; i++)
    {
      if (i % ROUND == 0)
        clock_agents_settle (&agents, get_bar () / 10 * 9);
      truth[i] = clock_agents_send_event (&agents, first + i);
      if (i % ROUND == ROUND - 1)
        clock_agents_wait (&agents, first + i + 1);
    }
  judge (truth, first);
}

static void
assert_offsets (gint64 more)
{
  for (guint i = 0; i < N_AGENTS; i++)
    {
      gint64 offset;

      g_assert_true (
          gscope_remote_get_clock (GSCOPE_REMOTE (agents.agents[i].remote), &offset, NULL, NULL));
      g_assert_cmpint (offset / GSCOPE_SEC, ==, 1000 * (i + 1) + more);
    }
}

/* An event has the same time here, whichever agent saw it, before and after the agents' clocks are stepped by an
 * hour. */
static void
test_events (void)
{
  if (reason)
    {
      g_test_skip_printf ("there are no time namespaces here: %s", reason);
      return;
    }
  clock_agents_connect (&agents);
  send_events (0);
  assert_offsets (0);
  g_assert_cmpuint (agents.n_markers, ==, 0);
  clock_agents_step (&agents);
  clock_agents_wait_for_markers (&agents, N_AGENTS);
  send_events (N_EVENTS);
  assert_offsets (3600);
  g_assert_cmpuint (agents.n_markers, ==, N_AGENTS);
  clock_agents_end (&agents);
}

int
main (int argc, char **argv)
{
  reason = clock_agents_start (&agents, N_AGENTS, 10e-6);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clocks/events", test_events);
  return g_test_run ();
}
