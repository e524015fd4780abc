/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gtk/gtk.h>

/* The window below its header: canvas, the two panels and the bar. Wide: panels left and right of the
 * canvas; narrow: beneath it, side by side; very narrow: the panel that was shown last. */
#define APP_TYPE_LAYOUT (app_layout_get_type ())
G_DECLARE_FINAL_TYPE (AppLayout, app_layout, APP, LAYOUT, GtkWidget)
