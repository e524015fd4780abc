/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/paint/coverage.h>
#include <gscope-gtk/paint/painter.h>

/* Returns how many columns beyond its own a span may cover, for a line width in pixels (at least
 * 1). */
int gscope_gtk_shape_get_reach (float line_width);

/* Adds the coverage of a span in column x; also reads the previous and the next span. Lines have
 * the same width at every slope. */
void gscope_gtk_shape_add (GscopeGtkCoverage *coverage, GscopeLineMode mode, float line_width,
                           const GscopeGtkSpan *span, int x);

/* Adds the area between a line and the row `base`. */
void gscope_gtk_shape_add_area (GscopeGtkCoverage *coverage, const GscopeGtkSpan *span, float base,
                                int x);

/* Returns whether a dashed line leaves a column out. Dashes are aligned to absolute columns; a
 * vertical edge is always drawn. */
gboolean
gscope_gtk_shape_is_between_dashes (const GscopeGtkSpan *span, float line_width, gint64 column);
