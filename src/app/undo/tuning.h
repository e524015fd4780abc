/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

/* How a signal is acquired, changed so that it can be undone. The signal is known by its name: its
 * source may go and come back. */
void app_tuning_set_period (AppSession *session, GscopeSignal *signal, gint64 period);
/* NULL for no trigger. */
void app_tuning_set_trigger (AppSession *session, GscopeSignal *signal,
                             const GscopeTriggerSettings *settings);
/* Adds an entry for another level or hysteresis of a trigger, which has it already; changes of one gesture are one. */
void app_tuning_log_level (AppSession *session, GscopeTrigger *trigger, double level,
                           double hysteresis, guint gesture);
