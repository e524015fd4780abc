/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* A signal that counts, each sample one more, as a viewer with a history has it. */

/* Columns of 8 ms. */
#define COUNTED_WIDTH (G_GINT64_CONSTANT (1) << 23)

/* Returns the begin of the column of a time. */
gint64 counted_align (gint64 time);
/* Looks at the signal, and returns whether all numbers of an interval are known here, in as many gaps: each may begin with
 * a sample without a value. */
gboolean
counted_is_whole (GscopeSignal *signal, gpointer viewer, gint64 begin, gint64 end, guint n_gaps);
