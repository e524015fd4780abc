/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/transport.h>

/* What a player tells its transport: the clock that it runs on; the instant `unix_time` stood at
 * `time`; and that there is something new to see at the same position. */
void gscope_transport_set_wall (GscopeTransport *self, gint64 time, gint64 unix_time);
void gscope_transport_forget_wall (GscopeTransport *self);
void gscope_transport_refresh (GscopeTransport *self);
