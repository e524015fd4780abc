/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <cairo.h>
#include <gscope-gtk/version.h>
#include <gscope/gscope.h>

G_BEGIN_DECLS

GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_experiment_picture_draw (GscopeExperimentResults *results, guint measure,
                                         cairo_t *cr, int width, int height, gboolean dark);

GSCOPE_GTK_AVAILABLE_IN_1_0
GBytes *gscope_gtk_experiment_picture_to_svg (GscopeExperimentResults *results, guint measure,
                                              int width, int height, gboolean dark);

G_END_DECLS
