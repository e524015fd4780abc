/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/version.h>

G_BEGIN_DECLS

/**
 * TslDemand:
 * @budget: processor time C per period, in nanoseconds
 * @period: the period T, which is also the relative deadline, in nanoseconds
 *
 * A demand of processor time: C in every T.
 *
 * Since: 1.0
 */
typedef struct
{
  gint64 budget;
  gint64 period;
} TslDemand;

TSL_AVAILABLE_IN_1_0
gboolean tsl_demand_validate (const TslDemand *self, GError **error);
TSL_AVAILABLE_IN_1_0
char *tsl_demand_format (const TslDemand *self);

G_END_DECLS
