/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/scope/private.h>

/* The losses of a scope's signals and sources. */

void
gscope_scope_keep_signal_tally (GscopeScope *self, GscopeSignal *signal)
{
  gscope_tally_add_signal (&self->gone, signal);
}

void
gscope_scope_keep_source_tally (GscopeScope *self, GscopeSource *source)
{
  GscopeTally tally;

  gscope_source_get_tally (source, &tally);
  gscope_tally_add (&self->gone, &tally);
}

/**
 * gscope_scope_get_tally:
 * @self: a scope
 * @tally: (out caller-allocates): the losses and gaps
 *
 * Gets the losses and gaps of all signals that the scope has or had, and the losses of its sources
 * that belong to no signal.
 */
void
gscope_scope_get_tally (GscopeScope *self, GscopeTally *tally)
{
  g_return_if_fail (GSCOPE_IS_SCOPE (self));
  g_return_if_fail (tally != NULL);

  *tally = self->gone;
  for (guint i = 0; i < self->links->len; i++)
    {
      GscopeScopeLink *link = self->links->pdata[i];
      GscopeTally own;

      gscope_source_get_tally (link->source, &own);
      gscope_tally_add (tally, &own);
      for (guint k = 0; k < link->signals->len; k++)
        gscope_tally_add_signal (tally, link->signals->pdata[k]);
    }
}

/**
 * gscope_scope_get_gone_tally:
 * @self: a scope
 * @tally: (out caller-allocates): the losses and gaps
 *
 * Gets the losses and gaps of the signals and sources that were removed from the scope.
 */
void
gscope_scope_get_gone_tally (GscopeScope *self, GscopeTally *tally)
{
  g_return_if_fail (GSCOPE_IS_SCOPE (self));
  g_return_if_fail (tally != NULL);

  *tally = self->gone;
}
