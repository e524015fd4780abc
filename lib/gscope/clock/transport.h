/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/clock.h>

G_BEGIN_DECLS

/**
 * GSCOPE_TRANSPORT_MIN_SPEED:
 *
 * The slowest speed of a playback, in seconds a second.
 *
 * Since: 1.0
 */
#define GSCOPE_TRANSPORT_MIN_SPEED 0.1
/**
 * GSCOPE_TRANSPORT_MAX_SPEED:
 *
 * The fastest speed of a playback, in seconds a second.
 *
 * Since: 1.0
 */
#define GSCOPE_TRANSPORT_MAX_SPEED 100.0

#define GSCOPE_TYPE_TRANSPORT (gscope_transport_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeTransport, gscope_transport, GSCOPE, TRANSPORT, GscopeClock)

GSCOPE_AVAILABLE_IN_1_0
GscopeTransport *gscope_transport_new (GscopeClock *base);

GSCOPE_AVAILABLE_IN_1_0
void gscope_transport_play (GscopeTransport *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_transport_pause (GscopeTransport *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_transport_get_playing (GscopeTransport *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_transport_seek (GscopeTransport *self, gint64 position);
GSCOPE_AVAILABLE_IN_1_0
void gscope_transport_step (GscopeTransport *self, gint64 interval);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_transport_get_position (GscopeTransport *self);

GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_transport_get_begin (GscopeTransport *self);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_transport_get_end (GscopeTransport *self);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_transport_get_duration (GscopeTransport *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_transport_set_range (GscopeTransport *self, gint64 begin, gint64 end);

GSCOPE_AVAILABLE_IN_1_0
double gscope_transport_get_speed (GscopeTransport *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_transport_set_speed (GscopeTransport *self, double speed);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_transport_get_loop (GscopeTransport *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_transport_set_loop (GscopeTransport *self, gboolean loop);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_transport_get_loop_begin (GscopeTransport *self);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_transport_get_loop_end (GscopeTransport *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_transport_set_loop_interval (GscopeTransport *self, gint64 begin, gint64 end);

G_END_DECLS
