/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/version.h>

G_BEGIN_DECLS

/**
 * TslOverloadPolicy:
 * @TSL_OVERLOAD_POLICY_PRIORITY: the most important threads get the proportions that they want; the next
 *   thread gets the remainder, all others the minimum
 * @TSL_OVERLOAD_POLICY_FAIR_PROGRESS: all threads get the same fraction of the proportion that a real rate
 *   of 1 needs, so they slow down equally
 * @TSL_OVERLOAD_POLICY_SUSPEND: the least important threads get nothing, until the others fit
 *
 * How processor time is divided among real-rate threads that together want more than is available.
 *
 * Since: 1.0
 */
typedef enum
{
  TSL_OVERLOAD_POLICY_PRIORITY,
  TSL_OVERLOAD_POLICY_FAIR_PROGRESS,
  TSL_OVERLOAD_POLICY_SUSPEND,
} TslOverloadPolicy;

/**
 * TslWish:
 * @wanted: the proportion that the controller computed
 * @gain: the proportion that a real rate of 1 needs; 0 if it is unknown
 * @priority: how important the thread is; greater is more important
 * @granted: the proportion that the thread gets; 0 if it is suspended
 *
 * The proportion that a real-rate thread wants, and the one that it gets; 1 is one processor.
 *
 * Since: 1.0
 */
typedef struct
{
  double wanted;
  double gain;
  int priority;
  double granted;
} TslWish;

TSL_AVAILABLE_IN_1_0
gboolean tsl_overload_grant (TslOverloadPolicy policy, TslWish *wishes, guint n, double available,
                             double least);

G_END_DECLS
