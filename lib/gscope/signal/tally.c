/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/signal/tally.h>

/* Bindings read this number in the documentation of GscopeTally. */
G_STATIC_ASSERT (GSCOPE_N_LOSSES <= GSCOPE_TALLY_SIZE && GSCOPE_TALLY_SIZE == 24);

/**
 * gscope_tally_get_lost:
 * @self: a tally
 *
 * Gets the number of samples lost for any cause but %GSCOPE_LOSS_LATE.
 *
 * Returns: the number of samples
 *
 * Since: 1.0
 */
guint64
gscope_tally_get_lost (const GscopeTally *self)
{
  guint64 lost = 0;

  g_return_val_if_fail (self != NULL, 0);

  for (guint cause = 0; cause < GSCOPE_N_LOSSES; cause++)
    lost += self->counts[cause];
  return lost - self->counts[GSCOPE_LOSS_LATE];
}

/**
 * gscope_tally_get_late:
 * @self: a tally
 *
 * Gets the number of samples that arrived later than the delay allows. A longer delay keeps such
 * samples.
 *
 * Returns: the number of samples
 *
 * Since: 1.0
 */
guint64
gscope_tally_get_late (const GscopeTally *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->counts[GSCOPE_LOSS_LATE];
}

/**
 * gscope_tally_add:
 * @self: a tally
 * @other: another tally
 *
 * Adds the counts of @other to those of @self.
 *
 * Since: 1.0
 */
void
gscope_tally_add (GscopeTally *self, const GscopeTally *other)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (other != NULL);

  for (guint cause = 0; cause < GSCOPE_N_LOSSES; cause++)
    self->counts[cause] += other->counts[cause];
  self->gaps += other->gaps;
}

/**
 * gscope_tally_add_signal:
 * @self: a tally
 * @signal: a signal
 *
 * Adds the losses and gaps of a signal since it was created.
 *
 * Since: 1.0
 */
void
gscope_tally_add_signal (GscopeTally *self, GscopeSignal *signal)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (GSCOPE_IS_SIGNAL (signal));

  for (guint cause = 0; cause < GSCOPE_N_LOSSES; cause++)
    self->counts[cause] += gscope_signal_get_lost (signal, cause);
  self->gaps += gscope_trace_get_n_gaps (gscope_signal_get_trace (signal));
}
