/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

#include "session/session.h"

/* The controls of a triggered display: the condition of its trigger, the mode and the state. It is visible while the display
 * of its view is triggered. */
#define APP_TYPE_TRIGGER_BAR (app_trigger_bar_get_type ())
G_DECLARE_FINAL_TYPE (AppTriggerBar, app_trigger_bar, APP, TRIGGER_BAR, AdwBin)

/* Both NULL for none. */
void app_trigger_bar_set_view (AppTriggerBar *self, AppSession *session, GscopeGtkView *view);
