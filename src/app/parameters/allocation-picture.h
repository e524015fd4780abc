/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "parameters/allocation.h"

#include <gtk/gtk.h>

/* Draws the utility of each application over its share of a processor: a dot at the share in force, a ring at the
 * proposed one. The style of the line tells the curves apart, and so does the colour. */
void app_allocation_picture_draw (AppAllocation *allocation, cairo_t *cr, PangoContext *context,
                                  int width, int height, gboolean dark);
