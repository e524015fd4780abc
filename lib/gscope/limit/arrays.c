/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Copies of the arrays of a limit, for languages that keep them after the limit has changed. */

#include <gscope/limit/limit.h>

/**
 * gscope_limit_dup_corners: (rename-to gscope_limit_get_corners)
 * @self: a limit
 * @n: (out): the number of corners; 0 for other limits than masks
 *
 * Copies the corners of its mask, as gscope_limit_get_corners() gets them, for languages that keep
 * them after the settings have changed.
 *
 * Returns: (transfer full) (array length=n) (nullable): the corners
 *
 * Since: 1.0
 */
GscopeLimitCorner *
gscope_limit_dup_corners (GscopeLimit *self, gsize *n)
{
  const GscopeLimitCorner *corners;

  g_return_val_if_fail (GSCOPE_IS_LIMIT (self) && n, NULL);

  corners = gscope_limit_get_corners (self, n);
  return g_memdup2 (corners, *n * sizeof *corners);
}

/**
 * gscope_limit_dup_failures: (rename-to gscope_limit_get_failures)
 * @self: a limit
 * @n: (out): the number of failures
 *
 * Copies its newest failures, as gscope_limit_get_failures() gets them, for languages that keep
 * them after the next sample.
 *
 * Returns: (transfer full) (array length=n) (nullable): the failures
 *
 * Since: 1.0
 */
GscopeLimitFailure *
gscope_limit_dup_failures (GscopeLimit *self, gsize *n)
{
  const GscopeLimitFailure *failures;

  g_return_val_if_fail (GSCOPE_IS_LIMIT (self) && n, NULL);

  failures = gscope_limit_get_failures (self, n);
  return g_memdup2 (failures, *n * sizeof *failures);
}
