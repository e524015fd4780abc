/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/clock.h>

/* Measures for how long the other end of a connection has sent nothing. Only time in which this end
 * could receive counts, not time in which this process was stopped or its main loop blocked. */
typedef struct _GscopePulse GscopePulse;

/* Called after each interval without a message, with the nanoseconds since the last one. */
typedef void (*GscopePulseFunc) (gpointer user_data, gint64 silence);

GscopePulse *
gscope_pulse_new (GscopeClock *clock, gint64 interval, GscopePulseFunc func, gpointer user_data);
/* Frees the pulse; may be called from within its function. */
void gscope_pulse_free (GscopePulse *self);
void gscope_pulse_hear (GscopePulse *self);
