/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/carrier.h>
#include <gscope/remote/far-clock.h>
#include <gscope/remote/mirror.h>

/* The clock of the other end of a remote source: the questions and answers of its comparison with the clock here, if it
 * is another one, and signals of the comparison. It outlives a connection. */

GscopeRemoteClock *gscope_remote_clock_new (GscopeSource *source, GscopeMirror *mirror);
void gscope_remote_clock_free (GscopeRemoteClock *self);
/* Names the program at the other end. Its connections share a comparison; another program could lie about its clock. */
void gscope_remote_clock_set_peer (GscopeRemoteClock *self, const char *peer);

/* Begins a connection with the first comparison, which is answered before samples that are leased later. */
void gscope_remote_clock_open (GscopeRemoteClock *self, GscopeCarrier *carrier);
/* Takes the identity of the other clock from the hello. */
gboolean gscope_remote_clock_greet (GscopeRemoteClock *self, JsonObject *hello, GError **error);
void gscope_remote_clock_close (GscopeRemoteClock *self);

/* Notes the time at which a message came; to be called before it is read. */
void gscope_remote_clock_hear (GscopeRemoteClock *self);
gboolean
gscope_remote_clock_take_time (GscopeRemoteClock *self, JsonObject *object, GError **error);
gboolean
gscope_remote_clock_take_step (GscopeRemoteClock *self, JsonObject *object, GError **error);

/* Compares the clocks again at once, because samples of the future came. */
void gscope_remote_clock_doubt (GscopeRemoteClock *self);

/* Returns the comparison; NULL if the clock is the one here, or not yet known. */
GscopeClockAlign *gscope_remote_clock_get_align (GscopeRemoteClock *self);
/* Converts a time of the other end to one here. */
gint64 gscope_remote_clock_to_near (GscopeRemoteClock *self, gint64 time);

/* For the far clock. */

/* Sends a question, unless one waits for its answer. */
void gscope_remote_clock_ask (GscopeRemoteClock *self);
/* Pushes the state of the comparison after an exchange into the signals. */
void gscope_remote_clock_show (GscopeRemoteClock *self, const GscopeClockExchange *exchange);
/* Begins a gap, because a clock was stepped. */
void gscope_remote_clock_break_off (GscopeRemoteClock *self);
/* Marks a step; the format has the size as a text. */
void gscope_remote_clock_mark_step (GscopeRemoteClock *self, gint64 time, const char *format,
                                    gint64 size, const char *detail);
