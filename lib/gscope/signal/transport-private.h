/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/transport.h>

/* A player tells its transport the clock; the instant `unix_time` at `time`; and that the samples
 * at the same position changed. */
void gscope_transport_set_wall (GscopeTransport *self, gint64 time, gint64 unix_time);
void gscope_transport_forget_wall (GscopeTransport *self);
void gscope_transport_refresh (GscopeTransport *self);
