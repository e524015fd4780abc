/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gtkscope/gtkscope.h>

#include <math.h>

/* The structures of the dissertation as signals and parameters. */

typedef struct
{
  GtkScopeFunc fn;
  gpointer arg1;
  gpointer arg2;
} SignalCall;

typedef struct
{
  GtkScopeParameterFunc fn;
  gpointer arg1;
  gpointer arg2;
} ParameterCall;

static double
call_signal (gpointer data)
{
  const SignalCall *call = data;

  return call->fn (call->arg1, call->arg2);
}

static double
call_parameter (gboolean write, double value, gpointer data)
{
  const ParameterCall *call = data;

  return call->fn (write, value, call->arg1, call->arg2);
}

static GscopeSignal *
add_func (GscopeScope *scope, const char *name, const GtkScopeSigData *data)
{
  SignalCall *call = g_new (SignalCall, 1);

  *call = (SignalCall){ data->fn.fn, data->fn.arg1, data->fn.arg2 };
  return gscope_scope_add_func (scope, name, call_signal, call, g_free);
}

static GscopeSignal *
add_signal (GscopeScope *scope, const char *name, const GtkScopeSigData *data)
{
  switch (data->type)
    {
    case INTEGER:
      return gscope_scope_add_integer (scope, name, data->i);
    case BOOLEAN:
      return gscope_scope_add_boolean (scope, name, data->b);
    case SHORT:
      return gscope_scope_add_short (scope, name, data->s);
    case FLOAT:
      return gscope_scope_add_float (scope, name, data->f);
    case FUNC:
      return add_func (scope, name, data);
    case BUFFER:
      return gscope_scope_add_buffered (scope, name);
    }
  g_return_val_if_reached (NULL);
}

/**
 * gtk_scope_signal_new:
 * @self: a scope
 * @sig: its description; the name must be unique in the scope
 *
 * Adds a signal, whether the scope polls or not. Belongs to the main thread, as do all functions of
 * #GtkScope.
 *
 * Returns: (transfer none) (nullable): the signal; %NULL if the name is taken or not allowed
 *
 * Since: 1.0
 */
GtkScopeSignal *
gtk_scope_signal_new (GtkScope *self, GtkScopeSig sig)
{
  GscopeSignal *signal;

  g_return_val_if_fail (GTK_IS_SCOPE (self), NULL);

  signal = add_signal (gtk_scope_get_scope (self), sig.name, &sig.signal);
  if (signal)
    gtk_scope_signal_change (self, signal, sig);
  return signal;
}

static guint
parse_color (const char *text)
{
  GdkRGBA rgba;

  if (!text)
    return 0;
  if (!gdk_rgba_parse (&rgba, text))
    {
      g_critical ("“%s” is not a colour: give a name, such as red, or #rrggbb", text);
      return 0;
    }
  return 0xff000000u | (guint) (rgba.red * 255 + 0.5f) << 16
         | (guint) (rgba.green * 255 + 0.5f) << 8 | (guint) (rgba.blue * 255 + 0.5f);
}

/**
 * gtk_scope_signal_change:
 * @self: a scope
 * @signal: one of its signals
 * @sig: its new properties; the origin of its samples stays the same
 *
 * Changes its name on the screen, colour, range, line mode, filter, and whether it is hidden.
 *
 * Since: 1.0
 */
void
gtk_scope_signal_change (GtkScope *self, GtkScopeSignal *signal, GtkScopeSig sig)
{
  g_return_if_fail (GTK_IS_SCOPE (self));
  g_return_if_fail (GSCOPE_IS_SIGNAL (signal));

  gscope_signal_set_title (signal, sig.name);
  gscope_signal_set_color (signal, parse_color (sig.color));
  gscope_signal_set_range (signal, sig.min, sig.max);
  gscope_signal_set_line_mode (signal, sig.line);
  gscope_signal_set_hidden (signal, sig.hidden);
  gscope_signal_set_filter (signal, sig.filter);
  /* the range that it has now, at the zoom of the others */
  gtk_scope_set_y_zoom (self, gtk_scope_get_y_zoom (self));
}

/**
 * gtk_scope_signal_remove:
 * @self: a scope
 * @signal: one of its signals
 *
 * Removes a signal. When this returns, its word is no longer read and its function no longer
 * called.
 *
 * Since: 1.0
 */
void
gtk_scope_signal_remove (GtkScope *self, GtkScopeSignal *signal)
{
  g_return_if_fail (GTK_IS_SCOPE (self));

  gscope_scope_remove_signal (gtk_scope_get_scope (self), signal);
}

/**
 * gtk_scope_signal_find:
 * @self: a scope
 * @name: the name that the signal was added with
 *
 * Returns: (transfer none) (nullable): the signal; %NULL if there is none
 *
 * Since: 1.0
 */
GtkScopeSignal *
gtk_scope_signal_find (GtkScope *self, const char *name)
{
  g_return_val_if_fail (GTK_IS_SCOPE (self), NULL);

  return gscope_scope_find_signal (gtk_scope_get_scope (self), name);
}

