/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>

/* The page of a window without a workspace: the ready-made workspaces. */
#define APP_TYPE_WELCOME (app_welcome_get_type ())
G_DECLARE_FINAL_TYPE (AppWelcome, app_welcome, APP, WELCOME, AdwBin)
