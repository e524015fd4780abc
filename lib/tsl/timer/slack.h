/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/guard/guard.h>

G_BEGIN_DECLS

/**
 * TslTimerSlack:
 *
 * A set of threads, such as all threads of a process or a cgroup, whose timer slack (the overshoot of the kernel's
 * own timers) is set together and restored individually. Real-time threads ignore the slack.
 *
 * Since: 1.0
 */
typedef struct _TslTimerSlack TslTimerSlack;

TSL_AVAILABLE_IN_1_0
gint64 tsl_timer_slack_get (pid_t tid, GError **error);
TSL_AVAILABLE_IN_1_0
gboolean tsl_timer_slack_set (pid_t tid, gint64 slack, GError **error);

TSL_AVAILABLE_IN_1_0
TslTimerSlack *tsl_timer_slack_new (TslGuard *guard);
TSL_AVAILABLE_IN_1_0
void tsl_timer_slack_free (TslTimerSlack *self);
TSL_AVAILABLE_IN_1_0
gboolean tsl_timer_slack_add_thread (TslTimerSlack *self, pid_t tid, GError **error);
TSL_AVAILABLE_IN_1_0
gboolean tsl_timer_slack_add_process (TslTimerSlack *self, pid_t pid, GError **error);
TSL_AVAILABLE_IN_1_0
gboolean tsl_timer_slack_add_cgroup (TslTimerSlack *self, const char *path, GError **error);
TSL_AVAILABLE_IN_1_0
guint tsl_timer_slack_get_n_threads (TslTimerSlack *self);
TSL_AVAILABLE_IN_1_0
pid_t tsl_timer_slack_get_thread (TslTimerSlack *self, guint i);
TSL_AVAILABLE_IN_1_0
guint tsl_timer_slack_get_n_real_time (TslTimerSlack *self);
TSL_AVAILABLE_IN_1_0
gboolean tsl_timer_slack_apply (TslTimerSlack *self, gint64 slack, GError **error);
TSL_AVAILABLE_IN_1_0
void tsl_timer_slack_restore (TslTimerSlack *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TslTimerSlack, tsl_timer_slack_free)

G_END_DECLS
