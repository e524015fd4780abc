/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/time-base.h>
#include <gscope/source/source.h>

/* A scope and its workspace call these. Markers have the time of the clock that is set last.
 * publish() updates the lists now, instead of at most four times a second. */
void gscope_source_set_clock (GscopeSource *self, GscopeClock *clock);
void gscope_source_publish (GscopeSource *self);

/* Sets the function that learns at once of each signal that is added or removed; NULL for none. It
 * is first called for the present signals. The lists for users follow later. */
typedef void (*GscopeSourceAcquire) (GscopeSignal *signal, gboolean is_new, gpointer data);
void gscope_source_set_acquirer (GscopeSource *self, GscopeSourceAcquire acquire, gpointer data);

/* The connection to the poller: the function that wakes it, NULL for none, and the time until which
 * the source rests after its last poll; 0 if it does not rest. */
typedef void (*GscopeSourceWake) (gpointer data);
void gscope_source_set_worker (GscopeSource *self, GscopeSourceWake wake, gpointer data);
gint64 gscope_source_take_rest (GscopeSource *self);
/* Sets the greatest age of samples when they arrive, in nanoseconds. */
void gscope_source_set_pace (GscopeSource *self, gint64 interval);

/* Adds the marker of an event, or of a failure, that a source of another process reports, at a given time, which the clock of a time base
 * took if one is given. Its subject is there the source, or a signal of it. */
void gscope_source_pass_marker (GscopeSource *self, gint64 time, GscopeTimeBase *base,
                                GscopeMarker *from);
/* Adds a note of a user of another program. */
void gscope_source_add_note (GscopeSource *self, gint64 time, GscopeTimeBase *base,
                             const char *origin, const char *label, const char *detail);
/* Makes a started source one that is not started, without its verb “stop”: what it reads has ended. @status says why. */
void gscope_source_abandon (GscopeSource *self, GscopeSourceState state, const char *status);

/* Sets the status of a started source that does not answer; NULL once it answers again. Until then
 * the source is in trouble, whatever state it last had. */
void gscope_source_set_silence (GscopeSource *self, const char *status);

/* Translates a text of the class's tables. */
const char *gscope_source_translate (GscopeSource *self, const char *text);
/* Returns all parameters (GscopeParameter), including those that the list does not have yet. */
GPtrArray *gscope_source_get_all_parameters (GscopeSource *self);
