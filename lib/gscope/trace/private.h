/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/pyramid.h>
#include <gscope/trace/trace.h>

/* Swaps the contents of two traces. Positions grow in both. */
void gscope_trace_exchange (GscopeTrace *self, GscopeTrace *other);

/* Moves the samples of another trace to the end of this one. None of them may be older than the
 * newest sample of this trace. A move into an empty trace copies nothing. */
void gscope_trace_take (GscopeTrace *self, GscopeTrace *other);

/* Appends samples, as gscope_trace_append(). A value that carries the cause of a gap becomes a gap. */
void
gscope_trace_append_values (GscopeTrace *self, const gint64 *times, const double *values, gsize n);

/* Sets the number of recorded gaps of an overview, which joins some of them. */
void gscope_trace_set_n_gaps (GscopeTrace *self, guint64 n_gaps);

/* Returns how many times the trace began again with other samples, because it was shifted, exchanged or
 * restarted. */
guint64 gscope_trace_get_n_restarts (GscopeTrace *self);
/* Drops all samples and gaps, since samples of the same times come again. */
void gscope_trace_restart (GscopeTrace *self);

/* Returns the samples, and the index of the one at a position. */
const GscopePyramid *gscope_trace_get_pyramid (GscopeTrace *self, guint64 position, guint64 *at);

/* Passes the samples at positions begin to end to a function, as gscope_pyramid_visit() does. */
void gscope_trace_visit (GscopeTrace *self, guint64 begin, guint64 end, gsize max_entries,
                         GscopeVisitFunc func, gpointer data);

/* Returns the position of the first sample from begin to end whose value is not in the extent, or is not a number, and reads the
 * sample; returns end if there is none. */
guint64 gscope_trace_find_outside (GscopeTrace *self, guint64 begin, guint64 end,
                                   const GscopeExtent *extent, GscopeSample *sample);
