/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/experiment/leases.h>

#include <gscope/experiment/take.h>

typedef struct
{
  GscopeSignal *signal;
  guint number;
} Lease;

static void
lease_clear (gpointer data)
{
  Lease *self = data;

  gscope_signal_release (self->signal, self->number);
  g_object_unref (self->signal);
}

GArray *
gscope_experiment_leases_new (void)
{
  GArray *leases = g_array_new (FALSE, FALSE, sizeof (Lease));

  g_array_set_clear_func (leases, lease_clear);
  return leases;
}

static void
add (GArray *leases, GscopeWorkspace *workspace, const char *name)
{
  GscopeSignal *signal = name ? gscope_experiment_find_signal (workspace, name) : NULL;
  Lease one;

  if (!signal)
    return;
  one = (Lease){ g_object_ref (signal), gscope_signal_lease (signal, 0) };
  g_array_append_val (leases, one);
}

void
gscope_experiment_leases_renew (GArray *leases, GscopeExperiment *experiment,
                                GscopeWorkspace *workspace)
{
  GPtrArray *measures = gscope_experiment_get_measures (experiment);
  guint n_before = leases->len;

  for (guint i = 0; i < measures->len; i++)
    {
      const GscopeExperimentMeasure *measure = measures->pdata[i];

      add (leases, workspace, measure->signal);
      add (leases, workspace, measure->reference);
      for (guint k = 0; k < measure->per->len; k++)
        add (leases, workspace, measure->per->pdata[k]);
    }
  if (n_before > 0)
    g_array_remove_range (leases, 0, n_before);
}
