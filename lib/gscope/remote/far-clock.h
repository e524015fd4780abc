/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/align.h>
#include <gscope/clock/clock.h>
#include <gscope/clock/watch.h>
#include <gscope/signal/time-base.h>

/* A clock of another machine or time namespace, and its comparison with the clock here. All connections to one program
 * whose clock it is share it, so that the time between samples of two of them has no error of the comparison. The
 * first of the connections compares the clocks, once a second. It belongs to the main thread, as sources do. */
typedef struct _GscopeFarClock GscopeFarClock;
typedef struct _GscopeRemoteClock GscopeRemoteClock;

/* Returns the clock of an identity at a peer, which is created unless a connection to that peer has it already.
 * A clock of unknown identity is never shared. */
GscopeFarClock *gscope_far_clock_get (GscopeClock *near, const char *peer, const char *id);
void gscope_far_clock_unref (GscopeFarClock *self);

/* To be called when a connection has begun, and when it ends. */
void gscope_far_clock_join (GscopeFarClock *self, GscopeRemoteClock *member);
void gscope_far_clock_leave (GscopeFarClock *self, GscopeRemoteClock *member);

/* Takes an answer that came by a connection, and asks again if more are needed at once. */
void gscope_far_clock_take_exchange (GscopeFarClock *self, GscopeRemoteClock *member,
                                     const GscopeClockExchange *exchange);
/* Takes a step that the other end reported. Each connection reports it; the first report counts. */
void gscope_far_clock_take_step (GscopeFarClock *self, GscopeRemoteClock *member,
                                 GscopeClockStepKind kind, gint64 time, gint64 size);
/* Compares the clocks again at once. */
void gscope_far_clock_doubt (GscopeFarClock *self);

GscopeClockAlign *gscope_far_clock_get_align (GscopeFarClock *self);
GscopeTimeBase *gscope_far_clock_get_time_base (GscopeFarClock *self);
/* The wall clock at the other end minus its clock, nanoseconds; 0 if it is not known. */
gint64 gscope_far_clock_get_wall (GscopeFarClock *self);
void gscope_far_clock_set_wall (GscopeFarClock *self, gint64 wall);
