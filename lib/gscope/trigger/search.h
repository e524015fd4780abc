/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/signal/signal.h>
#include <gscope/trigger/condition.h>

G_BEGIN_DECLS

/**
 * GSCOPE_TRIGGER_MAX_FOUND:
 *
 * The largest number of times that a search keeps.
 *
 * Since: 1.0
 */
#define GSCOPE_TRIGGER_MAX_FOUND 1000000

#define GSCOPE_TYPE_TRIGGER_SEARCH (gscope_trigger_search_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeTriggerSearch, gscope_trigger_search, GSCOPE, TRIGGER_SEARCH, GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeTriggerSearch *
gscope_trigger_search_new (GscopeTrace *trace, const GscopeTriggerSettings *settings, gint64 begin,
                           gint64 end);
GSCOPE_AVAILABLE_IN_1_0
GscopeTriggerSearch *
gscope_trigger_search_new_for_signal (GscopeSignal *signal, const GscopeTriggerSettings *settings,
                                      gint64 begin, gint64 end);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_trigger_search_go_on (GscopeTriggerSearch *self, guint64 n);
GSCOPE_AVAILABLE_IN_1_0
double gscope_trigger_search_get_progress (GscopeTriggerSearch *self);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_trigger_search_get_n_found (GscopeTriggerSearch *self);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_trigger_search_get_n_coarse (GscopeTriggerSearch *self);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_trigger_search_get_n_lost (GscopeTriggerSearch *self);
GSCOPE_AVAILABLE_IN_1_0
const gint64 *gscope_trigger_search_get_times (GscopeTriggerSearch *self, gsize *n);
GSCOPE_AVAILABLE_IN_1_0
void gscope_trigger_search_run_async (GscopeTriggerSearch *self, GCancellable *cancellable,
                                      GAsyncReadyCallback callback, gpointer user_data);
GSCOPE_AVAILABLE_IN_1_0
gboolean
gscope_trigger_search_run_finish (GscopeTriggerSearch *self, GAsyncResult *result, GError **error);

G_END_DECLS
