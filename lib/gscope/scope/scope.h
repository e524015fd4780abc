/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/clock.h>
#include <gscope/control/marker-list.h>
#include <gscope/signal/signal.h>
#include <gscope/signal/tally.h>
#include <gscope/source/source.h>
#include <gscope/trigger/trigger.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_SCOPE (gscope_scope_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeScope, gscope_scope, GSCOPE, SCOPE, GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeScope *gscope_scope_new (void);
GSCOPE_AVAILABLE_IN_1_0
GscopeScope *gscope_scope_new_with_clock (GscopeClock *clock);
GSCOPE_AVAILABLE_IN_1_0
GscopeClock *gscope_scope_get_clock (GscopeScope *self);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_scope_get_period (GscopeScope *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_scope_set_period (GscopeScope *self, gint64 period);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_scope_get_delay (GscopeScope *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_scope_set_delay (GscopeScope *self, gint64 delay);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_scope_get_budget (GscopeScope *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_scope_set_budget (GscopeScope *self, guint64 bytes);
GSCOPE_AVAILABLE_IN_1_0
gsize gscope_scope_get_bytes (GscopeScope *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_scope_get_running (GscopeScope *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_scope_start (GscopeScope *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_scope_stop (GscopeScope *self);

GSCOPE_AVAILABLE_IN_1_0
GListModel *gscope_scope_get_signals (GscopeScope *self);
GSCOPE_AVAILABLE_IN_1_0
GListModel *gscope_scope_get_sources (GscopeScope *self);
GSCOPE_AVAILABLE_IN_1_0
GscopeMarkerList *gscope_scope_get_markers (GscopeScope *self);
GSCOPE_AVAILABLE_IN_1_0
GscopeSource *gscope_scope_get_source (GscopeScope *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_scope_add_source (GscopeScope *self, GscopeSource *source);
GSCOPE_AVAILABLE_IN_1_0
void gscope_scope_remove_source (GscopeScope *self, GscopeSource *source);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *gscope_scope_find_signal (GscopeScope *self, const char *full_name);

GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *gscope_scope_add_boolean (GscopeScope *self, const char *name, const gboolean *word);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *gscope_scope_add_short (GscopeScope *self, const char *name, const gint16 *word);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *gscope_scope_add_integer (GscopeScope *self, const char *name, const int *word);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *gscope_scope_add_int64 (GscopeScope *self, const char *name, const gint64 *word);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *gscope_scope_add_float (GscopeScope *self, const char *name, const float *word);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *gscope_scope_add_double (GscopeScope *self, const char *name, const double *word);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *gscope_scope_add_func (GscopeScope *self, const char *name, GscopeSignalFunc func,
                                     gpointer user_data, GDestroyNotify destroy);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *
gscope_scope_add_out_func (GscopeScope *self, const char *name, GscopeSignalOutFunc func,
                           gpointer user_data, GDestroyNotify destroy);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *
gscope_scope_add_any_thread_func (GscopeScope *self, const char *name, GscopeSignalFunc func,
                                  gpointer user_data, GDestroyNotify destroy);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *gscope_scope_add_buffered (GscopeScope *self, const char *name);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *
gscope_scope_add_event (GscopeScope *self, const char *name, GscopeAggregation aggregation);
GSCOPE_AVAILABLE_IN_1_0
void gscope_scope_remove_signal (GscopeScope *self, GscopeSignal *signal);

GSCOPE_AVAILABLE_IN_1_0
void gscope_scope_mark_trigger (GscopeScope *self, GscopeTrigger *trigger);

GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_scope_get_pen (GscopeScope *self);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_scope_get_start (GscopeScope *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_scope_drain (GscopeScope *self);
GSCOPE_AVAILABLE_IN_1_0
guint gscope_scope_add_consumer (GscopeScope *self, gint64 interval);
GSCOPE_AVAILABLE_IN_1_0
void gscope_scope_remove_consumer (GscopeScope *self, guint id);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_scope_get_poller_mode (GscopeScope *self);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_scope_get_lost_ticks (GscopeScope *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_scope_get_tally (GscopeScope *self, GscopeTally *tally);
GSCOPE_AVAILABLE_IN_1_0
void gscope_scope_get_gone_tally (GscopeScope *self, GscopeTally *tally);

G_END_DECLS
