/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/export.h>

G_BEGIN_DECLS

/**
 * GscopeLineMode:
 * @GSCOPE_LINE_STEPS: a value holds until the next sample
 * @GSCOPE_LINE_LINES: straight lines from sample to sample
 * @GSCOPE_LINE_POINTS: a dot for each sample
 * @GSCOPE_LINE_FILLED: lines, with the area below them filled
 * @GSCOPE_LINE_IMPULSES: a vertical line from zero to each sample
 *
 * How a signal is drawn.
 */
typedef enum
{
  GSCOPE_LINE_STEPS,
  GSCOPE_LINE_LINES,
  GSCOPE_LINE_POINTS,
  GSCOPE_LINE_FILLED,
  GSCOPE_LINE_IMPULSES,
} GscopeLineMode;

/**
 * GSCOPE_N_LINE_MODES:
 *
 * The number of line modes.
 */
#define GSCOPE_N_LINE_MODES (GSCOPE_LINE_IMPULSES + 1)

GSCOPE_EXPORT const char *gscope_line_mode_get_title (GscopeLineMode mode);

G_END_DECLS
