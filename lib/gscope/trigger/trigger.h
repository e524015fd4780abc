/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/signal.h>
#include <gscope/trigger/condition.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_TRIGGER (gscope_trigger_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeTrigger, gscope_trigger, GSCOPE, TRIGGER, GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeTrigger *gscope_trigger_new (GscopeSignal *watched, const GscopeTriggerSettings *settings);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *gscope_trigger_get_watched (GscopeTrigger *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_trigger_capture (GscopeTrigger *self, GscopeSignal *signal);
GSCOPE_AVAILABLE_IN_1_0
void gscope_trigger_release (GscopeTrigger *self, GscopeSignal *signal);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_trigger_captures (GscopeTrigger *self, GscopeSignal *signal);
GSCOPE_AVAILABLE_IN_1_0
const GscopeTriggerSettings *gscope_trigger_get_settings (GscopeTrigger *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_trigger_set_settings (GscopeTrigger *self, const GscopeTriggerSettings *settings);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_signal_is_captured (GscopeSignal *signal);
GSCOPE_AVAILABLE_IN_1_0
void gscope_trigger_arm (GscopeTrigger *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_trigger_is_armed (GscopeTrigger *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_trigger_was_forced (GscopeTrigger *self);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_trigger_get_n_fired (GscopeTrigger *self);

G_END_DECLS
