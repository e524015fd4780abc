/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/gscope-gtk.h>

#define APP_TYPE_VIEW_SETTINGS (app_view_settings_get_type ())
G_DECLARE_FINAL_TYPE (AppViewSettings, app_view_settings, APP, VIEW_SETTINGS, GtkPopover)

/* The measurements that a view shows beside its signals, and their settings. NULL for none. */
void app_view_settings_set_view (AppViewSettings *self, GscopeGtkView *view);
/* The actions below the settings. */
void app_view_settings_set_menu (AppViewSettings *self, GMenuModel *menu);

/* Returns the name and the key of a part: "Histogram and Percentiles (H)". */
char *app_view_settings_describe_part (const GscopeGtkPanePart *part);
