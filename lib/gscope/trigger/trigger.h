/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/signal.h>
#include <gscope/trigger/condition.h>

G_BEGIN_DECLS

/**
 * GscopeTriggerMode:
 * @GSCOPE_TRIGGER_NORMAL: collects at each trigger
 * @GSCOPE_TRIGGER_SINGLE: collects at the first trigger, and then no more until it is armed again
 * @GSCOPE_TRIGGER_AUTO: collects at each trigger, and also where none came for some time
 *
 * How often a trigger collects.
 */
typedef enum
{
  GSCOPE_TRIGGER_NORMAL,
  GSCOPE_TRIGGER_SINGLE,
  GSCOPE_TRIGGER_AUTO,
} GscopeTriggerMode;

/**
 * GscopeTriggerSettings:
 * @condition: when it fires
 * @mode: how often it collects
 * @before: how long before a trigger samples are kept, nanoseconds, at least 0
 * @after: how long from a trigger on samples are kept, nanoseconds, more than 0
 * @holdoff: the time after a trigger without another trigger, nanoseconds; at least @after
 * @timeout: after how long without a trigger %GSCOPE_TRIGGER_AUTO fires by itself, nanoseconds
 *
 * The settings of a trigger.
 */
typedef struct
{
  GscopeTriggerCondition condition;
  GscopeTriggerMode mode;
  gint64 before;
  gint64 after;
  gint64 holdoff;
  gint64 timeout;
} GscopeTriggerSettings;

/**
 * GscopeTriggerScope:
 * @GSCOPE_TRIGGER_CAPTURES_NOTHING: no signal; the trigger only adds markers
 * @GSCOPE_TRIGGER_CAPTURES_SIGNAL: the watched signal, if it is buffered
 * @GSCOPE_TRIGGER_CAPTURES_SCOPE: all buffered signals of the scope
 *
 * The signals that a trigger captures.
 */
typedef enum
{
  GSCOPE_TRIGGER_CAPTURES_NOTHING,
  GSCOPE_TRIGGER_CAPTURES_SIGNAL,
  GSCOPE_TRIGGER_CAPTURES_SCOPE,
} GscopeTriggerScope;

#define GSCOPE_TYPE_TRIGGER (gscope_trigger_get_type ())
GSCOPE_EXPORT G_DECLARE_FINAL_TYPE (GscopeTrigger, gscope_trigger, GSCOPE, TRIGGER, GObject)

GSCOPE_EXPORT GscopeTrigger *
gscope_trigger_new (GscopeSignal *watched, const GscopeTriggerSettings *settings);
GSCOPE_EXPORT void gscope_trigger_set_func (GscopeTrigger *self, GscopeTriggerFunc func,
                                            gpointer user_data, GDestroyNotify destroy);
GSCOPE_EXPORT GscopeSignal *gscope_trigger_get_watched (GscopeTrigger *self);
GSCOPE_EXPORT void gscope_trigger_capture (GscopeTrigger *self, GscopeSignal *signal);
GSCOPE_EXPORT void gscope_trigger_release (GscopeTrigger *self, GscopeSignal *signal);
GSCOPE_EXPORT gboolean gscope_trigger_captures (GscopeTrigger *self, GscopeSignal *signal);
GSCOPE_EXPORT const GscopeTriggerSettings *gscope_trigger_get_settings (GscopeTrigger *self);
GSCOPE_EXPORT gboolean gscope_signal_is_captured (GscopeSignal *signal);
GSCOPE_EXPORT void gscope_trigger_arm (GscopeTrigger *self);
GSCOPE_EXPORT gboolean gscope_trigger_is_armed (GscopeTrigger *self);
GSCOPE_EXPORT guint64 gscope_trigger_get_n_fired (GscopeTrigger *self);

G_END_DECLS
