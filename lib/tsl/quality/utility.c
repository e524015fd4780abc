/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/quality/utility.h>

#include <glib/gi18n-lib.h>
#include <math.h>

/* Sums of decimal fractions that are meant to reach a point may miss it by this much. */
#define ROUNDING 1e-9

struct _TslUtility
{
  TslUtilityPoint *points;
  guint n;
};

static gboolean
are_rising (const TslUtilityPoint *points, guint n)
{
  for (guint i = 0; i < n; i++)
    if (!isfinite (points[i].resource) || !isfinite (points[i].utility) || points[i].resource < 0
        || points[i].utility < 0)
      return FALSE;
  for (guint i = 1; i < n; i++)
    if (points[i].resource < points[i - 1].resource || points[i].utility < points[i - 1].utility)
      return FALSE;
  return TRUE;
}

/**
 * tsl_utility_new:
 * @points: (array length=n): points in ascending order; utilities must not fall, and two points
 *   with the same resource are a jump
 * @n: number of points, at least one
 *
 * Creates a utility curve. Numbers must be finite and not negative.
 *
 * Returns: (transfer full) (nullable): a curve; %NULL if the points do not describe one
 *
 * Since: 1.0
 */
TslUtility *
tsl_utility_new (const TslUtilityPoint *points, guint n)
{
  TslUtility *self;

  if (n == 0 || !are_rising (points, n))
    return NULL;
  self = g_new0 (TslUtility, 1);
  self->points = g_memdup2 (points, n * sizeof *points);
  self->n = n;
  return self;
}

/**
 * tsl_utility_free:
 * @self: (transfer full): a utility curve
 *
 * Frees a utility curve.
 *
 * Since: 1.0
 */
void
tsl_utility_free (TslUtility *self)
{
  g_return_if_fail (self);

  g_free (self->points);
  g_free (self);
}

/**
 * tsl_utility_get:
 * @self: a utility curve
 * @resource: an amount of the resource
 *
 * Gets the utility of an amount; at a jump it is the higher one.
 *
 * Returns: the utility; 0 below the minimum
 *
 * Since: 1.0
 */
double
tsl_utility_get (const TslUtility *self, double resource)
{
  const TslUtilityPoint *left;
  guint next = 0;

  g_return_val_if_fail (self, 0);

  while (next < self->n && self->points[next].resource <= resource + ROUNDING)
    next++;
  if (next == 0)
    return 0;
  left = &self->points[next - 1];
  if (next == self->n)
    return left->utility;
  return left->utility
         + MAX (resource - left->resource, 0) * (left[1].utility - left->utility)
               / (left[1].resource - left->resource);
}

/**
 * tsl_utility_get_minimum:
 * @self: a utility curve
 *
 * Gets the amount below which the application cannot run.
 *
 * Returns: the resource of the first point
 *
 * Since: 1.0
 */
double
tsl_utility_get_minimum (const TslUtility *self)
{
  g_return_val_if_fail (self, 0);

  return self->points[0].resource;
}

/**
 * tsl_utility_get_points:
 * @self: a utility curve
 * @n: (out): number of points
 *
 * Gets the points of the curve, for example to draw it.
 *
 * Returns: (transfer none) (array length=n): points in ascending order
 *
 * Since: 1.0
 */
const TslUtilityPoint *
tsl_utility_get_points (const TslUtility *self, guint *n)
{
  g_return_val_if_fail (self && n, NULL);

  *n = self->n;
  return self->points;
}

static const TslUtilityShape shapes[] = {
  { "linear", N_ ("Linear"), { { 0, 0.25 }, { 0.5, 0.625 }, { 0.75, 0.8125 }, { 1, 1 } } },
  { "early", N_ ("Early"), { { 0, 0.5 }, { 0.25, 0.85 }, { 0.5, 0.95 }, { 1, 1 } } },
  { "late", N_ ("Late, in a jump"), { { 0, 0.1 }, { 0.6, 0.2 }, { 0.6, 0.8 }, { 1, 1 } } },
};

/**
 * tsl_utility_get_shapes:
 * @n: (out): number of shapes
 *
 * Lists the shapes of utility curves.
 *
 * Returns: (array length=n) (transfer none): the shapes
 *
 * Since: 1.0
 */
const TslUtilityShape *
tsl_utility_get_shapes (guint *n)
{
  g_return_val_if_fail (n, NULL);

  *n = G_N_ELEMENTS (shapes);
  return shapes;
}

/**
 * tsl_utility_find_shape:
 * @name: the name of a shape
 *
 * Finds a shape of utility curves.
 *
 * Returns: (transfer none) (nullable): the shape; %NULL if there is none of that name
 *
 * Since: 1.0
 */
const TslUtilityShape *
tsl_utility_find_shape (const char *name)
{
  g_return_val_if_fail (name, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    if (g_str_equal (shapes[i].name, name))
      return &shapes[i];
  return NULL;
}

/**
 * tsl_utility_new_shaped:
 * @shape: a shape
 * @minimum: the least amount of the resource with which the application can run
 * @desired: the greatest amount that is of use; at least the minimum
 * @most: the utility of the desired amount; not negative
 *
 * Creates a utility curve of a shape.
 *
 * Returns: (transfer full): the curve
 *
 * Since: 1.0
 */
TslUtility *
tsl_utility_new_shaped (const TslUtilityShape *shape, double minimum, double desired, double most)
{
  TslUtilityPoint points[G_N_ELEMENTS (shape->points)];

  g_return_val_if_fail (shape, NULL);
  g_return_val_if_fail (minimum >= 0 && desired >= minimum && most >= 0, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (points); i++)
    points[i] = (TslUtilityPoint){ minimum + shape->points[i].resource * (desired - minimum),
                                   most * shape->points[i].utility };
  return tsl_utility_new (points, G_N_ELEMENTS (points));
}
