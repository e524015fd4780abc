/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/limit/settings.h>

/* Returns the bounds at a time within a mask, which has at least two corners. `place` becomes the corner before the time; it was
 * 0, or a corner before an earlier time. Where a bound is open at one of two corners, it is open between them. */
GscopeLimitCorner gscope_limit_corners_interpolate (const GscopeLimitCorner *corners, gsize n,
                                                    gint64 time, gsize *place);
