/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/export.h>

G_BEGIN_DECLS

/**
 * TslUtility:
 *
 * A utility curve of Q-RAM: how much an application is worth to its user with an amount of a
 * resource, for example of processors. It is piecewise linear with upward jumps. Below its first
 * point, the minimum, the application cannot run; above its last point the utility does not grow.
 */
typedef struct _TslUtility TslUtility;

/**
 * TslUtilityPoint:
 * @resource: an amount of the resource
 * @utility: the utility of this amount
 *
 * A point at which a utility curve bends, jumps or ends.
 */
typedef struct
{
  double resource;
  double utility;
} TslUtilityPoint;

TSL_EXPORT TslUtility *tsl_utility_new (const TslUtilityPoint *points, guint n);
TSL_EXPORT void tsl_utility_free (TslUtility *self);
TSL_EXPORT double tsl_utility_get (const TslUtility *self, double resource);
TSL_EXPORT double tsl_utility_get_minimum (const TslUtility *self);
TSL_EXPORT const TslUtilityPoint *tsl_utility_get_points (const TslUtility *self, guint *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TslUtility, tsl_utility_free)

G_END_DECLS
