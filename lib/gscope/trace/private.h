/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/pyramid.h>
#include <gscope/trace/trace.h>

/* Gives a trace the content of another and the other its own. Positions grow in both. */
void gscope_trace_exchange (GscopeTrace *self, GscopeTrace *other);

/* Moves the samples of another trace, none older than the newest sample here, to the end of a
 * trace. Into
 * an empty trace this costs nothing. */
void gscope_trace_take (GscopeTrace *self, GscopeTrace *other);

/* How many gaps were recorded, where the trace has an overview that joins some. */
void gscope_trace_set_n_gaps (GscopeTrace *self, guint64 n_gaps);

/* Shows samples from position to position, as gscope_pyramid_visit() does. */
void gscope_trace_visit (GscopeTrace *self, guint64 begin, guint64 end, gsize max_entries,
                         GscopeVisitFunc func, gpointer data);
