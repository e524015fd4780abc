/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/trace.h>

G_BEGIN_DECLS

GSCOPE_AVAILABLE_IN_1_0
double gscope_gap_value (GscopeGapCause cause);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_gap_from_value (double value, GscopeGapCause *cause);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_gap_cause_get_title (GscopeGapCause cause);

G_END_DECLS
