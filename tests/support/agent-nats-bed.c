/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/agent-nats-bed.h"

#include "support/scripted-source.h"

static void
on_problem (GscopeAgent *agent, const char *text, char **problem)
{
  g_free (*problem);
  *problem = g_strdup (text);
}

void
agent_nats_bed_keep_problem (GscopeAgent *agent, char **problem)
{
  g_signal_connect (agent, "problem", G_CALLBACK (on_problem), problem);
}

gboolean
agent_nats_bed_set_up (AgentNatsBed *self)
{
  g_autofree char *address = NULL;

  *self = (AgentNatsBed){ 0 };
  if (!nats_bed_set_up (&self->nats, NULL))
    return FALSE;
  agent_bed_set_up (&self->bed);
  agent_nats_bed_keep_problem (self->bed.agent, &self->problem);
  address = g_strconcat (self->nats.address, "/web1.rack", NULL);
  agent_bed_listen (&self->bed, address);
  g_assert_cmpstr (self->bed.address, ==, address);
  return TRUE;
}

void
agent_nats_bed_tear_down (AgentNatsBed *self)
{
  agent_bed_tear_down (&self->bed);
  nats_bed_tear_down (&self->nats);
  g_free (self->problem);
}

void
agent_nats_bed_advance (AgentNatsBed *self, gint64 nanoseconds)
{
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (self->bed.clock), nanoseconds);
  run_pending ();
}
