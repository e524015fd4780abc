/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/plot/scene.h>
#include <pango/pangocairo.h>

/* Draws the names of the states of all signals in the scene, for its bars. */
void gscope_gtk_chrome_make_stamps (GscopeGtkScene *scene, PangoContext *context);
