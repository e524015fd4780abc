/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

/* How a signal is acquired, changed so that it can be undone. The signal is known by its name: its
 * source may go and come back. */
void app_tuning_set_period (AppSession *session, GscopeSignal *signal, gint64 period);
/* Changes of one signal, one after the other, are one. */
void app_tuning_set_filter (AppSession *session, GscopeSignal *signal, double factor);
void app_tuning_set_aggregation (AppSession *session, GscopeSignal *signal,
                                 GscopeAggregation aggregation);
/* NULL for no trigger. */
void app_tuning_set_trigger (AppSession *session, GscopeSignal *signal,
                             const GscopeTriggerSettings *settings);
/* Adds an entry for other levels of a trigger, which has them already; changes of one gesture are one. */
void app_tuning_log_level (AppSession *session, GscopeTrigger *trigger,
                           const GscopeTriggerSettings *before, guint gesture);
/* NULL for no limit; returns the number of the entry. */
guint app_tuning_set_limit (AppSession *session, GscopeSignal *signal,
                            const GscopeLimitSettings *settings);
/* Sets settings with another bound; changes of one gesture are one. */
void app_tuning_move_bound (AppSession *session, GscopeLimit *limit,
                            const GscopeLimitSettings *settings, guint gesture);
