/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "kinds/kinds.h"

#include <glib/gi18n.h>
#include <gscope/error.h>

const WorkloadKind workload_kinds[] = {
  { "accuracy", N_ ("two busy threads with exactly enforced budgets"), workload_accuracy_get_type,
    TRUE },
  { "clients", N_ ("clients that pass their reserves to a server"), workload_clients_get_type,
    TRUE },
  { "costs", N_ ("what operations on reserves cost: admission, creation, change, usage"),
    workload_costs_get_type, TRUE },
  { "decoder", N_ ("frames whose cost is a square wave, decoded under a real-rate scheduler"),
    workload_decoder_get_type, TRUE },
  { "latency-loads", N_ ("loads that delay preemption in the kernel: memory, files, /proc, forks"),
    workload_latency_loads_get_type, FALSE },
  { "overload", N_ ("decoders of different importance that together need too much"),
    workload_overload_get_type, TRUE },
  { "periodic", N_ ("periodic tasks, with and without reserves"), workload_periodic_get_type,
    TRUE },
  { "phone", N_ ("a telephone call in both directions, with reserves for its threads"),
    workload_phone_get_type, TRUE },
  { "pipeline",
    N_ ("frames captured, decoded and played in three threads with queues between them"),
    workload_pipeline_get_type, TRUE },
  { "player", N_ ("a player of audio and video, whose decoders are computed work"),
    workload_player_get_type, TRUE },
  { "polling", N_ ("packets that are received by interrupts, busy polling or threaded NAPI"),
    workload_polling_get_type, FALSE },
  { "qos", N_ ("applications with levels of quality, steered by a QoS manager"),
    workload_qos_get_type, TRUE },
  { "spin", N_ ("competing threads in endless loops on every processor"), workload_spin_get_type,
    FALSE },
  { "switches", N_ ("what it costs to switch to a periodic thread, with and without a reserve"),
    workload_switches_get_type, TRUE },
  { "timers", N_ ("many timers beside a CPU-bound job, with an overshoot"),
    workload_timers_get_type, FALSE },
  { NULL, NULL, NULL, FALSE },
};

const WorkloadKind *
workload_kinds_find (const char *name, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (const WorkloadKind *kind = workload_kinds; kind->name; kind++)
    {
      if (g_str_equal (kind->name, name))
        return kind;
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", kind->name);
    }
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
               _ ("there is no workload “%s”; choose one of: %s"), name, names->str);
  return NULL;
}

gboolean
workload_demands_check (const TslDemand *demands, guint n, GError **error)
{
  for (guint i = 0; i < n; i++)
    if (!tsl_demand_validate (&demands[i], error))
      return FALSE;
  return tsl_admission_check (demands, n, g_get_num_processors (), TSL_ADMISSION_THRESHOLD, error);
}
