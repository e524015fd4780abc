/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/analysis/experiment-picture.h>
#include <gscope-gtk/paint/palette.h>
#include <pango/pangocairo.h>

/* Points that are marked; -1 for none. */
typedef struct
{
  int selected;
  int running;
} GscopeGtkExperimentMarks;

void gscope_gtk_experiment_picture_draw_marked (GscopeExperimentResults *results, guint measure,
                                                const GscopeGtkExperimentMarks *marks, cairo_t *cr,
                                                PangoContext *context, int width, int height,
                                                const GscopeGtkPalette *palette);
/* Returns the point that is nearest to an x coordinate; -1 if there is none. */
int gscope_gtk_experiment_picture_find (GscopeExperimentResults *results, guint measure,
                                        double text_scale, int width, int height, double x);
