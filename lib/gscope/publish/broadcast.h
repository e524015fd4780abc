/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/air.h>
#include <gscope/carrier/carrier.h>
#include <gscope/publish/feed.h>
#include <gscope/scope/scope.h>

G_BEGIN_DECLS

/* The samples of a signal that are published once for all who lease it with the same period: the messages of a feed of its
 * own, to whose air it is the carrier. Feeds that lease the signal enlist; it is on while two of them may use it. */
#define GSCOPE_TYPE_BROADCAST (gscope_broadcast_get_type ())
G_DECLARE_FINAL_TYPE (GscopeBroadcast, gscope_broadcast, GSCOPE, BROADCAST, GscopeCarrier)

/* Where samples are published, and the name of their source there. */
struct _GscopeBroadcastPlace
{
  GscopeAir *air;
  GscopeScope *scope;
  const char *source;
  GscopeFeedFigures *figures;
};

/* Enlists with the broadcast of a signal. Returns a reference; NULL if the air has no address for it. */
GscopeBroadcast *
gscope_broadcast_enlist (const GscopeBroadcastPlace *place, GscopeSignal *signal, gint64 period);
/* Ends that, and drops the reference. A listener is one who tuned in. */
void gscope_broadcast_retire (GscopeBroadcast *self, gboolean is_listener);
/* Counts one who enlisted as a listener. */
void gscope_broadcast_tune_in (GscopeBroadcast *self);

gboolean gscope_broadcast_is_on (GscopeBroadcast *self);
const char *gscope_broadcast_get_address (GscopeBroadcast *self);
/* Publishes the samples that wait. */
void gscope_broadcast_pump (GscopeBroadcast *self);
/* Returns the position in the trace up to which samples were published, the number of the next message, the width of the
 * columns that are published, nanoseconds, and when the last message was published. */
guint64 gscope_broadcast_get_position (GscopeBroadcast *self);
guint32 gscope_broadcast_get_next (GscopeBroadcast *self);
gint64 gscope_broadcast_get_width (GscopeBroadcast *self);
gint64 gscope_broadcast_get_time (GscopeBroadcast *self);

/* A message of a broadcast: the bytes 3, 2, 0 and 0, its number, the position after its samples, and messages of the
 * protocol, each with its length as 4 bytes in front; all numbers with the lowest byte first. */
typedef struct
{
  guint32 number;
  guint64 position;
} GscopeBroadcastHead;

#define GSCOPE_BROADCAST_HEAD 16

typedef gboolean (*GscopeBroadcastFunc) (gpointer data, GBytes *message, GError **error);

gboolean gscope_broadcast_read_head (GBytes *bytes, GscopeBroadcastHead *head, GError **error);
/* Calls a function for each message of the protocol. */
gboolean
gscope_broadcast_read (GBytes *bytes, GscopeBroadcastFunc func, gpointer data, GError **error);

G_END_DECLS
