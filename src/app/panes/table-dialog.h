/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

/* The window in which the picture of a view is a table. */
#define APP_TYPE_TABLE_DIALOG (app_table_dialog_get_type ())
G_DECLARE_FINAL_TYPE (AppTableDialog, app_table_dialog, APP, TABLE_DIALOG, AdwWindow)

void app_table_dialog_open (GtkWindow *parent, GscopeGtkView *view);
