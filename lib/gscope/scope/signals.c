/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/scope/scope.h>
#include <gscope/source/private.h>

/* Functions that add a signal to the program's own source. */

static GscopeSignal *
add_own_signal (GscopeScope *self, GscopeSignal *new_signal)
{
  GscopeSource *source = gscope_scope_get_source (self);
  g_autoptr (GscopeSignal) signal = new_signal;
  g_autoptr (GError) error = NULL;

  if (!gscope_source_add_signal (source, signal, &error))
    {
      g_critical ("%s", error->message);
      return NULL;
    }
  gscope_source_publish (source);
  return signal;
}

/**
 * gscope_scope_add_boolean: (skip)
 * @self: a scope
 * @name: name, unique in the program's source
 * @word: the word that is read; must exist until the signal is removed
 *
 * Polls a boolean. See [ctor@Signal.new_boolean].
 *
 * Returns: (transfer none) (nullable): the signal; %NULL if the name is taken or not allowed
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_scope_add_boolean (GscopeScope *self, const char *name, const gboolean *word)
{
  return add_own_signal (self, gscope_signal_new_boolean (name, word));
}

/**
 * gscope_scope_add_short: (skip)
 * @self: a scope
 * @name: name, unique in the program's source
 * @word: the word that is read; must exist until the signal is removed
 *
 * Polls a 16-bit integer. See [ctor@Signal.new_short].
 *
 * Returns: (transfer none) (nullable): the signal; %NULL if the name is taken or not allowed
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_scope_add_short (GscopeScope *self, const char *name, const gint16 *word)
{
  return add_own_signal (self, gscope_signal_new_short (name, word));
}

/**
 * gscope_scope_add_integer: (skip)
 * @self: a scope
 * @name: name, unique in the program's source
 * @word: the word that is read; must exist until the signal is removed
 *
 * Polls an integer. See [ctor@Signal.new_integer].
 *
 * Returns: (transfer none) (nullable): the signal; %NULL if the name is taken or not allowed
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_scope_add_integer (GscopeScope *self, const char *name, const int *word)
{
  return add_own_signal (self, gscope_signal_new_integer (name, word));
}

/**
 * gscope_scope_add_int64: (skip)
 * @self: a scope
 * @name: name, unique in the program's source
 * @word: the word that is read; must exist until the signal is removed
 *
 * Polls a 64-bit integer. See [ctor@Signal.new_int64].
 *
 * Returns: (transfer none) (nullable): the signal; %NULL if the name is taken or not allowed
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_scope_add_int64 (GscopeScope *self, const char *name, const gint64 *word)
{
  return add_own_signal (self, gscope_signal_new_int64 (name, word));
}

/**
 * gscope_scope_add_float: (skip)
 * @self: a scope
 * @name: name, unique in the program's source
 * @word: the word that is read; must exist until the signal is removed
 *
 * Polls a float. See [ctor@Signal.new_float].
 *
 * Returns: (transfer none) (nullable): the signal; %NULL if the name is taken or not allowed
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_scope_add_float (GscopeScope *self, const char *name, const float *word)
{
  return add_own_signal (self, gscope_signal_new_float (name, word));
}

/**
 * gscope_scope_add_double: (skip)
 * @self: a scope
 * @name: name, unique in the program's source
 * @word: the word that is read; must exist until the signal is removed
 *
 * Polls a double. See [ctor@Signal.new_double].
 *
 * Returns: (transfer none) (nullable): the signal; %NULL if the name is taken or not allowed
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_scope_add_double (GscopeScope *self, const char *name, const double *word)
{
  return add_own_signal (self, gscope_signal_new_double (name, word));
}

/**
 * gscope_scope_add_func:
 * @self: a scope
 * @name: name, unique in the program's source
 * @func: (scope notified): called every period, in the main context
 * @user_data: its data
 * @destroy: frees @user_data when the signal goes
 *
 * Polls a function. See [ctor@Signal.new_func].
 *
 * Returns: (transfer none) (nullable): the signal; %NULL if the name is taken or not allowed
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_scope_add_func (GscopeScope *self, const char *name, GscopeSignalFunc func,
                       gpointer user_data, GDestroyNotify destroy)
{
  return add_own_signal (self, gscope_signal_new_func (name, func, user_data, destroy));
}

/**
 * gscope_scope_add_out_func: (rename-to gscope_scope_add_func)
 * @self: a scope
 * @name: name, unique in the program's source
 * @func: (scope notified): called every period, in the main context
 * @user_data: its data
 * @destroy: frees @user_data when the signal goes
 *
 * Polls a function of a language whose functions cannot return a double to C. See
 * [ctor@Signal.new_out_func].
 *
 * Returns: (transfer none) (nullable): the signal; %NULL if the name is taken or not allowed
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_scope_add_out_func (GscopeScope *self, const char *name, GscopeSignalOutFunc func,
                           gpointer user_data, GDestroyNotify destroy)
{
  return add_own_signal (self, gscope_signal_new_out_func (name, func, user_data, destroy));
}

/**
 * gscope_scope_add_any_thread_func: (skip)
 * @self: a scope
 * @name: name, unique in the program's source
 * @func: called every period, in the poller's thread
 * @user_data: its data
 * @destroy: frees @user_data when the signal goes
 *
 * Polls a function that may run in any thread. See [ctor@Signal.new_any_thread_func].
 *
 * Returns: (transfer none) (nullable): the signal; %NULL if the name is taken or not allowed
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_scope_add_any_thread_func (GscopeScope *self, const char *name, GscopeSignalFunc func,
                                  gpointer user_data, GDestroyNotify destroy)
{
  return add_own_signal (self, gscope_signal_new_any_thread_func (name, func, user_data, destroy));
}

/**
 * gscope_scope_add_buffered:
 * @self: a scope
 * @name: name, unique in the program's source
 *
 * Adds a signal whose samples threads push. See [ctor@Signal.new_buffered].
 *
 * Returns: (transfer none) (nullable): the signal; %NULL if the name is taken or not allowed
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_scope_add_buffered (GscopeScope *self, const char *name)
{
  return add_own_signal (self, gscope_signal_new_buffered (name));
}

/**
 * gscope_scope_add_event:
 * @self: a scope
 * @name: name, unique in the program's source
 * @aggregation: how the events between two polls become one sample
 *
 * Adds a signal whose events, which threads push, are folded. See [ctor@Signal.new_event].
 *
 * Returns: (transfer none) (nullable): the signal; %NULL if the name is taken or not allowed
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_scope_add_event (GscopeScope *self, const char *name, GscopeAggregation aggregation)
{
  return add_own_signal (self, gscope_signal_new_event (name, aggregation));
}

/**
 * gscope_scope_remove_signal:
 * @self: a scope
 * @signal: a signal that was added to the scope directly
 *
 * Removes a signal. When the call returns, its word is no longer read.
 *
 * Since: 1.0
 */
void
gscope_scope_remove_signal (GscopeScope *self, GscopeSignal *signal)
{
  GscopeSource *source = gscope_scope_get_source (self);

  gscope_source_remove_signal (source, signal);
  gscope_source_publish (source);
}
