/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/view-signal-private.h>

#include <math.h>

/**
 * gscope_gtk_view_signal_get_range:
 * @self: a signal of a view
 * @min: (out): the value at the bottom of its lane, in its unit
 * @max: (out): the value at the top of its lane, in its unit
 *
 * The range that it is drawn in: its own, or the one that follows the values.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_signal_get_range (GscopeGtkViewSignal *self, double *min, double *max)
{
  const GscopeGtkPlacement *placement = gscope_gtk_view_signal_get_placement (self);

  *min = placement->has_range ? placement->min : placement->mapping.min;
  *max = placement->has_range ? placement->max : placement->mapping.max;
}

/**
 * gscope_gtk_view_signal_get_auto_range: (get-property auto-range)
 * @self: a signal of a view
 *
 * Whether its range follows the values.
 *
 * Returns: whether it does
 *
 * Since: 1.0
 */
gboolean
gscope_gtk_view_signal_get_auto_range (GscopeGtkViewSignal *self)
{
  return !gscope_gtk_view_signal_get_placement (self)->has_range;
}

static void
apply_range (GscopeGtkViewSignal *self, double min, double max)
{
  GscopeGtkPlacement *placement = gscope_gtk_view_signal_get_placement (self);

  if (placement->has_range && placement->min == min && placement->max == max)
    return;
  placement->has_range = TRUE;
  placement->min = min;
  placement->max = max;
  gscope_gtk_view_signal_change (self, "auto-range");
}

static void
follow_values (GscopeGtkViewSignal *self)
{
  GscopeGtkPlacement *placement = gscope_gtk_view_signal_get_placement (self);

  if (!placement->has_range)
    return;
  placement->has_range = FALSE;
  gscope_gtk_view_signal_change (self, "auto-range");
}

/**
 * gscope_gtk_view_signal_set_range:
 * @self: a signal of a view
 * @min: the value at the bottom of its lane, in its unit
 * @max: the value at the top of its lane, in its unit; above @min
 *
 * Gives it a range of its own. Signals that share a ruler are drawn in a range that holds those of
 * all of them.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_signal_set_range (GscopeGtkViewSignal *self, double min, double max)
{
  g_return_if_fail (min < max);

  gscope_gtk_view_signal_get_placement (self)->owns_range = TRUE;
  apply_range (self, min, max);
}

/**
 * gscope_gtk_view_signal_zoom_range:
 * @self: a signal of a view
 * @factor: how many times smaller the range becomes; above 0, and below 1 to see more
 * @shift: how far its middle moves up, in units of the range as it is now
 *
 * Gives it a range of its own: the one that it is drawn in now, moved and scaled about its middle.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_signal_zoom_range (GscopeGtkViewSignal *self, double factor, double shift)
{
  GscopeGtkMapping mapping = gscope_gtk_view_signal_get_placement (self)->mapping;

  g_return_if_fail (factor > 0);

  if (!mapping.logarithmic)
    gscope_gtk_view_signal_get_range (self, &mapping.min, &mapping.max);
  gscope_gtk_mapping_move (&mapping, shift, 1 / factor);
  gscope_gtk_view_signal_set_range (self, mapping.min, mapping.max);
}

/**
 * gscope_gtk_view_signal_reset_range:
 * @self: a signal of a view
 *
 * Draws it in the range that the signal has, or lets the range follow the values if it has none.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_signal_reset_range (GscopeGtkViewSignal *self)
{
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (self);

  gscope_gtk_view_signal_get_placement (self)->owns_range = FALSE;
  if (gscope_signal_has_range (signal))
    apply_range (self, gscope_signal_get_min (signal), gscope_signal_get_max (signal));
  else
    follow_values (self);
}

/**
 * gscope_gtk_view_signal_set_auto_range:
 * @self: a signal of a view
 *
 * Lets its range follow the values.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_signal_set_auto_range (GscopeGtkViewSignal *self)
{
  gscope_gtk_view_signal_get_placement (self)->owns_range = TRUE;
  follow_values (self);
}

/**
 * gscope_gtk_view_signal_set_least_range:
 * @self: a signal of a view
 * @min: the lower end, in its unit
 * @max: the upper end; no range unless it is above @min
 *
 * Sets the range that an axis which follows the values always includes.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_signal_set_least_range (GscopeGtkViewSignal *self, double min, double max)
{
  GscopeGtkPlacement *placement;
  gboolean has_range = max > min;

  g_return_if_fail (GSCOPE_GTK_IS_VIEW_SIGNAL (self));

  placement = gscope_gtk_view_signal_get_placement (self);
  min = has_range ? min : 0;
  max = has_range ? max : 0;
  if (placement->least_min == min && placement->least_max == max)
    return;
  placement->least_min = min;
  placement->least_max = max;
  gscope_gtk_view_signal_change (self, "auto-range");
}

/**
 * gscope_gtk_view_signal_get_least_range:
 * @self: a signal of a view
 * @min: (out): the lower end, in its unit; not-a-number without a range
 * @max: (out): the upper end
 *
 * Gets the range that an axis which follows the values always includes.
 *
 * Returns: whether there is one
 *
 * Since: 1.0
 */
gboolean
gscope_gtk_view_signal_get_least_range (GscopeGtkViewSignal *self, double *min, double *max)
{
  const GscopeGtkPlacement *placement;
  gboolean has_range;

  g_return_val_if_fail (GSCOPE_GTK_IS_VIEW_SIGNAL (self) && min && max, FALSE);

  placement = gscope_gtk_view_signal_get_placement (self);
  has_range = placement->least_max > placement->least_min;
  *min = has_range ? placement->least_min : NAN;
  *max = has_range ? placement->least_max : NAN;
  return has_range;
}
