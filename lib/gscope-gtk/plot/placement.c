/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/view-signal-private.h>
#include <property.h>

#include <math.h>

void
gscope_gtk_view_signal_install_placement (GObjectClass *object_class)
{
  /**
   * GscopeGtkViewSignal:value-axis:
   *
   * The kind of its value axis.
   *
   * Since: 1.0
   */
  property_add (object_class, enum, "value-axis", gscope_gtk_view_signal_get_value_axis,
                gscope_gtk_view_signal_set_value_axis, GSCOPE_TYPE_VALUE_AXIS,
                GSCOPE_VALUE_AXIS_AS_VIEW);
  /**
   * GscopeGtkViewSignal:own-axis:
   *
   * Whether it has an axis of its own at the right of its lane.
   *
   * Since: 1.0
   */
  property_add (object_class, boolean, "own-axis", gscope_gtk_view_signal_get_own_axis,
                gscope_gtk_view_signal_set_own_axis, FALSE);
  /**
   * GscopeGtkViewSignal:offset:
   *
   * How far it is moved up in its lane, as a part of the height.
   *
   * Since: 1.0
   */
  property_add (object_class, double, "offset", gscope_gtk_view_signal_get_offset,
                gscope_gtk_view_signal_set_offset, -GSCOPE_MAX_TRACE_OFFSET,
                GSCOPE_MAX_TRACE_OFFSET, 0);
  /**
   * GscopeGtkViewSignal:magnification:
   *
   * How many times it is magnified about the middle of its lane.
   *
   * Since: 1.0
   */
  property_add (object_class, double, "magnification", gscope_gtk_view_signal_get_magnification,
                gscope_gtk_view_signal_set_magnification, 1 / GSCOPE_MAX_MAGNIFICATION,
                GSCOPE_MAX_MAGNIFICATION, 1);
}

void
gscope_gtk_view_signal_show_mapping (GscopeGtkViewSignal *self, const GscopeGtkMapping *mapping)
{
  gscope_gtk_view_signal_get_placement (self)->mapping = *mapping;
}

gboolean
gscope_gtk_view_signal_is_moved (GscopeGtkViewSignal *self)
{
  const GscopeGtkPlacement *placement = gscope_gtk_view_signal_get_placement (self);

  return placement->offset != 0 || placement->magnification != 1;
}

GscopeGtkMapping
gscope_gtk_view_signal_get_mapping (GscopeGtkViewSignal *self)
{
  const GscopeGtkPlacement *placement = gscope_gtk_view_signal_get_placement (self);
  GscopeGtkMapping mapping = placement->mapping;

  if (gscope_gtk_view_signal_is_moved (self))
    gscope_gtk_mapping_move (&mapping, -placement->offset / placement->magnification,
                             1 / placement->magnification);
  return mapping;
}

/**
 * gscope_gtk_view_signal_get_value_axis: (get-property value-axis)
 * @self: a signal of a view
 *
 * Gets the kind of its value axis.
 *
 * Returns: the kind
 *
 * Since: 1.0
 */
GscopeValueAxis
gscope_gtk_view_signal_get_value_axis (GscopeGtkViewSignal *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_VIEW_SIGNAL (self), GSCOPE_VALUE_AXIS_AS_VIEW);

  return gscope_gtk_view_signal_get_placement (self)->axis;
}

/**
 * gscope_gtk_view_signal_set_value_axis: (set-property value-axis)
 * @self: a signal of a view
 * @axis: the kind
 *
 * Sets the kind of its value axis. On a logarithmic axis, values from 0 down are missing. In lanes, signals of one unit on
 * different kinds of axes have rulers of their own.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_signal_set_value_axis (GscopeGtkViewSignal *self, GscopeValueAxis axis)
{
  g_return_if_fail (GSCOPE_GTK_IS_VIEW_SIGNAL (self));

  if (gscope_gtk_view_signal_get_placement (self)->axis == axis)
    return;
  gscope_gtk_view_signal_get_placement (self)->axis = axis;
  gscope_gtk_view_signal_change (self, "value-axis");
}

/**
 * gscope_gtk_view_signal_get_own_axis: (get-property own-axis)
 * @self: a signal of a view
 *
 * Gets whether it has an axis of its own.
 *
 * Returns: whether it has
 *
 * Since: 1.0
 */
