/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

/* The bar that acts on the whole scope. */
#define APP_TYPE_BOTTOM_BAR (app_bottom_bar_get_type ())
G_DECLARE_FINAL_TYPE (AppBottomBar, app_bottom_bar, APP, BOTTOM_BAR, AdwBin)

void app_bottom_bar_set_view (AppBottomBar *self, AppSession *session, GscopeGtkView *view);
