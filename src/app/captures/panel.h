/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

#include "session/session.h"

/* The captures of a triggered display, the newest first. The selected one is in front in the view. */
#define APP_TYPE_CAPTURES_PANEL (app_captures_panel_get_type ())
G_DECLARE_FINAL_TYPE (AppCapturesPanel, app_captures_panel, APP, CAPTURES_PANEL, AdwBin)

/* Both NULL for none. The property “triggered” says whether the display of the view is triggered. */
void app_captures_panel_set_view (AppCapturesPanel *self, AppSession *session, GscopeGtkView *view);
/* Lists the selected captures; the caller frees the array. */
GPtrArray *app_captures_panel_list_selected (AppCapturesPanel *self);
