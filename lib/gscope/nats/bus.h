/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/nats/settings.h>

G_BEGIN_DECLS

/* The connection to a NATS server. libnats works on threads of its own; all of this is for the main context in which the
 * bus was created. Emits "up" when the connection is made, "down" (GError *) when it is lost or cannot be made,
 * "refusal" (const char *) for what the server does not let this user do, "loss" (const char *) when messages were lost because
 * this program was too slow, "trouble" (const char *) for other problems, and "end" (const char *, GError *) by
 * gscope_nats_bus_end(). A lost connection is made again. */
#define GSCOPE_TYPE_NATS_BUS (gscope_nats_bus_get_type ())
G_DECLARE_FINAL_TYPE (GscopeNatsBus, gscope_nats_bus, GSCOPE, NATS_BUS, GObject)

/* The most bytes that wait in this process to be read. */
#define GSCOPE_NATS_MAX_PENDING (64 * 1024 * 1024)

/* Begins to connect. A persistent bus tries again until it is freed; another one only after it was connected. Takes the
 * settings. */
GscopeNatsBus *
gscope_nats_bus_new (GscopeNatsSettings *settings, const char *program, gboolean is_persistent);
/* Returns the bus of this program that a viewer uses for a server, with a reference, and makes it if there is none. */
GscopeNatsBus *gscope_nats_bus_get (const char *server, GError **error);
/* Returns the persistent bus for an agent: one that agents of other names use, too, or a new one. The agent gives its name
 * back at its end. */
GscopeNatsBus *gscope_nats_bus_get_for_agent (const char *server, const char *name, GError **error);
void gscope_nats_bus_give_back (GscopeNatsBus *self, const char *name);

/* Ends the connections over the bus whose subjects begin with a prefix. */
void gscope_nats_bus_end (GscopeNatsBus *self, const char *prefix, const GError *error);

const GscopeNatsSettings *gscope_nats_bus_get_settings (GscopeNatsBus *self);
/* Returns random letters that name the bus in subjects. */
const char *gscope_nats_bus_get_id (GscopeNatsBus *self);
gboolean gscope_nats_bus_is_up (GscopeNatsBus *self);
/* Returns why it is down; NULL if nothing has failed. */
const GError *gscope_nats_bus_get_error (GscopeNatsBus *self);
/* Returns whether it has failed and does not try again. */
gboolean gscope_nats_bus_is_dead (GscopeNatsBus *self);
/* Returns a number that none of its calls returned before. */
guint64 gscope_nats_bus_count (GscopeNatsBus *self);

/* Publishes unless the bus is down. `reply` may be NULL. */
void
gscope_nats_bus_publish (GscopeNatsBus *self, const char *subject, const char *reply, GBytes *data);
void gscope_nats_bus_publish_text (GscopeNatsBus *self, const char *subject, const char *reply,
                                   const char *text);
/* Publishes to a stream of JetStream, which takes messages of one id once. */
void gscope_nats_bus_publish_once (GscopeNatsBus *self, const char *subject, const char *reply,
                                   const char *text, const char *id);
/* Publishes that a key of a bucket has no value any more. */
void gscope_nats_bus_publish_removal (GscopeNatsBus *self, const char *subject);
/* Waits until what was published is sent, for half a second at most. */
void gscope_nats_bus_flush (GscopeNatsBus *self);

/* Gets a message. `payload` is NULL where nobody receives what was published with this subject for the reply. */
typedef void (*GscopeNatsFunc) (gpointer data, const char *subject, const char *reply,
                                GBytes *payload);

/* Subscribes to a pattern of subjects, also after each reconnection. The function may be NULL if all messages are for
 * routes. */
void gscope_nats_bus_subscribe (GscopeNatsBus *self, const char *pattern, GscopeNatsFunc func,
                                gpointer data);
gboolean gscope_nats_bus_has_pattern (GscopeNatsBus *self, const char *pattern);
void gscope_nats_bus_unsubscribe (GscopeNatsBus *self, const char *pattern);
/* Subscribes to a subject that the server may refuse: the function then gets no payload. The subscription ends after the
 * allowed number of messages since its begin. */
void gscope_nats_bus_subscribe_optional (GscopeNatsBus *self, const char *subject,
                                         GscopeNatsFunc func, gpointer data);
void gscope_nats_bus_allow (GscopeNatsBus *self, const char *subject, guint64 n_messages);
/* Gives messages of one subject to another function than the pattern has. */
void gscope_nats_bus_add_route (GscopeNatsBus *self, const char *subject, GscopeNatsFunc func,
                                gpointer data);
void gscope_nats_bus_remove_route (GscopeNatsBus *self, const char *subject);
gboolean gscope_nats_bus_has_route (GscopeNatsBus *self, const char *subject);
/* Returns how many bytes each route may be sent that have not been read yet, so that all together stay below the bounds of
 * the server and of this process. */
guint32 gscope_nats_bus_get_window (GscopeNatsBus *self);
/* Returns the same for each of the optional subscriptions. */
guint32 gscope_nats_bus_get_optional_window (GscopeNatsBus *self);
/* Returns how many bytes wait to be published. */
gsize gscope_nats_bus_get_unsent (GscopeNatsBus *self);

G_END_DECLS
