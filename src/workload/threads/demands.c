/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "threads/demands.h"

gboolean
workload_demands_judge (const TslDemand *demands, guint n, GError **error)
{
  for (guint i = 0; i < n; i++)
    if (!tsl_demand_validate (&demands[i], error))
      return FALSE;
  return tsl_admission_judge (demands, n, g_get_num_processors (), TSL_ADMISSION_THRESHOLD, error);
}
