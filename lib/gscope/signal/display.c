/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/signal/signal-private.h>

#include <glib/gi18n-lib.h>

/* How a signal is displayed: range, colour, line mode; and with which one it is compared. */

static const char *const line_modes[GSCOPE_N_LINE_MODES] = {
  [GSCOPE_LINE_MODE_STEPS] = NC_ ("line mode", "Hold"),
  [GSCOPE_LINE_MODE_LINES] = NC_ ("line mode", "Lines"),
  [GSCOPE_LINE_MODE_POINTS] = NC_ ("line mode", "Points"),
  [GSCOPE_LINE_MODE_FILLED] = NC_ ("line mode", "Filled"),
  [GSCOPE_LINE_MODE_IMPULSES] = NC_ ("line mode", "Impulses"),
};

/**
 * gscope_line_mode_get_title:
 * @mode: a line mode
 *
 * Gets the name of @mode for users, translated. Any thread may call this.
 *
 * Returns: the title
 *
 * Since: 1.0
 */
const char *
gscope_line_mode_get_title (GscopeLineMode mode)
{
  g_return_val_if_fail ((guint) mode < GSCOPE_N_LINE_MODES, NULL);

  return g_dpgettext2 (GETTEXT_PACKAGE, "line mode", line_modes[mode]);
}

/**
 * GscopeSignal:min:
 *
 * The value at the bottom of the display, in its unit.
 *
 * Since: 1.0
 */

/**
 * gscope_signal_get_min: (get-property min)
 * @self: a signal
 *
 * Gets the value at the bottom of the display, if the signal has a range.
 *
 * Returns: the minimum, in its unit
 *
 * Since: 1.0
 */
double
gscope_signal_get_min (GscopeSignal *self)
{
  return self->min;
}

/**
 * GscopeSignal:max:
 *
 * The value at the top of the display, in its unit. If it is not above the minimum, the range
 * follows the values.
 *
 * Since: 1.0
 */

/**
 * gscope_signal_get_max: (get-property max)
 * @self: a signal
 *
 * Gets the value at the top of the display, if the signal has a range.
 *
 * Returns: the maximum, in its unit
 *
 * Since: 1.0
 */
double
gscope_signal_get_max (GscopeSignal *self)
{
  return self->max;
}

/**
 * gscope_signal_set_range:
 * @self: a signal
 * @min: the value at the bottom of the display, in its unit
 * @max: the value at the top of the display, in its unit
 *
 * Sets the range of the display. If @max is not above @min, the range follows the values.
 *
 * Since: 1.0
 */
void
gscope_signal_set_range (GscopeSignal *self, double min, double max)
{
  gboolean min_changed = self->min != min, max_changed = self->max != max;

  self->min = min;
  self->max = max;
  if (min_changed)
    g_object_notify (G_OBJECT (self), "min");
  if (max_changed)
    g_object_notify (G_OBJECT (self), "max");
}

/**
 * gscope_signal_has_range:
 * @self: a signal
 *
 * Gets whether the signal has a fixed range; otherwise the range follows the values.
 *
 * Returns: whether it has a fixed range
 *
 * Since: 1.0
 */
gboolean
gscope_signal_has_range (GscopeSignal *self)
{
  return self->max > self->min;
}

/**
 * GscopeSignal:color:
 *
 * Its colour: 0 for one that the view chooses, 1 to 16 for an entry of the palette, otherwise
 * 0xAARRGGBB with AA > 0.
 *
 * Since: 1.0
 */

/**
 * gscope_signal_get_color: (get-property color)
 * @self: a signal
 *
 * Gets its colour: 0 for one that the view chooses, 1 to 16 for an entry of the palette that the
 * theme resolves, otherwise 0xAARRGGBB with AA > 0.
 *
 * Returns: the colour
 *
 * Since: 1.0
 */
guint
gscope_signal_get_color (GscopeSignal *self)
{
  return self->color;
}

/**
 * gscope_signal_set_color: (set-property color)
 * @self: a signal
 * @color: the colour, see [method@Signal.get_color]
 *
 * Sets its colour.
 *
 * Since: 1.0
 */
void
gscope_signal_set_color (GscopeSignal *self, guint color)
{
  if (self->color == color)
    return;
  self->color = color;
  g_object_notify (G_OBJECT (self), "color");
}

/**
 * GscopeSignal:line-mode:
 *
 * The line mode in which it is drawn.
 *
 * Since: 1.0
 */

/**
 * gscope_signal_get_line_mode: (get-property line-mode)
 * @self: a signal
 *
 * Gets the line mode in which the signal is drawn.
 *
 * Returns: the line mode
 *
 * Since: 1.0
 */
