/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <cairo.h>
#include <gscope-gtk/paint/raster.h>

/* Draws as paths what gscope_gtk_raster_strip() draws, except vertical grid lines and persistence:
 * the n columns from `column` on, the first at the origin, each one unit wide. */
void
gscope_gtk_path_draw (const GscopeGtkPlot *plot, gint64 column, int n, gboolean faded, cairo_t *cr);
