/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/net/tuple-mailbox.h>
#include <gscope/net/tuple-peers.h>

/* A thread that reads clients of a tuple server: the ready ones in turn, at most 256 KB each, so
 * that each has an equal share. A client whose rings are full, or that exceeds its rate, is not
 * read for a while; its data then waits in the kernel and, once the buffers are full, in the
 * client. */
typedef struct _GscopeTupleWorker GscopeTupleWorker;

/* Starts a worker that sends its messages to `answers`. It takes ownership of `peers`, an array of
 * GscopeTuplePeers, even on failure. */
GscopeTupleWorker *
gscope_tuple_worker_new (GscopeMailbox *answers, GPtrArray *peers, GError **error);
/* Ends the thread and its connections. */
void gscope_tuple_worker_free (GscopeTupleWorker *self);
void gscope_tuple_worker_send (GscopeTupleWorker *self, GscopeTupleMessage *message);
