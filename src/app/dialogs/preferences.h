/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>

/* The user's preferences for all windows; kept with GSettings. */
#define APP_TYPE_PREFERENCES (app_preferences_get_type ())
G_DECLARE_FINAL_TYPE (AppPreferences, app_preferences, APP, PREFERENCES, AdwPreferencesWindow)

GtkWidget *app_preferences_new (GtkWindow *parent);

/* Lets the colours of the application follow the settings. */
void app_preferences_apply (GSettings *settings);
