/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/version.h>

G_BEGIN_DECLS

/**
 * GscopeSample:
 * @time: nanoseconds on the scope's clock
 * @value: the value, in the signal's unit; not-a-number means "no value"
 *
 * One value at its own time.
 *
 * Since: 1.0
 */
typedef struct
{
  gint64 time;
  double value;
} GscopeSample;

/**
 * GSCOPE_MSEC:
 *
 * Nanoseconds in a millisecond.
 *
 * Since: 1.0
 */
#define GSCOPE_MSEC G_GINT64_CONSTANT (1000000)
/**
 * GSCOPE_SEC:
 *
 * Nanoseconds in a second.
 *
 * Since: 1.0
 */
#define GSCOPE_SEC G_GINT64_CONSTANT (1000000000)

G_END_DECLS
