/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/chrome/brush.h>

/* The flags of handles. */

/* Returns the height of a flag, logical pixels. */
int gscope_gtk_flag_get_height (double text_scale);
/* Fills the current path in the accent colour, with an outline that shows the focus. */
void gscope_gtk_flag_fill (GscopeGtkBrush *brush, gboolean has_focus);
