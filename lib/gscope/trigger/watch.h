/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/minmax.h>
#include <gscope/trigger/condition.h>

G_BEGIN_DECLS

/* A condition, and the state of the signal so far. */
typedef struct _GscopeTriggerWatch GscopeTriggerWatch;

GscopeTriggerWatch *gscope_trigger_watch_new (const GscopeTriggerCondition *condition);
void gscope_trigger_watch_free (GscopeTriggerWatch *self);
/* Returns whether the trigger fires at the next sample. */
gboolean gscope_trigger_watch_feed (GscopeTriggerWatch *self, const GscopeSample *sample);
/* Returns the calm values, which follow the state: samples within them and before the time `until` need not be fed. They neither
 * fire nor change the state. The extent is empty if there are none. */
const GscopeExtent *gscope_trigger_watch_get_calm (const GscopeTriggerWatch *self, gint64 *until);

/* Returns whether a trigger can have the settings. */
gboolean gscope_trigger_settings_check (const GscopeTriggerSettings *self);
/* Returns the time at which the line between two samples crosses a level of the condition; the time of the second
 * sample if it crosses none. */
gint64 gscope_trigger_condition_find_crossing (const GscopeTriggerCondition *self,
                                               const GscopeSample samples[2]);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeTriggerWatch, gscope_trigger_watch_free)

G_END_DECLS
