/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/net/tuple-mailbox.h>
#include <gscope/net/tuple-peers.h>

/* A thread that reads clients of a tuple server: those that are ready in turn, at most 256 KB each,
 * so that one that sends without end has no more than its share. A client whose rings are full or
 * that sends faster than it may is not read for a while: what it sends waits in the kernel then, and
 * at last in the client. */
typedef struct _GscopeTupleWorker GscopeTupleWorker;

/* Its messages go to `answers`. It becomes the owner of `peers`, of GscopeTuplePeers, even if it
 * fails. */
GscopeTupleWorker *
gscope_tuple_worker_new (GscopeMailbox *answers, GPtrArray *peers, GError **error);
/* Ends the thread and its connections. */
void gscope_tuple_worker_free (GscopeTupleWorker *self);
void gscope_tuple_worker_send (GscopeTupleWorker *self, GscopeTupleMessage *message);
