/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gtkscope/private.h>

/* Zoom and bias of the view. */

/* At zoom 1 a period is a logical pixel. */
void
gtk_scope_update_span (GtkScope *self)
{
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (self->view);
  double columns = gtk_widget_get_scale_factor (GTK_WIDGET (self)) * self->x_zoom;

  gscope_gtk_viewport_set_span (viewport, gscope_gtk_viewport_get_n_columns (viewport)
                                              * (self->period * GSCOPE_MSEC / columns));
}

void
gtk_scope_zoom_values (GtkScope *self, guint position, guint n)
{
  for (guint i = position; i < position + n; i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal =
          g_list_model_get_item (gscope_gtk_view_get_signals (self->view), i);

      gscope_gtk_view_signal_reset_range (signal);
      if (self->y_zoom != 1 || self->y_bias != 0)
        gscope_gtk_view_signal_zoom_range (signal, self->y_zoom, self->y_bias);
    }
}

/**
 * gtk_scope_get_x_zoom:
 * @self: a scope
 *
 * Returns: the width of a period, logical pixels
 *
 * Since: 1.0
 */
double
gtk_scope_get_x_zoom (GtkScope *self)
{
  g_return_val_if_fail (GTK_IS_SCOPE (self), 1);

  return self->x_zoom;
}

/**
 * gtk_scope_set_x_zoom:
 * @self: a scope
 * @zoom: the width of a period, logical pixels, above 0
 *
 * Sets the zoom of the time axis.
 *
 * Since: 1.0
 */
void
gtk_scope_set_x_zoom (GtkScope *self, double zoom)
{
  g_return_if_fail (GTK_IS_SCOPE (self));
  g_return_if_fail (zoom > 0);

  self->x_zoom = zoom;
  gtk_scope_update_span (self);
}

static void
set_values (GtkScope *self, double zoom, double bias)
{
  self->y_zoom = zoom;
  self->y_bias = bias;
  gtk_scope_zoom_values (self, 0,
                         g_list_model_get_n_items (gscope_gtk_view_get_signals (self->view)));
}

/**
 * gtk_scope_get_y_zoom:
 * @self: a scope
 *
 * Returns: the vertical magnification; 1 shows the signals in their ranges
 *
 * Since: 1.0
 */
double
gtk_scope_get_y_zoom (GtkScope *self)
{
  g_return_val_if_fail (GTK_IS_SCOPE (self), 1);

  return self->y_zoom;
}

/**
 * gtk_scope_set_y_zoom:
 * @self: a scope
 * @zoom: the vertical magnification, above 0; 1 shows the signals in their ranges
 *
 * Magnifies values about the middle of their ranges. A range that follows the values is fixed while
 * zoom or bias differ from 1 and 0.
 *
 * Since: 1.0
 */
void
gtk_scope_set_y_zoom (GtkScope *self, double zoom)
{
  g_return_if_fail (GTK_IS_SCOPE (self));
  g_return_if_fail (zoom > 0);

  set_values (self, zoom, self->y_bias);
}

/**
 * gtk_scope_get_y_bias:
 * @self: a scope
 *
 * Returns: the shift of the ranges, in multiples of a range
 *
 * Since: 1.0
 */
double
gtk_scope_get_y_bias (GtkScope *self)
{
  g_return_val_if_fail (GTK_IS_SCOPE (self), 0);

  return self->y_bias;
}

/**
 * gtk_scope_set_y_bias:
 * @self: a scope
 * @bias: the shift of the ranges, in multiples of a range; positive towards larger values
 *
 * Shifts the ranges of values.
 *
 * Since: 1.0
 */
void
gtk_scope_set_y_bias (GtkScope *self, double bias)
{
  g_return_if_fail (GTK_IS_SCOPE (self));

  set_values (self, self->y_zoom, bias);
}

/**
 * gtk_scope_get_x_bias:
 * @self: a scope
 *
 * Returns: the position of the playback in the file, from 0 to 1; 0 in polling mode
 *
 * Since: 1.0
 */
double
gtk_scope_get_x_bias (GtkScope *self)
{
  GscopeTransport *transport;
  gint64 duration;

  g_return_val_if_fail (GTK_IS_SCOPE (self), 0);

  transport = gtk_scope_get_transport (self);
  duration = transport ? gscope_transport_get_duration (transport) : 0;
  return duration == 0
             ? 0
             : (gscope_transport_get_position (transport) - gscope_transport_get_begin (transport))
                   / (double) duration;
}

/**
 * gtk_scope_set_x_bias:
 * @self: a scope in playback mode
 * @bias: a position in the file, from 0 to 1
 *
 * Goes to a position in the file.
 *
 * Since: 1.0
 */
void
gtk_scope_set_x_bias (GtkScope *self, double bias)
{
  GscopeTransport *transport;

  g_return_if_fail (GTK_IS_SCOPE (self));
  g_return_if_fail (self->player);

  transport = gtk_scope_get_transport (self);
  gscope_transport_seek (transport, gscope_transport_get_begin (transport)
                                        + bias * gscope_transport_get_duration (transport));
}
