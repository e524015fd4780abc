/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/trace.h>

/* The largest number of samples that represent a column. */
#define GSCOPE_REDUCE_MAX 5

/* Reads the samples of a column of a picture, and returns those that draw it: the first, the
 * smallest, the largest and the last one with their own times, in their order, and the first gap
 * (Jugel et al., “M4: A Visualization-Oriented Time Series Data Aggregation”, VLDB 2014). */
gsize gscope_reduce_column (GscopeTrace *trace, guint64 begin, guint64 end, GscopeSample *samples);

/* Returns the smallest of 1, 2 and 5 times a power of ten that is not less than the width, nanoseconds. */
gint64 gscope_reduce_round_up (gint64 width);

/* Divides room for samples among readers, given the numbers of their waiting samples. A reader with few samples gets room for
 * all of them, the other readers get equal shares. Returns the share; G_MAXUINT64 if there is room for all. */
guint64 gscope_reduce_share (const guint64 *waiting, gsize n, guint64 room);
