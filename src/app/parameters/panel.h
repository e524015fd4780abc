/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

/* The parameters of all sources, a card for each group, and how signals respond to them. While it is
 * “narrow”, of that only figures. */
#define APP_TYPE_PARAMETERS_PANEL (app_parameters_panel_get_type ())
G_DECLARE_FINAL_TYPE (AppParametersPanel, app_parameters_panel, APP, PARAMETERS_PANEL, AdwBin)

void app_parameters_panel_set_session (AppParametersPanel *self, AppSession *session);
void app_parameters_panel_show_group (AppParametersPanel *self, const char *group);
/* The view whose keys and colours signals have; may be NULL. */
void app_parameters_panel_set_view (AppParametersPanel *self, GscopeGtkView *view);
