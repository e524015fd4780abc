/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>

/* A line that says at the left what is under the pointer, or else has the focus, of the window, and at the
 * right which keys act there. */
#define APP_TYPE_STATUS_LINE (app_status_line_get_type ())
G_DECLARE_FINAL_TYPE (AppStatusLine, app_status_line, APP, STATUS_LINE, AdwBin)

/* The pointer is at a place of the window; a negative place means none. */
void app_status_line_point (AppStatusLine *self, double x, double y);
