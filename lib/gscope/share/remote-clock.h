/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/share/carrier.h>
#include <gscope/share/clock-align.h>
#include <gscope/share/mirror.h>

/* The clock of the other end of a remote source: compares it with the clock here, once a second, if it is another one,
 * and offers signals of the comparison. It outlives a connection. */
typedef struct _GscopeRemoteClock GscopeRemoteClock;

GscopeRemoteClock *gscope_remote_clock_new (GscopeSource *source, GscopeMirror *mirror);
void gscope_remote_clock_free (GscopeRemoteClock *self);

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
