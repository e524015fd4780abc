/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/publish/broadcast.h>

/* How the samples of a signal that one connection leases pass to a broadcast, without a hole: the agent offers it, the other
 * end listens and tunes in, the feed of the connection sends the samples before a position, and the broadcast has those
 * after it. */
typedef struct _GscopeHandover GscopeHandover;

/* Returns NULL if there is no broadcast for the signal. */
GscopeHandover *
gscope_handover_new (const GscopeBroadcastPlace *place, GscopeSignal *signal, gint64 period);
void gscope_handover_free (GscopeHandover *self);
/* Tells the other end where the broadcast is, as soon as it is on. */
void gscope_handover_offer (GscopeHandover *self, GscopeCarrier *carrier, guint32 id);
/* The other end listens to the broadcast, and asks for the samples from it. Returns FALSE if the broadcast has ended meanwhile, or
 * was not offered. */
gboolean gscope_handover_tune_in (GscopeHandover *self);
/* Returns the position at which the samples of the feed end: G_MAXUINT64, or 0 once the broadcast has them all. */
guint64 gscope_handover_find_end (GscopeHandover *self);
/* Completes it if the feed has sent all samples before that position, after which the width of its columns was told. */
void gscope_handover_complete (GscopeHandover *self, GscopeCarrier *carrier, guint32 id,
                               guint64 position);
gboolean gscope_handover_is_complete (GscopeHandover *self);
GscopeBroadcast *gscope_handover_get_broadcast (GscopeHandover *self);
/* Tells the other end that there is no broadcast any more. */
void gscope_handover_tell_end (GscopeCarrier *carrier, guint32 id);
