/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/options.h"
#include "window/window.h"

/* Waits until the window has shown data for the duration, then writes its picture to a file. */
void app_screenshot_take_async (AppWindow *window, const AppOptions *options,
                                GAsyncReadyCallback callback, gpointer user_data);
gboolean app_screenshot_take_finish (GAsyncResult *result, GError **error);
/* Returns a picture of what the window shows, as PNG data; NULL if the window was not drawn. */
GBytes *app_screenshot_take_now (AppWindow *window);
