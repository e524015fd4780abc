/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/share/carrier.h>
#include <gscope/signal/signal.h>

/* Reads the traces of signals from a time on, and sends new samples and losses as fast as the other
 * end reads; the rest waits in the traces. Each signal has an id, which is never used again. */
typedef struct _GscopeFeed GscopeFeed;

GscopeFeed *gscope_feed_new (GscopeCarrier *carrier, gint64 start);
void gscope_feed_free (GscopeFeed *self);
guint32 gscope_feed_add (GscopeFeed *self, GscopeSignal *signal);
guint32 gscope_feed_remove (GscopeFeed *self, GscopeSignal *signal);
guint32 gscope_feed_get_id (GscopeFeed *self, GscopeSignal *signal);
void gscope_feed_pump (GscopeFeed *self);
