/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/transport.h>

/* Functions for the player: set the wall-clock time `unix_time` of the position `time`, and report
 * that the samples at the present position have changed. */
void gscope_transport_set_wall (GscopeTransport *self, gint64 time, gint64 unix_time);
void gscope_transport_forget_wall (GscopeTransport *self);
void gscope_transport_refresh (GscopeTransport *self);
