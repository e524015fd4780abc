/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/clock.h>

/* Measures for how long the other end of a connection has said nothing. Only time in which this end could have
 * listened counts: a process that was stopped itself, or whose main loop was blocked, judges nobody. */
typedef struct _GscopePulse GscopePulse;

/* Called after each interval without a word, with the nanoseconds since the last one. */
typedef void (*GscopePulseFunc) (gpointer user_data, gint64 silence);

GscopePulse *
gscope_pulse_new (GscopeClock *clock, gint64 interval, GscopePulseFunc func, gpointer user_data);
/* May be called from within the function. */
void gscope_pulse_free (GscopePulse *self);
void gscope_pulse_hear (GscopePulse *self);
