/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>

#define DEMO_TYPE_WINDOW (demo_window_get_type ())
G_DECLARE_FINAL_TYPE (DemoWindow, demo_window, DEMO, WINDOW, AdwWindow)

/* Makes the window with a page for each file in pages/. */
GtkWidget *demo_window_new (void);
