/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trigger/condition.h>

G_BEGIN_DECLS

/* A condition, and the state of the signal so far. */
typedef struct
{
  GscopeTriggerCondition condition;
  GscopeTriggerFunc func;
  gpointer user_data;
  gboolean was_below;
  gboolean was_above;
  gint64 rise;
  gint64 fall;
} GscopeTriggerWatch;

void gscope_trigger_watch_init (GscopeTriggerWatch *self, const GscopeTriggerCondition *condition);
/* Returns whether the trigger fires at the next sample. */
gboolean gscope_trigger_watch_feed (GscopeTriggerWatch *self, const GscopeSample *sample);

G_END_DECLS
