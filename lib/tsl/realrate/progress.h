/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/realrate/queue.h>

G_BEGIN_DECLS

/**
 * TslProgress:
 *
 * The progress of a thread in time-stamps that should grow as fast as real time: for example, each
 * frame of a film is due 33.3 ms after the previous one. The thread sets its progress itself, or
 * the queues that connect it to other threads measure it (dissertation, section 5.1.2); then the
 * slowest queue counts. The progress is in a page, so other processes can read it without a system
 * call by the thread.
 *
 * Since: 1.0
 */
typedef struct _TslProgress TslProgress;

TSL_AVAILABLE_IN_1_0
TslProgress *tsl_progress_new (TslPage *page, const char *name, gint64 granularity);
TSL_AVAILABLE_IN_1_0
void tsl_progress_free (TslProgress *self);
TSL_AVAILABLE_IN_1_0
const char *tsl_progress_get_name (TslProgress *self);
TSL_AVAILABLE_IN_1_0
gint64 tsl_progress_get_granularity (TslProgress *self);
TSL_AVAILABLE_IN_1_0
void tsl_progress_set_granularity (TslProgress *self, gint64 granularity);

TSL_AVAILABLE_IN_1_0
void tsl_progress_set (TslProgress *self, gint64 time_stamp);
TSL_AVAILABLE_IN_1_0
void tsl_progress_add_queue (TslProgress *self, TslQueue *queue, TslQueueEnd end);
TSL_AVAILABLE_IN_1_0
gboolean tsl_progress_get (TslProgress *self, gint64 *time_stamp, gint64 *time);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TslProgress, tsl_progress_free)

G_END_DECLS
