/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "app-session.h"

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

/* The view with its toolbar. */
#define APP_TYPE_CANVAS (app_canvas_get_type ())
G_DECLARE_FINAL_TYPE (AppCanvas, app_canvas, APP, CANVAS, AdwBin)

void app_canvas_set_session (AppCanvas *self, AppSession *session);
GscopeGtkView *app_canvas_get_view (AppCanvas *self);
