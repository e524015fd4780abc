/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/sched/admission.h>

G_BEGIN_DECLS

/**
 * TslAdmissionJudge:
 * @demands: (array length=n): all demands, the new one among them
 * @deadlines: (nullable) (array length=n): the relative deadline of each demand, at most its
 *   period, in nanoseconds; %NULL if periods are the deadlines
 * @n: number of demands
 * @n_processors: number of processors; tests of fixed priorities apply to one
 * @threshold: the share of each processor that may be reserved, up to 1
 * @error: reason why the demands are refused
 *
 * A test for whether all demands can meet their deadlines.
 *
 * Returns: %TRUE if they are admitted
 *
 * Since: 1.0
 */
typedef gboolean (*TslAdmissionJudge) (const TslDemand *demands, const gint64 *deadlines, guint n,
                                       guint n_processors, double threshold, GError **error);

/**
 * TslAdmissionTest:
 * @name: the name in settings
 * @title: the title for users, in English
 * @judge: the test
 *
 * An admission test: a row of the table that [func@admission_get_tests] returns.
 *
 * Since: 1.0
 */
typedef struct
{
  const char *name;
  const char *title;
  TslAdmissionJudge judge;
} TslAdmissionTest;

TSL_AVAILABLE_IN_1_0
const TslAdmissionTest *tsl_admission_get_tests (guint *n);
TSL_AVAILABLE_IN_1_0
const TslAdmissionTest *tsl_admission_find_test (const char *name);

G_END_DECLS
