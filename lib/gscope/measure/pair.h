/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/trace.h>

/* Both signals are read at the same instants, at most 4096; an instant at which one has no value is left out. */

/* Returns Pearson's correlation in an interval; not-a-number if one of the signals is constant. */
double gscope_measure_correlation (GscopeTrace *trace, GscopeTrace *other, gint64 begin, gint64 end,
                                   gboolean holds);
/* Returns the time by which the other signal is later where the correlation is greatest, in seconds; at most a quarter of
 * the interval, interpolated by a parabola. */
double gscope_measure_lag (GscopeTrace *trace, GscopeTrace *other, gint64 begin, gint64 end,
                           gboolean holds);
