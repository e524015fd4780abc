/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

/* The rounds of requests of a source: their times, and their outcome in the state of the source. After a failure the next
 * round begins later, and after each further failure later still. Main context. */
typedef struct _WebRounds WebRounds;

/* Adds signals about the rounds to the source, which owns the rounds and frees them when it is
 * finalized. begin() sends the first request of a round, whose last answer calls
 * web_rounds_end(). */
WebRounds *web_rounds_new (GscopeSource *source, void (*begin) (GscopeSource *source));
void web_rounds_free (WebRounds *self);

/* Begins the first round, which ends the start of the source, whatever came of it. */
void web_rounds_start (WebRounds *self, GAsyncReadyCallback callback, gpointer user_data);
/* Begins no more rounds. The caller gives up the requests. */
void web_rounds_stop (WebRounds *self);
/* Sets the time from the begin of a round to the next one, in nanoseconds. */
void web_rounds_set_interval (WebRounds *self, gint64 interval);
/* Returns when the round began, on the clock of the source. */
gint64 web_rounds_get_begin (WebRounds *self);
/* Ends a round. An error says why nothing could be read, a trouble what is missing; both are NULL if all is well. */
void web_rounds_end (WebRounds *self, guint n_missing, const GError *error, const char *trouble);
