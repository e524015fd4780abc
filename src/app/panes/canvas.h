/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "panes/panes.h"

#define APP_TYPE_CANVAS (app_canvas_get_type ())
G_DECLARE_FINAL_TYPE (AppCanvas, app_canvas, APP, CANVAS, AdwBin)

/* The middle of the window: a toolbar over views. The property “view” is the active one. */
void app_canvas_set_session (AppCanvas *self, AppSession *session, const GscopeWorkspacePane *pane);
GscopeGtkView *app_canvas_get_view (AppCanvas *self);
AppPanes *app_canvas_get_panes (AppCanvas *self);
void app_canvas_show_settings (AppCanvas *self);
/* Sets the menu of what can be done with a view, which the settings show below. */
void app_canvas_set_view_menu (AppCanvas *self, GMenuModel *menu);
