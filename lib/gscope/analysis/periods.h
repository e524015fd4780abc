/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/trace.h>

G_BEGIN_DECLS

/* Returns the frequency at which values rise through a band, in hertz; not-a-number if there is no
 * whole period. A period begins where a value rises through the lower end, and counts if it then
 * passes the upper end. The search goes backwards from the end and reads at most the given number
 * of samples and pyramid entries; periods with a gap are left out. */
double gscope_periods_measure (GscopeTrace *trace, guint64 begin, guint64 end, double low,
                               double high, gsize budget);

G_END_DECLS
