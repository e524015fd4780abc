/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/quality/utility.h>

G_BEGIN_DECLS

/**
 * TSL_QRAM_RESOLUTION:
 *
 * The resolution of the exact allocation that suits processors: a thousandth of one.
 *
 * Since: 1.0
 */
#define TSL_QRAM_RESOLUTION 0.001

TSL_AVAILABLE_IN_1_0
double
tsl_qram_greedy (const TslUtility *const *curves, guint n, double available, double *allocations);
TSL_AVAILABLE_IN_1_0
double tsl_qram_exact (const TslUtility *const *curves, guint n, double available,
                       double resolution, double *allocations);

G_END_DECLS
