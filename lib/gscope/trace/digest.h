/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/trace.h>

G_BEGIN_DECLS

/* Takes columns that follow each other. A stretch of a gap is one column as wide as the stretch,
 * without samples, whose minimum is the gap's value. */
typedef void (*GscopeDigestFunc) (gint64 time, gint64 width, const GscopeColumn *columns, gsize n,
                                  gpointer user_data);

/* Passes what a trace has in n columns to a function. Empty columns are left out. */
void gscope_trace_digest (GscopeTrace *self, gint64 time, gint64 width, gsize n,
                          GscopeDigestFunc func, gpointer user_data);
/* Passes the part of a gap that is in n columns, and the columns that have samples. */
void gscope_gap_digest (const GscopeGap *gap, gint64 time, gint64 width, gsize n,
                        GscopeDigestFunc func, gpointer user_data);
void gscope_columns_digest (const GscopeColumn *columns, gint64 time, gint64 width, gsize n,
                            GscopeDigestFunc func, gpointer user_data);
/* Passes the last sample before a time, or the first one from it on, as a column of 1 ns. */
void gscope_trace_digest_before (GscopeTrace *self, gint64 time, GscopeDigestFunc func,
                                 gpointer user_data);
void gscope_trace_digest_after (GscopeTrace *self, gint64 time, GscopeDigestFunc func,
                                gpointer user_data);

G_END_DECLS
