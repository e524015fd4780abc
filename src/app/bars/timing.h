/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

#include <adwaita.h>

/* Delay and period of a scope, and which scope if there are several. */
#define APP_TYPE_TIMING (app_timing_get_type ())
G_DECLARE_FINAL_TYPE (AppTiming, app_timing, APP, TIMING, AdwBin)

void app_timing_set_session (AppTiming *self, AppSession *session);
