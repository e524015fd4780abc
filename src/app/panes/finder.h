/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

#include "session/session.h"

#define APP_TYPE_FINDER (app_finder_get_type ())
G_DECLARE_FINAL_TYPE (AppFinder, app_finder, APP, FINDER, GtkPopover)

/* Finds signals of all sources by their names and adds them to a view. It emits “pattern” where all
 * that match a pattern are asked for. Both NULL for none. */
void app_finder_set_view (AppFinder *self, AppSession *session, GscopeGtkView *view);
