/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/gscope-gtk.h>

/* The coloured square of a signal with its digit, or of an entry of the palette. A colour that the
 * palette has twice is dashed the second time. */
#define APP_TYPE_KEY (app_key_get_type ())
G_DECLARE_FINAL_TYPE (AppKey, app_key, APP, KEY, GtkWidget)

GtkWidget *app_key_new_for_color (guint color);
void app_key_set_signal (AppKey *self, GscopeGtkViewSignal *signal);
