/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/export.h>

G_BEGIN_DECLS

/**
 * TslDemand:
 * @budget: how much of a processor's time, nanoseconds
 * @period: in how much time, nanoseconds; also the deadline
 *
 * What a reserve gets or asks for: C in every T.
 */
typedef struct
{
  gint64 budget;
  gint64 period;
} TslDemand;

TSL_EXPORT gboolean tsl_demand_validate (const TslDemand *self, GError **error);
TSL_EXPORT char *tsl_demand_format (const TslDemand *self);

G_END_DECLS
