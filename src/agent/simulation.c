/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "simulation.h"

#include <glib/gi18n.h>
#include <math.h>

enum
{
  N_PERIODS = 10,
  MAX_AMPLITUDE = 10,
};

#define AGENT_TYPE_SIMULATION (agent_simulation_get_type ())
G_DECLARE_FINAL_TYPE (AgentSimulation, agent_simulation, AGENT, SIMULATION, GscopeSource)

struct _AgentSimulation
{
  GscopeSource parent_instance;

  double mean;
  double amplitude;
  double waves[N_PERIODS];
};

G_DEFINE_FINAL_TYPE (AgentSimulation, agent_simulation, GSCOPE_TYPE_SOURCE)

static void
agent_simulation_poll (GscopeSource *source, gint64 time)
{
  AgentSimulation *self = AGENT_SIMULATION (source);
  double amplitude;

  __atomic_load (&self->amplitude, &amplitude, __ATOMIC_RELAXED);
  for (guint i = 0; i < N_PERIODS; i++)
    self->waves[i] =
        self->mean + amplitude * sin (2 * G_PI * ((double) time / GSCOPE_SEC) / (1 + i));
}

static void
agent_simulation_class_init (AgentSimulationClass *klass)
{
  GSCOPE_SOURCE_CLASS (klass)->poll = agent_simulation_poll;
}

static void
agent_simulation_init (AgentSimulation *self)
{
}

static void
add_amplitude (AgentSimulation *self)
{
  g_autoptr (GscopeParameter) parameter =
      gscope_parameter_new_double ("amplitude", 0, MAX_AMPLITUDE, 1);

  self->amplitude = 1;
  gscope_parameter_set_title (parameter, _ ("Amplitude"));
  gscope_parameter_bind_double (parameter, &self->amplitude);
  gscope_source_add_parameter (GSCOPE_SOURCE (self), parameter, NULL);
}

GscopeSource *
agent_simulation_new (guint n, double mean)
{
  AgentSimulation *self = g_object_new (AGENT_TYPE_SIMULATION, "name", "simulation", NULL);

  self->mean = mean;
  add_amplitude (self);
  gscope_source_set_title (GSCOPE_SOURCE (self), _ ("Simulation"));
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", i);
      g_autoptr (GscopeSignal) signal =
          gscope_signal_new_double (name, &self->waves[i % N_PERIODS]);

      gscope_signal_set_group (signal, "wave");
      gscope_signal_set_range (signal, mean - 1, mean + 1);
      gscope_source_add_signal (GSCOPE_SOURCE (self), signal, NULL);
    }
  return GSCOPE_SOURCE (self);
}
