/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/chrome/brush.h>
#include <gscope-gtk/chrome/chrome.h>

void gscope_gtk_chrome_draw_markers (const GscopeGtkAnnotations *self, GscopeGtkBrush *brush);
/* Returns how many pixels the time of a marker can be off; 0 where that cannot be seen. */
double gscope_gtk_chrome_get_reach (const GscopeGtkScene *scene, GscopeMarker *marker);
