/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/analysis/graph.h>
#include <gscope/gscope.h>

/* Draws a step response from 0 to 1, and over it, dashed, the previous one, which may be NULL. */
void gscope_gtk_step_picture_draw (GscopeGtkBrush *brush, int width, int height, guint32 color,
                                   GscopeStepResponse *response, GscopeStepResponse *previous);
