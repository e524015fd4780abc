/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/version.h>

G_BEGIN_DECLS

/**
 * TslUtility:
 *
 * A utility curve of Q-RAM: how much an application is worth to its user with an amount of a
 * resource, for example of processors. It is piecewise linear with upward jumps. Below its first
 * point, the minimum, the application cannot run; above its last point the utility does not grow.
 *
 * Since: 1.0
 */
typedef struct _TslUtility TslUtility;

/**
 * TslUtilityPoint:
 * @resource: an amount of the resource
 * @utility: the utility of this amount
 *
 * A point at which a utility curve bends, jumps or ends.
 *
 * Since: 1.0
 */
typedef struct
{
  double resource;
  double utility;
} TslUtilityPoint;

/**
 * TslUtilityShape:
 * @name: the name in settings
 * @title: the title for users, in English
 * @points: four points: part of the range of levels, part of the utility of the desired level
 *
 * How the utility grows from the minimum to the desired level: a row of the table that
 * [func@utility_get_shapes] returns.
 *
 * Since: 1.0
 */
typedef struct
{
  const char *name;
  const char *title;
  TslUtilityPoint points[4];
} TslUtilityShape;

TSL_AVAILABLE_IN_1_0
const TslUtilityShape *tsl_utility_get_shapes (guint *n);
TSL_AVAILABLE_IN_1_0
const TslUtilityShape *tsl_utility_find_shape (const char *name);
TSL_AVAILABLE_IN_1_0
TslUtility *
tsl_utility_new_shaped (const TslUtilityShape *shape, double minimum, double desired, double most);
TSL_AVAILABLE_IN_1_0
TslUtility *tsl_utility_new (const TslUtilityPoint *points, guint n);
TSL_AVAILABLE_IN_1_0
void tsl_utility_free (TslUtility *self);
TSL_AVAILABLE_IN_1_0
double tsl_utility_get (const TslUtility *self, double resource);
TSL_AVAILABLE_IN_1_0
double tsl_utility_get_minimum (const TslUtility *self);
TSL_AVAILABLE_IN_1_0
const TslUtilityPoint *tsl_utility_get_points (const TslUtility *self, guint *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TslUtility, tsl_utility_free)

G_END_DECLS
