/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>

#include "agents/sharing.h"
#include "session/options.h"

#define APP_TYPE_APPLICATION (app_application_get_type ())
G_DECLARE_FINAL_TYPE (AppApplication, app_application, APP, APPLICATION, AdwApplication)

/* The options stay the caller's, for as long as the application is there. */
AppApplication *app_application_new (const AppOptions *options);
/* Tells the agent of the program what the windows show now. */
void app_application_update_sharing (AppApplication *self);
AppSharing *app_application_get_sharing (AppApplication *self);
int app_application_get_status (AppApplication *self);

/* The actions of the application. */
void app_application_show_preferences (AppApplication *self);
void app_application_show_shortcuts (AppApplication *self);
void app_application_show_help (AppApplication *self);
void app_application_show_about (AppApplication *self);
/* Each session asks about its own unsaved changes. */
void app_application_quit (AppApplication *self);
