/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/intake.h>
#include <gscope/signal/signal.h>
#include <gscope/signal/states.h>
#include <gscope/signal/time-base.h>

/* The word or function of the program that a poller reads. */
typedef struct
{
  GscopeSignalKind kind;
  gconstpointer word;
  GscopeSignalFunc func;
  gpointer user_data;
} GscopeWord;

/* The states of a signal: a copy of its table, and the row of each value. */
typedef struct
{
  GscopeState *rows;
  gsize n;
  const GscopeState *by_value[GSCOPE_MAX_STATES];
} GscopeStates;

void gscope_states_free (GscopeStates *self);

/* Adds states to a signal's states. They replace those with the same values. */
void gscope_signal_add_states (GscopeSignal *self, const GscopeState *states, gsize n);

/* The settings of the trigger of a signal, for recordings: a JSON object, as a workspace has it; NULL for none. */
const char *gscope_signal_get_trigger (GscopeSignal *self);
void gscope_signal_set_trigger (GscopeSignal *self, const char *settings);

/* An aggregation: its title, its function, and the results of the function for the events of the test. */
typedef struct
{
  const char *title;
  double (*fold) (const GscopeEvents *events, gint64 period);
  double folded;
  double without;
} GscopeAggregationRow;

/* NULL if there is no such aggregation. */
const GscopeAggregationRow *gscope_aggregation_get_row (GscopeAggregation aggregation);

typedef void (*GscopeDetachFunc) (GscopeSignal *signal, gpointer scope);

/* The word or function; destroy frees the function's data with the signal. */
void gscope_signal_set_word (GscopeSignal *self, const GscopeWord *word, gboolean any_thread,
                             GDestroyNotify destroy);

/* Sets the clock that its times come from; NULL for the clock here. */
void gscope_signal_set_time_base (GscopeSignal *self, GscopeTimeBase *base);

void gscope_signal_set_instance (GscopeSignal *self, const char *instance);
/* Returns its name with its group, without the instance; NULL if it belongs to another instance. */
const char *gscope_signal_find_path (GscopeSignal *self, const char *instance);

/* Attaches the signal to a scope. A signal belongs to one scope for its whole life. */
gboolean gscope_signal_attach (GscopeSignal *self, GscopeDetachFunc detach, gpointer scope);
GscopeIntake *gscope_signal_get_intake (GscopeSignal *self);
/* Detaches the signal from its scope. Returns when the poller no longer reads it. */
void gscope_signal_detach (GscopeSignal *self);
gboolean gscope_signal_is_attached (GscopeSignal *self);

/* How often somebody reads the signal, nanoseconds: 0 for every sample, NO_LEASE if nobody does. */
#define GSCOPE_SIGNAL_NO_LEASE G_MAXINT64
gint64 gscope_signal_get_lease_period (GscopeSignal *self);
/* Sets the function that is called when that changes; NULL for none. */
typedef void (*GscopeLeaseFunc) (GscopeSignal *signal, gpointer user_data);
void gscope_signal_set_lease_func (GscopeSignal *self, GscopeLeaseFunc func, gpointer user_data);

/* Return whether a poller reads the signal, and whether the main context calls its function. */
gboolean gscope_signal_is_polled (GscopeSignal *self);
gboolean gscope_signal_is_called (GscopeSignal *self);
void gscope_signal_get_word (GscopeSignal *self, GscopeWord *word);
