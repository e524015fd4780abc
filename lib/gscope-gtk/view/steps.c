/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/view/private.h>

static void
on_changed (GscopeGtkView *self)
{
  gscope_gtk_view_redraw_part (self, GSCOPE_GTK_PART_EVENTS);
}

/**
 * gscope_gtk_view_set_steps:
 * @self: a view
 * @steps: (nullable): the tracker that measures the step responses of its scopes
 *
 * Shows with the marker of a write how the signals that it steers respond: the levels
 * before and after of the first signal in view that does.
 */
void
gscope_gtk_view_set_steps (GscopeGtkView *self, GscopeStepTracker *steps)
{
  g_return_if_fail (GSCOPE_GTK_IS_VIEW (self));

  if (self->annotations.steps)
    g_signal_handlers_disconnect_by_func (self->annotations.steps, on_changed, self);
  g_set_object (&self->annotations.steps, steps);
  if (steps)
    g_signal_connect_object (steps, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  on_changed (self);
}

/**
 * gscope_gtk_view_get_steps:
 * @self: a view
 *
 * Gets what measures the step responses that it shows.
 *
 * Returns: (transfer none) (nullable): the tracker
 */
GscopeStepTracker *
gscope_gtk_view_get_steps (GscopeGtkView *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_VIEW (self), NULL);

  return self->annotations.steps;
}
