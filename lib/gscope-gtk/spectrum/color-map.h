/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

enum
{
  GSCOPE_GTK_N_COLORS = 256
};

/* A colour scale, 0xAARRGGBB, from the plot's own colour for the lowest amount to the highest.
 * Equal steps look equal, and lightness increases (dark theme) or decreases (light theme) with each
 * step, so that it is readable for colour-blind users. */
void gscope_gtk_color_map_fill (gboolean dark, guint32 colors[GSCOPE_GTK_N_COLORS]);

/* Returns the perceived lightness of a colour, 0 to 1: L of OKLab. */
double gscope_gtk_color_map_get_lightness (guint32 color);
