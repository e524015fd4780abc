/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/session/session.h>
#include <libsoup/soup.h>

/* Events of an agent's sources as server-sent events, for all clients that read them. The newest are kept, so that a
 * client that connects again continues where it was. */
typedef struct _GscopeRestEvents GscopeRestEvents;

GscopeRestEvents *gscope_rest_events_new (const GscopeSessionHost *agent);
void gscope_rest_events_free (GscopeRestEvents *self);

/* Answers a request with a stream, which begins after the event of an id, or now if @after is NULL. Returns FALSE and
 * sets an error if there are too many streams. */
gboolean
gscope_rest_events_add (GscopeRestEvents *self, SoupServerMessage *message,
                        const GscopePrincipal *principal, const char *after, GError **error);
/* Returns the number of streams, and of those that were cut because their readers stopped. */
guint gscope_rest_events_count (GscopeRestEvents *self);
guint64 gscope_rest_events_count_cut (GscopeRestEvents *self);
