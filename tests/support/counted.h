/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* A signal whose samples count up by one, at a viewer of an agent with a history. */

/* Columns of 8 ms. */
#define COUNTED_WIDTH (G_GINT64_CONSTANT (1) << 23)

/* Returns the beginning of the column of a time. */
gint64 counted_align (gint64 time);
/* Looks at the signal. Returns whether the viewer has all numbers of an interval, and this number of gaps: each gap may begin with
 * a sample without a value. */
gboolean
counted_is_whole (GscopeSignal *signal, gpointer viewer, gint64 begin, gint64 end, guint n_gaps);
