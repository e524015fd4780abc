/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/signal/signal-private.h>

/* A reader of the signal: its number, and how often it reads. */
typedef struct
{
  guint id;
  gint64 period;
} Lease;

gint64
gscope_signal_get_lease_period (GscopeSignal *self)
{
  gint64 period = GSCOPE_SIGNAL_NO_LEASE;

  for (guint i = 0; self->leases && i < self->leases->len; i++)
    period = MIN (period, g_array_index (self->leases, Lease, i).period);
  return period;
}

void
gscope_signal_set_lease_func (GscopeSignal *self, GscopeLeaseFunc func, gpointer user_data)
{
  self->lease_func = func;
  self->lease_data = user_data;
}

static void
report_change (GscopeSignal *self, gint64 before)
{
  if (self->lease_func && gscope_signal_get_lease_period (self) != before)
    self->lease_func (self, self->lease_data);
}

/**
 * gscope_signal_lease:
 * @self: a signal
 * @period: how often the samples are read, nanoseconds; 0 to read every sample
 *
 * Asks for the signal's samples. A signal of an agent has new samples only while somebody leases
 * it: nothing else travels. With a period, the agent sends the newest sample of each period. Other
 * signals have all their samples, leased or not. Views, recorders and triggers lease the signals
 * that they use; a program that reads the trace of a signal leases it for that time.
 *
 * Returns: the number of the lease, for [method@Signal.release]
 *
 * Since: 1.0
 */
guint
gscope_signal_lease (GscopeSignal *self, gint64 period)
{
  Lease lease = { 0, period };
  gint64 before;

  g_return_val_if_fail (GSCOPE_IS_SIGNAL (self), 0);
  g_return_val_if_fail (period >= 0 && period < GSCOPE_SIGNAL_NO_LEASE, 0);

  before = gscope_signal_get_lease_period (self);
  if (!self->leases)
    self->leases = g_array_new (FALSE, FALSE, sizeof (Lease));
  lease.id = ++self->last_lease;
  g_array_append_val (self->leases, lease);
  report_change (self, before);
  return lease.id;
}

/**
 * gscope_signal_release:
 * @self: a signal
 * @lease: the number of a lease
 *
 * Ends a lease.
 *
 * Since: 1.0
 */
void
gscope_signal_release (GscopeSignal *self, guint lease)
{
  gint64 before;

  g_return_if_fail (GSCOPE_IS_SIGNAL (self));

  before = gscope_signal_get_lease_period (self);
  for (guint i = 0; self->leases && i < self->leases->len; i++)
    if (g_array_index (self->leases, Lease, i).id == lease)
      {
        g_array_remove_index_fast (self->leases, i);
        report_change (self, before);
        return;
      }
  g_return_if_reached ();
}
