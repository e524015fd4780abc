/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

#include <adwaita.h>

/* The window: one workspace. */
#define APP_TYPE_WINDOW (app_window_get_type ())
G_DECLARE_FINAL_TYPE (AppWindow, app_window, APP, WINDOW, AdwApplicationWindow)

GtkWidget *app_window_new (GtkApplication *application);
void app_window_open (AppWindow *self, GFile *file);
/* Takes over the session. */
void app_window_show_session (AppWindow *self, AppSession *session);
/* The open session is left. */
void app_window_show_welcome (AppWindow *self);
void app_window_tell (AppWindow *self, const char *message);
/* NULL where none is open. */
AppSession *app_window_get_session (AppWindow *self);
/* Shows a recording in a view of its own below the active one, with the same time. */
void app_window_compare_beside (AppWindow *self, GFile *file);
/* Closes all windows of the session, after a question where something would be lost. */
void app_window_quit (AppWindow *self);
gboolean app_window_has_samples (AppWindow *self);
/* Returns the picture of the last frame, while other programs may use the window; else NULL. */
GdkPaintable *app_window_get_camera (AppWindow *self);
