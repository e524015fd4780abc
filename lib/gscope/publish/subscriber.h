/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/publish/tuner.h>
#include <gscope/signal/signal.h>
#include <json-glib/json-glib.h>

/* How many bytes of samples may be on their way at most, by the hello. */
#define GSCOPE_SUBSCRIBER_CREDIT (4 * 1024 * 1024)

/* Requests samples from the feed of the other end: leases the signals that somebody reads here, and grants credit for the
 * samples that were read. */
typedef struct _GscopeSubscriber GscopeSubscriber;

/* Leases all signals, read here or not, if `is_whole` is set. */
GscopeSubscriber *
gscope_subscriber_new (GscopeCarrier *carrier, GscopeClock *clock, gboolean is_whole);
void gscope_subscriber_free (GscopeSubscriber *self);
/* Has a tuner leave the broadcasts of signals whose leases change from now on. Takes it. */
void gscope_subscriber_set_tuner (GscopeSubscriber *self, GscopeTuner *tuner);
gboolean gscope_subscriber_is_whole (GscopeSubscriber *self);
void gscope_subscriber_add (GscopeSubscriber *self, guint32 id, GscopeSignal *signal);
void gscope_subscriber_remove (GscopeSubscriber *self, guint32 id);
/* Notes at its signal that it comes at a coarser resolution, and returns the coarsest of all signals, nanoseconds. */
gboolean
gscope_subscriber_take_reduced (GscopeSubscriber *self, JsonObject *object, GError **error);
gint64 gscope_subscriber_get_resolution (GscopeSubscriber *self);
/* Counts the bytes of a message of samples. */
void gscope_subscriber_count (GscopeSubscriber *self, gsize bytes);