gboolean
gscope_gtk_view_signal_get_own_axis (GscopeGtkViewSignal *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_VIEW_SIGNAL (self), FALSE);

  return gscope_gtk_view_signal_get_placement (self)->own_axis;
}

/**
 * gscope_gtk_view_signal_set_own_axis: (set-property own-axis)
 * @self: a signal of a view
 * @own_axis: whether it has an axis of its own
 *
 * Gives it an axis of its own at the right of its lane, in its colour, beside the axes of other signals, or takes it away. A
 * lane shows four of them at most.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_signal_set_own_axis (GscopeGtkViewSignal *self, gboolean own_axis)
{
  g_return_if_fail (GSCOPE_GTK_IS_VIEW_SIGNAL (self));

  if (gscope_gtk_view_signal_get_placement (self)->own_axis == !!own_axis)
    return;
  gscope_gtk_view_signal_get_placement (self)->own_axis = !!own_axis;
  gscope_gtk_view_signal_change (self, "own-axis");
}

/**
 * gscope_gtk_view_signal_get_offset: (get-property offset)
 * @self: a signal of a view
 *
 * Gets how far it is moved up in its lane.
 *
 * Returns: the part of the height, from -10 to 10
 *
 * Since: 1.0
 */
double
gscope_gtk_view_signal_get_offset (GscopeGtkViewSignal *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_VIEW_SIGNAL (self), 0);

  return gscope_gtk_view_signal_get_placement (self)->offset;
}

/**
 * gscope_gtk_view_signal_set_offset: (set-property offset)
 * @self: a signal of a view
 * @offset: the part of the height, from -10 to 10
 *
 * Moves it up or down, with its axis; other signals of its lane stay. In lanes, a moved signal has an axis of its own.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_signal_set_offset (GscopeGtkViewSignal *self, double offset)
{
  g_return_if_fail (GSCOPE_GTK_IS_VIEW_SIGNAL (self));
  g_return_if_fail (isfinite (offset));

  offset = CLAMP (offset, -GSCOPE_MAX_TRACE_OFFSET, GSCOPE_MAX_TRACE_OFFSET);
  if (gscope_gtk_view_signal_get_placement (self)->offset == offset)
    return;
  gscope_gtk_view_signal_get_placement (self)->offset = offset;
  gscope_gtk_view_signal_change (self, "offset");
}

/**
 * gscope_gtk_view_signal_get_magnification: (get-property magnification)
 * @self: a signal of a view
 *
 * Gets how many times it is magnified.
 *
 * Returns: the factor, from 0.001 to 1000; 1 for none
 *
 * Since: 1.0
 */
double
gscope_gtk_view_signal_get_magnification (GscopeGtkViewSignal *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_VIEW_SIGNAL (self), 1);

  return gscope_gtk_view_signal_get_placement (self)->magnification;
}

/**
 * gscope_gtk_view_signal_set_magnification: (set-property magnification)
 * @self: a signal of a view
 * @magnification: the factor, from 0.001 to 1000; 1 for none
 *
 * Magnifies it about its middle, as it is moved, with its axis; other signals of its lane stay. In lanes, a magnified signal
 * has an axis of its own.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_signal_set_magnification (GscopeGtkViewSignal *self, double magnification)
{
  g_return_if_fail (GSCOPE_GTK_IS_VIEW_SIGNAL (self));
  g_return_if_fail (isfinite (magnification));

  magnification = CLAMP (magnification, 1 / GSCOPE_MAX_MAGNIFICATION, GSCOPE_MAX_MAGNIFICATION);
  if (gscope_gtk_view_signal_get_placement (self)->magnification == magnification)
    return;
  gscope_gtk_view_signal_get_placement (self)->magnification = magnification;
  gscope_gtk_view_signal_change (self, "magnification");
}
