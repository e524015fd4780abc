/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/carrier.h>
#include <gscope/clock/clock.h>
#include <gscope/signal/signal.h>
#include <json-glib/json-glib.h>

/* Reads the traces of the signals that the other end leases, and sends new samples and losses as fast as
 * the other end grants credit. Samples that have waited too long are sent reduced: those that draw the
 * picture at a coarser resolution. Each signal has an id, which is never used again. */
typedef struct _GscopeFeed GscopeFeed;
typedef struct _GscopeBroadcastPlace GscopeBroadcastPlace;

/* Counts of several feeds together: leased signals, signals that are published for all who lease them, samples and bytes that were sent, and by cause the samples in the
 * traces that were not. */
typedef struct
{
  guint n_leases;
  guint n_broadcasts;
  guint64 n_samples;
  guint64 n_bytes;
  guint64 lost[GSCOPE_N_LOSSES];
} GscopeFeedFigures;

/* The figures may be NULL. */
GscopeFeed *gscope_feed_new (GscopeCarrier *carrier, GscopeClock *clock, gint64 credit,
                             GscopeFeedFigures *figures);
void gscope_feed_free (GscopeFeed *self);
guint32 gscope_feed_add (GscopeFeed *self, GscopeSignal *signal);
guint32 gscope_feed_remove (GscopeFeed *self, GscopeSignal *signal);
guint32 gscope_feed_get_id (GscopeFeed *self, GscopeSignal *signal);
/* Finds the signal of an element of a list of ids; NULL if it has gone since. */
gboolean gscope_feed_find (GscopeFeed *self, JsonNode *node, GscopeSignal **signal, GError **error);
/* Says that a signal has ended, once its last samples are sent. */
void gscope_feed_end (GscopeFeed *self, GscopeSignal *signal);
void gscope_feed_pump (GscopeFeed *self);

/* Requests of the other end. */
gboolean gscope_feed_subscribe (GscopeFeed *self, JsonObject *object, GError **error);
gboolean gscope_feed_unsubscribe (GscopeFeed *self, JsonObject *object, GError **error);
gboolean gscope_feed_take_credit (GscopeFeed *self, JsonObject *object, GError **error);
gboolean gscope_feed_tune (GscopeFeed *self, JsonObject *object, GError **error);
gboolean gscope_feed_is_leased (GscopeFeed *self);

/* Broadcasts. */

/* Offers broadcasts of the signals that the other end leases, published at a place from now on; NULL to have all samples come by
 * the carrier. */
void gscope_feed_set_place (GscopeFeed *self, const GscopeBroadcastPlace *place);
/* Returns whether the other end hears samples of a broadcast that are not older than a time. */
gboolean gscope_feed_is_heard (GscopeFeed *self, gint64 since);
/* Makes this the feed of a broadcast: it has one signal, whose samples it sends from now on. */
void gscope_feed_add_broadcast (GscopeFeed *self, GscopeSignal *signal, gint64 period);
/* Returns the position after the samples of the broadcast that were sent, and the width of the columns to which they are
 * reduced. */
guint64 gscope_feed_get_position (GscopeFeed *self);
gint64 gscope_feed_get_width (GscopeFeed *self);
