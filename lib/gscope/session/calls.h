/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/session/session.h>

/* Markers and pictures, the only calls of a client that is connected to no source. */

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

/* Does what a message asks for. Returns the answer; NULL if a client without a source may not send such a message. */
GBytes *gscope_calls_take (GscopeCalls *self, const GscopeSessionHost *host,
                           const GscopePrincipal *principal, GBytes *message, GError **error);
