/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* The wait for the answer to an asynchronous call. After its time, the call is cancelled, and is left if it does not answer that. The
 * wait lives until the call has answered, too. */
typedef struct _ToolsWait ToolsWait;

/* Begins a wait of some nanoseconds on a clock. */
ToolsWait *tools_wait_new (GscopeClock *clock, gint64 patience);
ToolsWait *tools_wait_ref (ToolsWait *self);
void tools_wait_unref (ToolsWait *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ToolsWait, tools_wait_unref)

/* Returns what the call has to take. */
GCancellable *tools_wait_get_cancellable (ToolsWait *self);
/* The callback of the call, whose data is another reference to the wait. */
void tools_wait_keep (GObject *object, GAsyncResult *result, gpointer wait);
/* Runs the main context until the call has answered. Returns its result, which belongs to the wait; NULL if it has not answered in
 * time. */
GAsyncResult *tools_wait_await (ToolsWait *self);
