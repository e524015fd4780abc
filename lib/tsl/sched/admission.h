/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/sched/demand.h>

G_BEGIN_DECLS

/**
 * TSL_ADMISSION_THRESHOLD:
 *
 * The default share of each processor that may be reserved: 90 %.
 *
 * Since: 1.0
 */
#define TSL_ADMISSION_THRESHOLD 0.9

/**
 * TSL_ADMISSION_THREAD:
 *
 * The name of the thread to which [func@admission_ask_kernel] gives a reserve for a moment.
 *
 * Since: 1.0
 */
#define TSL_ADMISSION_THREAD "tsl-admission"

TSL_AVAILABLE_IN_1_0
double tsl_admission_sum (const TslDemand *demands, guint n);
TSL_AVAILABLE_IN_1_0
double tsl_admission_get_liu_layland (guint n);
TSL_AVAILABLE_IN_1_0
gint64 tsl_admission_find_response (const TslDemand *demands, guint n, guint which);
TSL_AVAILABLE_IN_1_0
gboolean tsl_admission_check (const TslDemand *demands, guint n, guint n_processors,
                              double threshold, GError **error);
TSL_AVAILABLE_IN_1_0
char *tsl_admission_describe (const TslDemand *demands, guint n);
TSL_AVAILABLE_IN_1_0
char *tsl_admission_explain (const TslDemand *demands, guint n, guint which, guint n_processors,
                             double threshold);
TSL_AVAILABLE_IN_1_0
gboolean tsl_admission_ask_kernel (const TslDemand *demand, GError **error);

G_END_DECLS