/**
 * gtk_scope_signal_put:
 * @signal: a signal of type %BUFFER
 * @time: the time of the value, in milliseconds, see gtk_scope_get_time()
 * @value: the value
 *
 * Puts a sample into the buffer. The sample is shown after the scope's delay; one that is put later
 * is dropped and counted. Other threads use a #GscopeProducer each.
 *
 * Returns: whether it was accepted
 *
 * Since: 1.0
 */
gboolean
gtk_scope_signal_put (GtkScopeSignal *signal, double time, double value)
{
  GscopeProducer *producer = g_object_get_data (G_OBJECT (signal), "gtk-scope-producer");

  if (!producer)
    {
      producer = gscope_signal_create_producer (signal);
      g_object_set_data_full (G_OBJECT (signal), "gtk-scope-producer", producer,
                              (GDestroyNotify) gscope_producer_unref);
    }
  return gscope_producer_push (producer, time * GSCOPE_MSEC, value);
}

static double
read_parameter (const GtkScopeParameterData *data)
{
  switch (data->type)
    {
    case INTEGER:
      return *data->i;
    case BOOLEAN:
      return *data->b;
    case SHORT:
      return *data->s;
    case FLOAT:
      return *data->f;
    case FUNC:
      return data->fn.fn (FALSE, 0, data->fn.arg1, data->fn.arg2);
    case BUFFER:
      break;
    }
  g_return_val_if_reached (0);
}

static GscopeParameter *
create_integer (const GtkScopeParameter *parameter, double value, double min, double max)
{
  if (parameter->min < parameter->max)
    {
      min = parameter->min;
      max = parameter->max;
    }
  return gscope_parameter_new_integer (parameter->name, min, max, CLAMP (value, min, max));
}

static GscopeParameter *
create_double (const GtkScopeParameter *parameter, double value)
{
  gboolean bounded = parameter->min < parameter->max;
  double min = bounded ? parameter->min : -INFINITY;
  double max = bounded ? parameter->max : INFINITY;

  return gscope_parameter_new_double (parameter->name, min, max, CLAMP (value, min, max));
}

static GscopeParameter *
create_parameter (const GtkScopeParameter *parameter, double value)
{
  switch (parameter->parameter.type)
    {
    case INTEGER:
      return create_integer (parameter, value, G_MININT, G_MAXINT);
    case BOOLEAN:
      return gscope_parameter_new_boolean (parameter->name, value != 0);
    case SHORT:
      return create_integer (parameter, value, G_MININT16, G_MAXINT16);
    case FLOAT:
    case FUNC:
      return create_double (parameter, value);
    case BUFFER:
      break;
    }
  g_return_val_if_reached (NULL);
}

static void
bind_func (GscopeParameter *parameter, const GtkScopeParameterData *data)
{
  ParameterCall *call = g_new (ParameterCall, 1);

  *call = (ParameterCall){ data->fn.fn, data->fn.arg1, data->fn.arg2 };
  gscope_parameter_bind_func (parameter, call_parameter, call, g_free);
}

static void
bind_parameter (GscopeParameter *parameter, const GtkScopeParameterData *data)
{
  if (data->type == INTEGER)
    gscope_parameter_bind_integer (parameter, data->i);
  else if (data->type == BOOLEAN)
    gscope_parameter_bind_boolean (parameter, data->b);
  else if (data->type == SHORT)
    gscope_parameter_bind_short (parameter, data->s);
  else if (data->type == FLOAT)
    gscope_parameter_bind_float (parameter, data->f);
  else
    bind_func (parameter, data);
}

/**
 * gtk_scope_parameter_new:
 * @self: a scope
 * @parameter: its description; the name must be unique in the scope
 *
 * Adds a control parameter, which is not drawn but can be read and modified. Its initial value is
 * the present one, clamped to its range.
 *
 * Returns: (transfer none) (nullable): the parameter; %NULL if the name is taken or not allowed
 *
 * Since: 1.0
 */
GscopeParameter *
gtk_scope_parameter_new (GtkScope *self, GtkScopeParameter parameter)
{
  g_autoptr (GscopeParameter) created = NULL;
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (GTK_IS_SCOPE (self), NULL);
  g_return_val_if_fail (parameter.parameter.type < BUFFER, NULL);

  created = create_parameter (&parameter, read_parameter (&parameter.parameter));
  bind_parameter (created, &parameter.parameter);
  if (gscope_source_add_parameter (gscope_scope_get_source (gtk_scope_get_scope (self)), created,
                                   &error))
    return created;
  g_critical ("%s", error->message);
  return NULL;
}

/**
 * gtk_scope_parameter_remove:
 * @self: a scope
 * @parameter: one of its parameters
 *
 * Removes a parameter.
 *
 * Since: 1.0
 */
void
gtk_scope_parameter_remove (GtkScope *self, GscopeParameter *parameter)
{
  g_return_if_fail (GTK_IS_SCOPE (self));

  gscope_source_remove_parameter (gscope_scope_get_source (gtk_scope_get_scope (self)), parameter);
}

/**
 * gtk_scope_get_parameters:
 * @self: a scope
 *
 * Returns: (transfer none): a list of #GscopeParameter
 *
 * Since: 1.0
 */
GListModel *
gtk_scope_get_parameters (GtkScope *self)
{
  g_return_val_if_fail (GTK_IS_SCOPE (self), NULL);

  return gscope_source_get_parameters (gscope_scope_get_source (gtk_scope_get_scope (self)));
}
