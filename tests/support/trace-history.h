/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* A history that answers from another trace, when the test says so, and keeps what it was asked. */

typedef struct
{
  guint id;
  gint64 from;
  gint64 width;
  gsize n;
  gboolean is_cancelled;
} TraceQuery;

#define TEST_TYPE_TRACE_HISTORY (trace_history_get_type ())
G_DECLARE_FINAL_TYPE (TraceHistory, trace_history, TEST, TRACE_HISTORY, GscopeTileHistory)

/* Answers at once; otherwise a query waits for trace_history_answer(). */
TraceHistory *trace_history_new (GscopeTrace *trace, gboolean at_once);
/* All queries so far: TraceQuery. */
GArray *trace_history_get_queries (TraceHistory *self);
/* Answers a query up to a time, or with an error if there is a message. */
void trace_history_answer (TraceHistory *self, guint i, gint64 until, const char *message);
/* Runs the main loop until there is nothing left to do. */
void trace_history_settle (void);
