/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

/* The place of a view in a window, with the view's title above it where there are several. */
#define APP_TYPE_PANE (app_pane_get_type ())
G_DECLARE_FINAL_TYPE (AppPane, app_pane, APP, PANE, AdwBin)

GtkWidget *app_pane_new (void);
/* The pane whose title it shows. */
void app_pane_set_view (AppPane *self, GscopeGtkView *view);
void app_pane_set_titled (AppPane *self, gboolean titled);
/* Returns the widget of a type beside a view, such as its spectrum; NULL if the view is closed. */
gpointer app_pane_find_beside (GscopeGtkView *view, GType type);
