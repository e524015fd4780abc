/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/trace.h>

G_BEGIN_DECLS

/* How often values rise through a band, hertz: through its lower end after its upper end was passed.
 * The search goes backwards from the end, up to the given number of samples and pyramid entries;
 * periods with a gap are left out. Not-a-number without a whole period. */
double gscope_periods_measure (GscopeTrace *trace, guint64 begin, guint64 end, double low,
                               double high, gsize budget);

G_END_DECLS
