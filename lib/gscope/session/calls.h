/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/message.h>
#include <gscope/session/session.h>

/* Markers, pictures and present values: the calls to the agent itself, of a client that is connected to no source, and of
 * requests without a connection. */

/* The calls within the last second. */
typedef struct
{
  gint64 since;
  guint n;
} GscopeCallCount;

typedef struct
{
  GscopeCallCount marks;
  GscopeCallCount pictures;
} GscopeCalls;

/* Returns whether a call is one to the agent itself. */
gboolean gscope_calls_has (GscopeVerb verb);
/* Does what a call asks for. Returns the answer. */
GBytes *
gscope_calls_run (GscopeCalls *self, const GscopeSessionHost *host,
                  const GscopePrincipal *principal, guint32 id, GscopeVerb verb, JsonObject *call);
/* Does what a message asks for. Returns the answer; NULL if a client without a source may not send such a message. */
GBytes *gscope_calls_take (GscopeCalls *self, const GscopeSessionHost *host,
                           const GscopePrincipal *principal, GBytes *message, GError **error);
