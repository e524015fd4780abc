/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

/* The controls of a comparison: the selected run, the anchor at which it is aligned, and the offset. It is visible while there is
 * a comparison. */
#define APP_TYPE_COMPARISON_BAR (app_comparison_bar_get_type ())
G_DECLARE_FINAL_TYPE (AppComparisonBar, app_comparison_bar, APP, COMPARISON_BAR, AdwBin)

/* Both NULL for none. The trigger of the view is one of the anchors. */
void app_comparison_bar_set_view (AppComparisonBar *self, AppSession *session, GscopeGtkView *view);
