/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>

/* A bar that says what went wrong, until the user has read it. */
#define APP_TYPE_MESSAGES (app_messages_get_type ())
G_DECLARE_FINAL_TYPE (AppMessages, app_messages, APP, MESSAGES, AdwBin)

void app_messages_add (AppMessages *self, const char *message);
void app_messages_clear (AppMessages *self);
