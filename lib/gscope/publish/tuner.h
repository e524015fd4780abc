/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/carrier.h>
#include <gscope/clock/clock.h>
#include <json-glib/json-glib.h>

/* Listens to the broadcasts that the other end of a connection offers for its signals, and takes over from there what the
 * connection leaves to them. A broadcast that has lost a message, is silent or breaks the rules is left: its samples then
 * come by the connection again, from where the broadcast was left. */
typedef struct _GscopeTuner GscopeTuner;

/* Takes a message of the protocol for a signal, of which it has another id or none. Returns FALSE if it breaks the rules. */
typedef gboolean (*GscopeTunerFunc) (gpointer data, guint32 id, GBytes *message, GError **error);

GscopeTuner *
gscope_tuner_new (GscopeCarrier *carrier, GscopeClock *clock, GscopeTunerFunc func, gpointer data);
void gscope_tuner_free (GscopeTuner *self);
/* Takes a message “broadcast” of the other end. */
gboolean gscope_tuner_take (GscopeTuner *self, JsonObject *object, GError **error);
/* Leaves the broadcast of a signal, if it has one. */
void gscope_tuner_leave (GscopeTuner *self, guint32 id);
/* Returns how many signals come by broadcasts. */
guint gscope_tuner_count (GscopeTuner *self);
