/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

enum
{
  GSCOPE_GTK_N_COLORS = 256
};

/* Colours for amounts, from nothing, which is the plot's own colour, to all: 0xAARRGGBB. Equal steps
 * look equal, and each is lighter than the one before (dark) or darker (light), whatever colours an
 * eye tells apart. */
void gscope_gtk_color_map_fill (gboolean dark, guint32 colors[GSCOPE_GTK_N_COLORS]);

/* How light a colour looks, 0 to 1: L of OKLab. */
double gscope_gtk_color_map_get_lightness (guint32 color);
