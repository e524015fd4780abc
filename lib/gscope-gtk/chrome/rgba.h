/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gdk/gdk.h>

/* Colours of a palette, 0xRRGGBB, for GDK and for cairo. */
GdkRGBA gscope_gtk_rgba_make (guint32 color, double alpha);
void gscope_gtk_rgba_set_source (cairo_t *cr, guint32 color, double alpha);
