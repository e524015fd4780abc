/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

/* Which signals respond to a parameter: the parameter, the one that was written last at first, and its
 * signals, which can be changed. It is hidden while there is no parameter. */
#define APP_TYPE_STEERING (app_steering_get_type ())
G_DECLARE_FINAL_TYPE (AppSteering, app_steering, APP, STEERING, AdwBin)

/* NULL to show nothing. */
void app_steering_set_session (AppSteering *self, AppSession *session);
