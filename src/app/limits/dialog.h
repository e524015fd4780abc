/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

#include "session/session.h"

/* Lists the limits of all signals with their counts, and sets that of one signal. */
#define APP_TYPE_LIMITS_DIALOG (app_limits_dialog_get_type ())
G_DECLARE_FINAL_TYPE (AppLimitsDialog, app_limits_dialog, APP, LIMITS_DIALOG, AdwWindow)

/* Of the selected signal of a view. */
void app_limits_dialog_open (GtkWindow *parent, AppSession *session, GscopeGtkView *view);
