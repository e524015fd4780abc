/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* Asks RealtimeKit to make a thread of this process real-time (SCHED_FIFO), or else to raise its
 * priority by its nice level, for processes that lack the privilege. */
typedef enum
{
  GSCOPE_REALTIME_KIT_REFUSED,
  GSCOPE_REALTIME_KIT_NICE,
  GSCOPE_REALTIME_KIT_FIFO,
} GscopeRealtimeKitAnswer;

void gscope_realtime_kit_ask_async (guint64 thread, guint32 priority, int nice_level,
                                    GCancellable *cancellable, GAsyncReadyCallback callback,
                                    gpointer user_data);
GscopeRealtimeKitAnswer gscope_realtime_kit_ask_finish (GAsyncResult *result, GError **error);
