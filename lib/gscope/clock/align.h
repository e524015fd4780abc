/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/sample.h>

/* Converts times of a far clock to times of a near clock. It compares the clocks by exchanges of messages, and does no
 * input or output. All times are nanoseconds.
 *
 * An exchange has the four time-stamps of RFC 5905, section 8. The near time at @received is neither before @sent nor
 * after @arrived - (@answered - @received), whatever way each message took: the interval is as long as the round trip,
 * and an asymmetric path only shifts the truth within it. The error bound is the distance from the converted time to
 * the farther end of the intersection of all intervals, each of which grows with its age by the uncertainty of the
 * drift and by the frequency tolerance of RFC 5905 (Marzullo and Owicki, "Maintaining the time in a distributed
 * system", 1983).
 *
 * Offset and drift are a least-squares fit over the exchanges with the shortest round trips: of eight in a row, the
 * shortest is kept (RFC 5905, section 10). In simulations of jitter, outliers and wander it is about twice as
 * close to the truth as the middle of the lines that the intervals allow (Duda et al., "Estimating global time in
 * distributed systems", 1987), which limit the drift here. When no line fits all exchanges, a frequency has changed,
 * and the oldest are dropped until one fits.
 *
 * A conversion is a fixed, increasing function: corrections change its slope by at most 500 ppm, from the last
 * exchange on. Only a step of a clock, which no frequency explains, interrupts it. */
typedef struct _GscopeClockAlign GscopeClockAlign;

typedef struct
{
  /* by the near clock */
  gint64 sent;
  /* by the far clock */
  gint64 received;
  gint64 answered;
  /* by the near clock */
  gint64 arrived;
} GscopeClockExchange;

/* Returns how long the messages of an exchange were on the way; G_MAXINT64 for one that contradicts itself. */
gint64 gscope_clock_exchange_get_round_trip (const GscopeClockExchange *exchange);

GscopeClockAlign *gscope_clock_align_new (void);
void gscope_clock_align_free (GscopeClockAlign *self);

/* Takes an exchange. Returns by how much the converted times jump forwards if one of the clocks has stepped since the
 * last exchange, otherwise 0. An exchange that contradicts itself is ignored. */
gint64 gscope_clock_align_add (GscopeClockAlign *self, const GscopeClockExchange *exchange);
/* Takes a step that is known before an exchange shows it: from a far time on, the converted times are later by about
 * @size. The next exchange corrects the size. */
void gscope_clock_align_step (GscopeClockAlign *self, gint64 far_time, gint64 size);
/* Allows the next exchange to correct the conversion at once from a far time on, because nothing was converted in
 * between. */
void gscope_clock_align_resume (GscopeClockAlign *self, gint64 far_time);

/* Returns whether there was an exchange; the functions below are for after it. */
gboolean gscope_clock_align_is_ready (GscopeClockAlign *self);
gint64 gscope_clock_align_to_near (GscopeClockAlign *self, gint64 far_time);
void gscope_clock_align_samples (GscopeClockAlign *self, GscopeSample *samples, gsize n);
/* Returns the far time that is converted to a near time; the time of the step for a time that a step left out. */
gint64 gscope_clock_align_to_far (GscopeClockAlign *self, gint64 near_time);
/* Returns the error bound of the conversion of a far time. */
gint64 gscope_clock_align_get_error (GscopeClockAlign *self, gint64 far_time);
/* Returns by how much the far clock is ahead of the near clock at a far time. */
gint64 gscope_clock_align_get_offset (GscopeClockAlign *self, gint64 far_time);
/* Returns how much faster the far clock is than the near clock, in seconds per second. */
double gscope_clock_align_get_drift (GscopeClockAlign *self);
/* Returns the round trip of the last exchange, without the time at the far end. */
gint64 gscope_clock_align_get_round_trip (GscopeClockAlign *self);
