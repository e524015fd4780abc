/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trigger/condition.h>

G_BEGIN_DECLS

/* A condition, and the state of the signal so far. */
typedef struct _GscopeTriggerWatch GscopeTriggerWatch;

GscopeTriggerWatch *gscope_trigger_watch_new (const GscopeTriggerCondition *condition);
void gscope_trigger_watch_free (GscopeTriggerWatch *self);
/* Returns whether the trigger fires at the next sample. */
gboolean gscope_trigger_watch_feed (GscopeTriggerWatch *self, const GscopeSample *sample);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeTriggerWatch, gscope_trigger_watch_free)

G_END_DECLS
