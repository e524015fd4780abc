/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/signal/private.h>

#include <gscope/out-func.h>
#include <math.h>

/* The constructors of the kinds of signals. */

static GscopeSignal *
new_signal (GscopeSignalKind kind, const char *name)
{
  g_return_val_if_fail (name != NULL, NULL);

  return g_object_new (GSCOPE_TYPE_SIGNAL, "kind", kind, "name", name, NULL);
}

static GscopeSignal *
new_word (GscopeSignalKind kind, const char *name, gconstpointer word)
{
  GscopeSignal *self = new_signal (kind, name);

  gscope_signal_set_word (self, &(GscopeWord){ .kind = kind, .word = word }, FALSE, NULL);
  return self;
}

static GscopeSignal *
new_func (const char *name, GscopeSignalFunc func, gpointer user_data, GDestroyNotify destroy,
          gboolean any_thread)
{
  GscopeSignal *self = new_signal (GSCOPE_SIGNAL_KIND_FUNC, name);
  GscopeWord word = { .kind = GSCOPE_SIGNAL_KIND_FUNC, .func = func, .user_data = user_data };

  gscope_signal_set_word (self, &word, any_thread, destroy);
  return self;
}

/**
 * gscope_signal_new_boolean: (skip)
 * @name: name, unique in its group and source
 * @word: the word that is read, by an atomic load; must exist until the signal is removed
 *
 * Creates a polled signal of a boolean: 0 or 1.
 *
 * Returns: (transfer full): the signal
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_signal_new_boolean (const char *name, const gboolean *word)
{
  return new_word (GSCOPE_SIGNAL_KIND_BOOLEAN, name, word);
}

/**
 * gscope_signal_new_short: (skip)
 * @name: name, unique in its group and source
 * @word: the word that is read, by an atomic load; must exist until the signal is removed
 *
 * Creates a polled signal of a 16-bit integer.
 *
 * Returns: (transfer full): the signal
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_signal_new_short (const char *name, const gint16 *word)
{
  return new_word (GSCOPE_SIGNAL_KIND_SHORT, name, word);
}

/**
 * gscope_signal_new_integer: (skip)
 * @name: name, unique in its group and source
 * @word: the word that is read, by an atomic load; must exist until the signal is removed
 *
 * Creates a polled signal of an integer.
 *
 * Returns: (transfer full): the signal
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_signal_new_integer (const char *name, const int *word)
{
  return new_word (GSCOPE_SIGNAL_KIND_INTEGER, name, word);
}

/**
 * gscope_signal_new_int64: (skip)
 * @name: name, unique in its group and source
 * @word: the word that is read, by an atomic load; must exist until the signal is removed
 *
 * Creates a polled signal of a 64-bit integer.
 *
 * Returns: (transfer full): the signal
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_signal_new_int64 (const char *name, const gint64 *word)
{
  return new_word (GSCOPE_SIGNAL_KIND_INT64, name, word);
}

/**
 * gscope_signal_new_float: (skip)
 * @name: name, unique in its group and source
 * @word: the word that is read, by an atomic load; must exist until the signal is removed
 *
 * Creates a polled signal of a float.
 *
 * Returns: (transfer full): the signal
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_signal_new_float (const char *name, const float *word)
{
  return new_word (GSCOPE_SIGNAL_KIND_FLOAT, name, word);
}

/**
 * gscope_signal_new_double: (skip)
 * @name: name, unique in its group and source
 * @word: the word that is read, by an atomic load; must exist until the signal is removed
 *
 * Creates a polled signal of a double.
 *
 * Returns: (transfer full): the signal
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_signal_new_double (const char *name, const double *word)
{
  return new_word (GSCOPE_SIGNAL_KIND_DOUBLE, name, word);
}

/**
 * gscope_signal_new_func:
 * @name: name, unique in its group and source
 * @func: (scope notified): called every period, in the scope's main context
 * @user_data: its data
 * @destroy: frees @user_data when the signal goes
 *
 * Creates a polled signal of a function. The function is called at most once an iteration of the
 * main context; its sample has the time of the call, and missed ticks are counted.
 *
 * Returns: (transfer full): the signal
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_signal_new_func (const char *name, GscopeSignalFunc func, gpointer user_data,
                        GDestroyNotify destroy)
{
  return new_func (name, func, user_data, destroy, FALSE);
}

static double
call_out_func (gpointer data)
{
  const GscopeOutFunc *self = data;
  double value = NAN;

  ((GscopeSignalOutFunc) self->func) (&value, self->user_data);
  return value;
}

/**
 * gscope_signal_new_out_func: (rename-to gscope_signal_new_func)
 * @name: name, unique in its group and source
 * @func: (scope notified): called every period, in the scope's main context
 * @user_data: its data
 * @destroy: frees @user_data when the signal goes
 *
 * Creates a polled signal of a function, as gscope_signal_new_func() does, for languages whose functions
 * cannot return a double to C.
 *
 * Returns: (transfer full): the signal
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_signal_new_out_func (const char *name, GscopeSignalOutFunc func, gpointer user_data,
                            GDestroyNotify destroy)
{
  return gscope_signal_new_func (name, call_out_func,
                                 gscope_out_func_new (G_CALLBACK (func), user_data, destroy),
                                 gscope_out_func_free);
}

/**
 * gscope_signal_new_any_thread_func: (skip)
 * @name: name, unique in its group and source
 * @func: called every period, in the poller's thread
 * @user_data: its data
 * @destroy: frees @user_data when the signal goes
 *
 * Creates a polled signal of a function that may run in any thread: it must be quick, must not
 * block and must not call into the scope.
 *
 * Returns: (transfer full): the signal
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_signal_new_any_thread_func (const char *name, GscopeSignalFunc func, gpointer user_data,
                                   GDestroyNotify destroy)
{
  return new_func (name, func, user_data, destroy, TRUE);
}

/**
 * gscope_signal_new_buffered:
 * @name: name, unique in its group and source
 *
 * Creates a signal whose samples are pushed with their own time-stamps.
 *
 * Returns: (transfer full): the signal
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_signal_new_buffered (const char *name)
{
  return new_signal (GSCOPE_SIGNAL_KIND_BUFFERED, name);
}

/**
 * gscope_signal_new_event:
 * @name: name, unique in its group and source
 * @aggregation: how the events between two polls become one sample
 *
 * Creates a signal whose samples are folded from the events that threads push.
 *
 * Returns: (transfer full): the signal
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_signal_new_event (const char *name, GscopeAggregation aggregation)
{
  GscopeSignal *self = new_signal (GSCOPE_SIGNAL_KIND_EVENT, name);

  gscope_signal_set_aggregation (self, aggregation);
  return self;
}
