/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/page/page.h>

G_BEGIN_DECLS

/**
 * TslQueueEnd:
 * @TSL_QUEUE_END_NONE: neither
 * @TSL_QUEUE_END_HEAD: where items are popped: the progress of the consumer
 * @TSL_QUEUE_END_TAIL: where items are pushed: the progress of the producer
 *
 * The end of a queue that measures the progress of a thread.
 *
 * Since: 1.0
 */
typedef enum
{
  TSL_QUEUE_END_NONE,
  TSL_QUEUE_END_HEAD,
  TSL_QUEUE_END_TAIL,
} TslQueueEnd;

/**
 * TslQueue:
 *
 * A queue of time-stamped items between threads. Its length is measured in time: the delay that the
 * queue causes (dissertation, section 5.1.3.7).
 *
 * It publishes as mechanism “real-rate”, group “NAME queue”, the gauge `length` (ms) and the counters `pushed`,
 * `popped` and `full`.
 *
 * Since: 1.0
 */
typedef struct _TslQueue TslQueue;

TSL_AVAILABLE_IN_1_0
TslQueue *tsl_queue_new (TslPage *page, const char *name, guint capacity, GDestroyNotify free_item);
TSL_AVAILABLE_IN_1_0
TslQueue *tsl_queue_ref (TslQueue *self);
TSL_AVAILABLE_IN_1_0
void tsl_queue_unref (TslQueue *self);

TSL_AVAILABLE_IN_1_0
gboolean tsl_queue_push (TslQueue *self, gpointer item, gint64 time_stamp);
TSL_AVAILABLE_IN_1_0
gboolean tsl_queue_try_push (TslQueue *self, gpointer item, gint64 time_stamp);
TSL_AVAILABLE_IN_1_0
gpointer tsl_queue_pop (TslQueue *self, gint64 *time_stamp);
TSL_AVAILABLE_IN_1_0
gpointer tsl_queue_try_pop (TslQueue *self, gint64 *time_stamp);
TSL_AVAILABLE_IN_1_0
void tsl_queue_close (TslQueue *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TslQueue, tsl_queue_unref)

G_END_DECLS