GscopeLineMode
gscope_signal_get_line_mode (GscopeSignal *self)
{
  return self->line_mode;
}

/**
 * gscope_signal_set_line_mode: (set-property line-mode)
 * @self: a signal
 * @mode: the line mode
 *
 * Sets the line mode in which the signal is drawn.
 *
 * Since: 1.0
 */
void
gscope_signal_set_line_mode (GscopeSignal *self, GscopeLineMode mode)
{
  if (self->line_mode == mode)
    return;
  self->line_mode = mode;
  g_object_notify (G_OBJECT (self), "line-mode");
}

/**
 * GscopeSignal:hidden:
 *
 * Whether it is not drawn.
 *
 * Since: 1.0
 */

/**
 * gscope_signal_get_hidden: (get-property hidden)
 * @self: a signal
 *
 * Gets whether the signal is hidden. A hidden signal is still polled and recorded.
 *
 * Returns: whether it is hidden
 *
 * Since: 1.0
 */
gboolean
gscope_signal_get_hidden (GscopeSignal *self)
{
  return self->hidden;
}

/**
 * gscope_signal_set_hidden: (set-property hidden)
 * @self: a signal
 * @hidden: whether to hide it
 *
 * Hides or shows it.
 *
 * Since: 1.0
 */
void
gscope_signal_set_hidden (GscopeSignal *self, gboolean hidden)
{
  if (self->hidden == !!hidden)
    return;
  self->hidden = !!hidden;
  g_object_notify (G_OBJECT (self), "hidden");
}

/* Signals that are compared with others. */

/**
 * gscope_signal_get_compared_with:
 * @self: a signal
 *
 * Gets the signal with which it is compared: it has the samples of another time, such as
 * the samples of a recording of [class@Comparison]. Views draw it dashed, in the colour and the range of that
 * signal. Recorders leave it out, unless they are asked for it by name.
 *
 * Returns: (nullable): the full name of the signal; %NULL if it is compared with none
 *
 * Since: 1.0
 */
const char *
gscope_signal_get_compared_with (GscopeSignal *self)
{
  g_return_val_if_fail (GSCOPE_IS_SIGNAL (self), NULL);

  return self->compared_with;
}

/**
 * gscope_signal_set_compared_with:
 * @self: a signal that is in no scope yet
 * @full_name: (nullable): the full name of the signal that it is compared with
 *
 * Declares that it is compared with another signal, which need not exist; as a signal of the first run, see
 * [method@Signal.set_run].
 *
 * Since: 1.0
 */
void
gscope_signal_set_compared_with (GscopeSignal *self, const char *full_name)
{
  g_return_if_fail (GSCOPE_IS_SIGNAL (self));

  g_free (self->compared_with);
  self->compared_with = g_strdup (full_name);
  self->run = full_name ? 1 : 0;
}

/**
 * gscope_signal_get_run: (get-property run)
 * @self: a signal
 *
 * Gets the number of the run that it is a signal of, if it is compared with another signal: several runs
 * are compared at a time.
 *
 * Returns: from 1 on; 0 if it is compared with none
 *
 * Since: 1.0
 */
guint
gscope_signal_get_run (GscopeSignal *self)
{
  g_return_val_if_fail (GSCOPE_IS_SIGNAL (self), 0);

  return self->run;
}

/**
 * gscope_signal_get_run_label: (get-property run-label)
 * @self: a signal
 *
 * Gets what tells its run apart from others, such as the values of parameters.
 *
 * Returns: (nullable): a text for people; %NULL if it is compared with none
 *
 * Since: 1.0
 */
const char *
gscope_signal_get_run_label (GscopeSignal *self)
{
  g_return_val_if_fail (GSCOPE_IS_SIGNAL (self), NULL);

  return self->run_label;
}

/**
 * gscope_signal_set_run:
 * @self: a signal that is compared with another one
 * @number: the number of its run, from 1 on
 * @label: (nullable): what tells the run apart
 *
 * Declares which run it is a signal of.
 *
 * Since: 1.0
 */
void
gscope_signal_set_run (GscopeSignal *self, guint number, const char *label)
{
  g_return_if_fail (GSCOPE_IS_SIGNAL (self));

  if (self->run == number && g_strcmp0 (self->run_label, label) == 0)
    return;
  self->run = number;
  g_free (self->run_label);
  self->run_label = g_strdup (label);
  g_object_notify (G_OBJECT (self), "run");
  g_object_notify (G_OBJECT (self), "run-label");
}
