/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "app-session.h"

#include <adwaita.h>

/* The window: one workspace. */
#define APP_TYPE_WINDOW (app_window_get_type ())
G_DECLARE_FINAL_TYPE (AppWindow, app_window, APP, WINDOW, AdwApplicationWindow)

GtkWidget *app_window_new (GtkApplication *application);
void app_window_open (AppWindow *self, GFile *file);
/* Takes over the session. */
void app_window_show_session (AppWindow *self, AppSession *session);
void app_window_tell (AppWindow *self, const char *message);
gboolean app_window_has_samples (AppWindow *self);
